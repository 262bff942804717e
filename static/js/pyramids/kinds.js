// @ts-check
/** What differs between a pyramid and a peer annotation on their way to the server. */
import { PEER, peerState, unitsOf } from "pyramidion/matching/edits/peer_reducer.js";
import { PYRAMID, pyramidState, scusOf } from "pyramidion/pyramids/edits/pyramid_reducer.js";
import { CodePoints } from "pyramidion/texts/code_points.js";

/** Page data to the reducer's state. @param {any} data */
export function readPyramid(data) {
  const lengths = Object.fromEntries(
    data.summaries.map((/** @type {any} */ summary) => [summary.id, new CodePoints(summary.text).length]),
  );
  return pyramidState({ ...data, lengths });
}

/** Page data to the reducer's state. @param {any} data */
export function readPeer(data) {
  const release = data.release.scus.map((/** @type {any} */ scu) => scu.id);
  const may_mark_non_matching = data.settings.non_matching === "mark";
  return peerState({ ...data, length: new CodePoints(data.peer.text).length, release, may_mark_non_matching });
}

/**
 * The counters beyond everything that is there: edits of others come as images, without counters.
 * @param {any} state
 */
function countedPyramid(state) {
  let { next_uid, next_position } = state;
  for (const scu of scusOf(state)) {
    next_uid = Math.max(next_uid, scu.uid + 1);
    next_position = Math.max(next_position, Math.floor(scu.position) + 1);
  }
  return { ...state, next_uid, next_position };
}

/** @param {any} state */
function countedPeer(state) {
  let { next_position } = state;
  for (const unit of unitsOf(state)) next_position = Math.max(next_position, unit.position + 1);
  return { ...state, next_position };
}

export const PYRAMID_KIND = { reducer: PYRAMID, read: readPyramid, counted: countedPyramid };
export const PEER_KIND = { reducer: PEER, read: readPeer, counted: countedPeer };
