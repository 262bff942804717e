// @ts-check
/**
 * What a person does to a peer annotation: each intent as one group of edits.
 * @typedef {import("../work/edits/types.js").Unit} Unit
 * @typedef {import("./workspace.js").PeerWorkspace} Desk
 */
import { overlaps } from "pyramidion/work/edits/parts.js";
import * as gestures from "pyramidion/matching/edits/gestures.js";
import { itemsOf, shortened } from "pyramidion/pyramids/shown.js";
import { ordered } from "pyramidion/pyramids/scus.js";

const NONE = "none"; // stands for no SCU in the type-ahead

export class PeerWriting {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** @type {Record<string, (detail: any) => void>} */
  intents = {
    match: () => this.match(this.desk.selected),
    "match-to": () => this.askAndMatch(),
    "match-none": () => this.match(null),
    similar: ({ unit }) => this.desk.suggesting.ask(unit),
    "add-to-unit": () => this.addToUnit(),
    rematch: ({ unit }) => this.rematch(unit),
    "remove-unit": ({ unit }) => this.remove(unit),
    "write-comment": ({ unit }) => this.comment(unit),
    "write-label": ({ unit }) => this.label(unit),
    "flag-unit": ({ unit, reason }) => this.flag(unit, reason),
    "toggle-picked-unit": ({ unit }) => this.desk.joining.toggle(unit),
    "join-units": ({ unit }) => this.desk.joining.join(unit),
    "split-unit": ({ unit }) => this.desk.joining.split(unit),
    "remove-part": ({ part }) => this.desk.do([{ verb: "remove_part", part }]),
    "set-part": ({ part }) => this.#setToSelection(part),
  };

  /** What keys do to the unit at hand. @returns {Record<string, () => void>} */
  get unitKeys() {
    const { joining } = this.desk;
    /** @type {(does: (unit: string) => void) => () => void} */
    const onUnit = (does) => () => {
      const id = this.desk.unitAtHand;
      if (id) does(id);
      else this.desk.notice("Select a unit first: N goes to the next one.");
    };
    return {
      R: onUnit((unit) => this.rematch(unit)),
      C: onUnit((unit) => this.comment(unit)),
      F2: onUnit((unit) => this.label(unit)),
      U: onUnit((unit) => this.flag(unit, "unsure")),
      Q: onUnit((unit) => this.flag(unit, "partial")),
      D: onUnit((unit) => this.flag(unit, "discuss")),
      S: onUnit((unit) => joining.split(unit)),
      V: onUnit((unit) => joining.toggle(unit)),
      "+": () => joining.join(),
      Delete: onUnit((unit) => this.remove(unit)),
      Backspace: onUnit((unit) => this.removePart(unit)),
    };
  }

  /** Makes a unit of the selected words. @param {string | null} scu null: matching nothing @param {string} [from] */
  match(scu, from = "") {
    const { parts } = this.desk.pane.selection;
    if (!parts.length || scu === "") return;
    const made = gestures.match(scu, parts, from);
    if (!this.desk.do([...made.edits, ...this.desk.absences.undoing(scu)])) return;
    this.#warnShared(made.unit, parts);
    this.desk.pane.selection.clear();
    this.desk.selectUnit(made.unit, false);
  }

  /** Where the project wants a warning. @param {string} unit @param {{start: number, end: number}[]} parts */
  #warnShared(unit, parts) {
    if (this.desk.data.settings.overlap !== "warn") return;
    const shared = this.desk.units.find((other) => other.id !== unit && other.parts.some((part) =>
      parts.some((one) => one.start < part.end && part.start < one.end)));
    if (shared) this.desk.notice(`These words are also matched to “${shortened(this.desk.labelOf(shared.scu))}”.`, true);
  }

  matchOrAsk() {
    if (this.desk.selected) this.match(this.desk.selected);
    else this.askAndMatch();
  }

  async askAndMatch() {
    const boxes = this.desk.pane.selectionBoxes;
    if (!boxes) return;
    const chosen = await this.desk.ahead.ask({ title: "Match to SCU …", items: this.#items(), boxes });
    if (chosen && "id" in chosen) this.match(chosen.id);
  }

  #items() {
    return itemsOf(ordered(this.desk.scus, "weight", this.desk.context), this.desk.modelTexts);
  }

  addToUnit() {
    const unit = this.desk.unit();
    const { parts } = this.desk.pane.selection;
    if (!unit || !parts.length || !this.desk.do(gestures.addParts(unit.id, unit.scu, parts))) return;
    this.desk.pane.selection.clear();
  }

  /** @param {string} id */
  async rematch(id) {
    const unit = this.desk.unit(id);
    if (!unit) return;
    const none = this.desk.marksNonMatching && unit.scu !== null
      ? [{ id: NONE, label: "No SCU (non-matching)", weight: 0, hint: "" }] : [];
    const items = [...this.#items().filter((item) => item.id !== unit.scu), ...none];
    const chosen = await this.desk.ahead.ask({ title: "Rematch to SCU …", items, boxes: this.desk.unitBoxes(id) });
    if (chosen && "id" in chosen) this.rematchTo(id, chosen.id === NONE ? null : chosen.id);
  }

  /** @param {string} unit @param {string | null} scu @param {string} [from] */
  rematchTo(unit, scu, from = "") {
    if (this.desk.unit(unit)?.scu === scu) return;
    const edit = { verb: "rematch_unit", unit, scu, ...gestures.provenance(from) };
    if (this.desk.do([edit, ...this.desk.absences.undoing(scu)])) this.desk.selectUnit(unit, false);
  }

  /** @param {string} unit */
  remove(unit) {
    this.desk.do([{ verb: "remove_unit", unit }]);
  }

  /** @param {string} id */
  comment(id) {
    const unit = this.#opened(id);
    const keep = (/** @type {string} */ comment) => this.#write("comment_unit", id, { comment, was: this.desk.unit(id)?.comment });
    if (unit) this.desk.unitList.row(id)?.edit("comment", unit.comment, keep);
  }

  /** @param {string} id */
  label(id) {
    const unit = this.#opened(id);
    const keep = (/** @type {string} */ label) => this.#write("label_unit", id, { label, was: this.desk.unit(id)?.label ?? "" });
    if (unit) this.desk.unitList.row(id)?.edit("label", unit.label ?? "", keep);
  }

  /** A unit that is about to be written to. @param {string} id */
  #opened(id) {
    if (this.desk.selectedUnit !== id) this.desk.selectUnit(id, false);
    return this.desk.unit(id);
  }

  /** @param {string} verb @param {string} unit @param {Record<string, any>} words */
  #write(verb, unit, words) {
    if (this.desk.unit(unit)) this.desk.do([{ verb, unit, ...words }]);
    else this.desk.notice("That unit is no longer there.", true);
  }

  /** @param {string} id @param {string} reason */
  flag(id, reason) {
    const unit = this.desk.unit(id);
    if (!unit) return;
    const flagged = (unit.flags ?? []).includes(reason);
    const done = this.desk.do([{ verb: flagged ? "unflag" : "flag", unit: id, reason }]);
    if (done) this.desk.notice(flagged ? `No longer flagged: ${reason}.` : `Flagged: ${reason}.`);
  }

  /** The part of the unit that the text's cursor is in. @param {string} id */
  removePart(id) {
    const { pane } = this.desk;
    const parts = this.desk.unit(id)?.parts ?? [];
    const at = pane.place?.start ?? -1;
    const part = parts.find((one) => one.start <= at && at < one.end);
    if (parts.length < 2) this.desk.notice("This unit has one part: Delete removes the unit.");
    else if (!part) this.desk.notice("Go to the part of the unit that is to be removed: T leads to the text.");
    else this.desk.do([{ verb: "remove_part", part: part.id }]);
  }

  /** Gives the part of the unit that the selected words touch, or the only one, their bounds. */
  resizePart() {
    const parts = this.desk.unit(this.desk.unitAtHand)?.parts ?? [];
    const spans = this.desk.pane.selection.parts;
    const touched = parts.length === 1 ? parts : parts.filter((part) => spans.some((span) => overlaps(span, part)));
    if (spans.length === 1 && touched.length === 1) this.#setToSelection(touched[0].id);
    else this.desk.notice("Select words that touch one part of the selected unit to give it new bounds.");
  }

  /** @param {string} part */
  #setToSelection(part) {
    const [span] = this.desk.pane.selection.parts;
    if (span && this.setPart({ part, start: span.start, end: span.end })) this.desk.pane.selection.clear();
  }

  /** @param {{part: string, start: number, end: number}} bounds @returns {boolean} */
  setPart({ part, start, end }) {
    const done = this.desk.do([{ verb: "set_part", part, start, end }]);
    if (!done) this.desk.light();
    return done;
  }

  keepPart() {
    this.desk.pane.selection.keep();
    this.desk.notice("This part is kept: select another one.");
  }
}
