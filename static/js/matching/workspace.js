// @ts-check
/**
 * <peer-workspace>: where a peer summary is matched to a release. Holds what is selected and brings state, panes and
 * gestures together.
 * @typedef {import("../work/edits/types.js").Unit} Unit
 */
import { ABSENT, unitsOf } from "pyramidion/matching/edits/unit_images.js";
import { percent } from "pyramidion/elements/text/coverage_bar.js";
import "pyramidion/pyramids/list/pyramid_tiers.js";
import "pyramidion/matching/score_panel.js";
import "pyramidion/pyramids/list/scu_list.js";
import "pyramidion/matching/unit_list.js";
import { Absences, isAbsent } from "pyramidion/matching/absent.js";
import { watchFinishing } from "pyramidion/matching/finishing.js";
import { Joining } from "pyramidion/matching/joining.js";
import { keysOf } from "pyramidion/matching/keys.js";
import { selectedSays } from "pyramidion/matching/said.js";
import { watchPeerSaving } from "pyramidion/matching/saving.js";
import { watchScores } from "pyramidion/matching/scores.js";
import { Suggesting } from "pyramidion/matching/suggesting.js";
import { besidesOf, matchCounts, shownUnits, unitMarks, unitText, unitsInTextOrder } from "pyramidion/matching/units.js";
import { Walking } from "pyramidion/matching/walking.js";
import { Wording } from "pyramidion/matching/wording.js";
import { PeerWriting } from "pyramidion/matching/writing.js";
import { weightsOf } from "pyramidion/pyramids/list/filters.js";
import { ordered, shownLabel, weightOf } from "pyramidion/pyramids/scus.js";
import { cellsOf, lettered, rowOf, sectionsOf, shortened } from "pyramidion/pyramids/shown.js";
import { PEER_KIND } from "pyramidion/pyramids/kinds.js";
import { CodePoints } from "pyramidion/texts/code_points.js";
import { pageData } from "pyramidion/elements/page.js";
import { Workspace } from "pyramidion/work/workspace.js";

export class PeerWorkspace extends Workspace {
  /** The SCU selected. */
  selected = "";
  /** The unit selected. */
  selectedUnit = "";
  /** The SCUs of the release, which never change. @type {any[]} */
  scus = [];
  /** How many units are on each SCU. @type {Map<string, number>} */
  #counts = new Map();
  /** How much of the peer is in units. */
  marked = { covered: 0, words: 0 };
  noun = "peer annotation";
  writing = new PeerWriting(this);
  wording = new Wording(this);
  suggesting = new Suggesting(this);

  connectedCallback() {
    const data = pageData();
    this.scus = data.release.scus;
    this.scuOf = new Map(this.scus.map((scu) => [scu.id, scu]));
    const { models } = data.release;
    this.modelTexts = new Map(models.map((/** @type {any} */ model) => [model.id, new CodePoints(model.text)]));
    this.begin(data, PEER_KIND, [data.peer]);
    this.marksNonMatching = data.settings.non_matching === "mark";
    this.pane.addEventListener("edge", (event) => this.writing.setPart(/** @type {CustomEvent} */ (event).detail));
    this.absences = new Absences(this);
    this.joining = new Joining(this);
    this.walking = new Walking(this);
    watchPeerSaving(this);
    watchFinishing(this);
    this.session.addEventListener("change", (event) => {
      const { changed } = /** @type {CustomEvent} */ (event).detail;
      if (changed.size) this.#showUnits(changed);
    });
    this.#showUnits();
    watchScores(this);
    this.ready();
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
    return id.includes(":") ? undefined : this.session.state.images.get(id);
  }

  /** @param {string | null} id */
  labelOf(id) {
    const scu = id === null ? null : this.scuOf.get(id);
    return scu ? shownLabel(scu, this.modelTexts) : "non-matching";
  }

  /** @param {string | null} id */
  weightOf(id) {
    return id === null ? null : weightOf(this.scuOf.get(id) ?? { contributors: [] });
  }

  /** How many units are matched to an SCU. @param {string} id */
  matchesOf(id) {
    return this.#counts.get(id) ?? 0;
  }

  /** The unit that the keyboard means: the one with the focus in the list, else the one selected. */
  get unitAtHand() {
    return this.unitList.focused || this.selectedUnit;
  }

  /** What has been done, for the question before finishing. */
  get work() {
    return { units: this.units, decided: this.absences.decided, scus: this.scus.length, notes: this.openNotes, ...this.marked };
  }

  /** @param {string[]} keys units */
  namesOf(keys) {
    const scus = keys.map((key) => this.unit(key)?.scu ?? null);
    return scus.map((scu) => ({ label: this.labelOf(scu), weight: this.weightOf(scu) }));
  }

  /** @param {Set<string>} [changed] ids; all, if it is left out */
  #showUnits(changed) {
    const { units } = this;
    if (this.list.ids.includes(this.selected)) this.narrowing.keep(this.selected);
    const before = this.#counts;
    this.#counts = matchCounts(units);
    for (const { id } of this.scus) {
      if (!changed || changed.has(ABSENT + id) || this.matchesOf(id) !== (before.get(id) ?? 0)) this.#showScu(id);
    }
    if (!this.unit()) this.selectedUnit = "";
    const marks = unitMarks(units, (id) => this.scuOf.get(id));
    this.marked = this.pane.mark(new Map([[this.data.peer.id, marks]]));
    this.figure("covered", `marked ${percent(this.marked.covered, this.marked.words)}`);
    this.arrange();
    this.joining.settle();
    this.listUnits();
    this.light();
    this.describe();
  }

  /** @param {string} id */
  #showScu(id) {
    const absent = isAbsent(this.session.state, id);
    this.list.update({ ...rowOf(this.scuOf.get(id), this.context, this.matchesOf(id)), absent });
  }

  get noted() {
    const unit = this.unit(this.unitAtHand);
    return unit ? { id: unit.id, name: this.#quoted(unit), place: { unit: unit.id }, parts: [] } : null;
  }

  /** @param {string} id */
  nameOfNoted(id) {
    const unit = this.unit(id);
    return unit ? this.#quoted(unit) : null;
  }

  /** @param {Unit} unit */
  #quoted(unit) {
    return `“${shortened(unitText(unit, this.points), 60)}”`;
  }

  /** @param {number} open */
  showNotes(open) {
    super.showNotes(open);
    this.arrange();
    this.listUnits();
  }

  arrange() {
    const none = this.scus.length ? "No SCU is like that." : "This release has no SCUs.";
    this.filter.offer({ weights: weightsOf(this.scus), summaries: this.data.release.models.map(lettered), peer: true });
    const besides = besidesOf(this.session.state, (id) => this.notes?.on(id) ?? 0);
    const shown = this.narrowing.of(this.scus, this.modelTexts, (scu) => besides(scu.id));
    this.list.arrange(sectionsOf(shown, this.order, this.context), none);
    this.tellShown(this.scus.length);
    const cells = cellsOf(ordered(this.scus, "weight", this.context), this.modelTexts);
    const { state } = this.session;
    this.tiers.show(cells.map((cell) => ({ ...cell, matched: this.#counts.has(cell.id), absent: isAbsent(state, cell.id) })));
    this.figure("decided", `${this.absences.decided} of ${this.scus.length} decided`);
    this.absences.refresh();
  }

  listUnits() {
    const how = { selected: this.selectedUnit, picked: this.joining.picked, editable: this.editable };
    this.unitList.show(shownUnits(this.units, this), { ...how, similar: this.suggesting.offered });
    this.#offerSelection();
  }

  /** @returns {import("./unit_list.js").UnitList} */
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
    this.wording.show(this.selected);
    this.tiers.select(this.selected);
    this.listUnits();
    this.light();
    this.list.reveal();
    if (reveal) this.pane.reveal(this.pane.litParts);
    this.notes?.book?.panel.show();
    this.describe();
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

  remember() {
    const { selected, selectedUnit } = this;
    return () => (selectedUnit ? this.selectUnit(selectedUnit, false) : this.select(selected, false));
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
      ...(this.suggesting.offered ? [{ name: "similar", label: "Similar SCUs", key: "Y" }] : []),
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
    return selectedSays(this);
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

  get keys() {
    return keysOf(this);
  }

  async keySections() {
    const { keySections } = await import("pyramidion/matching/key_sections.js");
    return keySections(this);
  }
}

customElements.define("peer-workspace", PeerWorkspace);
