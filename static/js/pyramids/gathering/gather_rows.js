// @ts-check
/**
 * The rows of the gather strip: which sentences of which summaries.
 * @import { Row } from "./gather_row.js"
 * @import { SummaryText } from "../../elements/text/summary_text.js"
 * @typedef {{summary: number, start: number, end: number}} Part
 */
import { occurrences, sentenceAt } from "pyramidion/texts/pieces.js";

/** The sentences a passage is in. @param {SummaryText} text @param {Part} passage @param {{key: string, verb: string, steps: boolean}} how @returns {Row} */
export function rowOf(text, passage, how) {
  const { sentences, summary } = text;
  const [from, to] = [sentenceAt(sentences, passage.start), sentenceAt(sentences, passage.end - 1)];
  return { ...how, summary, from, to, passage: { start: passage.start, end: passage.end } };
}

/**
 * What is pinned, and of each other summary its most similar passage; where there is none, its first sentence that has the
 * words looked for, else its first.
 * @param {Part[]} pinned in one summary @param {Part[]} passages best first @param {SummaryText[]} texts
 * @param {RegExp | null} pattern @returns {Row[]}
 */
export function rowsOf(pinned, passages, texts, pattern) {
  const [{ summary, start }] = pinned;
  const { end } = pinned[pinned.length - 1];
  const own = /** @type {SummaryText} */ (texts.find((text) => text.summary.id === summary));
  const others = texts.filter((text) => text !== own && text.words.length);
  const first = { ...rowOf(own, { summary, start, end }, { key: "0", verb: "Select", steps: false }), passage: null };
  return [first, ...others.map((text, i) => {
    const how = { key: i < 9 ? String(i + 1) : "", verb: "Select", steps: true };
    const best = passages.find((passage) => passage.summary === text.summary.id);
    if (best) return rowOf(text, best, how);
    const from = sought(text, pattern);
    return { ...how, summary: text.summary, from, to: from, passage: null };
  })];
}

/** @param {SummaryText} text @param {RegExp | null} pattern */
function sought(text, pattern) {
  const [found] = pattern ? occurrences(text.summary.text, pattern) : [];
  return found ? sentenceAt(text.sentences, text.points.fromUtf16(found.start)) : 0;
}
