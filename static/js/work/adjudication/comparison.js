/**
 * A comparison of annotations, computed by the server. Its sources are the compared annotations; a difference has one side per
 * source: the items (SCUs or units) of that source.
 * @typedef {{id: string, uid: number | null, label: string, comment: string, matched: string | null,
 *            parts: [number, number, number][]}} Item  an SCU or a unit; uid, label: of the SCU; matched: the SCU of a unit;
 *   uid, matched: null if there is no SCU; a part is summary, start, end
 * @typedef {{letter: string, owner: string, items: Item[]}} Source
 * @typedef {{key: string, kind: string, shape: string, alike: number, items: string[][]}} Difference  kind: what is decided;
 *   shape: how the sides differ (see SHAPES); alike: the share of words that all sides have; items: ids by source
 * @import { Sentence } from "../../texts/pieces.js"
 * @typedef {"own" | "shared" | "theirs" | ""} Share  whether only this side has a word, also another, only another, or none
 */
import { sentencesOf, wordSpans } from "pyramidion/texts/pieces.js";
import { CodePoints } from "pyramidion/texts/code_points.js";

/** The shapes of differences and their names, in the order of the list. */
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

/** @param {string} shape */
export function shapeName(shape) {
  return NAMES.get(shape) ?? shape;
}

export class Comparison {
  /** @param {{comparison: {sources: Source[], differences: Difference[]}, summaries: import("../../texts/pieces.js").Summary[]}} data */
  constructor({ comparison, summaries }) {
    this.sources = comparison.sources;
    this.differences = comparison.differences;
    this.items = this.sources.map(({ items }) => new Map(items.map((item) => [item.id, item])));
    this.texts = new Map(summaries.map((summary) => [summary.id, textOf(summary)]));
  }

  /** @param {string} key @returns {Difference | undefined} */
  difference(key) {
    return this.differences.find((difference) => difference.key === key);
  }

  /** The items of a difference, by source. @param {Difference} difference @returns {Item[][]} */
  sides(difference) {
    return difference.items.map((ids, side) => ids.map((id) => /** @type {Item} */ (this.items[side].get(id))));
  }

  /** The name of a difference: the first label of its items. @param {Difference} difference */
  labelOf(difference) {
    const items = this.sides(difference).flat();
    const label = items.find((item) => item.label.trim())?.label;
    return label ?? (items.some((item) => item.matched === null && item.uid === null) ? "Non-matching text" : "No label");
  }

  /** The letters of the other sides that have the same words as a side. @param {Difference} difference @param {number} side @returns {string[]} */
  sidesWithSameWords(difference, side) {
    const words = difference.items.map((_, i) => this.#wordsKey(difference, i));
    return this.sources.filter((_, i) => i !== side && words[side] && words[i] === words[side]).map(({ letter }) => letter);
  }

  /** A text that is equal for sides with the same words. @param {Difference} difference @param {number} side */
  #wordsKey(difference, side) {
    const items = this.sides(difference)[side];
    return this.summariesOf(difference).flatMap((summary) => [...this.words(items, summary)].map((word) => `${summary}.${word}`)).join();
  }

  /** The number of differences of each shape. @param {(difference: Difference) => boolean} [include] */
  countsByShape(include = () => true) {
    const counts = new Map(SHAPES.map(([shape]) => [shape, 0]));
    for (const difference of this.differences.filter(include)) counts.set(difference.shape, (counts.get(difference.shape) ?? 0) + 1);
    return counts;
  }

  /** The summaries in which the items of a difference have parts, in the page's order. @param {Difference} difference @returns {number[]} */
  summariesOf(difference) {
    const used = new Set(this.sides(difference).flat().flatMap((item) => item.parts.map(([summary]) => summary)));
    return [...this.texts.keys()].filter((summary) => used.has(summary));
  }

  /** The indexes of the words of one summary that items touch. @param {Item[]} items @param {number} summary */
  words(items, summary) {
    const spans = items.flatMap((item) => item.parts.filter(([id]) => id === summary));
    const touched = new Set();
    this.texts.get(summary)?.words.forEach((word, i) => {
      if (spans.some(([, start, end]) => word.start < end && start < word.end)) touched.add(i);
    });
    return touched;
  }

  /**
   * The sentences of a summary that an item touches, divided into runs of text by their share.
   * @param {Difference} difference @param {number} side of the item @param {Item} item @param {number} summary
   * @returns {{number: number, runs: {text: string, share: Share}[]}[]}
   */
  passages(difference, side, item, summary) {
    const text = this.texts.get(summary);
    const ownWords = this.words([item], summary);
    if (!text || !ownWords.size) return [];
    const otherWords = this.words(this.sides(difference).filter((_, i) => i !== side).flat(), summary);
    /** @param {number} word @returns {Share} */
    const share = (word) => (ownWords.has(word) ? (otherWords.has(word) ? "shared" : "own") : otherWords.has(word) ? "theirs" : "");
    return text.sentences.flatMap((sentence, i) =>
      sentence.pieces.some(({ word }) => ownWords.has(word)) ? [{ number: i + 1, runs: runsOf(sentence, text.points, share) }] : [],
    );
  }

  /** The labels and parts of all sides, from which a user can compose an SCU. @param {Difference} difference */
  pieces(difference) {
    const sides = this.sides(difference);
    const labels = [...new Set(sides.flat().map((item) => item.label).filter(Boolean))];
    const pieces = sides.flatMap((items, side) => items.flatMap((item) => item.parts.map((part) => {
      const text = this.texts.get(part[0]);
      return { letter: this.sources[side].letter, summary: text?.summary.letter ?? "", text: text?.points.slice(part[1], part[2]) ?? "", part };
    })));
    return { labels, pieces };
  }
}

/** A summary with its words and sentences. @param {import("../../texts/pieces.js").Summary} summary */
function textOf(summary) {
  const points = new CodePoints(summary.text);
  return { summary, points, words: wordSpans(summary), sentences: sentencesOf(summary, points.length) };
}

/**
 * Divides a sentence into runs of the same share. The text between two words has their share if it is the same.
 * @param {Sentence} sentence @param {CodePoints} points @param {(word: number) => Share} share
 */
function runsOf(sentence, points, share) {
  const { pieces } = sentence;
  const shareAt = (/** @type {number} */ i) => (pieces[i]?.word >= 0 ? share(pieces[i].word) : "");
  /** @type {{text: string, share: Share}[]} */
  const runs = [];
  pieces.forEach(({ start, end, word }, i) => {
    const current = word >= 0 ? shareAt(i) : shareAt(i - 1) === shareAt(i + 1) ? shareAt(i - 1) : "";
    const text = points.slice(start, end);
    const last = runs[runs.length - 1];
    if (last?.share === current) last.text += text;
    else runs.push({ text, share: current });
  });
  return runs;
}
