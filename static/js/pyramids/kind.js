/**
 * Registers pyramids as a kind of work: their verbs, the state from the page's data, and how a consensus is decided.
 * @typedef {import("../work/edits/types.js").PyramidState} State
 */
import { PART_VERBS } from "pyramidion/pyramids/edits/part_verbs.js";
import { RELATION_VERBS, checkRelations } from "pyramidion/pyramids/edits/relations.js";
import { placedParts, scuIdOfPart, pyramidState, scusOf, existingScu } from "pyramidion/pyramids/edits/scu_snapshots.js";
import { SCU_VERBS } from "pyramidion/pyramids/edits/scu_verbs.js";
import { CodePoints } from "pyramidion/texts/code_points.js";
import { decisionVerbs } from "pyramidion/work/edits/decision_verbs.js";
import { HISTORY_VERBS } from "pyramidion/work/edits/history.js";
import { describeText } from "pyramidion/work/edits/refusals.js";
import { register } from "pyramidion/work/kinds.js";

export const PYRAMID_VERBS = { ...SCU_VERBS, ...PART_VERBS, ...RELATION_VERBS, ...decisionVerbs("scus", existingScu), ...HISTORY_VERBS };

/** @type {import("../work/edits/group.js").Reducer} */
export const PYRAMID_REDUCER = { verbs: PYRAMID_VERBS, placedParts, overlapMessage: "These words belong to another SCU already.", check: checkRelations };

/**
 * Describes the current state of the SCU, contributor or part that a refused edit was about.
 * @param {import("../work/edits/types.js").Edit} edit @param {import("../work/edits/refusals.js").RefusedGroup} refused
 */
export function describeCurrent(edit, refused) {
  const { snapshots } = refused.state;
  const whatHappened = (/** @type {string} */ id) => {
    const into = refused.mergedInto(id);
    return `${refused.quotedLabel(id)} ${into ? "was merged into " + refused.quotedLabel(into) : "is gone"}`;
  };
  const missingIds = [edit.into, ...(edit.scus ?? []), edit.scu, edit.to_scu].filter((id) => id && !snapshots.has(id));
  if (missingIds.length) return missingIds.map(whatHappened).join("; ");
  if (edit.verb === "merge_scus") return "All these SCUs exist";
  if (edit.part && !edit.scu) {
    const scuId = scuIdOfPart(refused.state, edit.part);
    return scuId ? `The part is in ${refused.quotedLabel(scuId)}` : "The part is gone";
  }
  const scu = snapshots.get(edit.scu);
  if (!scu) return "";
  const { textNow } = refused.verb(edit);
  const text = textNow ? textNow(edit, scu) : scu.label;
  return text === undefined ? "The contributor is gone" : describeText(edit, text);
}

/** How pyramids are edited and decided; `Kind` describes these properties. @type {import("../work/kinds.js").Kind} */
export const PYRAMID_KIND = {
  reducer: PYRAMID_REDUCER,
  read(data) {
    const lengthEntries = data.summaries.map((/** @type {any} */ { id, text }) => [id, new CodePoints(text).length]);
    return pyramidState({ ...data, lengths: Object.fromEntries(lengthEntries) });
  },
  withCounters(state) {
    let { next_uid, next_position } = state;
    for (const scu of scusOf(state)) {
      next_uid = Math.max(next_uid, scu.uid + 1);
      next_position = Math.max(next_position, Math.floor(scu.position) + 1);
    }
    return { ...state, next_uid, next_position };
  },
  describeCurrent,
  decisions: {
    idsField: "scus",
    canCreateFromWords: true,
    urlFragment: (id) => `scu-${id}`,
    delete: (scu) => ({ verb: "delete_scu", scu }),
    relabel: (scu, label) => ({ verb: "relabel_scu", scu: scu.id, label, was: scu.label }),
    create({ label, comment, parts }, newId) {
      const scu = newId();
      const partEdits = parts.map(([summary, start, end]) => ({ verb: "add_part", part: newId(), scu, summary, start, end }));
      const commentEdits = comment ? [{ verb: "comment_scu", scu, comment, was: "" }] : [];
      return { id: scu, edits: [{ verb: "create_scu", scu, label }, ...partEdits, ...commentEdits] };
    },
  },
};
register("pyramid", PYRAMID_KIND);
