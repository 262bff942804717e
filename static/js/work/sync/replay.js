/**
 * Computes the state that the page shows: the server's state with the pending groups applied.
 * @import { Group, Refusal } from "../edits/types.js"
 */
import { applyGroup } from "pyramidion/work/edits/group.js";
import { isEqual } from "pyramidion/work/edits/history.js";

/**
 * @template S @param {any} reducer @param {S} base @param {Group[]} groups @param {import("../edits/types.js").Overlap} overlap
 * @returns {{state: S, refused: Map<string, Refusal>}} a group that does not apply is left out but stays pending: the server decides
 */
export function replay(reducer, base, groups, overlap) {
  let state = base;
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

/** Returns the state with these snapshots replaced or deleted. @param {any} base @param {Record<string, any>} changed snapshots by id, null: deleted */
export function withChangedSnapshots(base, changed) {
  const snapshots = new Map(base.snapshots);
  const reserved = new Set(base.reserved);
  for (const [key, snapshot] of Object.entries(changed)) {
    if (snapshot === null) {
      snapshots.delete(key);
      reserved.add(key);
    } else {
      snapshots.set(key, snapshot);
    }
  }
  return { ...base, snapshots, reserved };
}

/**
 * The server's state from new page data, with the known history, which the data lack.
 * @param {{base: any, services: {read: Function}}} session @param {any} data
 */
export function baseFromData({ base, services }, data) {
  const { history, any_order } = base;
  return { ...reusingSnapshots(services.read(data), base), history, any_order };
}

/**
 * The server's state after an answer, with the history steps of the applied groups.
 * @param {{base: any, overlap: import("../edits/types.js").Overlap, services: {reducer: any, read: Function, withCounters: Function}}} session
 * @param {import("./post_edits.js").Answer} answer @param {Group[]} [applied]
 */
export function baseAfterAnswer(session, answer, applied = []) {
  const { base, overlap, services } = session;
  const { snapshot: pageData, state = {}, next_uid, next_position } = answer;
  const after = pageData ? baseFromData(session, pageData) : withChangedSnapshots(base, state);
  if (applied.length && base.history) after.history = replay(services.reducer, base, applied, overlap).state.history;
  if (next_uid !== undefined) after.next_uid = next_uid;
  if (next_position !== undefined) after.next_position = next_position;
  return services.withCounters(after);
}

/**
 * The refusal in an answer; its field `went` maps each SCU merged meanwhile to the SCU into which it was merged.
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
 * Replaces each snapshot that equals the shown one by that same object, so that the page recognizes by identity what is unchanged.
 * @template {{snapshots: Map<string, any>}} S @param {S} state @param {{snapshots: Map<string, any>}} shown @returns {S}
 */
export function reusingSnapshots(state, shown) {
  const snapshots = new Map();
  for (const [key, snapshot] of state.snapshots) {
    const before = shown.snapshots.get(key);
    snapshots.set(key, isEqual(before, snapshot) ? before : snapshot);
  }
  return { ...state, snapshots };
}

/**
 * The ids of the snapshots that differ between two states.
 * @param {{snapshots: Map<string, any>}} before @param {{snapshots: Map<string, any>}} after @returns {Set<string>}
 */
export function changedIds(before, after) {
  const changed = new Set();
  for (const [key, snapshot] of after.snapshots) if (before.snapshots.get(key) !== snapshot) changed.add(key);
  for (const key of before.snapshots.keys()) if (!after.snapshots.has(key)) changed.add(key);
  return changed;
}
