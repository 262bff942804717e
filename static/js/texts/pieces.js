/**
 * A summary cut into pieces: words, and the text between words. Pieces are adjacent, in text order, and cover the whole text.
 * @typedef {{id: number, letter: string, summarizer: string, title: string, text: string, word_steps: number[],
 *            sentences: number[], dir: string}} Summary  sentences: start, end, start, end ...; word_steps: the same for words,
 *   each as its difference from the previous number; letter: "" for a peer; dir: "ltr", "rtl" or "auto"
 * @typedef {{start: number, end: number}} Span  half-open, in code points
 * @typedef {{start: number, end: number, word: number}} Piece  word: its index in the summary, -1 between words
 * @typedef {{start: number, end: number, pieces: Piece[]}} Sentence
 * @typedef {{words: number, covered: number, shared: number, aside: number, open: number}} Coverage  counts of words. A mark is a
 *   span that an SCU or unit covers; an aside is a span left out on purpose (set aside). covered: touched by a mark; shared: by marks
 *   of several SCUs or units; aside: set aside and not covered; open: neither covered nor set aside
 */

/** Separates quoted parts of a text that are not adjacent. */
export const GAP = " … ";

/** Converts a flat list of offsets to spans. @param {number[]} offsets start, end, start, end ... @returns {Span[]} */
export function spansFromOffsets(offsets) {
  const spans = [];
  for (let i = 0; i < offsets.length; i += 2) spans.push({ start: offsets[i], end: offsets[i + 1] });
  return spans;
}

/** Returns the words of a summary. @param {{word_steps: number[]}} summary */
export function wordSpans({ word_steps }) {
  let offset = 0;
  return spansFromOffsets(word_steps.map((step) => (offset += step)));
}

/**
 * Returns the sentences with their pieces. Text after a sentence belongs to that sentence; text before the first sentence belongs to the first.
 * @param {Summary} summary @param {number} length code points of the text @returns {Sentence[]}
 */
export function sentencesOf(summary, length) {
  const starts = spansFromOffsets(summary.sentences).map((span) => span.start);
  if (starts.length === 0 || starts[0] > 0) starts[0] = 0;
  const words = wordSpans(summary);
  let nextWord = 0;
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? length;
    const pieces = [];
    let position = start;
    while (nextWord < words.length && words[nextWord].start < end) {
      const word = { start: Math.max(words[nextWord].start, position), end: Math.min(words[nextWord].end, end), word: nextWord };
      if (word.start > position) pieces.push({ start: position, end: word.start, word: -1 });
      pieces.push(word);
      position = word.end;
      if (words[nextWord].end > end) break; // a word across two sentences continues in the next one
      nextWord += 1;
    }
    if (position < end) pieces.push({ start: position, end, word: -1 });
    return { start, end, pieces };
  });
}

/**
 * Returns some of the sentences, with their words renumbered from 0. Offsets still refer to the whole summary.
 * @param {Sentence[]} sentences @param {Span[]} words of the whole summary @param {number} from the index of the first sentence @param {number} to the index of the last sentence
 * @returns {{sentences: Sentence[], words: Span[]}}
 */
export function excerpt(sentences, words, from, to) {
  const selected = sentences.slice(from, to + 1);
  const wordIndexes = selected.flatMap((sentence) => sentence.pieces.map((piece) => piece.word)).filter((word) => word >= 0);
  const [first = 0] = wordIndexes;
  const renumbered = (/** @type {Piece} */ piece) => (piece.word < 0 ? piece : { ...piece, word: piece.word - first });
  return {
    sentences: selected.map((sentence) => ({ ...sentence, pieces: sentence.pieces.map(renumbered) })),
    words: words.slice(first, first + new Set(wordIndexes).size),
  };
}

/** Returns the index of the sentence that contains an offset; of the last sentence if the offset is after it. @param {Span[]} sentences @param {number} offset */
export function sentenceAt(sentences, offset) {
  const index = sentences.findIndex((sentence) => offset < sentence.end);
  return index < 0 ? sentences.length - 1 : index;
}

/** Returns the smallest span that contains the words of a sentence; null if it has no words. @param {Sentence} sentence @returns {Span | null} */
export function spanOfWords({ pieces }) {
  const words = pieces.filter((piece) => piece.word >= 0);
  return words.length ? { start: words[0].start, end: words[words.length - 1].end } : null;
}

/** Cuts spans to a range and drops spans outside it. @template {Span} T @param {T[]} spans @param {Span} range @returns {T[]} */
export function clipToRange(spans, { start, end }) {
  const inside = spans.filter((span) => span.start < end && start < span.end);
  return inside.map((span) => ({ ...span, start: Math.max(span.start, start), end: Math.min(span.end, end) }));
}

/**
 * Returns the smallest span of whole words that contains all words between two offsets; null if they touch no word.
 * @param {Span[]} words @param {number} from @param {number} to may be before `from`; if equal, the word at that offset @returns {Span | null}
 */
export function snapToWords(words, from, to) {
  const start = Math.min(from, to);
  const end = Math.max(from, to, start + 1);
  const touched = words.filter((word) => word.start < end && start < word.end);
  return touched.length ? { start: touched[0].start, end: touched[touched.length - 1].end } : null;
}

/** Merges spans that overlap or touch; returns them in text order. @template {Span} T @param {T[]} spans @returns {Span[]} */
export function mergeSpans(spans) {
  /** @type {Span[]} */
  const merged = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged[merged.length - 1];
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Returns the number of words that the spans touch. @param {Span[]} words in text order @param {Span[]} spans */
export function countTouchedWords(words, spans) {
  const merged = mergeSpans(spans);
  let index = 0;
  let count = 0;
  for (const word of words) {
    while (index < merged.length && merged[index].end <= word.start) index += 1;
    if (index < merged.length && merged[index].start < word.end) count += 1;
  }
  return count;
}

/** Returns a pattern for a search query. It ignores case, and white space matches any white space. @param {string} query @returns {RegExp | null} null for an empty query */
export function searchPattern(query) {
  const words = query.trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return null;
  // Escapes the characters that have a meaning in patterns.
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&")).join("\\s+"), "giu");
}

/** Returns where a pattern matches, in UTF-16 units. @param {string} text @param {RegExp} pattern @returns {{start: number, end: number}[]} */
export function occurrences(text, pattern) {
  return [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
}

/**
 * Counts the covered, shared, set-aside and open words.
 * @param {Span[]} words @param {{key: string, start: number, end: number}[]} marks key: of the SCU or unit @param {Span[]} asides
 * @returns {Coverage}
 */
export function coverageOf(words, marks, asides = []) {
  const covered = countTouchedWords(words, marks);
  const coveredOrAside = asides.length ? countTouchedWords(words, [...marks, ...asides]) : covered;
  const shared = countSharedWords(words, marks);
  return { words: words.length, covered, shared, aside: coveredOrAside - covered, open: words.length - coveredOrAside };
}

/** Returns the number of words that marks with different keys touch. @param {Span[]} words @param {{key: string, start: number, end: number}[]} marks */
function countSharedWords(words, marks) {
  const sorted = [...marks].sort((a, b) => a.start - b.start);
  /** Marks that begin before the current word's end and may still touch it. @type {typeof sorted} */
  let nearMarks = [];
  let nextMark = 0;
  let count = 0;
  for (const word of words) {
    while (nextMark < sorted.length && sorted[nextMark].start < word.end) nearMarks.push(sorted[nextMark++]);
    nearMarks = nearMarks.filter((mark) => mark.end > word.start);
    if (new Set(nearMarks.map((mark) => mark.key)).size > 1) count += 1;
  }
  return count;
}

/** Adds up counts. @param {Coverage[]} coverages of several summaries @returns {Coverage} */
export function totalCoverage(coverages) {
  const total = { words: 0, covered: 0, shared: 0, aside: 0, open: 0 };
  for (const coverage of coverages) {
    for (const key of /** @type {(keyof Coverage)[]} */ (Object.keys(total))) total[key] += coverage[key];
  }
  return total;
}
