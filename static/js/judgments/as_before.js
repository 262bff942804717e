/**
 * Finds another sheet on which the judge has marked the same words for the same unit, but given it a different value.
 */
/** @import { Sheet } from "./sheet.js" */

/**
 * Returns the sentences marked for a unit, sorted by their words so that summaries can be compared; "" without marks.
 * @param {Sheet} sheet @param {number} item
 */
function markedWords(sheet, item) {
  const marks = new Set(sheet.marks(item));
  const texts = sheet.sentences.filter(({ position }) => marks.has(position)).map(({ text }) => text.trim().replace(/\s+/gu, " "));
  return [...new Set(texts)].sort().join("\n");
}

/**
 * Returns the nearest earlier sheet on which the same words are marked for the same unit, and the unit's value there.
 * Without an earlier sheet, the first later one counts. Null if there is no such sheet, or if the value is the same.
 * @param {Sheet} sheet @param {string} question the question's key @param {number} item the unit's position
 * @param {Sheet[]} sheets of the judge
 * @returns {{sheet: Sheet, value: number} | null}
 */
export function judgedBefore(sheet, question, item, sheets) {
  const words = markedWords(sheet, item);
  if (!words) return null;
  const withSameWords = sheets.filter((each) =>
    each !== sheet && each.listCode === sheet.listCode && each.value(question, item) !== null && markedWords(each, item) === words);
  const other = withSameWords.filter(({ number }) => number < sheet.number).at(-1) ?? withSameWords[0];
  const value = other?.value(question, item) ?? null;
  return value === null || value === sheet.value(question, item) ? null : { sheet: other, value };
}
