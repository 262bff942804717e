/**
 * Texts of the session as numbered sentences.
 * @import { Text } from "./sheet.js"
 */
import { build } from "pyramidion/elements/build.js";
import { CodePoints } from "pyramidion/texts/code_points.js";
import { spansFromOffsets } from "pyramidion/texts/pieces.js";

/**
 * Returns the element of a text. Text outside sentences is shown with the sentence before it, or with the first
 * sentence.
 * @param {Text} text
 * @param {{prefix?: string, class?: string}} [options] prefix: put before the sentence numbers, such as "A"
 */
export function textElement(text, { prefix = "", class: cssClass = "" } = {}) {
  const points = new CodePoints(text.text);
  const starts = spansFromOffsets(text.sentences).map(({ start }) => start);
  starts[0] = 0;
  const sentences = starts.map((start, i) => sentenceElement(points.slice(start, starts[i + 1] ?? points.length), `${prefix}${i + 1}`));
  return build("div", { class: `judged-text ${cssClass}`, dir: text.dir }, ...sentences);
}

/**
 * Returns the element of a sentence.
 * @param {string} text @param {string} number @param {Record<string, string | number>} [data] its data attributes
 */
export function sentenceElement(text, number, data = {}) {
  return build("p", { class: "sentence", data }, build("span", { class: "number", text: number }), build("span", { class: "sentence-text", text: text.trimEnd() }));
}

/** Returns a section of texts with a title. @param {string} title @param {...Node} children */
export function textSection(title, ...children) {
  return build("section", { class: "session-text", "aria-label": title }, build("h2", { class: "pane-title", text: title }), ...children);
}

/**
 * Returns the texts that a judge of a sheet sees: the summary, then what the instrument shows beside it.
 * @param {import("./sheet.js").Sheet} sheet @param {any} data the page's data
 */
export function judgedTexts(sheet, data) {
  return [...(sheet.summary ? [textSection("Summary", textElement(sheet.summary))] : []), ...shownTexts(data)];
}

/**
 * Returns the texts that an instrument shows beside a summary: the topic's statement, model summaries and documents.
 * @param {any} data the page's data
 */
export function shownTexts({ instrument, topic, models, documents }) {
  const letterAt = (/** @type {number} */ index) => String.fromCharCode(65 + index);
  return [
    topic.statement ? textSection("Topic", build("p", { class: "topic-statement", dir: "auto", text: topic.statement })) : null,
    ...(instrument.shows_models ? models : []).map((/** @type {any} */ model, /** @type {number} */ index) => textSection(`Model summary ${model.letter || letterAt(index)}`, textElement(model))),
    ...documents.map((/** @type {any} */ document) => textSection(`Document ${document.title || document.key}`, textElement(document))),
  ].filter((element) => element !== null);
}
