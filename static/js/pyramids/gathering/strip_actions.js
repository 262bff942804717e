/**
 * What the buttons of the gather strip do. They select a passage, or add it to the SCU that it is similar to; they add the selected
 * words to an SCU, or make a new SCU of them. Each added part that was suggested is recorded as such in the log.
 * @import { GatherRow } from "./gather_row.js"
 * @import { Pinned } from "./gathering.js"
 */
import { addPartEdits } from "pyramidion/pyramids/edits/gestures.js";
import { shortened } from "pyramidion/pyramids/display_data.js";

export class StripActions {
  /** @param {import("../pyramid.js").Pyramid} pyramid @param {import("../../elements/text/text_pane.js").TextPane} pane @param {import("../scu_editing.js").ScuEditing} scuEditing */
  constructor(pyramid, pane, scuEditing) {
    this.pyramid = pyramid;
    this.pane = pane;
    this.scuEditing = scuEditing;
  }

  /** Selects or deselects a row's words; if the strip shows text similar to an SCU, adds the words to that SCU. @param {GatherRow} row @param {Pinned | null} pinned */
  take(row, pinned) {
    const { takenSpan } = row;
    if (!takenSpan || row.isAdded) return;
    const { selection } = this.pane;
    const from = row.content.passage ? /** @type {const} */ ("similar") : undefined;
    const part = { summary: row.content.summary.id, ...takenSpan, ...(from && { from }) };
    if (pinned?.type === "scu" && this.pyramid.isEditable()) this.#addTo(pinned.scu, part, row);
    else if (row.selection.isEmpty) selection.add(part);
    else row.selection.clear();
    this.pane.announceSelection();
  }

  /** Adds a row's part to an SCU. @param {string} scu @param {import("../edits/gestures.js").SelectedPart} part @param {GatherRow} row */
  #addTo(scu, part, row) {
    if (!this.pyramid.editScu(scu, addPartEdits(scu, [part]))) return;
    this.pyramid.notice(`${row.content.summary.letter}${row.content.from + 1} is now in “${shortened(this.pyramid.labelOf(scu))}”.`);
  }

  /**
   * Merges a similar SCU into the pinned SCU; if words are pinned, adds the selected words or else the pinned words to the similar SCU.
   * @param {string} id of the similar SCU @param {Pinned | null} pinned @returns {boolean} whether it was merged
   */
  takeScu(id, pinned) {
    const { pyramid, pane: { selection } } = this;
    if (!pyramid.isEditable() || !pinned) {
      pyramid.select(id);
      return false;
    }
    if (pinned.type === "scu") return pyramid.applyEdits([{ verb: "merge_scus", into: pinned.scu, scus: [id] }]);
    if (selection.isEmpty) for (const part of pinned.parts) selection.add(part);
    selection.markAllSuggested();
    this.scuEditing.addTo(id);
    return false;
  }

  /** Makes an SCU of the selected words, and of the pinned words unless words of their summary are selected. @param {Pinned | null} pinned */
  newScu(pinned) {
    const { selection } = this.pane;
    if (pinned && pinned.type !== "scu" && !selection.partsIn(pinned.parts[0].summary).length) {
      for (const part of pinned.parts) selection.add(part);
    }
    this.scuEditing.newScu("");
  }
}
