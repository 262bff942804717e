/**
 * Computes the state that the page shows: the server's state with the pending groups applied.
 * @import { Group, Refusal } from "../edits/types.js"
 */
import { applyGroup } from "pyramidion/work/edits/group.js";
import { isEqual } from "pyramidion/work/edits/history.js";

/**
 * Applies the pending groups to the server's state. A group that does not apply is left out but stays pending: the server decides about it.
 * @template S @param {any} reducer @param {S} serverState @param {Group[]} groups @param {import("../edits/types.js").Overlap} overlap
 * @returns {{state: S, refused: Map<string, Refusal>}} refused: by the group's id
 */
export function replay(reducer, serverState, groups, overlap) {
  let state = serverState;
  const refused = new Map();
  for (const group of groups) {
    // A page of an older version of this program may have stored a verb that no longer exists; the server will refuse it.
    if (!group.edits.every(({ verb }) => verb in reducer.verbs)) continue;
    const result = applyGroup(reducer, /** @type {any} */ (state), group, overlap);
    state = result.state;
    if (result.refused) refused.set(group.group, result.refused);
  }
  return { state, refused };
}

/** Returns the state with these snapshots replaced or deleted. @param {any} state @param {Record<string, any>} changed snapshots by id, null: deleted */
export function withChangedSnapshots(state, changed) {
  const snapshots = new Map(state.snapshots);
  const reserved = new Set(state.reserved);
  for (const [key, snapshot] of Object.entries(changed)) {
    if (snapshot === null) {
      snapshots.delete(key);
      reserved.add(key); // no new SCU, unit or part may ever use this id (ids such as “aside:17” are never checked)
    } else {
      snapshots.set(key, snapshot);
    }
  }
  return { ...state, snapshots, reserved };
}

/** Returns the server's state from new page data. The page data lack the history, so the known history is kept. @param {{serverState: any, services: {read: Function}}} session @param {any} data */
export function stateFromData({ serverState, services }, data) {
  const { history, any_order } = serverState;
  return { ...reusingSnapshots(services.read(data), serverState), history, any_order };
}

/**
 * Returns the server's state after an answer, with the history steps of the applied groups.
 * @param {{serverState: any, overlap: import("../edits/types.js").Overlap, services: {reducer: any, read: Function, withCounters: Function}}} session
 * @param {import("./post_edits.js").Answer} answer @param {Group[]} [applied]
 */
export function stateAfterAnswer(session, answer, applied = []) {
  const { serverState, overlap, services } = session;
  const { snapshot: pageData, state = {}, next_uid, next_position } = answer;
  const after = pageData ? stateFromData(session, pageData) : withChangedSnapshots(serverState, state);
  if (applied.length && serverState.history) after.history = replay(services.reducer, serverState, applied, overlap).state.history; // the answer itself has no steps
  if (next_uid !== undefined) after.next_uid = next_uid;
  if (next_position !== undefined) after.next_position = next_position;
  return services.withCounters(after); // other people's new SCUs or units must not share a number with the next one
}

/**
 * Returns the refusal in an answer; its field `went` maps each SCU merged meanwhile to the SCU into which it was merged.
 * @param {import("./post_edits.js").Answer} answer @param {Group[]} groups the groups sent @returns {Refusal | null} null if the answer refuses none of them
 */
export function refusalFrom({ refused, edits = [] }, groups) {
  const group = groups.find((sent) => sent.group === refused?.group);
  if (!refused || !group) return null;
  const went = Object.fromEntries(
    edits.filter(({ verb }) => verb === "merge_scus").flatMap(({ into, scus }) => scus.map((/** @type {string} */ id) => [id, into])),
  );
  return { ...refused, went };
}

/**
 * Returns the state with each snapshot replaced by the shown object if both are equal: the page finds changes by comparing identities.
 * @template {{snapshots: Map<string, any>}} S @param {S} state @param {{snapshots: Map<string, any>}} shown the state on the page @returns {S}
 */
export function reusingSnapshots(state, shown) {
  const snapshots = new Map();
  for (const [key, snapshot] of state.snapshots) {
    const before = shown.snapshots.get(key);
    snapshots.set(key, isEqual(before, snapshot) ? before : snapshot);
  }
  return { ...state, snapshots };
}

/** Returns the ids of the snapshots that differ between two states. @param {{snapshots: Map<string, any>}} before @param {{snapshots: Map<string, any>}} after @returns {Set<string>} */
export function changedIds(before, after) {
  const changed = new Set();
  for (const [key, snapshot] of after.snapshots) if (before.snapshots.get(key) !== snapshot) changed.add(key);
  for (const key of before.snapshots.keys()) if (!after.snapshots.has(key)) changed.add(key);
  return changed;
}
