/**
 * A comparison of annotations, computed by the server: differences, their items, and the words that only one side has.
 * @typedef {{id: string, uid: number | null, label: string, comment: string, matched: string | null,
 *            parts: [number, number, number][]}} Item  an SCU or a unit; a part is summary, start, end
 * @typedef {{letter: string, owner: string, items: Item[]}} Source
 * @typedef {{key: string, kind: string, shape: string, alike: number, items: string[][]}} Difference  items: ids by source;
 *   alike: the share of words that all sides have
 * @import { Sentence } from "../../texts/pieces.js"
 * @typedef {"own" | "shared" | "theirs" | ""} Share  which sides have a word, seen from one item
 */
import { sentencesOf, wordSpans } from "pyramidion/texts/pieces.js";
import { CodePoints } from "pyramidion/texts/code_points.js";

/** Kinds of differences and their names, in the order of the list. */
export const SHAPES = /** @type {[string, string][]} */ ([
  ["nonmatching", "Matched or not"],
  ["match", "Other SCU"],
  ["extent", "Other extent"],
  ["split", "Split"],
  ["merged", "Merged"],
  ["regrouped", "Regrouped"],
  ["grouping", "Grouped otherwise"],
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
    return difference.items.map((ids, at) => ids.map((id) => /** @type {Item} */ (this.items[at].get(id))));
  }

  /** The name of a difference: the first label of its items. @param {Difference} difference */
  labelOf(difference) {
    const items = this.sides(difference).flat();
    const label = items.find((item) => item.label.trim())?.label;
    return label ?? (items.some((item) => item.matched === null && item.uid === null) ? "Non-matching text" : "No label");
  }

  /** The letters of the other sides that have the same words as a side. @param {Difference} difference @param {number} at @returns {string[]} */
  alikeTo(difference, at) {
    const words = difference.items.map((_, side) => this.#allWords(difference, side));
    return this.sources.filter((_, side) => side !== at && words[at] && words[side] === words[at]).map(({ letter }) => letter);
  }

  /** @param {Difference} difference @param {number} side */
  #allWords(difference, side) {
    const items = this.sides(difference)[side];
    return this.summariesOf(difference).flatMap((summary) => [...this.words(items, summary)].map((word) => `${summary}.${word}`)).join();
  }

  /** The number of differences of each shape. @param {(difference: Difference) => boolean} [include] */
  counts(include = () => true) {
    const counts = new Map(SHAPES.map(([shape]) => [shape, 0]));
    for (const difference of this.differences.filter(include)) counts.set(difference.shape, (counts.get(difference.shape) ?? 0) + 1);
    return counts;
  }

  /** The summaries that a difference is about, in their order. @param {Difference} difference @returns {number[]} */
  summariesOf(difference) {
    const used = new Set(this.sides(difference).flat().flatMap((item) => item.parts.map(([summary]) => summary)));
    return [...this.texts.keys()].filter((summary) => used.has(summary));
  }

  /** The numbers of the words of one summary that items touch. @param {Item[]} items @param {number} summary */
  words(items, summary) {
    const spans = items.flatMap((item) => item.parts.filter(([id]) => id === summary));
    const touched = new Set();
    this.texts.get(summary)?.words.forEach((word, i) => {
      if (spans.some(([, start, end]) => word.start < end && start < word.end)) touched.add(i);
    });
    return touched;
  }

  /**
   * The sentences of a summary that an item touches, as runs of text that are the item's own (no other side has them), shared,
   * or only in another side.
   * @param {Difference} difference @param {number} at the side @param {Item} item @param {number} summary
   * @returns {{number: number, runs: {text: string, share: Share}[]}[]}
   */
  passages(difference, at, item, summary) {
    const text = this.texts.get(summary);
    const mine = this.words([item], summary);
    if (!text || !mine.size) return [];
    const others = this.words(this.sides(difference).filter((_, side) => side !== at).flat(), summary);
    /** @param {number} word @returns {Share} */
    const share = (word) => (mine.has(word) ? (others.has(word) ? "shared" : "own") : others.has(word) ? "theirs" : "");
    return text.sentences.flatMap((sentence, i) =>
      sentence.pieces.some(({ word }) => mine.has(word)) ? [{ number: i + 1, runs: runsOf(sentence, text.points, share) }] : [],
    );
  }

  /** The labels and parts of all sides, from which a user can compose an SCU. @param {Difference} difference */
  pieces(difference) {
    const sides = this.sides(difference);
    const labels = [...new Set(sides.flat().map((item) => item.label).filter(Boolean))];
    const pieces = sides.flatMap((items, at) => items.flatMap((item) => item.parts.map((part) => {
      const text = this.texts.get(part[0]);
      return { letter: this.sources[at].letter, summary: text?.summary.letter ?? "", text: text?.points.slice(part[1], part[2]) ?? "", part };
    })));
    return { labels, pieces };
  }
}

/** @param {import("../../texts/pieces.js").Summary} summary */
function textOf(summary) {
  const points = new CodePoints(summary.text);
  return { summary, points, words: wordSpans(summary), sentences: sentencesOf(summary, points.length) };
}

/**
 * Divides a sentence into runs of the same share. Text between two words has their share if both have the same.
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
