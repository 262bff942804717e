/**
 * Registers peer annotations as a kind of work: their verbs, the state from the page's data, and how a consensus is decided.
 * @import { Unit } from "../work/edits/types.js"
 */
import { MATCH_VERBS, peerState, placedParts, unitsOf } from "pyramidion/matching/edits/verbs.js";
import { CodePoints } from "pyramidion/texts/code_points.js";
import { describeText } from "pyramidion/work/edits/refusals.js";
import { register } from "pyramidion/work/kinds.js";

/**
 * Describes the current state of the unit or part that a refused edit was about.
 * @param {import("../work/edits/types.js").Edit} edit @param {import("../work/edits/refusals.js").RefusedGroup} refused
 */
function describeCurrent(edit, refused) {
  const { state: { snapshots }, lookup } = refused;
  const quoted = (/** @type {Unit} */ unit) => `“${lookup.unitWords?.(unit)}”`;
  if (edit.verb === "join_units") {
    const ids = [edit.into, ...edit.units];
    const units = ids.filter((id) => snapshots.has(id)).map((id) => quoted(snapshots.get(id)));
    return `${units.length} of the ${ids.length} units still exist${units.length ? ": " + units.join(", ") : ""}`;
  }
  if (edit.part && !edit.unit) return "The part is gone"; // such an edit names only an existing part, and is refused only if the part was deleted
  if (!edit.unit) return "";
  const unit = snapshots.get(edit.unit);
  if (!unit) return "The unit is gone";
  const { textNow } = refused.verb(edit); // defined for edits of a label or comment
  return textNow ? describeText(edit, textNow(edit, unit)) : `${quoted(unit)} → ${lookup.labelOf(unit.scu)}`;
}

/** @type {import("../work/edits/group.js").Reducer} */
export const MATCH_REDUCER = { verbs: MATCH_VERBS, placedParts, overlapMessage: "These words belong to another unit already." };

/** @type {import("../work/kinds.js").Kind} */
export const MATCH_KIND = {
  reducer: MATCH_REDUCER,
  read(data) {
    const releasedIds = data.release.scus.map((/** @type {any} */ scu) => scu.id);
    const may_mark_non_matching = data.settings.non_matching === "mark";
    return peerState({ ...data, length: new CodePoints(data.peer.text).length, release: releasedIds, may_mark_non_matching });
  },
  withCounters(state) {
    let { next_position } = state;
    for (const unit of unitsOf(state)) next_position = Math.max(next_position, unit.position + 1);
    return { ...state, next_position };
  },
  describeCurrent,
  decisions: {
    idsField: "units",
    canCreateFromWords: false, // an adjudicator creates no units from words, but takes or joins the matchers' units
    urlFragment: (id) => `unit-${id}`,
    delete: (unit) => ({ verb: "remove_unit", unit }),
    describe: (unit) => (unit.scu ? "Matched" : "Non-matching"),
    create({ comment, matched, parts }, newId) {
      const unit = newId();
      const partEdits = parts.map(([, start, end]) => ({ verb: "match_part", unit, part: newId(), scu: matched, start, end }));
      return { id: unit, edits: [...partEdits, ...(comment ? [{ verb: "comment_unit", unit, comment, was: "" }] : [])] };
    },
  },
};
register("peer", MATCH_KIND); // "peer": the `kind` of peer annotations in the page's data
