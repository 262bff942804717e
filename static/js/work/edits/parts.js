/**
 * Functions that join parts, comments and flags of contributors and units. The parts of one contributor or unit never overlap.
 * @import { Part } from "./types.js"
 */

/** Whether two parts share a character; parts that only touch do not overlap. @param {{start: number, end: number}} a @param {{start: number, end: number}} b */
export function overlaps(a, b) {
  return a.start < b.end && b.start < a.end;
}

/** Returns `parts` with a part added. Parts that overlap it are joined with it into one part, which has the id of the first of them. @param {Part[]} parts @param {Part} added @returns {Part[]} */
export function absorb(parts, added) {
  const overlapping = parts.filter((part) => overlaps(part, added));
  if (overlapping.length === 0) return [...parts, added];
  const [first, ...dropped] = overlapping;
  const union = unionOf(first.id, [...overlapping, added]);
  return parts.filter((part) => !dropped.includes(part)).map((part) => (part === first ? union : part));
}

/** Returns `parts` with new bounds for the part that has the id of `changed`. Parts that it now overlaps are joined to it. @param {Part[]} parts @param {Part} changed @returns {Part[]} */
export function reshape(parts, changed) {
  const overlapping = parts.filter((part) => part.id !== changed.id && overlaps(part, changed));
  const union = unionOf(changed.id, [changed, ...overlapping]);
  return parts.filter((part) => !overlapping.includes(part)).map((part) => (part.id === changed.id ? union : part));
}

/** Returns the part from the first start to the last end. @param {string} id @param {Part[]} parts @returns {Part} */
function unionOf(id, parts) {
  return { id, start: Math.min(...parts.map((part) => part.start)), end: Math.max(...parts.map((part) => part.end)) };
}

/** Returns the distinct non-empty comments, one per line. @param {...string} comments */
export function joinComments(...comments) {
  return [...new Set(comments.filter(Boolean))].join("\n");
}

/**
 * Returns an SCU, contributor or unit with these flags, sorted; without the key `flags` if there are none.
 * @template {{flags?: string[]}} Flagged @param {Flagged} flagged @param {Iterable<string>} newFlags @returns {Flagged}
 */
export function withFlags(flagged, newFlags) {
  const { flags: _, ...withoutFlags } = flagged;
  const flags = [...new Set(newFlags)].sort();
  return /** @type {Flagged} */ (flags.length ? { ...withoutFlags, flags } : withoutFlags);
}

/** Returns all flags of some SCUs, contributors or units. @param {...{flags?: string[]}} flagged @returns {string[]} */
export function flagsOf(...flagged) {
  return flagged.flatMap(({ flags }) => flags ?? []);
}
