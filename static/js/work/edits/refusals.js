/**
 * Refused groups: what they were to do, what stands, and how they could still be done, from the verbs' entries. What stands
 * is what the server has.
 * @import { Edit, Group, Refusal } from "./types.js"
 * @typedef {{name: string, edits: any[]}} Way edits that do the same on what stands, and the name of the button
 * @typedef {object} Known what the page knows of texts and labels
 * @property {() => any} state what stands
 * @property {(id: any) => string} labelOf an SCU, also one that is gone
 * @property {(span: any) => string} words
 * @property {(unit: any) => string} [unitWords]
 * @property {(id: string) => any} [last] an SCU as the server last had it
 */
import { GAP } from "pyramidion/texts/pieces.js";
import { newId } from "pyramidion/work/edits/new_id.js";

/** A refused group, with what its verbs need to know. */
export class RefusedGroup {
  /** @type {Map<string, string>} */
  #fresh = new Map();

  /** @param {Group} group @param {Refusal} refusal @param {import("../kinds.js").Kind} kind @param {Known} known */
  constructor(group, refusal, kind, known) {
    this.kind = kind;
    this.group = group;
    this.refusal = refusal;
    this.known = known;
    this.state = known.state();
    this.edit = group.edits.find((one) => one.id === refusal.edit) ?? group.edits[0];
  }

  /** @param {Edit} edit @returns {Partial<import("./verb.js").Verb>} */
  verb({ verb }) {
    return this.kind.reducer.verbs[verb] ?? {};
  }

  /** What it is for the person who is asked. @returns {import("../sync/refused_edits.js").Question} */
  get question() {
    const about = this.group.edits.find((edit) => this.verb(edit).chief) ?? this.edit;
    return {
      title: "Someone else was here",
      message: this.refusal.message,
      mine: this.verb(about).wants?.(about, this) ?? about.verb,
      stands: this.kind.stands(this.edit, this),
      keep: this.way?.name ?? null,
    };
  }

  /** How it could still be done. @returns {Way | null} */
  get way() {
    const { group, refusal: { code } } = this;
    if (code !== "gone" && code !== "changed") return null;
    const way = this.verb(group.edits[0]).otherwise?.(this) ?? null;
    if (way || code === "gone" || !group.edits.some((edit) => this.verb(edit).anew)) return way;
    const edits = group.edits.map((edit) => this.verb(edit).anew?.(edit, this) ?? edit);
    return { name: this.verb(this.edit).keeps ?? "Keep mine", edits };
  }

  /** A new id for an id of the group: the same one each time. @param {string} id */
  fresh(id) {
    const made = this.#fresh.get(id) ?? newId();
    this.#fresh.set(id, made);
    return made;
  }

  /** The words of the group's edits of a verb. @param {string} verb */
  wordsOf(verb) {
    return this.group.edits.filter((edit) => edit.verb === verb).map(this.known.words).join(GAP);
  }

  /** An SCU's label in quotes. @param {string} id */
  named(id) {
    return `“${this.known.labelOf(id)}”`;
  }

  /** What a merged SCU is now part of; "" if that is not known. @param {string} id */
  heir(id) {
    for (let steps = 0; id && !this.state.images.has(id) && steps < 1000; steps += 1) id = this.refusal.went?.[id] ?? "";
    return id;
  }
}

/** What stands in the place of words that a verb was to write. @param {Edit} edit @param {string} [text] */
export function standingWords(edit, text) {
  return `${"comment" in edit ? "Comment" : "Label"}: ${text || "none"}`;
}
