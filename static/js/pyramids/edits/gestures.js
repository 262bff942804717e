/**
 * Builds the edits of common gestures: adding words to an SCU, and making an SCU.
 * @typedef {{summary: number, start: number, end: number, from?: "similar"}} SelectedPart  from: set if the part was suggested as similar text
 * @typedef {{verb: string, [field: string]: any}} NewEdit
 */
import { newId } from "pyramidion/work/edits/new_id.js";

/** Returns the edits that add parts to an SCU. @param {string} scu @param {SelectedPart[]} parts @returns {NewEdit[]} */
export function addPartEdits(scu, parts) {
  return parts.map(({ summary, start, end, from }) =>
    ({ verb: "add_part", part: newId(), scu, summary, start, end, ...(from ? { from } : {}) }));
}

/** Returns the edits that make an SCU, and its id. @param {SelectedPart[]} parts @param {string} label @returns {{scu: string, edits: NewEdit[]}} */
export function newScuEdits(parts, label = "") {
  const scu = newId();
  return { scu, edits: [{ verb: "create_scu", scu, label }, ...addPartEdits(scu, parts)] };
}
