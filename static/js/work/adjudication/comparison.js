/**
 * A comparison of annotations, computed by the server. Its sources are the compared annotations. A difference has one side per
 * source: the items (SCUs or units) of this source that the difference is about. Sides are numbered like the sources, from 0.
 * @typedef {{id: string, uid: number | null, label: string, comment: string, matched: string | null,
 *            parts: [number, number, number][]}} Item  an SCU or a unit; uid, label: of the SCU; matched: the id of the SCU
 *   that a unit is matched to; uid and matched are null if there is no SCU; a part is [summary, start, end]
 * @typedef {{letter: string, owner: string, items: Item[]}} Source
 * @typedef {{key: string, kind: string, shape: string, alike: number, items: string[][]}} Difference  kind: how the sides differ: "only",
 *   "grouping", "nonmatching", "match", "extent", "label" or "same"; shape: the same in more detail (see SHAPES); alike: the fraction of
 *   the words that all sides have, 0 to 1; items: the ids of each side's items
 * @import { Sentence } from "../../texts/pieces.js"
 * @typedef {"own" | "shared" | "theirs" | ""} Presence  what contains a word, as seen from an item of one side: only this item (own),
 *   this item and another side (shared), only another side (theirs), or neither ("")
 */
import { sentencesOf, wordSpans } from "pyramidion/texts/pieces.js";
import { CodePoints } from "pyramidion/texts/code_points.js";

/** The shapes of differences and their names, in the order of the list. “split”: one item of the first source has the words of several items of the second; “merged”: the reverse; “regrouped”: several items on both sides; “grouping”: any of these if there are more than two sources. */
export const SHAPES = /** @type {[string, string][]} */ ([
  ["nonmatching", "Matched or not"],
  ["match", "Different SCU"],
  ["extent", "Different extent"],
  ["split", "Split"],
  ["merged", "Merged"],
  ["regrouped", "Regrouped"],
  ["grouping", "Grouped differently"],
  ["only_a", "Only A"],
  ["only_b", "Only B"],
  ["only", "Not in all"],
  ["label", "Label only"],
  ["same", "Same"],
]);
const NAMES = new Map(SHAPES);

/** Returns the name of a shape, for the page. @param {string} shape */
export function shapeName(shape) {
  return NAMES.get(shape) ?? shape;
}

export class Comparison {
  /** @param {{comparison: {sources: Source[], differences: Difference[]}, summaries: import("../../texts/pieces.js").Summary[]}} data */
  constructor({ comparison, summaries }) {
    this.sources = comparison.sources;
    this.differences = comparison.differences;
    this.itemsById = this.sources.map(({ items }) => new Map(items.map((item) => [item.id, item])));
    this.texts = new Map(summaries.map((summary) => [summary.id, textOf(summary)]));
  }

  /** Returns the difference with this key. @param {string} key @returns {Difference | undefined} */
  difference(key) {
    return this.differences.find((difference) => difference.key === key);
  }

  /** Returns the items of a difference, one list per side. @param {Difference} difference @returns {Item[][]} */
  itemsBySide(difference) {
    return difference.items.map((ids, side) => ids.map((id) => /** @type {Item} */ (this.itemsById[side].get(id))));
  }

  /** Returns the name of a difference: the first label of its items. @param {Difference} difference */
  labelOf(difference) {
    const items = this.itemsBySide(difference).flat();
    const label = items.find((item) => item.label.trim())?.label;
    return label ?? (items.some((item) => item.matched === null && item.uid === null) ? "Non-matching text" : "No label"); // only a unit without an SCU has neither `matched` nor `uid`
  }

  /** Returns the letters of the other sides that have the same words as a side. @param {Difference} difference @param {number} side @returns {string[]} */
  sidesWithSameWords(difference, side) {
    const words = difference.items.map((_, i) => this.#wordsKey(difference, i));
    return this.sources.filter((_, i) => i !== side && words[side] && words[i] === words[side]).map(({ letter }) => letter);
  }

  /** Returns a string that is equal for two sides exactly if they have the same words; "" for no words. @param {Difference} difference @param {number} side */
  #wordsKey(difference, side) {
    const items = this.itemsBySide(difference)[side];
    return this.summariesOf(difference).flatMap((summary) => [...this.wordIndexes(items, summary)].map((word) => `${summary}.${word}`)).join();
  }

  /** Returns the number of differences of each shape. @param {(difference: Difference) => boolean} [include] which differences count */
  countsByShape(include = () => true) {
    const counts = new Map(SHAPES.map(([shape]) => [shape, 0]));
    for (const difference of this.differences.filter(include)) counts.set(difference.shape, (counts.get(difference.shape) ?? 0) + 1);
    return counts;
  }

  /** Returns the ids of the summaries in which the items of a difference have parts, in the page's order. @param {Difference} difference @returns {number[]} */
  summariesOf(difference) {
    const used = new Set(this.itemsBySide(difference).flat().flatMap((item) => item.parts.map(([summary]) => summary)));
    return [...this.texts.keys()].filter((summary) => used.has(summary));
  }

  /** Returns the set of the indexes of the words of one summary that items touch. @param {Item[]} items @param {number} summary */
  wordIndexes(items, summary) {
    const spans = items.flatMap((item) => item.parts.filter(([id]) => id === summary));
    const touched = new Set();
    this.texts.get(summary)?.words.forEach((word, i) => {
      if (spans.some(([, start, end]) => word.start < end && start < word.end)) touched.add(i);
    });
    return touched;
  }

  /**
   * Returns the sentences of a summary that an item touches, divided into segments whose words are in the same sides.
   * @param {Difference} difference @param {number} side of the item @param {Item} item @param {number} summary
   * @returns {{number: number, segments: {text: string, presence: Presence}[]}[]}
   */
  passages(difference, side, item, summary) {
    const text = this.texts.get(summary);
    const ownWords = this.wordIndexes([item], summary);
    if (!text || !ownWords.size) return [];
    const otherWords = this.wordIndexes(this.itemsBySide(difference).filter((_, i) => i !== side).flat(), summary);
    /** @param {number} word @returns {Presence} */
    const presenceOf = (word) => (ownWords.has(word) ? (otherWords.has(word) ? "shared" : "own") : otherWords.has(word) ? "theirs" : "");
    return text.sentences.flatMap((sentence, i) =>
      sentence.pieces.some(({ word }) => ownWords.has(word)) ? [{ number: i + 1, segments: segmentsOf(sentence, text.points, presenceOf) }] : [],
    );
  }

  /** Returns the labels and parts of all sides, from which the user can compose an SCU. @param {Difference} difference */
  labelsAndParts(difference) {
    const itemsBySide = this.itemsBySide(difference);
    const labels = [...new Set(itemsBySide.flat().map((item) => item.label).filter(Boolean))];
    const sourceParts = itemsBySide.flatMap((items, side) => items.flatMap((item) => item.parts.map((part) => {
      const text = this.texts.get(part[0]);
      return { letter: this.sources[side].letter, summary: text?.summary.letter ?? "", text: text?.points.slice(part[1], part[2]) ?? "", part };
    })));
    return { labels, sourceParts };
  }
}

/** Returns a summary with its words and sentences. @param {import("../../texts/pieces.js").Summary} summary */
function textOf(summary) {
  const points = new CodePoints(summary.text);
  return { summary, points, words: wordSpans(summary), sentences: sentencesOf(summary, points.length) };
}

/**
 * Divides a sentence into segments whose words are in the same sides. The text between two words of one segment belongs to that
 * segment; other text between words is a segment of its own, in no side.
 * @param {Sentence} sentence @param {CodePoints} points @param {(word: number) => Presence} presenceOf
 */
function segmentsOf(sentence, points, presenceOf) {
  const { pieces } = sentence;
  const presenceAt = (/** @type {number} */ i) => (pieces[i]?.word >= 0 ? presenceOf(pieces[i].word) : ""); // a piece between words has word -1
  /** @type {{text: string, presence: Presence}[]} */
  const segments = [];
  pieces.forEach(({ start, end, word }, i) => {
    const current = word >= 0 ? presenceAt(i) : presenceAt(i - 1) === presenceAt(i + 1) ? presenceAt(i - 1) : "";
    const text = points.slice(start, end);
    const last = segments[segments.length - 1];
    if (last?.presence === current) last.text += text;
    else segments.push({ text, presence: current });
  });
  return segments;
}
