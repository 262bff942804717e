/**
 * Where the keyboard goes from a word: along its text, or to another text.
 * @import { SummaryText } from "./summary_text.js"
 * @typedef {{text: SummaryText, word: number}} Place
 */

/**
 * The word of the same text a key leads to; null if the key leads nowhere, outside the text if it leads out of it.
 * @param {Place} from @param {string} key @returns {number | null}
 */
export function along({ text, word }, key) {
  const forward = text.dir === "rtl" ? -1 : 1;
  if (key === "ArrowRight") return word + forward;
  if (key === "ArrowLeft") return word - forward;
  if (key === "ArrowDown") return lineAway(text, word, 1);
  if (key === "ArrowUp") return lineAway(text, word, -1);
  if (key === "Home" || key === "End") return sentenceEdge(text, word, key === "End");
  return null;
}

/**
 * The first word of the next sentence, or of this one and then of those before it, through all texts.
 * @param {SummaryText[]} texts those with words @param {Place} from @param {1 | -1} step @returns {Place | null}
 */
export function sentenceAway(texts, { text, word }, step) {
  const starts = sentenceStarts(text);
  const to = step > 0 ? starts.find((start) => start > word) : starts.findLast((start) => start < word);
  if (to !== undefined) return { text, word: to };
  const next = texts[texts.indexOf(text) + step];
  if (!next) return null;
  return { text: next, word: step > 0 ? 0 : (sentenceStarts(next).at(-1) ?? 0) };
}

/** The first word of the text after or before this one. @param {SummaryText[]} texts @param {Place} from @param {1 | -1} step @returns {Place | null} */
export function textAway(texts, { text }, step) {
  const next = texts[texts.indexOf(text) + step];
  return next ? { text: next, word: 0 } : null;
}

/**
 * The nearest word that begins a stretch in no SCU or unit and not set aside, through all texts and around.
 * @param {SummaryText[]} texts those with words @param {Place} from @param {1 | -1} step @returns {Place | null}
 */
export function openAway(texts, { text, word }, step) {
  const places = texts.flatMap((one) => openStarts(one).map((at) => ({ text: one, word: at })));
  if (step < 0) places.reverse();
  const rank = (/** @type {Place} */ place) => texts.indexOf(place.text) * 1e6 + place.word;
  const here = rank({ text, word });
  return places.find((place) => (rank(place) - here) * step > 0) ?? places[0] ?? null;
}

/** @param {SummaryText} text */
function openStarts(text) {
  const open = text.words.map((word) => text.runs.between(word.start, word.end).every((run) => !run.look));
  return open.flatMap((is, at) => (is && !open[at - 1] ? [at] : []));
}

/** @param {SummaryText} text */
function sentenceStarts(text) {
  return text.sentences.flatMap((sentence) => wordsOf(sentence)[0] ?? []);
}

/** The numbers of a sentence's words. @param {import("../../texts/pieces.js").Sentence} sentence */
export function wordsOf(sentence) {
  return sentence.pieces.filter((piece) => piece.word >= 0).map((piece) => piece.word);
}

/** @param {SummaryText} text @param {number} word @param {boolean} last */
export function sentenceEdge(text, word, last) {
  const { start } = text.words[word];
  const inside = wordsOf(text.sentences.find((one) => start < one.end) ?? text.sentences[0]);
  return last ? inside[inside.length - 1] : inside[0];
}

/** The word above or below. @param {SummaryText} text @param {number} word @param {1 | -1} step */
function lineAway(text, word, step) {
  const box = (/** @type {number} */ at) => text.elementsOf(text.words[at])[0].getBoundingClientRect();
  const from = box(word);
  const middle = from.left + from.width / 2;
  let at = word + step;
  let line = NaN;
  let best = at;
  let least = Infinity;
  for (; at >= 0 && at < text.words.length; at += step) {
    const here = box(at);
    if (Math.abs(here.top - from.top) < from.height / 2) continue;
    if (Number.isNaN(line)) line = here.top;
    if (Math.abs(here.top - line) > from.height / 2) break;
    const away = Math.abs(here.left + here.width / 2 - middle);
    if (away < least) [best, least] = [at, away];
  }
  return least === Infinity ? at : best;
}
