/**
 * Applies a group of edits: in order, all or none. The server has the same rules; tests/vectors test both. A *snapshot* is the JSON
 * of an SCU, unit, decision or other object of the work.
 * @import { Edit, Group, HistoryStep, Refusal } from "./types.js"
 * @typedef {{edit: Edit, before: Record<string, any>, after: Record<string, any>}} AppliedEdit  with
 *   the snapshots that it changed, before and after (null: did not exist)
 */
import { HISTORY_STEP, HISTORY_VERBS, endRedo } from "pyramidion/work/edits/history.js";
import { overlaps } from "pyramidion/work/edits/parts.js";
import { Refused } from "pyramidion/work/edits/verb.js";

/**
 * The state of a work. `reserved`: ids of deleted objects; undo may restore them, but no new object may use them.
 * `history`: the groups that can be undone or redone, oldest first. `any_order`: whether the user may undo them in any order.
 * @template Snapshot
 * @typedef {{reserved: Set<string>, snapshots: Map<string, Snapshot>, history: Map<string, HistoryStep>, any_order: boolean}} State
 */

/**
 * @template {{id: string}} Snapshot
 * @template {State<Snapshot>} S
 * @typedef {{verbs: import("./verb.js").Verbs, partIds: (snapshot: Snapshot) => string[],
 *            checkOverlap: (stateBefore: S, stateAfter: S, applied: AppliedEdit[]) => void}} Reducer  how
 *   the edits of one kind of work are applied; checkOverlap: throws Refused
 */

/**
 * Returns the state after a group, or its refusal. `state` itself never changes.
 * @template {{id: string}} Snapshot @template {State<Snapshot>} S @param {Reducer<Snapshot, S>} reducer @param {S} state
 * @param {Group} group @param {import("./types.js").Overlap} overlap @returns {{state: S, refused: null} | {state: S, refused: Refusal}}
 */
export function applyGroup(reducer, state, group, overlap = "allow") {
  const { reserved, snapshots, history } = state;
  /** @type {S} */
  const draft = { ...state, reserved: new Set(reserved), snapshots: new Map(snapshots), history: new Map(history) };
  /** @type {AppliedEdit[]} */
  const applied = [];
  let currentId = "";
  try {
    for (const edit of group.edits) {
      currentId = edit.id;
      const after = reducer.verbs[edit.verb].apply(draft, edit);
      const before = Object.fromEntries(Object.keys(after).map((key) => [key, draft.snapshots.get(key) ?? null]));
      applySnapshots(reducer, draft, before, after);
      applied.push({ edit, before, after });
    }
    if (overlap === "forbid") reducer.checkOverlap(state, draft, applied);
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
 * @template {{id: string}} Snapshot @template {State<Snapshot>} S @param {Reducer<Snapshot, S>} reducer @param {S} draft
 * @param {Record<string, Snapshot | null>} before @param {Record<string, Snapshot | null>} after
 */
function applySnapshots(reducer, draft, before, after) {
  const deletedParts = new Set();
  for (const snapshot of Object.values(before)) if (snapshot) for (const id of reducer.partIds(snapshot)) deletedParts.add(id);
  for (const snapshot of Object.values(after)) if (snapshot) for (const id of reducer.partIds(snapshot)) deletedParts.delete(id);
  for (const id of deletedParts) draft.reserved.add(id);
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
 * A group's step in the history: each changed snapshot before the group's first and after its last edit.
 * @param {{before: Record<string, any>, after: Record<string, any>}[]} edits @returns {HistoryStep}
 */
export function stepOf(edits) {
  let before = {};
  let after = {};
  for (const edit of edits) {
    before = { ...edit.before, ...before };
    after = { ...after, ...edit.after };
  }
  return { before, after, done: true, barred: "", mine: true };
}

/** Throws Refused if an id has been used here before. @template Snapshot @param {State<Snapshot>} state @param {(snapshot: Snapshot) => string[]} partIds @param {string} id */
export function checkNewId(state, partIds, id) {
  let isUsed = state.reserved.has(id) || state.snapshots.has(id);
  for (const snapshot of state.snapshots.values()) isUsed ||= partIds(snapshot).includes(id);
  if (isUsed) throw new Refused("duplicate", "This id has been used before.");
}

/** Throws Refused if the text has changed since the edit was made. @param {string} current @param {string} was the text then @param {string} message */
export function checkUnchanged(current, was, message = "The comment has since been changed.") {
  if (current !== was) throw new Refused("changed", message);
}

/**
 * Returns a check that refuses a group if a part that it adds or changes overlaps another SCU or unit. Other parts are not checked,
 * because an import may contain parts that overlap.
 * @template S
 * @param {(state: S) => Iterable<{owner: string, text?: number, part: import("./types.js").Part}>} partsOf @param {string} message
 * @returns {(stateBefore: S, stateAfter: S, applied: AppliedEdit[]) => void}
 */
export const overlapCheck = (partsOf, message) => (stateBefore, stateAfter, applied) => {
  const oldParts = new Map([...partsOf(stateBefore)].map(({ part }) => [part.id, part]));
  const parts = [...partsOf(stateAfter)];
  for (const { owner, text, part } of parts) {
    const before = oldParts.get(part.id);
    if (before && before.start === part.start && before.end === part.end) continue;
    const overlapsOther = parts.some((other) => other.owner !== owner && other.text === text && overlaps(other.part, part));
    if (overlapsOther) throw new Refused("overlap", message, applied.findLast(({ after }) => owner in after)?.edit.id ?? "");
  }
};
