/**
 * Applies a group of edits: in order, all or none. The server has the same rules; tests/vectors test both. A *snapshot* is the JSON
 * of an SCU, unit, decision or other object of the work.
 * @import { Edit, Group, HistoryStep, Refusal } from "./types.js"
 * @typedef {{edit: Edit, before: Record<string, any>, after: Record<string, any>}} AppliedEdit  before, after: the snapshots that the
 *   edit changed, by id (null: did not exist)
 */
import { HISTORY_STEP, HISTORY_VERBS, endRedo } from "pyramidion/work/edits/history.js";
import { PartIndex } from "pyramidion/work/edits/part_index.js";
import { Refused } from "pyramidion/work/edits/verb.js";

/**
 * The state of a work. `reserved`: ids of deleted objects; undo may restore them, but no new object may use them.
 * `history`: the groups that can be undone or redone, oldest first. `any_order`: whether the user may undo them in any order.
 * @template Snapshot
 * @typedef {{reserved: Set<string>, snapshots: Map<string, Snapshot>, history: Map<string, HistoryStep>, any_order: boolean}} State
 */

/**
 * @typedef {{verbs: import("./verb.js").Verbs, placedParts: import("./part_index.js").PlacedParts, overlapMessage: string,
 *            check?: (state: any, before: Record<string, any>, after: Record<string, any>) => void}} Reducer  how
 *   the edits of one kind of work are applied; placedParts: returns the parts of a snapshot; overlapMessage: why a group that makes
 *   two SCUs or units share words is refused; check: throws Refused if the state after an edit is impossible
 */

/**
 * Returns the state after a group, or its refusal. `state` itself never changes.
 * @template {{id: string}} Snapshot @template {State<Snapshot>} S @param {Reducer} reducer @param {S} state
 * @param {Group} group @param {import("./types.js").Overlap} overlap whether SCUs or units may share words @returns {{state: S, refused: null} | {state: S, refused: Refusal}}
 */
export function applyGroup(reducer, state, group, overlap = "allow") {
  const { reserved, snapshots, history } = state;
  /** @type {S} */
  const draft = { ...state, reserved: new Set(reserved), snapshots: new Map(snapshots), history: new Map(history) };
  PartIndex.of(state, reducer.placedParts).copyTo(draft.snapshots);
  /** @type {AppliedEdit[]} */
  const applied = [];
  let currentId = "";
  try {
    for (const edit of group.edits) {
      currentId = edit.id;
      const after = reducer.verbs[edit.verb].apply(draft, edit);
      const before = Object.fromEntries(Object.keys(after).map((key) => [key, draft.snapshots.get(key) ?? null]));
      applySnapshots(reducer, draft, before, after);
      reducer.check?.(draft, before, after);
      applied.push({ edit, before, after });
    }
    if (overlap === "forbid") checkOverlap(reducer, state, draft, applied);
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    const edit = problem.edit || currentId;
    return { state, refused: { group: group.group, edit, code: problem.code, message: problem.message } };
  }
  recordStep(draft.history, group.group, applied);
  return { state: draft, refused: null };
}

/**
 * Puts the changed snapshots into the draft and reserves the ids of the SCUs, units and parts that are deleted.
 * @template {{id: string}} Snapshot @template {State<Snapshot>} S @param {Reducer} reducer @param {S} draft
 * @param {Record<string, Snapshot | null>} before @param {Record<string, Snapshot | null>} after
 */
function applySnapshots(reducer, draft, before, after) {
  const [partsBefore, partsAfter] = [before, after].map((changed) => Object.values(changed).flatMap((snapshot) => (snapshot ? reducer.placedParts(snapshot) : [])));
  PartIndex.of(draft, reducer.placedParts).replace(partsBefore, partsAfter);
  const remainingIds = new Set(partsAfter.map(({ part }) => part.id));
  for (const { part } of partsBefore) if (!remainingIds.has(part.id)) draft.reserved.add(part.id);
  for (const [key, snapshot] of Object.entries(after)) {
    if (snapshot) {
      draft.snapshots.set(key, snapshot);
    } else {
      draft.snapshots.delete(key);
      // Keys derived from other ids ("aside:17") may be used again.
      if (!key.includes(":")) draft.reserved.add(key);
    }
  }
}

/** Adds the group to the history. Unless it is an undo or a redo, undone groups can no longer be redone. @param {Map<string, HistoryStep>} history @param {string} group @param {AppliedEdit[]} applied */
function recordStep(history, group, applied) {
  if (applied.some(({ edit }) => edit.verb in HISTORY_VERBS)) {
    history.set(group, HISTORY_STEP);
    return;
  }
  endRedo(history);
  history.set(group, stepOf(applied));
}

/**
 * Returns a group's step in the history: the changed snapshots as they were before the group's first edit, and after its last.
 * @param {{before: Record<string, any>, after: Record<string, any>}[]} edits @returns {HistoryStep}
 */
export function stepOf(edits) {
  const before = Object.assign({}, ...edits.map((edit) => edit.before).reverse());
  const after = Object.assign({}, ...edits.map((edit) => edit.after));
  return { before, after, done: true, barred: "", mine: true };
}

/**
 * Throws Refused if an SCU, unit or part of this work has, or had, this id.
 * @template Snapshot @param {State<Snapshot>} state @param {import("./part_index.js").PlacedParts} placedParts @param {string} id
 */
export function checkNewId(state, placedParts, id) {
  const isUsed = state.reserved.has(id) || state.snapshots.has(id) || PartIndex.of(state, placedParts).byId.has(id);
  if (isUsed) throw new Refused("duplicate", "This id has been used before.");
}

/** Throws Refused if a label or comment has changed since the user saw it. @param {string} current @param {string} was the text that the user saw @param {string} message */
export function checkUnchanged(current, was, message = "The comment has since been changed.") {
  if (current !== was) throw new Refused("changed", message);
}

/**
 * Throws Refused if a part that the group adds or changes overlaps another SCU or unit. Other parts are not checked, because an
 * import may contain parts that overlap.
 * @param {Reducer} reducer @param {State<any>} state before the group @param {State<any>} draft after it @param {AppliedEdit[]} applied
 */
function checkOverlap({ placedParts, overlapMessage }, state, draft, applied) {
  const [before, after] = [PartIndex.of(state, placedParts), PartIndex.of(draft, placedParts)];
  const changedKeys = new Set(applied.flatMap((entry) => Object.keys(entry.after)));
  const overlappingItemIds = new Set();
  for (const key of changedKeys) {
    for (const placed of placedParts(draft.snapshots.get(key) ?? {})) {
      if (!before.has(placed.part) && after.overlapsOtherItem(placed)) overlappingItemIds.add(key);
    }
  }
  if (!overlappingItemIds.size) return;
  const itemId = [...draft.snapshots.keys()].find((key) => overlappingItemIds.has(key)) ?? ""; // the first in the state's order, as on the server
  throw new Refused("overlap", overlapMessage, applied.findLast((entry) => itemId in entry.after)?.edit.id ?? "");
}
