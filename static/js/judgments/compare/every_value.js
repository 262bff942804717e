/**
 * The rule of instruments with `every_value`: on a topic with enough summaries, each value of a scale must be used at
 * least once. The server checks it when the last sheet of the topic is finished.
 * @import { Sheet } from "../sheet.js"
 */
import { valuesOf } from "pyramidion/judgments/scales.js";

/** Returns a sentence for each question whose scale has unused values. @param {Sheet[]} sheets of the topic @returns {string[]} */
export function unusedValues(sheets) {
  return (sheets[0]?.sheetQuestions ?? []).flatMap((question) => {
    const used = new Set(sheets.map((sheet) => sheet.value(question.key)));
    const values = valuesOf(question);
    const unused = values.filter((value) => !used.has(value));
    if (!unused.length || values.length > sheets.length) return [];
    return [`${question.name}: each value must be used at least once; not used yet: ${unused.join(", ")}.`];
  });
}
