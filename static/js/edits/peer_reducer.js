// @ts-check
/**
 * What each verb does to a peer annotation, as pure functions from state and edit to the touched images (null: gone).
 * @typedef {import("./types.js").Part} Part
 * @typedef {import("./types.js").PeerState} State
 */
import { decisionVerbs } from "pyramidion/edits/decisions.js";
import { lastTouch } from "pyramidion/edits/group.js";
import { overlaps } from "pyramidion/edits/parts.js";
import { Refused } from "pyramidion/edits/refused.js";
import { UNIT_VERBS } from "pyramidion/edits/unit_verbs.js";
import { partIds, peerState, standing, unitsOf } from "pyramidion/edits/units.js";

/** @param {State} start @param {State} end @param {import("./group.js").Step[]} steps */
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

/** @type {import("./group.js").Reducer<any, State>} */
export const PEER = { verbs: { ...UNIT_VERBS, ...decisionVerbs("units", standing) }, partIds, checkOverlap };
export { partIds, peerState, unitsOf };
