// @ts-check
/**
 * Gestures as edits: what the peer workspace asks of the server.
 * @typedef {{start: number, end: number}} Span
 * @typedef {{verb: string, [field: string]: any}} NewEdit
 */
import { newId } from "pyramidion/sync/ids.js";

/** Parts for a unit. @param {string} unit @param {string | null} scu @param {Span[]} parts @returns {NewEdit[]} */
export function addParts(unit, scu, parts) {
  return parts.map(({ start, end }) => ({ verb: "match_part", unit, part: newId(), scu, start, end }));
}

/** A new unit of these parts. @param {string | null} scu null: non-matching @param {Span[]} parts */
export function match(scu, parts) {
  const unit = newId();
  return { unit, edits: addParts(unit, scu, parts) };
}
