/** Finds a unit for which the judge has marked the same words on another sheet, and has given another value. */
/** @import { Sheet } from "./sheet.js" */

/** The texts of the marked sentences of a unit, in an order that does not depend on the summary; "" without marks. @param {Sheet} sheet @param {number} item */
function markedWords(sheet, item) {
  const marks = new Set(sheet.marks(item));
  const texts = sheet.sentences.filter(({ position }) => marks.has(position)).map(({ text }) => text.trim().replace(/\s+/gu, " "));
  return [...new Set(texts)].sort().join("\n");
}

/**
 * Returns the sheet and the value of the last earlier sheet, else of the first later one, on which the same words are marked for the
 * same unit; null if there is none, or if the value is the same.
 * @param {Sheet} sheet @param {string} question its key @param {number} item its position @param {Sheet[]} sheets of the judge
 * @returns {{sheet: Sheet, value: number} | null}
 */
export function judgedBefore(sheet, question, item, sheets) {
  const words = markedWords(sheet, item);
  if (!words) return null;
  const alike = sheets.filter((each) =>
    each !== sheet && each.listCode === sheet.listCode && each.value(question, item) !== null && markedWords(each, item) === words);
  const before = alike.filter(({ number }) => number < sheet.number).at(-1) ?? alike[0];
  const value = before?.value(question, item) ?? null;
  return value === null || value === sheet.value(question, item) ? null : { sheet: before, value };
}
