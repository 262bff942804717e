// @ts-check
/**
 * The verbs of pyramids, and what stands where one was refused.
 * @typedef {import("../../work/edits/types.js").PyramidState} State
 */
import { decisionVerbs } from "pyramidion/work/edits/decision_verbs.js";
import { refusingOverlaps } from "pyramidion/work/edits/group.js";
import { HISTORY_VERBS } from "pyramidion/work/edits/history.js";
import { PART_VERBS } from "pyramidion/pyramids/edits/part_verbs.js";
import { standingWords } from "pyramidion/work/edits/refusals.js";
import { SCU_VERBS } from "pyramidion/pyramids/edits/scu_verbs.js";
import { holderOfPart, partIds, scusOf, standing } from "pyramidion/pyramids/edits/scu_images.js";

/** @param {State} state */
function* partsOf(state) {
  for (const image of scusOf(state)) {
    for (const { summary, parts } of image.contributors) {
      for (const part of parts) yield { owner: image.id, text: summary, part };
    }
  }
}

export const PYRAMID_VERBS = { ...SCU_VERBS, ...PART_VERBS, ...decisionVerbs("scus", standing), ...HISTORY_VERBS };

/** @type {import("../../work/edits/group.js").Reducer<any, State>} */
export const PYRAMID = { verbs: PYRAMID_VERBS, partIds, checkOverlap: refusingOverlaps(partsOf, "These words belong to another SCU already.") };

/**
 * What stands in the place of what an edit was about.
 * @param {import("../../work/edits/types.js").Edit} edit @param {import("../../work/edits/refusals.js").RefusedGroup} refused
 */
export function whatStands(edit, refused) {
  const { images } = refused.state;
  const fate = (/** @type {string} */ id) => {
    const heir = refused.heir(id);
    return `${refused.named(id)} ${heir ? "was merged into " + refused.named(heir) : "is gone"}`;
  };
  const lost = [edit.into, ...(edit.scus ?? []), edit.scu, edit.to_scu].filter((id) => id && !images.has(id));
  if (lost.length) return lost.map(fate).join("; ");
  if (edit.verb === "merge_scus") return "All of them stand";
  if (edit.part && !edit.scu) {
    const holder = holderOfPart(refused.state, edit.part);
    return holder ? `The part is in ${refused.named(holder)}` : "The part is gone";
  }
  const scu = images.get(edit.scu);
  if (!scu) return "";
  const { now } = refused.verb(edit);
  const text = now ? now(edit, scu) : scu.label;
  return text === undefined ? "The contributor is gone" : standingWords(edit, text);
}
