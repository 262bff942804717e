/**
 * Edits SCUs: makes SCUs from words, adds words, saves labels and comments, moves contributors. An intent is an event with which the
 * toolbar, the list or the details request one group of edits. In intents and edits, `scu` and `part` are ids.
 * @import { KeyBinding } from "../elements/keyboard.js"
 * @import { Scu } from "../work/edits/types.js"
 */
import { onlyWhen } from "pyramidion/elements/keyboard.js";
import * as gestures from "pyramidion/pyramids/edits/gestures.js";
import { sortScus } from "pyramidion/pyramids/scus.js";
import { typeAheadItems } from "pyramidion/pyramids/display_data.js";

export class ScuEditing {
  /**
   * @param {import("./pyramid.js").Pyramid} pyramid @param {import("../elements/text/text_pane.js").TextPane} pane
   * @param {import("./list/scu_list.js").ScuList} list @param {import("./type_ahead.js").TypeAhead} typeAhead
   */
  constructor(pyramid, pane, list, typeAhead) {
    this.pyramid = pyramid;
    this.pane = pane;
    this.list = list;
    this.typeAhead = typeAhead;
  }

  /** Handlers by intent. @type {Record<string, (detail: any) => void>} */
  intents = {
    "new-scu": () => this.newScu(""),
    add: () => this.addTo(this.pyramid.selectedScuId),
    "add-to": () => this.askWhereToAdd(),
    "label-written": (detail) => this.#saveLabel(detail),
    relabel: ({ scu }) => this.editLabel(scu),
    "use-as-label": ({ scu, text }) =>
      this.#saveLabel({ scu, label: text, was: this.pyramid.scu(scu)?.label ?? "", focusTexts: false }),
    "comment-scu": ({ scu, comment }) => this.#editExisting(scu, ({ comment: was }) => [{ verb: "comment_scu", scu, comment, was }]),
    "comment-contributor": ({ scu, summary, comment }) => this.#editExisting(scu, ({ contributors }) =>
      contributors.filter((contributor) => contributor.summary === summary).map(({ comment: was }) => ({ verb: "comment_contributor", scu, summary, comment, was }))),
    "delete-scu": ({ scu }) => this.#delete(scu),
    "move-contributor": ({ scu, summary }) => this.#moveContributor(scu, summary),
    "remove-contributor": ({ scu, summary }) => this.pyramid.editScu(scu, [{ verb: "remove_contributor", scu, summary }]),
    "remove-part": ({ scu, part }) => this.pyramid.editScu(scu, [{ verb: "remove_part", part }]),
    "set-part": ({ part, summary }) => this.#setToSelection(part, summary),
  };

  #hasSelectedWords = () => !this.pane.selection.isEmpty;

  /** @type {KeyBinding[]} */
  selectionBindings = onlyWhen(this.#hasSelectedWords, [
    ["N", "new SCU", () => this.newScu("")],
    ["A", "add to the selected SCU", () => this.addToSelectedOrAsk()],
    ["/", "add to another SCU, by its label", () => this.askWhereToAdd()],
  ]);

  keepPartBinding = onlyWhen(this.#hasSelectedWords, [["P", "keep this part, select another", () => this.keepPart()]])[0];

  /** @type {KeyBinding[]} */
  bindings = [
    ["F2 R", "relabel the selected SCU", () => this.editLabel(this.pyramid.selectedScuId)],
    ["C", "write its comment", () => this.#openComment()],
  ];

  /** @type {KeyBinding} */
  deleteBinding = ["Delete", "delete the selected SCU", () => this.deleteSelected()];

  /** Applies edits of an SCU unless it has been deleted. @param {string} id @param {(scu: Scu) => any[]} makeEdits */
  #editExisting(id, makeEdits) {
    const scu = this.pyramid.scu(id);
    if (scu) this.pyramid.editScu(id, makeEdits(scu));
  }

  /** Makes an SCU of the selected words; without a label, opens its label field. @param {string} label */
  newScu(label) {
    const { parts } = this.pane.selection;
    if (!parts.length) return;
    const { scu, edits } = gestures.newScuEdits(parts, label);
    if (!this.pyramid.editScu(scu, edits)) return;
    this.pyramid.warnOfSharedWords(scu, parts);
    this.pane.selection.clear();
    this.pyramid.select(scu);
    if (!label) this.editLabel(scu);
  }

  /** Adds the selected words to an SCU. @param {string} scu */
  addTo(scu) {
    const { parts } = this.pane.selection;
    if (!parts.length || !scu || !this.pyramid.editScu(scu, gestures.addPartEdits(scu, parts))) return;
    this.pyramid.warnOfSharedWords(scu, parts);
    this.pane.selection.clear();
    if (this.pyramid.selectedScuId !== scu) this.pyramid.select(scu, { reveal: false }); // if it was selected, the edit has refreshed its details
  }

  /** Adds the selected words to the selected SCU; if none is selected, asks for an SCU. */
  addToSelectedOrAsk() {
    if (this.pyramid.selectedScuId) this.addTo(this.pyramid.selectedScuId);
    else this.askWhereToAdd();
  }

  /** Asks for an SCU, and adds the selected words to it. */
  async askWhereToAdd() {
    const boxes = this.pane.selectionBoxes;
    if (!boxes) return;
    const chosen = await this.typeAhead.ask({ title: "Add to SCU …", items: this.#typeAheadItems(), boxes, offerNew: true });
    if (chosen && "id" in chosen) this.addTo(chosen.id);
    else if (chosen && "label" in chosen) this.newScu(chosen.label);
  }

  /** Returns the SCUs that the type-ahead offers, heaviest first. @param {string} [except] the id of an SCU to leave out */
  #typeAheadItems(except) {
    const { scus, context, texts } = this.pyramid;
    return typeAheadItems(sortScus(scus, "weight", context).filter((scu) => scu.id !== except), texts);
  }

  /** Asks for another SCU, in a popup at the row of this SCU. @param {string} title @param {string} id of this SCU @param {{offerNew?: boolean}} [options] whether a new SCU may be chosen */
  askForScu(title, id, { offerNew = true } = {}) {
    const box = this.list.row(id)?.button.getBoundingClientRect() ?? new DOMRect();
    return this.typeAhead.ask({ title, items: this.#typeAheadItems(id), boxes: { first: box, last: box }, offerNew });
  }

  /** Opens the label field of an SCU. @param {string} id */
  editLabel(id) {
    const scu = this.pyramid.scu(id);
    const row = this.list.row(id);
    if (!scu || !row) return;
    row.edit(scu.label, "Write a label");
    this.list.reveal();
  }

  /**
   * Saves a label from the label field. `label`: null if cancelled; `was`: the label before it was edited; `focusTexts`: whether the
   * focus moves to the texts.
   * @param {{scu: string, label: string | null, was: string, focusTexts: boolean}} written
   */
  #saveLabel({ scu, label, was, focusTexts }) {
    const current = this.pyramid.scu(scu);
    if (current && label !== null && current.label !== was && current.label !== label) {
      // Someone else changed the label meanwhile: it must not be overwritten unnoticed.
      this.pyramid.notice(`The label is now “${current.label}”. Press Enter to replace it with yours, Esc to keep it.`, { isProblem: true });
      this.list.row(scu)?.edit(label, "Write a label", current.label);
      return;
    }
    if (current && label !== null && label !== current.label) this.pyramid.editScu(scu, [{ verb: "relabel_scu", scu, label, was: current.label }]);
    if (focusTexts) this.pane.focusCursor();
  }

  /** Deletes an SCU. The focus moves to the SCU after the selected one or, if there is none, to the SCU before it. @param {string} id */
  #delete(id) {
    const next = this.list.neighbour(1) ?? this.list.neighbour(-1);
    if (this.pyramid.applyEdits([{ verb: "delete_scu", scu: id }]) && next && this.pyramid.scu(next)) this.list.focusRow(next);
  }

  /** Handles the key for a comment: opens the comment field of the selected SCU. */
  #openComment() {
    const button = /** @type {HTMLElement | null} */ (this.list.querySelector("[data-tool='comment']"));
    if (button) button.click();
    else this.pyramid.notice("Select the SCU to comment on first.");
  }

  /** Handles the Delete key: deletes the selected SCU; if it has contributors, clicks its Delete button, which asks first. */
  deleteSelected() {
    const scu = this.pyramid.selectedScu;
    if (scu && !scu.contributors.length) this.#delete(scu.id);
    else /** @type {HTMLElement | null} */ (this.list.querySelector(".tools-row .danger"))?.click();
  }

  /** Asks for another SCU, and moves the contributor there. @param {string} scu @param {number} summary */
  async #moveContributor(scu, summary) {
    const chosen = await this.askForScu("Move to SCU …", scu);
    if (!chosen) return;
    const target = "id" in chosen ? { scu: chosen.id, edits: [] } : gestures.newScuEdits([], chosen.label);
    this.pyramid.editScu(target.scu, [...target.edits, { verb: "move_contributor", scu, summary, to_scu: target.scu }]);
  }

  /** Gives a part the bounds of the selected words. @param {string} part @param {number} summary */
  #setToSelection(part, summary) {
    const [span] = this.pane.selection.partsIn(summary);
    if (span && this.setPart({ part, start: span.start, end: span.end })) this.pane.selection.clear();
  }

  /** Changes the bounds of a part of the selected SCU. @param {{part: string, start: number, end: number}} bounds @returns {boolean} false if it was refused */
  setPart({ part, start, end }) {
    const { selectedScuId } = this.pyramid;
    const isApplied = this.pyramid.editScu(selectedScuId, [{ verb: "set_part", part, start, end }]);
    if (!isApplied) this.pyramid.select(selectedScuId, { reveal: false }); // shows the saved bounds again
    return isApplied;
  }

  /** Keeps the selected words selected while more are selected. */
  keepPart() {
    this.pane.selection.finishPart();
    this.pyramid.notice("This part stays selected. Select another one.");
  }
}
