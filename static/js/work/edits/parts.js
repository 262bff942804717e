/**
 * Parts, comments and flags of contributors and units. Parts of one owner never overlap: joining them takes their union.
 * @import { Part } from "./types.js"
 */

/**
 * Whether two parts share a character; parts that only touch do not overlap.
 * @param {{start: number, end: number}} a @param {{start: number, end: number}} b
 */
export function overlaps(a, b) {
  return a.start < b.end && b.start < a.end;
}

/**
 * Returns `parts` with `added` joined: the first part that it overlaps grows to cover all overlapping parts, which are dropped.
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
 * Returns `parts` with new bounds for the part with the same id, joined with the parts that it now overlaps.
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

/** The distinct non-empty comments, one per line. @param {...string} comments */
export function joinComments(...comments) {
  return [...new Set(comments.filter(Boolean))].join("\n");
}

/**
 * Returns the image with these flags, sorted; without the key `flags` if there are none.
 * @template {{flags?: string[]}} Image @param {Image} image @param {Iterable<string>} reasons @returns {Image}
 */
export function withFlags(image, reasons) {
  const { flags: _, ...bare } = image;
  const flags = [...new Set(reasons)].sort();
  return /** @type {Image} */ (flags.length ? { ...bare, flags } : bare);
}

/** All flags of the images. @param {...{flags?: string[]}} images @returns {string[]} */
export function flagsOf(...images) {
  return images.flatMap((image) => image.flags ?? []);
}
