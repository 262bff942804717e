// @ts-check
/**
 * <pyramid-workspace>: where a pyramid is built. Holds what is selected and brings state, panes and gestures together.
 * @typedef {import("../work/edits/types.js").Scu} Scu
 */
import { scusOf } from "pyramidion/pyramids/edits/scu_images.js";
import { inWords, percent } from "pyramidion/elements/text/coverage_bar.js";
import { keepingRow } from "pyramidion/elements/kept_focus.js";
import "pyramidion/pyramids/list/pyramid_tiers.js";
import "pyramidion/pyramids/gathering/gather_strip.js";
import { scuDetails } from "pyramidion/pyramids/list/scu_details.js";
import "pyramidion/pyramids/list/scu_list.js";
import { ChosenPart } from "pyramidion/pyramids/chosen_part.js";
import { Flagging } from "pyramidion/pyramids/flagging.js";
import { kept, question } from "pyramidion/pyramids/edits/keep_mine.js";
import { weightsOf } from "pyramidion/pyramids/list/filters.js";
import { Gathering } from "pyramidion/pyramids/gathering/gathering.js";
import { provenanceLines } from "pyramidion/pyramids/provenance.js";
import { Reordering } from "pyramidion/pyramids/list/reordering.js";
import { contributorText, marksOf, ordered, partsOf, shownLabel, weightOf } from "pyramidion/pyramids/scus.js";
import { Served } from "pyramidion/pyramids/served.js";
import { SettingAside } from "pyramidion/pyramids/setting_aside.js";
import { cellsOf, counted, lettered, rowOf, sectionsOf, shortened } from "pyramidion/pyramids/shown.js";
import { Splitting } from "pyramidion/pyramids/splitting.js";
import { PyramidWriting } from "pyramidion/pyramids/writing.js";
import { PYRAMID_KIND } from "pyramidion/pyramids/kinds.js";
import { moveByDragging } from "pyramidion/pyramids/list/contributor_drag.js";
import { Decisions } from "pyramidion/work/sync/refused_edits.js";
import { pageData } from "pyramidion/elements/page.js";
import { Workspace } from "pyramidion/work/workspace.js";

export class PyramidWorkspace extends Workspace {
  selected = "";
  /** When each SCU was last touched here. @type {Map<string, number>} */
  recent = new Map();
  writing = new PyramidWriting(this);
  gathering = new Gathering(this);
  settingAside = new SettingAside(this);
  splitting = new Splitting(this);
  part = new ChosenPart(this);
  reordering = new Reordering(this);
  #deeds = [this.writing, this.settingAside, this.splitting, this.part, this.reordering, new Flagging(this)];

  connectedCallback() {
    const data = pageData();
    this.begin(data, PYRAMID_KIND, data.summaries);
    this.pane.addEventListener("edge", (event) => this.writing.setPart(/** @type {CustomEvent} */ (event).detail));
    if (this.editable) this.#listenToTheList();
    const served = (this.served = new Served(this.session, this.texts));
    const says = {
      labelOf: (/** @type {string} */ id) => served.labelOf(id),
      words: (/** @type {any} */ edit) => this.texts.get(edit.summary)?.slice(edit.start, edit.end) ?? "",
      last: (/** @type {string} */ id) => served.last(id),
    };
    this.watchSaving(`pyramid-${data.topic.key}`, new Decisions(this, {
      question: (group, refusal) => question(group, refusal, this.session.base, says),
      kept: (group, refusal) => kept(group, refusal, this.session.base, says),
    }));
    this.figure("release", data.latest_release ? `release ${data.latest_release.number}` : "no release yet");
    this.session.addEventListener("change", (event) => {
      const { changed } = /** @type {CustomEvent} */ (event).detail;
      if (changed.size) this.#show(changed);
    });
    this.gathering.begin();
    this.#show(new Set(this.scus.map((scu) => scu.id)));
    this.ready();
  }

  #listenToTheList() {
    this.reordering.listen();
    moveByDragging(this.list, {
      drop: (dropped) => this.writing.dropped(dropped),
      reorder: (scu, other, before) => this.reordering.move(scu, other, before),
      reorderable: () => this.reordering.possible,
    });
  }

  get context() {
    return { texts: this.texts, summaries: this.data.summaries, recent: this.recent };
  }

  /** @returns {Scu[]} */
  get scus() {
    return [...scusOf(this.session.state)];
  }

  /** @param {string} [id] @returns {Scu | undefined} */
  scu(id = this.selected) {
    return id.includes(":") ? undefined : this.session.state.images.get(id);
  }

  /** @param {string} id */
  labelOf(id) {
    const scu = this.scu(id);
    return scu ? shownLabel(scu, this.texts) : (this.served?.labelOf(id) ?? "an SCU");
  }

  /** @param {string[]} keys */
  namesOf(keys) {
    return keys.map((key) => ({ label: this.labelOf(key), weight: weightOf(this.scu(key) ?? { contributors: [] }) }));
  }

  /** @param {Set<string>} changed */
  #show(changed) {
    keepingRow(this.list, () => this.#refreshed(changed), () => this.pane.focusCursor());
  }

  /** @param {Set<string>} changed */
  #refreshed(changed) {
    for (const id of changed) {
      const scu = this.scu(id);
      if (scu) this.list.update({ ...rowOf(scu, this.context), notes: this.notes?.on(id) });
      else this.list.forget(id);
      if (this.list.ids.includes(id)) this.narrowing.keep(id);
    }
    this.arrange();
    this.#showCoverage(this.pane.mark(marksOf(this.scus), this.settingAside.spans));
    if (changed.has(this.selected)) this.select(this.scu() ? this.selected : "", false);
    this.writing.showPicked();
  }

  /** @param {import("../texts/coverage.js").Coverage} coverage of all texts */
  #showCoverage(coverage) {
    const button = this.find("[data-coverage]");
    this.figure("covered", `covered ${percent(coverage.covered, coverage.words)}`);
    button.title = inWords(coverage);
    button.onclick = async () => {
      await import("pyramidion/elements/text/coverage_dialog.js");
      this.find("coverage-dialog").show(this.pane.coverages, coverage);
    };
  }

  /** @param {string} id @returns {any} */
  #besides(id) {
    return { noted: this.notes?.on(id) };
  }

  get noted() {
    const scu = this.scu();
    if (!scu) return null;
    const parts = scu.contributors.map(({ summary }) => ({ summary, letter: this.letterOf(summary) }));
    return { id: scu.id, name: this.#quoted(scu), place: { scu: scu.id }, parts };
  }

  /** @param {string} id */
  nameOfNoted(id) {
    const scu = this.scu(id);
    return scu ? this.#quoted(scu) : null;
  }

  /** @param {Scu} scu */
  #quoted(scu) {
    return `“${shortened(shownLabel(scu, this.texts), 60)}”`;
  }

  /** @param {number} open */
  showNotes(open) {
    super.showNotes(open);
    this.#show(new Set(this.scus.map(({ id }) => id)));
  }

  /** Puts list and tiers in order. */
  arrange() {
    const { scus, texts } = this;
    this.list.dataset.order = this.order;
    const none = scus.length ? "No SCU is like that." : "No SCUs yet. Select words in a text and press N.";
    this.filter.offer({ weights: weightsOf(scus), summaries: this.data.summaries.map(lettered), peer: false });
    this.list.arrange(sectionsOf(this.narrowing.of(scus, texts, ({ id }) => this.#besides(id)), this.order, this.context), none);
    this.tellShown(scus.length);
    this.tiers.show(cellsOf(ordered(scus, "weight", this.context), texts));
    this.figure("scus", counted(scus.length));
  }

  /** @param {string} id "" for none @param {boolean} [reveal] */
  select(id, reveal = true) {
    const scu = this.scu(id);
    if (this.selected !== id) this.part.id = "";
    this.selected = scu ? id : "";
    if (this.narrowing.turnTo(this.selected, this.list.ids.includes(id))) this.arrange();
    const parts = scu ? partsOf(scu) : [];
    this.pane.light(parts);
    this.list.select(this.selected, scu ? scuDetails(scu, this.#says, this.editable, this.part.id) : null);
    this.tiers.select(this.selected);
    if (reveal && scu) {
      this.list.reveal();
      this.pane.reveal(parts);
    }
    this.#offerSelection();
    this.gathering.refresh();
    this.notes?.book?.panel.show();
    this.describe();
  }

  /** @type {import("./list/scu_details.js").Says} */
  #says = {
    number: (summary, offset) => this.pane.text(summary)?.numberAt(offset) ?? "",
    words: (summary, start, end) => this.texts.get(summary)?.slice(start, end) ?? "",
    text: (contributor) => contributorText(contributor, this.texts),
    dir: (summary) => this.pane.text(summary)?.dir ?? "auto",
    rank: (summary) => this.data.summaries.findIndex((/** @type {any} */ one) => one.id === summary),
    suggests: () => this.gathering.suggests,
    comes: (scu) => provenanceLines(this.data.provenance?.[scu] ?? []),
    notes: (scu) => this.notes?.about(scu) ?? null,
  };

  /** @param {string} key */
  chooseMark(key) {
    this.select(key);
  }

  remember() {
    const { selected } = this;
    return () => this.select(selected, false);
  }

  /** @param {string[]} keys */
  chosenOf(keys) {
    return keys.includes(this.selected) ? this.selected : "";
  }

  selectionChanged() {
    this.#offerSelection();
    const { selected } = this;
    const add = { name: "add", label: `Add to “${shortened(this.labelOf(selected), 24)}”`, key: "A" };
    this.offer([
      { name: "new-scu", label: "New SCU", key: "N" },
      ...(selected ? [add] : []),
      { name: "add-to", label: "Add to…", key: "/", disabled: this.scus.length === 0 },
      ...this.splitting.choices,
      this.settingAside.choice,
      { name: "gather", label: "Gather", key: "G" },
      ...(this.gathering.suggests ? [{ name: "similar", label: "Similar", key: "Y" }] : []),
    ]);
  }

  /** Parts of the selected SCU can take the bounds of what is selected in the same summary. */
  #offerSelection() {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll(".needs-selection"))) {
      button.hidden = this.pane.selection.in(Number(button.dataset.summary)).length !== 1;
    }
  }

  get selectedSays() {
    const scu = this.scu();
    return scu ? `“${shortened(shownLabel(scu, this.texts), 80)}”, weight ${weightOf(scu)}` : "Nothing selected";
  }

  /** @returns {Record<string, (detail: any) => void>} */
  get intents() {
    const reading = {
      "select-scu": (/** @type {any} */ { scu, toggle }) => this.select(toggle && scu === this.selected ? "" : scu),
      ...this.gathering.intents,
      ...this.part.reading.intents,
    };
    return this.editable ? Object.assign(reading, ...this.#deeds.map((deed) => deed.intents)) : reading;
  }

  /** @returns {Record<string, (event: KeyboardEvent) => void>} */
  get keys() {
    const both = { ...this.gathering.keys, ...this.part.reading.keys };
    const reading = { ...this.readingKeys(), ...both, Escape: () => this.#escape() };
    if (!this.editable) return reading;
    const selecting = this.pane.selection.empty ? {} : this.writing.selectingKeys;
    return Object.assign(reading, ...this.#deeds.map((deed) => deed.keys), selecting);
  }

  async keySections() {
    return (await import("pyramidion/pyramids/key_sections.js")).KEY_SECTIONS;
  }

  #escape() {
    if (!this.pane.selection.empty) this.pane.selection.clear();
    else if (this.writing.picked.size) this.writing.picked.clear();
    else if (!this.gathering.close()) this.select("");
    this.writing.showPicked();
  }
}

customElements.define("pyramid-workspace", PyramidWorkspace);
