/**
 * The scale of one row in a long list: radio buttons without labels. Listen to “change” on the list, not on each of its thousands of
 * buttons.
 * @import { Question } from "../sheet.js"
 */
import { build } from "pyramidion/elements/build.js";
import { labelOf, valuesOf } from "pyramidion/judgments/scales.js";

/**
 * @param {Question} question
 * @param {{name: string, label: string, value: number | null, disabled: boolean}} options name: unique on the page;
 *   label: for screen readers
 */
export function cellsElement(question, { name, label, value, disabled }) {
  const cells = valuesOf(question).map((each) => {
    const title = question.labels[each] ? labelOf(question, each) : null;
    const input = build("input", { type: "radio", name, value: each, disabled, "aria-label": title });
    input.checked = each === value;
    return build("label", { class: "cell", title }, input, build("span", { text: String(each), "aria-hidden": title !== null && "true" }));
  });
  return build("div", { class: "cells", role: "radiogroup", "aria-label": label }, ...cells);
}
