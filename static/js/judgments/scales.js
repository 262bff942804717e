/**
 * The scale of a question as a row of radio buttons, or a number field for scales with too many values.
 * @import { Question } from "./sheet.js"
 * @typedef {object} ScaleOptions
 * @property {string} id unique on the page
 * @property {number | null} value
 * @property {boolean} disabled
 * @property {(value: number, byArrowKeys: boolean) => void} judge  byArrowKeys: arrow keys pass through values, so this
 *   one may not be final
 * @property {string} [name] what is judged, for screen readers; by default the question's name
 * @property {string} [describedBy] the id of the element that describes the scale
 * @property {Map<string, number>} [keys] values by the keyboard key shown on their buttons; `keysOf` by default
 * @property {boolean} [isCompact] shows only the numbers
 * @property {boolean} [isNamed] shows only the labels, without numbers
 */
import { build, keyCap } from "pyramidion/elements/build.js";

const MOST_BUTTONS = 11;
const DIGITS = "0123456789";

/** Returns the values of a scale. @param {Question} question @returns {number[]} */
export function valuesOf({ minimum, maximum, step }) {
  const values = [];
  for (let value = minimum; value <= maximum; value += step) values.push(value);
  return values;
}

/**
 * Returns the values of a scale by their keyboard keys; empty for more than eleven values. The key is the value's own
 * digit if no value exceeds 10 (10 has the key 0, or T if the scale has a 0); otherwise it is the value's index from 0,
 * with T for 10.
 * @param {Question} question @returns {Map<string, number>}
 */
export function keysOf(question) {
  const values = valuesOf(question);
  if (values.length > MOST_BUTTONS) return new Map();
  const isDigit = question.maximum <= 10;
  const keyFor = (/** @type {number} */ value, /** @type {number} */ index) => {
    const digit = isDigit ? value : index;
    return digit === 10 ? (isDigit && question.minimum > 0 ? "0" : "T") : DIGITS[digit];
  };
  return new Map(values.map((value, index) => [keyFor(value, index), value]));
}

/** Returns a value with its label, for example “4 Good”. @param {Question} question @param {number} value */
export function labelOf({ labels }, value) {
  return labels[value] ? `${value} ${labels[value]}` : String(value);
}

/** Returns the explanation of a value; "" if it has none. @param {Question} question @param {number} value */
export const anchorOf = ({ anchors }, value) => anchors[value] ?? "";

/**
 * Returns the element in which a question is answered; `showValue` updates it.
 * @param {Question} question
 * @param {ScaleOptions} options
 */
export function scaleElement(question, { isCompact = false, ...options }) {
  const values = valuesOf(question);
  if (values.length > MOST_BUTTONS) return numberField(question, options);
  const { id, value, disabled, judge, describedBy, name = question.name } = options;
  const keyByValue = new Map([...(options.keys ?? keysOf(question))].map(([key, keyValue]) => [keyValue, key]));
  const buttons = values.map((each) => {
    const input = build("input", { type: "radio", name: id, value: each, disabled });
    input.checked = each === value;
    input.addEventListener("change", () => {
      const byArrowKeys = input.matches(":focus-visible");
      judge(each, byArrowKeys);
      if (!byArrowKeys) input.blur(); // after a click, the arrow keys move in the page
    });
    const label = isCompact ? "" : question.labels[each] ?? "";
    const number = options.isNamed && label ? null : build("span", { class: "number", text: String(each) });
    const key = keyByValue.get(each);
    const face = build("span", { class: "face" }, number, label ? build("span", { class: "value-label", text: label }) : null,
      key !== undefined && !(number && key === String(each)) ? keyCap(key) : null);
    return build("label", { class: "scale-value", title: anchorOf(question, each) || labelOf(question, each) }, input, build("span", { class: "visually-hidden", text: isCompact ? labelOf(question, each) : "" }), face);
  });
  return build("div", { class: isCompact ? "scale compact" : "scale", role: "radiogroup", id, "aria-label": name, "aria-describedby": describedBy }, ...buttons);
}

/** @param {Question} question @param {ScaleOptions} options */
function numberField({ minimum, maximum, step, ...question }, { id, value, disabled, judge, describedBy, name = question.name }) {
  const input = build("input", { type: "number", min: minimum, max: maximum, step, disabled, "aria-label": name, "aria-describedby": describedBy });
  input.value = value === null ? "" : String(value);
  input.addEventListener("change", () => input.validity.valid && input.value !== "" && judge(Number(input.value), false));
  input.addEventListener("keydown", (event) => event.key === "Enter" && input.blur());
  return build("div", { class: "scale", id }, input, build("span", { class: "quiet", text: `${minimum} to ${maximum}` }));
}

/** Shows a value in an element made by `scaleElement`. @param {Element} scale @param {number | null} value */
export function showValue(scale, value) {
  for (const input of scale.querySelectorAll("input")) {
    if (input.type === "radio") input.checked = value !== null && Number(input.value) === value;
    else if (document.activeElement !== input) input.value = value === null ? "" : String(value);
  }
}
