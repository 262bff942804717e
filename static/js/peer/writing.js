// @ts-check
/**
 * What a person does to a peer annotation: each intent as one group of edits.
 * @typedef {import("../edits/types.js").Unit} Unit
 * @typedef {import("../peer_workspace.js").PeerWorkspace} Desk
 */
import * as gestures from "pyramidion/peer/gestures.js";
import { itemsOf, shortened } from "pyramidion/pyramid/shown.js";
import { ordered } from "pyramidion/pyramid/scus.js";

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
    "add-to-unit": () => this.addToUnit(),
    rematch: ({ unit }) => this.rematch(unit),
    "remove-unit": ({ unit }) => this.desk.do([{ verb: "remove_unit", unit }]),
    "comment-unit": ({ unit, comment }) => this.#comment(unit, comment),
    "remove-part": ({ part }) => this.desk.do([{ verb: "remove_part", part }]),
    "set-part": ({ part }) => this.#setToSelection(part),
  };

  /** Makes a unit of the selected words. @param {string | null} scu null: matching nothing */
  match(scu) {
    const { parts } = this.desk.pane.selection;
    if (!parts.length || scu === "") return;
    const made = gestures.match(scu, parts);
    if (!this.desk.do(made.edits)) return;
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
    if (!chosen || !("id" in chosen)) return;
    const scu = chosen.id === NONE ? null : chosen.id;
    if (this.desk.do([{ verb: "rematch_unit", unit: id, scu }])) this.desk.selectUnit(id, false);
  }

  removeSelected() {
    const unit = this.desk.unit();
    if (unit) this.desk.do([{ verb: "remove_unit", unit: unit.id }]);
  }

  /** @param {string} id @param {string} comment */
  #comment(id, comment) {
    const unit = this.desk.unit(id);
    if (unit) this.desk.do([{ verb: "comment_unit", unit: id, comment, was: unit.comment }]);
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
