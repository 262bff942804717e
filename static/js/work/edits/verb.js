/**
 * Verbs name what an edit does, for example "merge_scus". Each kind of work has a table of its verbs, which holds everything about
 * them. The server has the same tables; a test compares their names, fields and the order of their priorities.
 * @import { Edit } from "./types.js"
 * @typedef {{before: Record<string, any>, after: Record<string, any>}} Snapshots  the SCUs, units and other objects that a group (the edits of one step) changed, by id, before and after it
 * @import { RefusedGroup } from "./refusals.js"
 * @typedef {object} Verb
 * @property {string[]} fields of the payload; "?" marks an optional field
 * @property {string[]} [makes] the fields with ids of new objects
 * @property {(state: any, edit: any) => Record<string, any>} apply returns the changed snapshots (null: deleted); throws Refused
 * @property {number} priority the history describes a group by its verb with the lowest number
 * @property {(edit: any, snapshots: Snapshots, textOf: (group: string) => string) => string} says returns the history's sentence about the edit, without a subject
 * @property {(edit: any, refused: RefusedGroup) => string} intention returns what the user wanted, for the dialog about a refusal
 * @property {boolean} [main] whether the dialog about a refused group describes this edit
 * @property {(edit: any, snapshot: any) => string | undefined} [textNow] the label or comment in the current snapshot, which the edit's `was` must equal;
 *   undefined if its SCU or unit is gone
 * @property {(edit: any, refused: RefusedGroup) => Edit} [rebase] after a refusal with code "changed", returns the edit in a form that applies to the
 *   current state: with the current text as `was`, or with new ids
 * @property {(refused: RefusedGroup) => import("./refusals.js").Alternative | null} [alternative] what to do instead of a refused group that
 *   begins with this verb
 * @property {string} [keepLabel] the label of the button that applies the rebased edit
 * @typedef {Record<string, Verb>} Verbs
 */

/** Thrown if an edit is well formed but does not apply to the current state. */
export class Refused extends Error {
  /** @param {"gone" | "changed" | "overlap" | "out_of_text" | "duplicate" | "blocked"} code @param {string} message one sentence for the user @param {string} [edit] the id of the edit, if known */
  constructor(code, message, edit = "") {
    super(message);
    this.code = code;
    this.edit = edit;
  }
}

const LONGEST_NAME = 60; // characters

/**
 * Returns what a group did, in one sentence without a subject or full stop: “merged 3 SCUs into “Last keeper left””.
 * @param {Verbs} verbs @param {Edit[]} edits @param {Snapshots} snapshots @param {(group: string) => string} [textOf] describes an earlier group, which was undone or redone
 */
export function describe(verbs, edits, snapshots, textOf = () => "the last step") {
  const priority = (/** @type {Edit} */ { verb }) => verbs[verb]?.priority ?? 1000;
  const described = [...edits].sort((a, b) => priority(a) - priority(b))[0];
  if (!described) return "did nothing";
  const sentence = verbs[described.verb]?.says(described, snapshots, textOf) ?? described.verb.replaceAll("_", " ");
  const count = edits.filter((edit) => edit.verb === described.verb).length;
  return count > 1 ? `${sentence} and ${count - 1} more` : sentence;
}

/** Returns the name of an SCU or unit after the group, or before it if the group deletes it. @param {string} key @param {Snapshots} snapshots */
export function nameOf(key, { before, after }) {
  const snapshot = after[key] ?? before[key];
  if (!snapshot) return "an SCU";
  const label = (snapshot.label ?? "").trim();
  if (label) return `“${label.length > LONGEST_NAME ? label.slice(0, LONGEST_NAME - 1) + "…" : label}”`;
  return "uid" in snapshot ? `SCU ${snapshot.uid}` : "a unit";
}

/** Returns a `says` whose sentence ends with the name of an SCU or unit. @param {string} field of the payload with its id @param {string} text the sentence before the name @returns {Verb["says"]} */
export const saysOf = (field, text) => (edit, snapshots) => `${text} ${nameOf(edit[field], snapshots)}`;

/** Returns a `says` whose sentence ends with the name of the SCU or unit that holds the edit's part. @param {string} text the sentence before the name @returns {Verb["says"]} */
export const saysOfHolder = (text) => ({ part }, snapshots) => {
  const holdsPart = (/** @type {any} */ snapshot) =>
    (snapshot?.contributors ?? [snapshot]).some((/** @type {any} */ holder) => holder?.parts?.some((/** @type {any} */ { id }) => id === part));
  const { before, after } = snapshots;
  return `${text} ${nameOf(Object.keys(after).find((key) => holdsPart(before[key]) || holdsPart(after[key])) ?? "", snapshots)}`;
};

/** Returns a `rebase` for an edit of a label or comment: the edit replaces the current text. @param {string} field of the payload with the id of the SCU or unit @returns {Verb["rebase"]} */
export const withCurrentText = (field) => (edit, refused) => {
  const snapshot = refused.state.snapshots.get(edit[field]);
  const current = snapshot && refused.verb(edit).textNow?.(edit, snapshot);
  return current === undefined ? edit : { ...edit, was: current };
};
