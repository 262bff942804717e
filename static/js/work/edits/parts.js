/**
 * What contributors and units have: parts, which never overlap (joining takes their union), comments and flags.
 * @import { Part } from "./types.js"
 */

/**
 * Whether two parts share a character; touching is no overlap.
 * @param {{start: number, end: number}} a @param {{start: number, end: number}} b
 */
export function overlaps(a, b) {
  return a.start < b.end && b.start < a.end;
}

/**
 * `parts` with `added` joined: the first part it overlaps becomes the hull of all it overlaps; those and `added` go.
 * @param {Part[]} parts @param {Part} added @returns {Part[]}
 */
export function absorb(parts, added) {
  const met = parts.filter((part) => overlaps(part, added));
  if (met.length === 0) return [...parts, added];
  const gone = new Set(met.slice(1));
  const united = hull(met[0].id, [...met, added]);
  return parts.filter((part) => !gone.has(part)).map((part) => (part === met[0] ? united : part));
}

/**
 * `parts` with the one of the same id given new bounds; what it now overlaps is taken into it.
 * @param {Part[]} parts @param {Part} changed @returns {Part[]}
 */
export function reshape(parts, changed) {
  const met = parts.filter((part) => part.id !== changed.id && overlaps(part, changed));
  const united = hull(changed.id, [changed, ...met]);
  return parts.filter((part) => !met.includes(part)).map((part) => (part.id === changed.id ? united : part));
}

/** @param {string} id @param {Part[]} parts @returns {Part} */
function hull(id, parts) {
  return { id, start: Math.min(...parts.map((part) => part.start)), end: Math.max(...parts.map((part) => part.end)) };
}

/** The comments that say something, each once, a line each. @param {...string} comments */
export function joinComments(...comments) {
  return [...new Set(comments.filter(Boolean))].join("\n");
}

/**
 * An image with these reasons for which it is flagged, sorted; without any it has no such key.
 * @template {{flags?: string[]}} Image @param {Image} image @param {Iterable<string>} reasons @returns {Image}
 */
export function withFlags(image, reasons) {
  const { flags: _, ...bare } = image;
  const flags = [...new Set(reasons)].sort();
  return /** @type {Image} */ (flags.length ? { ...bare, flags } : bare);
}

/** All reasons of several images. @param {...{flags?: string[]}} images @returns {string[]} */
export function flagsOf(...images) {
  return images.flatMap((image) => image.flags ?? []);
}
