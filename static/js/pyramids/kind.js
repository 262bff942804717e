// @ts-check
/** Pyramids as a kind of work. */
import { PYRAMID, whatStands } from "pyramidion/pyramids/edits/verbs.js";
import { pyramidState, scusOf } from "pyramidion/pyramids/edits/scu_images.js";
import { CodePoints } from "pyramidion/texts/code_points.js";
import { register } from "pyramidion/work/kinds.js";

/** @type {import("../work/kinds.js").Kind} */
export const PYRAMID_KIND = {
  reducer: PYRAMID,
  read(data) {
    const lengths = data.summaries.map((/** @type {any} */ { id, text }) => [id, new CodePoints(text).length]);
    return pyramidState({ ...data, lengths: Object.fromEntries(lengths) });
  },
  counted(state) {
    let { next_uid, next_position } = state;
    for (const scu of scusOf(state)) {
      next_uid = Math.max(next_uid, scu.uid + 1);
      next_position = Math.max(next_position, Math.floor(scu.position) + 1);
    }
    return { ...state, next_uid, next_position };
  },
  stands: whatStands,
  decided: {
    made: "scus",
    free: true,
    address: (id) => `scu-${id}`,
    remove: (scu) => ({ verb: "delete_scu", scu }),
    relabel: (scu, label) => ({ verb: "relabel_scu", scu: scu.id, label, was: scu.label }),
    build({ label, comment, parts }, newId) {
      const scu = newId();
      const added = parts.map(([summary, start, end]) => ({ verb: "add_part", part: newId(), scu, summary, start, end }));
      const about = comment ? [{ verb: "comment_scu", scu, comment, was: "" }] : [];
      return { id: scu, edits: [{ verb: "create_scu", scu, label }, ...added, ...about] };
    },
  },
};
register("pyramid", PYRAMID_KIND);
