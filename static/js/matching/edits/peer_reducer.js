// @ts-check
/**
 * What each verb does to a peer annotation, as pure functions from state and edit to the touched images (null: gone).
 * @typedef {import("../../work/edits/types.js").Part} Part
 * @typedef {import("../../work/edits/types.js").PeerState} State
 */
import { decisionVerbs } from "pyramidion/work/edits/decisions.js";
import { lastTouch } from "pyramidion/work/edits/group.js";
import { overlaps } from "pyramidion/work/edits/parts.js";
import { Refused } from "pyramidion/work/edits/refused.js";
import { UNIT_VERBS } from "pyramidion/matching/edits/unit_verbs.js";
import { partIds, peerState, standing, unitsOf } from "pyramidion/matching/edits/unit_images.js";

/** @param {State} start @param {State} end @param {import("../../work/edits/group.js").Step[]} steps */
function checkOverlap(start, end, steps) {
  /** @type {Map<string, Part>} */
  const old = new Map();
  for (const unit of unitsOf(start)) for (const part of unit.parts) old.set(part.id, part);
  for (const unit of unitsOf(end)) {
    const others = [...unitsOf(end)].filter((other) => other.id !== unit.id).flatMap((other) => other.parts);
    for (const part of unit.parts) {
      const before = old.get(part.id);
      if (before && before.start === part.start && before.end === part.end) continue;
      if (!others.some((other) => overlaps(other, part))) continue;
      throw new Refused("overlap", "These words belong to another unit already.", lastTouch(steps, unit.id));
    }
  }
}

/** @type {import("../../work/edits/group.js").Reducer<any, State>} */
export const PEER = { verbs: { ...UNIT_VERBS, ...decisionVerbs("units", standing) }, partIds, checkOverlap };
export { partIds, peerState, unitsOf };
