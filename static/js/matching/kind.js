// @ts-check
/** Peer annotations as a kind of work. */
import { MATCH, peerState, unitsOf, whatStands } from "pyramidion/matching/edits/verbs.js";
import { CodePoints } from "pyramidion/texts/code_points.js";
import { register } from "pyramidion/work/kinds.js";

/** @type {import("../work/kinds.js").Kind} */
export const MATCH_KIND = {
  reducer: MATCH,
  read(data) {
    const release = data.release.scus.map((/** @type {any} */ scu) => scu.id);
    const may_mark_non_matching = data.settings.non_matching === "mark";
    return peerState({ ...data, length: new CodePoints(data.peer.text).length, release, may_mark_non_matching });
  },
  counted(state) {
    let { next_position } = state;
    for (const unit of unitsOf(state)) next_position = Math.max(next_position, unit.position + 1);
    return { ...state, next_position };
  },
  stands: whatStands,
  decided: {
    made: "units",
    free: false,
    address: (id) => `unit-${id}`,
    remove: (unit) => ({ verb: "remove_unit", unit }),
    says: (unit) => (unit.scu ? "Matched" : "Matches nothing"),
    build({ comment, matched, parts }, newId) {
      const unit = newId();
      const added = parts.map(([, start, end]) => ({ verb: "match_part", unit, part: newId(), scu: matched, start, end }));
      return { id: unit, edits: [...added, ...(comment ? [{ verb: "comment_unit", unit, comment, was: "" }] : [])] };
    },
  },
};
register("peer", MATCH_KIND);
