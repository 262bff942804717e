/**
 * Finds the word to which a key moves: in the same text, or in another text. Words are identified by their index in the text.
 * @import { SummaryText } from "./summary_text.js"
 * @typedef {{text: SummaryText, word: number}} Place
 */

/**
 * Returns the index of the word to which an arrow key, Home or End moves; null for other keys. The index is -1 or the number of
 * words if the key leads out of the text.
 * @param {Place} from @param {string} key @returns {number | null}
 */
export function wordAfterKey({ text, word }, key) {
  const forward = text.dir === "rtl" ? -1 : 1;
  if (key === "ArrowRight") return word + forward;
  if (key === "ArrowLeft") return word - forward;
  if (key === "ArrowDown") return wordOnNextLine(text, word, 1);
  if (key === "ArrowUp") return wordOnNextLine(text, word, -1);
  if (key === "Home" || key === "End") return sentenceEdge(text, word, key === "End" ? "last" : "first");
  return null;
}

/**
 * Returns, for step 1, the first word of the next sentence; for step -1, the first word of this sentence or, if `from` is that word
 * already, of the previous sentence. Continues in the next or previous text; null at the end of all texts.
 * @param {SummaryText[]} texts that have words @param {Place} from @param {1 | -1} step @returns {Place | null}
 */
export function nextSentence(texts, { text, word }, step) {
  const starts = sentenceStarts(text);
  const start = step > 0 ? starts.find((candidate) => candidate > word) : starts.findLast((candidate) => candidate < word);
  if (start !== undefined) return { text, word: start };
  const neighbour = texts[texts.indexOf(text) + step];
  if (!neighbour) return null;
  return { text: neighbour, word: step > 0 ? 0 : (sentenceStarts(neighbour).at(-1) ?? 0) };
}

/** Returns the first word of the next or previous text; null if there is none. @param {SummaryText[]} texts that have words @param {Place} from @param {1 | -1} step @returns {Place | null} */
export function nextText(texts, { text }, step) {
  const next = texts[texts.indexOf(text) + step];
  return next ? { text: next, word: 0 } : null;
}

/**
 * Returns the next or previous word that begins an open stretch (words in no SCU or unit and not set aside). After the last text,
 * continues in the first; null if no word is open.
 * @param {SummaryText[]} texts that have words @param {Place} from @param {1 | -1} step @returns {Place | null}
 */
export function nextOpenWord(texts, { text, word }, step) {
  const places = texts.flatMap((candidate) => openStarts(candidate).map((start) => ({ text: candidate, word: start })));
  if (step < 0) places.reverse();
  // A position across all texts; no text has a million words.
  const positionOf = (/** @type {Place} */ place) => texts.indexOf(place.text) * 1e6 + place.word;
  const current = positionOf({ text, word });
  return places.find((place) => (positionOf(place) - current) * step > 0) ?? places[0] ?? null;
}

/** Returns the indexes of the words that begin an open stretch (runs with empty `look`). @param {SummaryText} text */
function openStarts(text) {
  const isOpen = text.words.map((word) => text.runs.between(word.start, word.end).every((run) => !run.look));
  return isOpen.flatMap((open, i) => (open && !isOpen[i - 1] ? [i] : []));
}

/** Returns the index of each sentence's first word. @param {SummaryText} text */
function sentenceStarts(text) {
  return text.sentences.flatMap((sentence) => wordsOf(sentence)[0] ?? []);
}

/** Returns the indexes of a sentence's words. @param {import("../../texts/pieces.js").Sentence} sentence */
function wordsOf(sentence) {
  return sentence.pieces.filter((piece) => piece.word >= 0).map((piece) => piece.word);
}

/** Returns the index of the first or last word of the sentence that contains a word. @param {SummaryText} text @param {number} word @param {"first" | "last"} edge */
export function sentenceEdge(text, word, edge) {
  const { start } = text.words[word];
  const words = wordsOf(text.sentences.find((sentence) => start < sentence.end) ?? text.sentences[0]);
  return edge === "last" ? words[words.length - 1] : words[0];
}

/**
 * Returns the index of the horizontally nearest word on the line below (step 1) or above (step -1); the number of words or -1 if there
 * is no such line.
 * @param {SummaryText} text @param {number} word @param {1 | -1} step
 */
function wordOnNextLine(text, word, step) {
  const boxOf = (/** @type {number} */ index) => text.elementsOf(text.words[index])[0].getBoundingClientRect();
  const fromBox = boxOf(word);
  const middle = fromBox.left + fromBox.width / 2;
  let index = word + step;
  let lineTop = NaN; // of the line below or above
  let nearest = index;
  let leastDistance = Infinity;
  for (; index >= 0 && index < text.words.length; index += step) {
    const box = boxOf(index);
    if (Math.abs(box.top - fromBox.top) < fromBox.height / 2) continue; // still on the line of `word`
    if (Number.isNaN(lineTop)) lineTop = box.top;
    if (Math.abs(box.top - lineTop) > fromBox.height / 2) break;
    const distance = Math.abs(box.left + box.width / 2 - middle);
    if (distance < leastDistance) [nearest, leastDistance] = [index, distance];
  }
  return leastDistance === Infinity ? index : nearest;
}
