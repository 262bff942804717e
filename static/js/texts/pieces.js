/**
 * A summary cut into pieces: words, and what lies between them. Pieces touch, in text order, and cover the whole text.
 * @typedef {{id: number, letter: string, summarizer: string, title: string, text: string, word_steps: number[],
 *            sentences: number[], dir: string}} Summary  sentences: start, end, start ...; word_steps: likewise, each less
 *   the one before
 * @typedef {{start: number, end: number}} Span
 * @typedef {{start: number, end: number, word: number}} Piece  word: its number in the summary, -1 between words
 * @typedef {{start: number, end: number, pieces: Piece[]}} Sentence
 * @typedef {{words: number, covered: number, shared: number, aside: number, open: number}} Coverage  `shared` are part of
 *   `covered`; a word that is covered is not set aside
 */

/** Between parts of a text that are not next to each other. */
export const GAP = " … ";

/** @param {number[]} flat start, end, start, end ... @returns {Span[]} */
export function spans(flat) {
  const result = [];
  for (let i = 0; i < flat.length; i += 2) result.push({ start: flat[i], end: flat[i + 1] });
  return result;
}

/** The words of a summary. @param {{word_steps: number[]}} summary */
export function wordSpans({ word_steps }) {
  let at = 0;
  return spans(word_steps.map((step) => (at += step)));
}

/**
 * The sentences with their pieces. What lies before the first or after a sentence belongs to the nearest one before.
 * @param {Summary} summary @param {number} length code points of the text @returns {Sentence[]}
 */
export function sentencesOf(summary, length) {
  const starts = spans(summary.sentences).map((span) => span.start);
  if (starts.length === 0 || starts[0] > 0) starts[0] = 0;
  const words = wordSpans(summary);
  let next = 0;
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? length;
    const pieces = [];
    let at = start;
    while (next < words.length && words[next].start < end) {
      const word = { start: Math.max(words[next].start, at), end: Math.min(words[next].end, end), word: next };
      if (word.start > at) pieces.push({ start: at, end: word.start, word: -1 });
      pieces.push(word);
      at = word.end;
      if (words[next].end > end) break; // a word across two sentences: its rest opens the next one
      next += 1;
    }
    if (at < end) pieces.push({ start: at, end, word: -1 });
    return { start, end, pieces };
  });
}

/**
 * Some sentences as a text of their own: its words are numbered from 0, its offsets are those of the whole.
 * @param {Sentence[]} sentences @param {Span[]} words of the whole @param {number} from @param {number} to the last one
 * @returns {{sentences: Sentence[], words: Span[]}}
 */
export function excerpt(sentences, words, from, to) {
  const some = sentences.slice(from, to + 1);
  const numbers = some.flatMap((sentence) => sentence.pieces.map((piece) => piece.word)).filter((word) => word >= 0);
  const [first = 0] = numbers;
  const numbered = (/** @type {Piece} */ piece) => (piece.word < 0 ? piece : { ...piece, word: piece.word - first });
  return {
    sentences: some.map((sentence) => ({ ...sentence, pieces: sentence.pieces.map(numbered) })),
    words: words.slice(first, first + new Set(numbers).size),
  };
}

/** The number of the sentence an offset is in. @param {Span[]} sentences @param {number} offset */
export function sentenceAt(sentences, offset) {
  const at = sentences.findIndex((sentence) => offset < sentence.end);
  return at < 0 ? sentences.length - 1 : at;
}

/** The smallest span that holds the words of a sentence; null if it has none. @param {Sentence} sentence @returns {Span | null} */
export function spanOfWords({ pieces }) {
  const words = pieces.filter((piece) => piece.word >= 0);
  return words.length ? { start: words[0].start, end: words[words.length - 1].end } : null;
}

/** Spans cut to a range; those outside go. @template {Span} T @param {T[]} list @param {Span} range @returns {T[]} */
export function clipToRange(list, { start, end }) {
  const inside = list.filter((span) => span.start < end && start < span.end);
  return inside.map((span) => ({ ...span, start: Math.max(span.start, start), end: Math.min(span.end, end) }));
}

/**
 * The smallest span of whole words that holds everything between two offsets; null if they touch no word.
 * @param {Span[]} words @param {number} from @param {number} to in either order; equal: the word there @returns {Span | null}
 */
export function snapToWords(words, from, to) {
  const start = Math.min(from, to);
  const end = Math.max(from, to, start + 1);
  const touched = words.filter((word) => word.start < end && start < word.end);
  return touched.length ? { start: touched[0].start, end: touched[touched.length - 1].end } : null;
}

/** Spans united where they overlap or touch, in text order. @template {Span} T @param {T[]} list @returns {Span[]} */
export function mergeSpans(list) {
  /** @type {Span[]} */
  const united = [];
  for (const { start, end } of [...list].sort((a, b) => a.start - b.start)) {
    const last = united[united.length - 1];
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else united.push({ start, end });
  }
  return united;
}

/** How many of the words the spans touch. @param {Span[]} words @param {Span[]} list */
export function countTouchedWords(words, list) {
  const united = mergeSpans(list);
  let at = 0;
  let count = 0;
  for (const word of words) {
    while (at < united.length && united[at].end <= word.start) at += 1;
    if (at < united.length && united[at].start < word.end) count += 1;
  }
  return count;
}

/**
 * A pattern for what was typed: white space matches any white space, everything else itself.
 * @param {string} sought @returns {RegExp | null} null for nothing typed
 */
export function searchPattern(sought) {
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

/**
 * @param {Span[]} words @param {{key: string, start: number, end: number}[]} marks what covers the text @param {Span[]} asides
 * @returns {Coverage}
 */
export function coverageOf(words, marks, asides = []) {
  const covered = countTouchedWords(words, marks);
  const spokenFor = asides.length ? countTouchedWords(words, [...marks, ...asides]) : covered;
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
export function totalCoverage(list) {
  const total = { words: 0, covered: 0, shared: 0, aside: 0, open: 0 };
  for (const one of list) {
    for (const key of /** @type {(keyof Coverage)[]} */ (Object.keys(total))) total[key] += one[key];
  }
  return total;
}
