// @ts-check
/**
 * What each verb does to a pyramid, as pure functions from state and edit to the touched images (null: gone).
 * @typedef {import("../../work/edits/types.js").Part} Part
 * @typedef {import("../../work/edits/types.js").PyramidState} State
 */
import { decisionVerbs } from "pyramidion/work/edits/decisions.js";
import { lastTouch } from "pyramidion/work/edits/group.js";
import { PART_VERBS } from "pyramidion/pyramids/edits/part_verbs.js";
import { overlaps } from "pyramidion/work/edits/parts.js";
import { Refused } from "pyramidion/work/edits/refused.js";
import { SCU_VERBS } from "pyramidion/pyramids/edits/scu_verbs.js";
import { partIds, pyramidState, scusOf, standing } from "pyramidion/pyramids/edits/scu_images.js";

/** @param {State} start @param {State} end @param {import("../../work/edits/group.js").Step[]} steps */
function checkOverlap(start, end, steps) {
  /** @type {Map<string, Part>} */
  const old = new Map();
  for (const { part } of partsOf(start)) old.set(part.id, part);
  const standing = [...partsOf(end)];
  for (const { scu, summary, part } of standing) {
    const before = old.get(part.id);
    if (before && before.start === part.start && before.end === part.end) continue;
    const shared = standing.some((o) => o.scu !== scu && o.summary === summary && overlaps(o.part, part));
    if (shared) throw new Refused("overlap", "These words belong to another SCU already.", lastTouch(steps, scu));
  }
}

/** @param {State} state */
function* partsOf(state) {
  for (const image of scusOf(state)) {
    for (const { summary, parts } of image.contributors) {
      for (const part of parts) yield { scu: image.id, summary, part };
    }
  }
}

/** @type {import("../../work/edits/group.js").Reducer<any, State>} */
export const PYRAMID = { verbs: { ...SCU_VERBS, ...PART_VERBS, ...decisionVerbs("scus", standing) }, partIds, checkOverlap };
export { partIds, pyramidState, scusOf };
