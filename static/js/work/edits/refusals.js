/**
 * Refused groups: what they should have done, the server's current state, and how they could still be done. The verbs'
 * entries give the sentences.
 * @import { Edit, Group, Refusal } from "./types.js"
 * @typedef {{name: string, edits: any[]}} Alternative  edits that do the same in the current state, and the label of their button
 * @typedef {object} Known what the page knows of texts and labels
 * @property {() => any} state the server's current state
 * @property {(id: any) => string} labelOf of an SCU, deleted or not
 * @property {(span: any) => string} words
 * @property {(unit: any) => string} [unitWords]
 * @property {(id: string) => any} [last] an SCU as the server last sent it
 */
import { GAP } from "pyramidion/texts/pieces.js";
import { newId } from "pyramidion/work/edits/new_id.js";

/** A refused group, with what its verbs need to know. */
export class RefusedGroup {
  /** @type {Map<string, string>} */
  #newIds = new Map();

  /** @param {Group} group @param {Refusal} refusal @param {import("../kinds.js").Kind} kind @param {Known} known */
  constructor(group, refusal, kind, known) {
    this.kind = kind;
    this.group = group;
    this.refusal = refusal;
    this.known = known;
    this.state = known.state();
    this.edit = group.edits.find(({ id }) => id === refusal.edit) ?? group.edits[0];
  }

  /** @param {Edit} edit @returns {Partial<import("./verb.js").Verb>} */
  verb({ verb }) {
    return this.kind.reducer.verbs[verb] ?? {};
  }

  /** The content of the dialog that asks what to do. @returns {import("../sync/refused_edits.js").Question} */
  get question() {
    const about = this.group.edits.find((edit) => this.verb(edit).main) ?? this.edit;
    return {
      title: "Someone else changed this",
      message: this.refusal.message,
      mine: this.verb(about).wants?.(about, this) ?? about.verb,
      current: this.kind.current(this.edit, this),
      keep: this.alternative?.name ?? null,
    };
  }

  /** How the group could still be done. @returns {Alternative | null} */
  get alternative() {
    const { group, refusal: { code } } = this;
    if (code !== "gone" && code !== "changed") return null;
    const alternative = this.verb(group.edits[0]).alternative?.(this) ?? null;
    if (alternative || code === "gone" || !group.edits.some((edit) => this.verb(edit).rebased)) return alternative;
    const edits = group.edits.map((edit) => this.verb(edit).rebased?.(edit, this) ?? edit);
    return { name: this.verb(this.edit).keepLabel ?? "Keep mine", edits };
  }

  /** A new id that replaces one of the group's ids: the same new id each time. @param {string} id */
  newIdFor(id) {
    const replacement = this.#newIds.get(id) ?? newId();
    this.#newIds.set(id, replacement);
    return replacement;
  }

  /** The words that the group's edits with this verb are about. @param {string} verb */
  wordsOf(verb) {
    return this.group.edits.filter((edit) => edit.verb === verb).map(this.known.words).join(GAP);
  }

  /** An SCU's label in quotes. @param {string} id */
  quotedLabel(id) {
    return `“${this.known.labelOf(id)}”`;
  }

  /** The SCU that an SCU has been merged into; "" if unknown. @param {string} id */
  mergedInto(id) {
    for (let steps = 0; id && !this.state.images.has(id) && steps < 1000; steps += 1) id = this.refusal.went?.[id] ?? "";
    return id;
  }
}

/** The label or comment that the SCU or unit has now. @param {Edit} edit @param {string} [text] */
export function describeText(edit, text) {
  return `${"comment" in edit ? "Comment" : "Label"}: ${text || "none"}`;
}
