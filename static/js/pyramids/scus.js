/**
 * Functions that compute what the pages show of SCUs: weight, label, letters of the contributing summaries, order, marks in the texts.
 * An SCU is a JSON object: of a pyramid (see work/edits/types.js) or of a release, which adds a fixed `weight`.
 * @import { Contributor } from "../work/edits/types.js"
 * @typedef {{id: number, letter: string}} LetteredSummary
 * @typedef {{slice: (start: number, end: number) => string}} Sliceable  a text; its offsets are code points
 * @typedef {Map<number, Sliceable>} Texts  by the summary's id
 */
import { GAP } from "pyramidion/texts/pieces.js";

/** Returns the weight of an SCU: the number of distinct model summaries that contribute. @param {{contributors: {summary: number}[], weight?: number}} scu */
export function weightOf(scu) {
  return scu.weight ?? new Set(scu.contributors.map((contributor) => contributor.summary)).size;
}

/** Returns the parts in the order of the text. @template {{start: number}} P @param {P[]} parts @returns {P[]} */
export function inTextOrder(parts) {
  return [...parts].sort((a, b) => a.start - b.start);
}

/** Returns the quoted words of a contributor. @param {{summary: number, parts: {start: number, end: number}[]}} contributor @param {Texts} texts */
export function contributorText(contributor, texts) {
  const text = texts.get(contributor.summary);
  if (!text) return "";
  const quotes = inTextOrder(contributor.parts).map((part) => text.slice(part.start, part.end).replace(/\s+/gu, " "));
  return quotes.join(GAP);
}

/** Returns the text shown instead of a missing label: the words of the longest contributor. @param {any} scu @param {Texts} texts */
export function substituteLabel(scu, texts) {
  const quotes = scu.contributors.map((/** @type {Contributor} */ contributor) => contributorText(contributor, texts));
  return quotes.reduce((/** @type {string} */ a, /** @type {string} */ b) => (b.length > a.length ? b : a), "");
}

/** Returns the label, or the text shown instead of a missing label. @param {any} scu @param {Texts} texts */
export function shownLabel(scu, texts) {
  return scu.label || substituteLabel(scu, texts) || `SCU ${scu.uid}, without words`;
}

/** Returns the letters of the contributing summaries, with a dot for each other summary. @param {any} scu @param {LetteredSummary[]} summaries */
export function lettersOf(scu, summaries) {
  const contributing = new Set(scu.contributors.map((/** @type {Contributor} */ contributor) => contributor.summary));
  return summaries.map((summary) => (contributing.has(summary.id) ? summary.letter : "·"));
}

/** Returns the letters of the contributing summaries as screen readers say them. @param {any} scu @param {LetteredSummary[]} summaries */
export function spokenLetters(scu, summaries) {
  const letters = lettersOf(scu, summaries).filter((letter) => letter !== "·");
  return letters.length ? `from ${letters.join(", ")}` : "without contributors";
}

/** @typedef {"weight" | "label" | "position" | "text" | "recent"} Order  position: manual; text: by the first word */

/**
 * Sorts SCUs; SCUs that compare equal are in the order of their positions.
 * @template {any} S @param {S[]} scus @param {Order} order
 * @param {{texts: Texts, summaries: LetteredSummary[], editedAt: Map<string, number>}} context editedAt: when each SCU was last edited @returns {S[]}
 */
export function sortScus(scus, order, { texts, summaries, editedAt }) {
  const indexes = new Map(summaries.map((summary, i) => [summary.id, i]));
  const byPosition = (/** @type {any} */ a, /** @type {any} */ b) => a.position - b.position || a.uid - b.uid;
  // The offset of the SCU's first word if all summaries were one text, each 1e7 characters long (longer than any real summary).
  const firstOffset = (/** @type {any} */ scu) =>
    Math.min(...scu.contributors.map((/** @type {Contributor} */ { summary, parts }) =>
      (indexes.get(summary) ?? 0) * 1e7 + Math.min(...parts.map((part) => part.start))));
  /** @type {Record<Order, (a: any, b: any) => number>} */
  const compare = {
    weight: (a, b) => weightOf(b) - weightOf(a),
    label: (a, b) => shownLabel(a, texts).localeCompare(shownLabel(b, texts)),
    position: () => 0,
    text: (a, b) => firstOffset(a) - firstOffset(b) || 0, // for two SCUs without contributors: infinity minus infinity is NaN
    recent: (a, b) => (editedAt.get(b.id) ?? 0) - (editedAt.get(a.id) ?? 0) || b.uid - a.uid,
  };
  return [...scus].sort((a, b) => compare[order](a, b) || byPosition(a, b));
}

/** Whether the label or the words of an SCU match a search. @param {any} scu @param {RegExp} pattern @param {Texts} texts */
export function matchesSearch(scu, pattern, texts) {
  const matches = (/** @type {string} */ text) => text.search(pattern) >= 0;
  return matches(scu.label) || scu.contributors.some((/** @type {Contributor} */ contributor) => matches(contributorText(contributor, texts)));
}

/** Returns the words of SCUs as marks in the texts. @param {Iterable<any>} scus @returns {Map<number, import("../elements/text/summary_text.js").Mark[]>} by the summary's id */
export function marksOf(scus) {
  const marks = new Map();
  for (const scu of scus) {
    const tier = Math.min(weightOf(scu), 5); // the style sheet has five colours
    for (const { summary, parts } of scu.contributors) {
      const list = marks.get(summary) ?? [];
      for (const { start, end } of parts) list.push({ key: scu.id, tier, start, end });
      marks.set(summary, list);
    }
  }
  return marks;
}

/** Returns all parts of an SCU, each with its summary. @param {any} scu @returns {{id: string, summary: number, start: number, end: number}[]} */
export function partsOf(scu) {
  return scu.contributors.flatMap((/** @type {Contributor} */ contributor) =>
    inTextOrder(contributor.parts).map((part) => ({ ...part, summary: contributor.summary })));
}
