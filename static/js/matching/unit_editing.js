/**
 * Edits the units of a peer annotation. An intent is an event with which the toolbar or the list of units requests one group of
 * edits. In intents and edits, `unit`, `scu` and `part` are ids.
 */
import { newId } from "pyramidion/work/edits/new_id.js";
import { overlaps } from "pyramidion/work/edits/parts.js";
import { typeAheadItems, shortened } from "pyramidion/pyramids/display_data.js";

const NO_SCU = "none"; // the id of the item “No SCU” in the type-ahead
export const SIMILAR = "similar"; // the source, in the log, of a match that was suggested
const MAX_SIMILAR = 3; // SCUs that “Match to…” lists first

export class UnitEditing {
  /**
   * @param {import("./matching.js").Matching} matching @param {import("../elements/text/text_pane.js").TextPane} pane
   * @param {{list: import("./unit_list.js").UnitList, typeAhead: import("../pyramids/type_ahead.js").TypeAhead, absences: import("./absences.js").Absences,
   *   similarIds: (parts: {start: number, end: number}[]) => Promise<string[]>}} others  similarIds: of SCUs, the most similar first
   */
  constructor(matching, pane, { list, typeAhead, absences, similarIds }) {
    this.matching = matching;
    this.pane = pane;
    this.list = list;
    this.typeAhead = typeAhead;
    this.absences = absences;
    this.similarIds = similarIds;
  }

  /** Handlers by intent. @type {Record<string, (detail: any) => void>} */
  intents = {
    match: () => this.match(this.matching.selectedScuId),
    "match-to": () => this.askAndMatch(),
    "match-none": () => this.match(null),
    "add-to-unit": () => this.addToUnit(),
    rematch: ({ unit }) => this.rematch(unit),
    "remove-unit": ({ unit }) => this.removeUnit(unit),
    "write-comment": ({ unit }) => this.editComment(unit),
    "write-label": ({ unit }) => this.editLabel(unit),
    "flag-unit": ({ unit, reason }) => this.toggleFlag(unit, reason),
    "remove-part": ({ part }) => this.matching.applyEdits([{ verb: "remove_part", part }]),
    "set-part": ({ part }) => this.#setToSelection(part),
  };

  /** Returns a key handler that acts on the focused or else the selected unit. @param {(unit: string) => void} act */
  forCurrentUnit(act) {
    return () => {
      const id = this.matching.focusedOrSelectedUnitId;
      if (id) act(id);
      else this.matching.notice("Select a unit first: N goes to the next one.");
    };
  }

  /** Makes a unit of the selected words. @param {string | null} scu null: non-matching @param {string} [from] the source of the suggestion */
  match(scu, from = "") {
    const { parts } = this.pane.selection;
    if (!parts.length || scu === "") return; // "": no SCU is selected
    const unit = newId();
    if (!this.matching.applyEdits([...matchEdits(unit, scu, parts, from), ...this.absences.unmarkingEdits(scu)])) return;
    this.#warnOfSharedWords(unit, parts);
    this.pane.selection.clear();
    this.matching.selectUnit(unit, { reveal: false });
  }

  /** Warns if some of these words are also in another unit, and the project asks for this warning. @param {string} unit @param {{start: number, end: number}[]} parts */
  #warnOfSharedWords(unit, parts) {
    if (this.matching.settings.overlap !== "warn") return;
    const sharing = this.matching.units.find((other) => other.id !== unit && other.parts.some((part) => parts.some((added) => overlaps(added, part))));
    if (sharing) this.matching.notice(`These words are also matched to “${shortened(this.matching.labelOf(sharing.scu))}”.`, { isProblem: true });
  }

  /** Matches the selected words to the selected SCU. If none is selected, or this would be a repetition, asks for an SCU. */
  matchOrAsk() {
    const { matching } = this;
    if (matching.selectedScuId && !matching.matchCountOf(matching.selectedScuId)) this.match(matching.selectedScuId);
    else this.askAndMatch();
  }

  /** Asks for an SCU, similar ones first, and matches the selected words to it. */
  async askAndMatch() {
    const boxes = this.pane.selectionBoxes;
    if (!boxes) return;
    /** @type {string[]} */
    let firstIds = [];
    const similarIds = this.similarIds(this.pane.selection.parts).then((ids) => (firstIds = ids.slice(0, MAX_SIMILAR)));
    const chosen = await this.typeAhead.ask({ title: "Match to SCU …", items: this.#typeAheadItems(), boxes, similarIds });
    if (chosen && "id" in chosen) this.match(chosen.id, firstIds.includes(chosen.id) ? SIMILAR : "");
  }

  #typeAheadItems() {
    return typeAheadItems(this.matching.scusHeaviestFirst, this.matching.texts);
  }

  /** Adds the selected words to the selected unit. */
  addToUnit() {
    const unit = this.matching.selectedUnit;
    const { parts } = this.pane.selection;
    if (!unit || !parts.length || !this.matching.applyEdits(matchEdits(unit.id, unit.scu, parts))) return;
    this.pane.selection.clear();
  }

  /** Asks which SCU to match a unit to instead. @param {string} id */
  async rematch(id) {
    const unit = this.matching.unit(id);
    if (!unit) return;
    const noScu = this.matching.canMarkNonMatching && unit.scu !== null
      ? [{ id: NO_SCU, label: "No SCU (non-matching)", weight: 0, hint: "" }] : [];
    const items = [...this.#typeAheadItems().filter((item) => item.id !== unit.scu), ...noScu];
    const chosen = await this.typeAhead.ask({ title: "Rematch to SCU …", items, boxes: this.list.boxesOf(id) });
    if (chosen && "id" in chosen) this.rematchTo(id, chosen.id === NO_SCU ? null : chosen.id);
  }

  /** Matches a unit to another SCU. @param {string} unit @param {string | null} scu @param {string} [from] the source of the suggestion */
  rematchTo(unit, scu, from = "") {
    if (this.matching.unit(unit)?.scu === scu) return;
    const edit = { verb: "rematch_unit", unit, scu, ...suggestedFrom(from) };
    if (this.matching.applyEdits([edit, ...this.absences.unmarkingEdits(scu)])) this.matching.selectUnit(unit, { reveal: false });
  }

  /** @param {string} unit */
  removeUnit(unit) {
    this.matching.applyEdits([{ verb: "remove_unit", unit }]);
  }

  /** Opens the comment field of a unit. @param {string} id */
  editComment(id) {
    const unit = this.#selectForWriting(id);
    const save = (/** @type {string} */ comment) => this.#saveText("comment_unit", id, { comment, was: this.matching.unit(id)?.comment });
    if (unit) this.list.row(id)?.edit("comment", unit.comment, save);
  }

  /** Opens the label field of a unit. @param {string} id */
  editLabel(id) {
    const unit = this.#selectForWriting(id);
    const save = (/** @type {string} */ label) => this.#saveText("label_unit", id, { label, was: this.matching.unit(id)?.label ?? "" });
    if (unit) this.list.row(id)?.edit("label", unit.label ?? "", save);
  }

  /** Selects and returns the unit whose label or comment the user wants to write. @param {string} id */
  #selectForWriting(id) {
    if (this.matching.selectedUnitId !== id) this.matching.selectUnit(id, { reveal: false });
    return this.matching.unit(id);
  }

  /** Saves a label or comment. @param {string} verb @param {string} unit @param {Record<string, any>} fields `was`: the old text */
  #saveText(verb, unit, fields) {
    if (this.matching.unit(unit)) this.matching.applyEdits([{ verb, unit, ...fields }]);
    else this.matching.notice("That unit is no longer there.", { isProblem: true });
  }

  /** Adds or removes a flag of a unit. @param {string} id @param {string} reason */
  toggleFlag(id, reason) {
    const unit = this.matching.unit(id);
    if (!unit) return;
    const isFlagged = (unit.flags ?? []).includes(reason);
    const isApplied = this.matching.applyEdits([{ verb: isFlagged ? "unflag" : "flag", unit: id, reason }]);
    if (isApplied) this.matching.notice(isFlagged ? `No longer flagged: ${reason}.` : `Flagged: ${reason}.`);
  }

  /** Removes the unit's part at the text cursor. @param {string} id */
  removePart(id) {
    const { pane } = this;
    const parts = this.matching.unit(id)?.parts ?? [];
    const offset = pane.cursorPlace?.start ?? -1;
    const part = parts.find(({ start, end }) => start <= offset && offset < end);
    if (parts.length < 2) this.matching.notice("This unit has only one part: Delete removes the unit.");
    else if (!part) this.matching.notice("Move the cursor to the part to remove: T goes to the text.");
    else this.matching.applyEdits([{ verb: "remove_part", part: part.id }]);
  }

  /** Gives the bounds of the selected words to a part of the current unit: to its only part, or to the part that overlaps these words. */
  resizePart() {
    const parts = this.matching.unit(this.matching.focusedOrSelectedUnitId)?.parts ?? [];
    const spans = this.pane.selection.parts;
    const overlapping = parts.length === 1 ? parts : parts.filter((part) => spans.some((span) => overlaps(span, part)));
    if (spans.length === 1 && overlapping.length === 1) this.#setToSelection(overlapping[0].id);
    else this.matching.notice("To change a part of the selected unit, select words that overlap only that part.");
  }

  /** Gives a part the bounds of the selected words. @param {string} part */
  #setToSelection(part) {
    const [span] = this.pane.selection.parts;
    if (span && this.setPart({ part, start: span.start, end: span.end })) this.pane.selection.clear();
  }

  /** Changes the bounds of a part. @param {{part: string, start: number, end: number}} bounds @returns {boolean} false if it was refused */
  setPart({ part, start, end }) {
    return this.matching.applyEdits([{ verb: "set_part", part, start, end }]);
  }

  /** Keeps the selected words selected while more are selected. */
  keepPart() {
    this.pane.selection.finishPart();
    this.matching.notice("This part stays selected. Select another one.");
  }
}

/** Returns the field of an edit that names the source of an accepted suggestion. @param {string} from "" if nothing was suggested */
const suggestedFrom = (from) => (from ? { from } : {});

/** Returns edits that add parts to a unit, and make the unit if it does not exist. @param {string} unit @param {string | null} scu @param {{start: number, end: number}[]} parts @param {string} [from] */
function matchEdits(unit, scu, parts, from = "") {
  return parts.map(({ start, end }) => ({ verb: "match_part", unit, part: newId(), scu, start, end, ...suggestedFrom(from) }));
}
