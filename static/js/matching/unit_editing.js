/**
 * Edits of a peer annotation: each intent is one group of edits.
 */
import { newId } from "pyramidion/work/edits/new_id.js";
import { overlaps } from "pyramidion/work/edits/parts.js";
import { typeAheadItems, shortened } from "pyramidion/pyramids/display_data.js";

const NONE = "none"; // the id of “no SCU” in the type-ahead

export class UnitEditing {
  /**
   * @param {import("./matching.js").Matching} matching @param {import("../elements/text/text_pane.js").TextPane} pane
   * @param {{list: import("./unit_list.js").UnitList, typeAhead: import("../pyramids/type_ahead.js").TypeAhead, absences: import("./absences.js").Absences}} uses
   */
  constructor(matching, pane, { list, typeAhead, absences }) {
    this.matching = matching;
    this.pane = pane;
    this.list = list;
    this.typeAhead = typeAhead;
    this.absences = absences;
  }

  /** @type {Record<string, (detail: any) => void>} */
  intents = {
    match: () => this.match(this.matching.selected),
    "match-to": () => this.askAndMatch(),
    "match-none": () => this.match(null),
    "add-to-unit": () => this.addToUnit(),
    rematch: ({ unit }) => this.rematch(unit),
    "remove-unit": ({ unit }) => this.remove(unit),
    "write-comment": ({ unit }) => this.comment(unit),
    "write-label": ({ unit }) => this.label(unit),
    "flag-unit": ({ unit, reason }) => this.flag(unit, reason),
    "remove-part": ({ part }) => this.matching.do([{ verb: "remove_part", part }]),
    "set-part": ({ part }) => this.#setToSelection(part),
  };

  /** A key handler that acts on the current unit. @param {(unit: string) => void} act */
  onUnit(act) {
    return () => {
      const id = this.matching.currentUnit;
      if (id) act(id);
      else this.matching.notice("Select a unit first: N goes to the next one.");
    };
  }

  /** Makes a unit of the selected words. @param {string | null} scu null: non-matching @param {string} [from] */
  match(scu, from = "") {
    const { parts } = this.pane.selection;
    if (!parts.length || scu === "") return;
    const unit = newId();
    if (!this.matching.do([...matchEdits(unit, scu, parts, from), ...this.absences.unmarkingEdits(scu)])) return;
    this.#warnShared(unit, parts);
    this.pane.selection.clear();
    this.matching.selectUnit(unit, false);
  }

  /** Warns of words that another unit has too, if the project asks for this warning. @param {string} unit @param {{start: number, end: number}[]} parts */
  #warnShared(unit, parts) {
    if (this.matching.settings.overlap !== "warn") return;
    const shared = this.matching.units.find((other) => other.id !== unit && other.parts.some((part) => parts.some((added) => overlaps(added, part))));
    if (shared) this.matching.notice(`These words are also matched to “${shortened(this.matching.labelOf(shared.scu))}”.`, true);
  }

  matchOrAsk() {
    if (this.matching.selected) this.match(this.matching.selected);
    else this.askAndMatch();
  }

  async askAndMatch() {
    const boxes = this.pane.selectionBoxes;
    if (!boxes) return;
    const chosen = await this.typeAhead.ask({ title: "Match to SCU …", items: this.#items(), boxes });
    if (chosen && "id" in chosen) this.match(chosen.id);
  }

  #items() {
    return typeAheadItems(this.matching.byWeight, this.matching.texts);
  }

  addToUnit() {
    const unit = this.matching.unit();
    const { parts } = this.pane.selection;
    if (!unit || !parts.length || !this.matching.do(matchEdits(unit.id, unit.scu, parts))) return;
    this.pane.selection.clear();
  }

  /** @param {string} id */
  async rematch(id) {
    const unit = this.matching.unit(id);
    if (!unit) return;
    const none = this.matching.marksNonMatching && unit.scu !== null
      ? [{ id: NONE, label: "No SCU (non-matching)", weight: 0, hint: "" }] : [];
    const items = [...this.#items().filter((item) => item.id !== unit.scu), ...none];
    const chosen = await this.typeAhead.ask({ title: "Rematch to SCU …", items, boxes: this.list.boxesOf(id) });
    if (chosen && "id" in chosen) this.rematchTo(id, chosen.id === NONE ? null : chosen.id);
  }

  /** @param {string} unit @param {string | null} scu @param {string} [from] */
  rematchTo(unit, scu, from = "") {
    if (this.matching.unit(unit)?.scu === scu) return;
    const edit = { verb: "rematch_unit", unit, scu, ...origin(from) };
    if (this.matching.do([edit, ...this.absences.unmarkingEdits(scu)])) this.matching.selectUnit(unit, false);
  }

  /** @param {string} unit */
  remove(unit) {
    this.matching.do([{ verb: "remove_unit", unit }]);
  }

  /** @param {string} id */
  comment(id) {
    const unit = this.#selectToWrite(id);
    const keep = (/** @type {string} */ comment) => this.#write("comment_unit", id, { comment, was: this.matching.unit(id)?.comment });
    if (unit) this.list.row(id)?.edit("comment", unit.comment, keep);
  }

  /** @param {string} id */
  label(id) {
    const unit = this.#selectToWrite(id);
    const keep = (/** @type {string} */ label) => this.#write("label_unit", id, { label, was: this.matching.unit(id)?.label ?? "" });
    if (unit) this.list.row(id)?.edit("label", unit.label ?? "", keep);
  }

  /** Selects the unit whose label or comment will be written. @param {string} id */
  #selectToWrite(id) {
    if (this.matching.selectedUnit !== id) this.matching.selectUnit(id, false);
    return this.matching.unit(id);
  }

  /** @param {string} verb @param {string} unit @param {Record<string, any>} words */
  #write(verb, unit, words) {
    if (this.matching.unit(unit)) this.matching.do([{ verb, unit, ...words }]);
    else this.matching.notice("That unit is no longer there.", true);
  }

  /** @param {string} id @param {string} reason */
  flag(id, reason) {
    const unit = this.matching.unit(id);
    if (!unit) return;
    const flagged = (unit.flags ?? []).includes(reason);
    const done = this.matching.do([{ verb: flagged ? "unflag" : "flag", unit: id, reason }]);
    if (done) this.matching.notice(flagged ? `No longer flagged: ${reason}.` : `Flagged: ${reason}.`);
  }

  /** Removes the part of the unit at the text cursor. @param {string} id */
  removePart(id) {
    const { pane } = this;
    const parts = this.matching.unit(id)?.parts ?? [];
    const at = pane.place?.start ?? -1;
    const part = parts.find(({ start, end }) => start <= at && at < end);
    if (parts.length < 2) this.matching.notice("This unit has only one part: Delete removes the unit.");
    else if (!part) this.matching.notice("Move the cursor to the part to remove: T goes to the text.");
    else this.matching.do([{ verb: "remove_part", part: part.id }]);
  }

  /** Sets the bounds of the only part, or of the part that overlaps the selection, to the selection. */
  resizePart() {
    const parts = this.matching.unit(this.matching.currentUnit)?.parts ?? [];
    const spans = this.pane.selection.parts;
    const touched = parts.length === 1 ? parts : parts.filter((part) => spans.some((span) => overlaps(span, part)));
    if (spans.length === 1 && touched.length === 1) this.#setToSelection(touched[0].id);
    else this.matching.notice("To change a part of the selected unit, select words that overlap only that part.");
  }

  /** @param {string} part */
  #setToSelection(part) {
    const [span] = this.pane.selection.parts;
    if (span && this.setPart({ part, start: span.start, end: span.end })) this.pane.selection.clear();
  }

  /** @param {{part: string, start: number, end: number}} bounds @returns {boolean} */
  setPart({ part, start, end }) {
    return this.matching.do([{ verb: "set_part", part, start, end }]);
  }

  keepPart() {
    this.pane.selection.keep();
    this.matching.notice("This part stays selected. Select another one.");
  }
}

/** The source of an accepted suggestion, for the log. @param {string} from "" without a suggestion */
const origin = (from) => (from ? { from } : {});

/** Edits that add parts to a unit. @param {string} unit @param {string | null} scu @param {{start: number, end: number}[]} parts @param {string} [from] */
function matchEdits(unit, scu, parts, from = "") {
  return parts.map(({ start, end }) => ({ verb: "match_part", unit, part: newId(), scu, start, end, ...origin(from) }));
}
