/**
 * The state of a sheet (one judge's judgments of a summary), and its verbs. A snapshot is the plain object of a judgment, as the
 * log stores it; its id joins the question's key and the item's position. For the properties of a verb see work/edits/verb.js.
 * @import { HistoryStep } from "../work/edits/types.js"
 * @typedef {{id: string, question: string, item: number | null, value: number | null, skipped: boolean, comment: string, marks: number[]}} Judgment  marks: positions of targets
 * @typedef {{key: string, per: "item" | "sheet", minimum: number, maximum: number, step: number, optional: boolean}} QuestionRule
 * @typedef {object} SheetState
 * @property {QuestionRule[]} questions in their order
 * @property {Set<number>} items the positions that can be judged
 * @property {Set<number>} targets the positions that can be marked; `to` in edits
 * @property {Set<string>} reserved always empty, because the ids of judgments can be used again
 * @property {Map<string, Judgment>} snapshots
 * @property {Map<string, HistoryStep>} history
 * @property {boolean} any_order whether the user may undo groups in any order
 */
import { checkUnchanged } from "pyramidion/work/edits/group.js";
import { HISTORY_VERBS } from "pyramidion/work/edits/history.js";
import { Refused } from "pyramidion/work/edits/verb.js";

/**
 * Converts the page's data to the state of a sheet.
 * @param {{questions: QuestionRule[], items: number[], targets: number[], judgments: Judgment[],
 *          history?: Record<string, HistoryStep>, any_order?: boolean}} data items, targets: positions
 * @returns {SheetState}
 */
export function sheetState({ questions, items, targets, judgments, history = {}, any_order = false }) {
  return {
    questions, items: new Set(items), targets: new Set(targets), reserved: new Set(),
    snapshots: new Map(judgments.map((judgment) => [judgment.id, judgment])), history: new Map(Object.entries(history)), any_order,
  };
}

/** The id of the judgment of an item, or of the whole sheet. @param {string} question its key @param {number | null} [item] its position */
export function judgmentId(question, item) {
  return `${question}:${item ?? ""}`;
}

/** The judgment as it is, or an empty one. @param {SheetState} state @param {string} question @param {number | null} [item] @returns {Judgment} */
function judgmentOf(state, question, item = null) {
  const id = judgmentId(question, item);
  return state.snapshots.get(id) ?? { id, question, item, value: null, skipped: false, comment: "", marks: [] };
}

/**
 * Returns the changed judgment by its id; null if nothing remains of it. Throws Refused for an unknown item.
 * @param {SheetState} state @param {string} question @param {number | null | undefined} item @param {Partial<Judgment>} changes
 */
function change(state, question, item, changes) {
  if (item != null && !state.items.has(item)) throw new Refused("gone", "The list has no such item to judge.");
  const judgment = { ...judgmentOf(state, question, item), ...changes };
  const remains = judgment.value !== null || judgment.skipped || judgment.comment || judgment.marks.length;
  return { [judgment.id]: remains ? judgment : null };
}

/** Returns the judgment of an item with other marks, by its id. @param {SheetState} state @param {number} item @param {(marks: Set<number>) => void} changeMarks */
function withMarks(state, item, changeMarks) {
  const question = state.questions.find(({ per }) => per === "item")?.key ?? "";
  const marks = new Set(judgmentOf(state, question, item).marks);
  changeMarks(marks);
  return change(state, question, item, { marks: [...marks].sort((a, b) => a - b) });
}

/** What an edit is about, for sentences. @param {{question: string, item?: number | null}} edit */
const nameOf = ({ question, item }) => (item == null ? `“${question}”` : `item ${item}`);

/** @type {import("../work/edits/verb.js").Verbs} */
export const SHEET_VERBS = {
  judge: {
    fields: ["question", "item?", "value"], priority: 10,
    says: (edit) => (edit.value === null ? `cleared ${nameOf(edit)}` : `judged ${nameOf(edit)} as ${edit.value}`),
    intention: (edit) => (edit.value === null ? `Clear ${nameOf(edit)}` : `Judge ${nameOf(edit)} as ${edit.value}`),
    apply: (state, { question, item, value }) => change(state, question, item, { value, skipped: false }),
  },
  skip: {
    fields: ["question", "item?"], priority: 20,
    says: (edit) => `skipped ${nameOf(edit)}`, intention: (edit) => `Skip ${nameOf(edit)}`,
    apply: (state, { question, item }) => change(state, question, item, { value: null, skipped: true }),
  },
  unskip: {
    fields: ["question", "item?"], priority: 30,
    says: (edit) => `no longer skipped ${nameOf(edit)}`, intention: (edit) => `Do not skip ${nameOf(edit)}`,
    apply: (state, { question, item }) => change(state, question, item, { skipped: false }),
  },
  mark: {
    fields: ["item", "to"], priority: 40,
    says: (edit) => `marked text for ${nameOf(edit)}`, intention: ({ item, to }) => `Mark ${to} for item ${item}`,
    apply(state, { item, to }) {
      if (!state.targets.has(to)) throw new Refused("gone", "The list has no such item to mark.");
      return withMarks(state, item, (marks) => marks.add(to));
    },
  },
  unmark: {
    fields: ["item", "to"], priority: 50,
    says: (edit) => `removed a mark for ${nameOf(edit)}`, intention: ({ item, to }) => `Remove the mark of ${to} for item ${item}`,
    apply: (state, { item, to }) => withMarks(state, item, (marks) => marks.delete(to)),
  },
  comment_judgment: {
    fields: ["question", "item?", "comment", "was"], priority: 60,
    says: (edit) => `commented on ${nameOf(edit)}`, intention: ({ comment }) => `Comment: ${comment}`,
    textNow: (_, judgment) => judgment?.comment ?? "",
    rebase: (edit, { state }) => ({ ...edit, was: judgmentOf(state, edit.question, edit.item).comment }),
    apply(state, { question, item, comment, was }) {
      checkUnchanged(judgmentOf(state, question, item).comment, was);
      return change(state, question, item, { comment });
    },
  },
  ...HISTORY_VERBS,
};

/** @type {import("../work/edits/group.js").Reducer} */
export const SHEET_REDUCER = { verbs: SHEET_VERBS, placedParts: () => [], overlapMessage: "" };
