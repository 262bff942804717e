// @ts-check
/** Where a text says what someone is looking for, whatever the case; UTF-16 indexes. */

/**
 * A pattern for what was typed: white space matches any white space, everything else itself.
 * @param {string} sought @returns {RegExp | null} null for nothing typed
 */
export function patternFor(sought) {
  const words = sought.trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return null;
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&")).join("\\s+"), "giu");
}

/** @param {string} text @param {RegExp} pattern @returns {{start: number, end: number}[]} */
export function occurrences(text, pattern) {
  const found = [];
  for (const match of text.matchAll(pattern)) found.push({ start: match.index, end: match.index + match[0].length });
  return found;
}
