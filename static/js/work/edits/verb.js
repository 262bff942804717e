/**
 * Verbs: each kind of work has a table of them, and everything that is known of a verb stands in its entry. The server has
 * the same tables; a test compares their names, fields and ranks.
 * @import { Edit } from "./types.js"
 * @typedef {{before: Record<string, any>, after: Record<string, any>}} Images
 * @import { RefusedGroup } from "./refusals.js"
 * @typedef {object} Verb
 * @property {string[]} fields of the payload; one with a "?" may be left out
 * @property {string[]} [makes] the fields whose ids it gives to new things
 * @property {(state: any, edit: any) => Record<string, any>} apply the touched images (null: gone); throws Refused
 * @property {number} rank of several verbs in a group the first by rank is what the history says
 * @property {(edit: any, images: Images, textOf: (group: string) => string) => string} says in the history
 * @property {(edit: any, refused: RefusedGroup) => string} wants what it was to do, said where it was refused
 * @property {boolean} [chief] a refused group with such a verb is about it
 * @property {(edit: any, image: any) => string | undefined} [now] the words that stand where `was` must be what stands;
 *   undefined if their place is gone
 * @property {(edit: any, refused: RefusedGroup) => Edit} [anew] the same edit over what stands, for one refused as "changed"
 * @property {(refused: RefusedGroup) => import("./refusals.js").Way | null} [otherwise] how a refused group that begins with it
 *   can still be done
 * @property {string} [keeps] what the button says that does it anew
 * @typedef {Record<string, Verb>} Verbs
 */

/** An edit is well formed but cannot apply to what stands. */
export class Refused extends Error {
  /**
   * @param {"gone" | "changed" | "overlap" | "out_of_text" | "duplicate" | "blocked"} code
   * @param {string} message one sentence for the person @param {string} [edit] the id of the edit, where the thrower knows it
   */
  constructor(code, message, edit = "") {
    super(message);
    this.code = code;
    this.edit = edit;
  }
}

const LONGEST_NAME = 60;

/**
 * What a group did, in one sentence without a subject or full stop: “merged 3 SCUs into “Last keeper left””.
 * @param {Verbs} verbs @param {Edit[]} edits @param {Images} images @param {(group: string) => string} [textOf] what an earlier group did
 */
export function describe(verbs, edits, images, textOf = () => "the last step") {
  const rank = (/** @type {Edit} */ { verb }) => verbs[verb]?.rank ?? 1000;
  const chief = [...edits].sort((a, b) => rank(a) - rank(b))[0];
  if (!chief) return "did nothing";
  const sentence = verbs[chief.verb]?.says(chief, images, textOf) ?? chief.verb.replaceAll("_", " ");
  const alike = edits.filter((edit) => edit.verb === chief.verb).length;
  return alike > 1 ? `${sentence} and ${alike - 1} more` : sentence;
}

/** An SCU or unit as it stands after the group, else before it. @param {string} key @param {Images} images */
export function nameOf(key, { before, after }) {
  const image = after[key] ?? before[key];
  if (!image) return "an SCU";
  const label = (image.label ?? "").trim();
  if (label) return `“${label.length > LONGEST_NAME ? label.slice(0, LONGEST_NAME - 1) + "…" : label}”`;
  return "uid" in image ? `SCU ${image.uid}` : "a unit";
}

/** A sentence that ends with what a field names. @param {string} field @param {string} text @returns {Verb["says"]} */
export const saysOf = (field, text) => (edit, images) => `${text} ${nameOf(edit[field], images)}`;

/** A sentence that ends with the SCU or unit that had the part. @param {string} text @returns {Verb["says"]} */
export const saysOfHolder = (text) => ({ part }, images) => {
  const has = (/** @type {any} */ image) =>
    (image?.contributors ?? [image]).some((/** @type {any} */ one) => one?.parts?.some((/** @type {any} */ p) => p.id === part));
  const { before, after } = images;
  return `${text} ${nameOf(Object.keys(after).find((key) => has(before[key]) || has(after[key])) ?? "", images)}`;
};

/**
 * The edit of a label or comment again, over the words that are there now.
 * @param {string} field that names the SCU or unit @returns {Verb["anew"]}
 */
export const overCurrent = (field) => (edit, refused) => {
  const image = refused.state.images.get(edit[field]);
  const current = image && refused.verb(edit).now?.(edit, image);
  return current === undefined ? edit : { ...edit, was: current };
};
