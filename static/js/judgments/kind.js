/**
 * Registers sheets as a kind of work. The data of a sheet come from the API: `instrument` with its questions, `items`,
 * and `sentences`, which marks point to; if there are none, marks point to other items.
 */
import { judgmentId, SHEET_REDUCER, sheetState } from "pyramidion/judgments/verbs.js";
import { describeText } from "pyramidion/work/edits/refusals.js";
import { register } from "pyramidion/work/kinds.js";

/** @type {import("../work/kinds.js").Kind} */
export const SHEET_KIND = {
  reducer: SHEET_REDUCER,
  read(data) {
    const positions = (/** @type {any[]} */ items) => items.map(({ position }) => position);
    const items = positions(data.items.filter((/** @type {any} */ item) => item.judged));
    const targets = positions(data.sentences.length ? data.sentences : data.items);
    return sheetState({ ...data, questions: data.instrument.questions, items, targets });
  },
  withCounters: (state) => state,
  describeCurrent(edit, refused) {
    const judgment = refused.state.snapshots.get(judgmentId(edit.question ?? "", edit.item));
    const { textNow } = refused.verb(edit); // defined for edits of a comment
    if (textNow) return describeText(edit, judgment?.comment);
    if (!judgment) return "Not judged";
    return judgment.skipped ? "Skipped" : `Judged as ${judgment.value}`;
  },
  // Sheets have no consensus, so nobody decides differences between them.
  decisions: { idsField: "units", canCreateFromWords: false, urlFragment: () => "", delete: () => ({ verb: "" }), create: () => ({ id: "", edits: [] }) },
};
register("sheet", SHEET_KIND);
