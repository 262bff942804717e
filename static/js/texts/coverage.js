// @ts-check
/**
 * How much of a text is spoken for: its words in an SCU or unit, those in several, those set aside, and the rest.
 * @import { Span } from "./pieces.js"
 * @typedef {{words: number, covered: number, shared: number, aside: number, open: number}} Coverage  `shared` are part of
 *   `covered`; a word that is covered is not set aside
 */
import { touchedWords } from "pyramidion/texts/pieces.js";

/**
 * @param {Span[]} words @param {{key: string, start: number, end: number}[]} marks what covers the text @param {Span[]} asides
 * @returns {Coverage}
 */
export function coverageOf(words, marks, asides = []) {
  const covered = touchedWords(words, marks);
  const spokenFor = asides.length ? touchedWords(words, [...marks, ...asides]) : covered;
  const shared = sharedWords(words, marks);
  return { words: words.length, covered, shared, aside: spokenFor - covered, open: words.length - spokenFor };
}

/** How many words are touched by marks of more than one key. @param {Span[]} words @param {{key: string, start: number, end: number}[]} marks */
function sharedWords(words, marks) {
  const sorted = [...marks].sort((a, b) => a.start - b.start);
  /** Marks that reach beyond the words before. @type {typeof sorted} */
  let reaching = [];
  let next = 0;
  let count = 0;
  for (const word of words) {
    while (next < sorted.length && sorted[next].start < word.end) reaching.push(sorted[next++]);
    reaching = reaching.filter((mark) => mark.end > word.start);
    if (new Set(reaching.map((mark) => mark.key)).size > 1) count += 1;
  }
  return count;
}

/** @param {Coverage[]} list @returns {Coverage} */
export function coverageInAll(list) {
  const total = { words: 0, covered: 0, shared: 0, aside: 0, open: 0 };
  for (const one of list) {
    for (const key of /** @type {(keyof Coverage)[]} */ (Object.keys(total))) total[key] += one[key];
  }
  return total;
}
