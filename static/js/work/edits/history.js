/**
 * Undo and redo of a group of edits: possible if nothing that the group changed has been changed since. A *step* is a group in the
 * history, with the snapshots (the JSON of SCUs, units ...) that it changed; `barred`: why the user can never undo or redo it, or "".
 * @import { HistoryStep } from "./types.js"
 */
import { Refused } from "pyramidion/work/edits/verb.js";

/** @type {import("./verb.js").Verbs} */
export const HISTORY_VERBS = {
  undo: {
    fields: ["group"], priority: 100,
    says: ({ group }, _, textOf) => `undid: ${textOf(group)}`, intention: () => "Undo a step",
    apply: (state, { group }) => undoOrRedo(state, "undo", group),
  },
  redo: {
    fields: ["group"], priority: 101,
    says: ({ group }, _, textOf) => `redid: ${textOf(group)}`, intention: () => "Redo a step",
    apply: (state, { group }) => undoOrRedo(state, "redo", group),
  },
};

const NOT_LATEST = "You have made a later step; undo that first.";
const ENDED = "You have made a new edit since, so redo is no longer possible.";

/** The step of every undo or redo, which cannot be undone itself. @type {HistoryStep} */
export const HISTORY_STEP = { before: {}, after: {}, done: true, barred: "Redo reverses an undo, and undo reverses a redo.", mine: false };

/**
 * Returns the changed snapshots after `undo` or `redo` of a group, and marks its step as undone or done. Throws Refused.
 * @param {{history: Map<string, HistoryStep>, snapshots: Map<string, any>, any_order: boolean}} state @param {"undo" | "redo"} verb
 * @param {string} group @returns {Record<string, any>}
 */
function undoOrRedo({ history, snapshots, any_order }, verb, group) {
  const step = history.get(group);
  if (!step) throw new Refused("gone", "That step is not in the history.");
  if (step.barred) throw new Refused("blocked", step.barred);
  if (isUndone(step) !== (verb === "redo")) {
    throw new Refused("blocked", verb === "undo" ? "That step has been undone already." : "That step has not been undone.");
  }
  if (!isUndone(step) && !any_order && hasLaterStep(history, group)) throw new Refused("blocked", NOT_LATEST);
  const [expected, restored] = isUndone(step) ? [step.before, step.after] : [step.after, step.before];
  const changedKey = Object.keys(expected).find((key) => !isEqual(snapshots.get(key) ?? null, expected[key]));
  if (changedKey !== undefined) throw new Refused("blocked", `${nameOfKey(changedKey, expected, snapshots)} has been changed since.`);
  history.set(group, { ...step, done: !step.done });
  return { ...restored };
}

/** @param {HistoryStep} step */
export function isUndone(step) {
  return !step.done;
}

/** Returns the id of the group that undo would undo: the user's latest group that is not undone; "" if there is none. @param {Map<string, HistoryStep>} history */
export function groupToUndo(history) {
  return [...history].findLast(([, step]) => !isUndone(step) && step.mine && !step.barred)?.[0] ?? "";
}

/** Returns the id of the group that redo would redo: the user's oldest undone group; "" if there is none. @param {Map<string, HistoryStep>} history */
export function groupToRedo(history) {
  return [...history].find(([, step]) => isUndone(step) && step.mine && !step.barred)?.[0] ?? "";
}

/** Makes undone groups impossible to redo, because a new edit was made. @param {Map<string, HistoryStep>} history */
export function endRedo(history) {
  for (const [group, step] of history) {
    if (isUndone(step) && !step.barred) history.set(group, { ...step, barred: ENDED });
  }
}

/** Whether this user has made a later step that is not undone. @param {Map<string, HistoryStep>} history oldest first @param {string} group */
function hasLaterStep(history, group) {
  const groups = [...history.keys()];
  return groups.slice(groups.indexOf(group) + 1).some((later) => {
    const step = history.get(later);
    return step !== undefined && !isUndone(step) && (step.mine ?? true);
  });
}

/** Returns the name of a snapshot's object, for a refusal. @param {string} key of the snapshot @param {Record<string, any>} expected snapshots by key @param {Map<string, any>} snapshots */
function nameOfKey(key, expected, snapshots) {
  const snapshot = snapshots.get(key) ?? expected[key] ?? {};
  if (snapshot.label) return `“${snapshot.label}”`;
  if (snapshot.uid) return `SCU ${snapshot.uid}`;
  if (key.startsWith("aside:")) return "Text that was set aside";
  if (key.startsWith("decision:")) return "A decision";
  if (snapshot.question) return "A judgment";
  return key.startsWith("absent:") ? "The mark of an absent SCU" : "A unit";
}

/** Whether two JSON values are equal; the order of keys does not matter. @param {any} a @param {any} b @returns {boolean} */
export function isEqual(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isEqual(a[key], b[key]));
}

/**
 * Converts the server's gestures (logged groups of edits), newest first, to history steps by group, oldest first.
 * @param {{group: string, kind: string, mine: boolean, undone: boolean, barred: string, before: any, after: any}[]} gestures
 * @returns {Record<string, HistoryStep>}
 */
export function stepsOf(gestures) {
  const steps = gestures.toReversed().map(({ group, kind, mine, undone, barred, before, after }) => {
    return [group, { before, after, done: !undone, barred, mine: mine && kind === "edit" }]; // the other kinds, undo, redo and events, cannot be undone
  });
  return Object.fromEntries(steps);
}
