/**
 * What the page shows: the server's state with the pending groups applied to it.
 * @import { Group, Refusal } from "../edits/types.js"
 */
import { applyGroup } from "pyramidion/work/edits/group.js";
import { alike } from "pyramidion/work/edits/history.js";

/**
 * @template S @param {any} reducer @param {S} base @param {Group[]} groups @param {import("../edits/types.js").Overlap} overlap
 * @returns {{state: S, refused: Map<string, Refusal>}} a group that does not apply is left out here and stays pending: the server decides
 */
export function replay(reducer, base, groups, overlap) {
  let state = base;
  const refused = new Map();
  for (const group of groups) {
    // A page of an earlier version may have left a verb that is no more; the server says so.
    if (!group.edits.every(({ verb }) => verb in reducer.verbs)) continue;
    const result = applyGroup(reducer, /** @type {any} */ (state), group, overlap);
    state = result.state;
    if (result.refused) refused.set(group.group, result.refused);
  }
  return { state, refused };
}

/** The server's state after an answer. @param {any} base @param {Record<string, any>} touched image or null (gone) by id */
export function withTouched(base, touched) {
  const images = new Map(base.images);
  const reserved = new Set(base.reserved);
  for (const [key, image] of Object.entries(touched)) {
    if (image === null) {
      images.delete(key);
      reserved.add(key);
    } else {
      images.set(key, image);
    }
  }
  return { ...base, images, reserved };
}

/**
 * The server's state from fresh page data, which tell no history: what is known of it stays.
 * @param {{base: any, kind: {read: Function}}} session @param {any} data
 */
export function baseFrom({ base, kind }, data) {
  const { history, any_order } = base;
  return { ...keepingImages(kind.read(data), base), history, any_order };
}

/**
 * The server's state after an answer, with the steps of the history that its groups have made.
 * @param {{base: any, overlap: import("../edits/types.js").Overlap, kind: {reducer: any, read: Function, counted: Function}}} session
 * @param {import("./post_edits.js").Answer} answer @param {Group[]} [applied]
 */
export function baseAfter(session, answer, applied = []) {
  const { base, overlap, kind } = session;
  const { snapshot, state = {}, next_uid, next_position } = answer;
  const after = snapshot ? baseFrom(session, snapshot) : withTouched(base, state);
  if (applied.length && base.history) after.history = replay(kind.reducer, base, applied, overlap).state.history;
  if (next_uid !== undefined) after.next_uid = next_uid;
  if (next_position !== undefined) after.next_position = next_position;
  return kind.counted(after);
}

/**
 * A refusal with what became of the merged SCUs that its group still names.
 * @param {import("./post_edits.js").Answer} answer @param {Group[]} sent @returns {Refusal | null} null if it is about another group
 */
export function refusalFrom({ refused, edits = [] }, sent) {
  const group = sent.find((one) => one.group === refused?.group);
  if (!refused || !group) return null;
  const went = Object.fromEntries(
    edits.filter(({ verb }) => verb === "merge_scus").flatMap(({ into, scus }) => scus.map((/** @type {string} */ id) => [id, into])),
  );
  return { ...refused, went };
}

/**
 * A state whose images are the very ones that are shown where they say the same: what did not change is not shown anew.
 * @template {{images: Map<string, any>}} S @param {S} state @param {{images: Map<string, any>}} shown @returns {S}
 */
export function keepingImages(state, shown) {
  const images = new Map();
  for (const [key, image] of state.images) {
    const before = shown.images.get(key);
    images.set(key, alike(before, image) ? before : image);
  }
  return { ...state, images };
}

/**
 * The ids of the images that differ between two states.
 * @param {{images: Map<string, any>}} before @param {{images: Map<string, any>}} after @returns {Set<string>}
 */
export function changedIds(before, after) {
  const changed = new Set();
  for (const [key, image] of after.images) if (before.images.get(key) !== image) changed.add(key);
  for (const key of before.images.keys()) if (!after.images.has(key)) changed.add(key);
  return changed;
}
