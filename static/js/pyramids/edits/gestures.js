// @ts-check
/**
 * Gestures as edits: what the pyramid workspace asks of the server.
 * @typedef {{summary: number, start: number, end: number, from?: "similar"}} SelectedPart  from: where it was suggested
 * @typedef {{verb: string, [field: string]: any}} NewEdit
 */
import { newId } from "pyramidion/work/edits/new_id.js";

/** @param {string} scu @param {SelectedPart[]} parts @returns {NewEdit[]} */
export function addParts(scu, parts) {
  return parts.map(({ summary, start, end, from }) =>
    ({ verb: "add_part", part: newId(), scu, summary, start, end, ...(from ? { from } : {}) }));
}

/** @param {SelectedPart[]} parts @param {string} label @returns {{scu: string, edits: NewEdit[]}} */
export function newScu(parts, label = "") {
  const scu = newId();
  return { scu, edits: [{ verb: "create_scu", scu, label }, ...addParts(scu, parts)] };
}

/** @param {{id: string, label: string}} scu @param {string} label @returns {NewEdit[]} */
export function relabel(scu, label) {
  return [{ verb: "relabel_scu", scu: scu.id, label, was: scu.label }];
}

/** @param {{id: string, comment: string}} scu @param {string} comment @returns {NewEdit[]} */
export function commentScu(scu, comment) {
  return [{ verb: "comment_scu", scu: scu.id, comment, was: scu.comment }];
}

/** @param {import("../../work/edits/types.js").Scu} scu @param {number} summary @param {string} comment @returns {NewEdit[]} */
export function commentContributor(scu, summary, comment) {
  const contributor = scu.contributors.find((one) => one.summary === summary);
  return contributor ? [{ verb: "comment_contributor", scu: scu.id, summary, comment, was: contributor.comment }] : [];
}

/** @param {string} into @param {string[]} scus @returns {NewEdit[]} */
export function merge(into, scus) {
  return [{ verb: "merge_scus", into, scus }];
}

/** @param {string} scu @param {number} summary @param {string} to @returns {NewEdit[]} */
export function moveContributor(scu, summary, to) {
  return [{ verb: "move_contributor", scu, summary, to_scu: to }];
}

/** @param {string} part @param {string} to @returns {NewEdit[]} */
export function movePart(part, to) {
  return [{ verb: "move_part", part, to_scu: to }];
}

/** @param {string} part @param {string} to @returns {NewEdit[]} */
export function copyPart(part, to) {
  return [{ verb: "copy_part", part, to_scu: to, new_part: newId() }];
}
