// @ts-check
/**
 * <peer-workspace>: where a peer summary is matched to a release. Holds what is selected and brings state, panes and
 * gestures together.
 * @typedef {import("./edits/types.js").Unit} Unit
 */
import { ABSENT, unitsOf } from "pyramidion/edits/units.js";
import { percent } from "pyramidion/elements/coverage_bar.js";
import "pyramidion/elements/pyramid_tiers.js";
import "pyramidion/elements/score_panel.js";
import "pyramidion/elements/scu_list.js";
import { scuWording } from "pyramidion/elements/scu_wording.js";
import "pyramidion/elements/unit_list.js";
import { keySections } from "pyramidion/peer/key_sections.js";
import { kept, question } from "pyramidion/peer/keep_mine.js";
import { besidesOf, matchCounts, unitMarks, unitText, unitsInTextOrder } from "pyramidion/peer/units.js";
import { PeerWriting } from "pyramidion/peer/writing.js";
import { weightsOf } from "pyramidion/pyramid/filters.js";
import { contributorText, inTextOrder, ordered, shownLabel, weightOf } from "pyramidion/pyramid/scus.js";
import { cellsOf, lettered, rowOf, sectionsOf, shortened } from "pyramidion/pyramid/shown.js";
import { PEER_KIND } from "pyramidion/sync/kinds.js";
import { CodePoints } from "pyramidion/text/code_points.js";
import { Decisions } from "pyramidion/workspace/decisions.js";
import { preference } from "pyramidion/workspace/preferences.js";
import { Workspace, pageData } from "pyramidion/workspace/workspace.js";

export class PeerWorkspace extends Workspace {
  /** The SCU selected. */
  selected = "";
  /** The unit selected. */
  selectedUnit = "";
  /** The SCUs of the release, which never change. @type {any[]} */
  scus = [];
  #wording = preference("wording", "shown");
  /** @type {Map<string, number>} */
  #counts = new Map();
  #scored = -1;
  writing = new PeerWriting(this);

  connectedCallback() {
    const data = pageData();
    this.scus = data.release.scus;
    this.scuOf = new Map(this.scus.map((scu) => [scu.id, scu]));
    const { models } = data.release;
    this.modelTexts = new Map(models.map((/** @type {any} */ model) => [model.id, new CodePoints(model.text)]));
    this.begin(data, PEER_KIND, [data.peer]);
    this.marksNonMatching = data.settings.non_matching === "mark";
    this.pane.addEventListener("edge", (event) => this.writing.setPart(/** @type {CustomEvent} */ (event).detail));
    this.#bindSaving();
    for (const scu of this.scus) this.list.update(rowOf(scu, this.context, 0));
    this.session.addEventListener("change", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.changed.size) this.#showUnits();
      this.#score();
    });
    this.#showUnits();
    this.#score();
    this.ready();
  }

  #bindSaving() {
    const says = {
      labelOf: (/** @type {string | null} */ id) => this.labelOf(id),
      words: (/** @type {any} */ { start, end }) => this.points.slice(start, end),
    };
    this.watchSaving(`peer-${this.data.topic.key}-${this.data.peer.summarizer}`, new Decisions(this, {
      question: (group, refusal) => question(group, refusal, this.session.state, says),
      kept: (group, refusal) => kept(group, refusal, this.session.state),
    }));
    // Finishing submits what is on the server: it has to be everything.
    this.find("form[data-finish]")?.addEventListener("submit", (/** @type {Event} */ event) => {
      if (!this.session.status.pending) return;
      event.preventDefault();
      this.notice("Some edits are not saved yet; try again in a moment.", true);
    });
  }

  get context() {
    return { texts: this.modelTexts, summaries: this.data.release.models, recent: new Map() };
  }

  get points() {
    return /** @type {CodePoints} */ (this.texts.get(this.data.peer.id));
  }

  /** @returns {Unit[]} in the order of the text */
  get units() {
    return unitsInTextOrder(unitsOf(this.session.state));
  }

  /** @param {string} [id] @returns {Unit | undefined} */
  unit(id = this.selectedUnit) {
    return id.startsWith(ABSENT) ? undefined : this.session.state.images.get(id);
  }

  /** @param {string | null} id */
  labelOf(id) {
    const scu = id === null ? null : this.scuOf.get(id);
    return scu ? shownLabel(scu, this.modelTexts) : "non-matching";
  }

  /** @param {string | null} id */
  #weightOf(id) {
    return id === null ? null : weightOf(this.scuOf.get(id) ?? { contributors: [] });
  }

  /** @param {string[]} keys units */
  namesOf(keys) {
    const scus = keys.map((key) => this.unit(key)?.scu ?? null);
    return scus.map((scu) => ({ label: this.labelOf(scu), weight: this.#weightOf(scu) }));
  }

  #showUnits() {
    const { units } = this;
    if (this.list.ids.includes(this.selected)) this.narrowing.keep(this.selected);
    const before = this.#counts;
    this.#counts = matchCounts(units);
    for (const scu of this.scus) {
      const count = this.#counts.get(scu.id) ?? 0;
      if (count !== (before.get(scu.id) ?? 0)) this.list.update(rowOf(scu, this.context, count));
    }
    if (!this.unit()) this.selectedUnit = "";
    const marks = unitMarks(units, (id) => this.scuOf.get(id));
    const { covered, words } = this.pane.mark(new Map([[this.data.peer.id, marks]]));
    this.figure("covered", `marked ${percent(covered, words)}`);
    this.arrange();
    this.#listUnits();
    this.light();
  }

  arrange() {
    const none = this.scus.length ? "No SCU is like that." : "This release has no SCUs.";
    this.filter.offer({ weights: weightsOf(this.scus), summaries: this.data.release.models.map(lettered), peer: true });
    const besides = besidesOf(this.session.state);
    const shown = this.narrowing.of(this.scus, this.modelTexts, (scu) => besides(scu.id));
    this.list.arrange(sectionsOf(shown, this.order, this.context), none);
    this.tellShown(this.scus.length);
    const cells = cellsOf(ordered(this.scus, "weight", this.context), this.modelTexts);
    this.tiers.show(cells.map((cell) => ({ ...cell, matched: this.#counts.has(cell.id) })));
    this.figure("matched", `${this.#counts.size} of ${this.scus.length} SCUs matched`);
  }

  #listUnits() {
    const text = this.pane.text(this.data.peer.id);
    const shown = this.units.map((unit) => ({
      id: unit.id,
      text: unitText(unit, this.points),
      number: text?.numberAt(Math.min(...unit.parts.map((part) => part.start))) ?? "",
      dir: this.data.peer.dir,
      label: this.labelOf(unit.scu),
      weight: this.#weightOf(unit.scu),
      repeats: unit.scu === null ? 1 : (this.#counts.get(unit.scu) ?? 1),
      comment: unit.comment,
      parts: inTextOrder(unit.parts).map((part) => ({ id: part.id, words: this.points.slice(part.start, part.end) })),
    }));
    this.unitList.show(shown, this.selectedUnit, this.editable);
    this.#offerSelection();
  }

  /** @returns {import("./elements/unit_list.js").UnitList} */
  get unitList() {
    return this.find("unit-list");
  }

  /** @param {string} id @param {boolean} [reveal] */
  select(id, reveal = true) {
    this.selected = this.scuOf.has(id) ? id : "";
    if (this.narrowing.turnTo(this.selected, this.list.ids.includes(this.selected))) this.arrange();
    if (this.unit()?.scu !== (this.selected || null)) this.selectedUnit = "";
    this.#showSelected(reveal);
  }

  /** @param {string} id @param {boolean} [reveal] */
  selectUnit(id, reveal = true) {
    this.selectedUnit = this.unit(id) ? id : "";
    this.selected = this.unit()?.scu ?? "";
    if (this.narrowing.turnTo(this.selected, this.list.ids.includes(this.selected))) this.arrange();
    this.#showSelected(reveal);
    this.unitList.reveal();
  }

  /** @param {boolean} reveal */
  #showSelected(reveal) {
    this.#wordingOf(this.selected);
    this.tiers.select(this.selected);
    this.#listUnits();
    this.light();
    this.list.reveal();
    if (reveal) this.pane.reveal(this.pane.litParts);
    this.describe();
  }

  /** @param {string} id */
  #wordingOf(id) {
    const scu = this.scuOf.get(id);
    const models = /** @type {any[]} */ (this.data.release.models);
    const says = {
      letter: (/** @type {number} */ summary) => models.find((model) => model.id === summary)?.letter ?? "",
      dir: (/** @type {number} */ summary) => models.find((model) => model.id === summary)?.dir ?? "auto",
      text: (/** @type {any} */ contributor) => contributorText(contributor, this.modelTexts),
    };
    this.list.select(id, scu ? scuWording(scu, says, this.#wording.get() === "shown") : null);
  }

  /** Lights the selected unit, or all units of the selected SCU. */
  light() {
    const unit = this.unit();
    const lit = unit ? [unit] : this.units.filter((one) => this.selected && one.scu === this.selected);
    const summary = this.data.peer.id;
    this.pane.light(lit.flatMap((one) => one.parts.map((part) => ({ ...part, summary }))));
  }

  /** @param {string} key */
  chooseMark(key) {
    this.selectUnit(key, false);
  }

  /** @param {string[]} keys */
  chosenOf(keys) {
    return keys.includes(this.selectedUnit) ? this.selectedUnit : "";
  }

  selectionChanged() {
    this.#offerSelection();
    const { selected } = this;
    const match = { name: "match", label: `Match to “${shortened(this.labelOf(selected || null), 24)}”`, key: "M" };
    this.offer([
      ...(selected ? [match] : []),
      { name: "match-to", label: "Match to…", key: "/", disabled: this.scus.length === 0 },
      ...(this.unit() ? [{ name: "add-to-unit", label: "Add to the unit", key: "A" }] : []),
      ...(this.marksNonMatching ? [{ name: "match-none", label: "Non-matching", key: "X" }] : []),
    ]);
  }

  /** Parts can take the bounds of what is selected. */
  #offerSelection() {
    const one = this.pane.selection.parts.length === 1;
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".needs-selection"));
    for (const button of buttons) button.hidden = !one;
  }

  get selectedSays() {
    const unit = this.unit();
    const said = (/** @type {string} */ text) => `“${shortened(text, 60)}”`;
    if (unit) {
      const to = unit.scu === null ? "non-matching" : `matched to ${said(this.labelOf(unit.scu))}`;
      return `${said(unitText(unit, this.points))} is ${to}`;
    }
    if (!this.selected) return "Nothing selected";
    const times = this.#counts.get(this.selected) ?? 0;
    const matched = ["not matched", "matched once"][times] ?? `matched ${times} times`;
    return `${said(this.labelOf(this.selected))}, weight ${this.#weightOf(this.selected)}, ${matched}`;
  }

  /** The floating question about a unit goes below it. @param {string} id */
  unitBoxes(id) {
    const box = this.unitList.querySelector(`button[data-unit="${id}"]`)?.getBoundingClientRect() ?? new DOMRect();
    return { first: box, last: box };
  }

  /** @returns {Record<string, (detail: any) => void>} */
  get intents() {
    const reading = {
      "select-scu": (/** @type {any} */ { scu, toggle }) => this.select(toggle && scu === this.selected ? "" : scu),
      "select-unit": (/** @type {any} */ detail) =>
        this.selectUnit(detail.toggle && detail.unit === this.selectedUnit ? "" : detail.unit),
    };
    return this.editable ? { ...reading, ...this.writing.intents } : reading;
  }

  /** @returns {Record<string, () => void>} */
  get keys() {
    const { writing } = this;
    const reading = {
      ...this.readingKeys(keySections(Boolean(this.marksNonMatching))),
      W: () => this.#toggleWording(),
      Escape: () => (this.pane.selection.empty ? this.select("") : this.pane.selection.clear()),
    };
    if (!this.editable) return reading;
    const editing = { R: () => writing.rematch(this.selectedUnit), Delete: () => writing.removeSelected() };
    const selecting = {
      M: () => writing.matchOrAsk(),
      "/": () => writing.askAndMatch(),
      A: () => writing.addToUnit(),
      P: () => writing.keepPart(),
      ...(this.marksNonMatching ? { X: () => writing.match(null) } : {}),
    };
    return { ...reading, ...editing, ...(this.pane.selection.empty ? {} : selecting) };
  }

  #toggleWording() {
    this.#wording.set(this.#wording.get() === "shown" ? "hidden" : "shown");
    this.#wordingOf(this.selected);
  }

  /** The scores of each saved revision, once. */
  #score() {
    const { status, revision } = this.session;
    if (!this.data.settings.show_scores || status.kind !== "saved" || this.#scored === revision) return;
    this.#scored = revision;
    this.find("score-panel").refresh(this.data.urls.scores);
  }
}

customElements.define("peer-workspace", PeerWorkspace);
