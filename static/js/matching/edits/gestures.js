// @ts-check
/**
 * Gestures as edits: what the peer workspace asks of the server.
 * @typedef {{start: number, end: number}} Span
 * @typedef {{verb: string, [field: string]: any}} NewEdit
 */
import { newId } from "pyramidion/work/edits/new_id.js";

/** Where an accepted suggestion came from, for the log. @param {string} from "" for one's own idea */
export function provenance(from) {
  return from ? { from } : {};
}

/** Parts for a unit. @param {string} unit @param {string | null} scu @param {Span[]} parts @param {string} [from] @returns {NewEdit[]} */
export function addParts(unit, scu, parts, from = "") {
  return parts.map(({ start, end }) => ({ verb: "match_part", unit, part: newId(), scu, start, end, ...provenance(from) }));
}

/** A new unit of these parts. @param {string | null} scu null: non-matching @param {Span[]} parts @param {string} [from] */
export function match(scu, parts, from = "") {
  const unit = newId();
  return { unit, edits: addParts(unit, scu, parts, from) };
}
