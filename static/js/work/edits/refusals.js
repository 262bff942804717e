/**
 * Describes refused groups to the user: what a group should have done, the current state, and what could be done instead.
 * Each verb supplies its sentences.
 * @import { Edit, Group, Refusal } from "./types.js"
 * @typedef {{name: string, edits: any[]}} Alternative  edits that do what a refused group wanted, in the current state; name: the label of their button
 * @typedef {object} Lookup  functions of the workspace that return what the group itself does not contain
 * @property {() => any} state the server's current state
 * @property {(id: any) => string} labelOf the label of an SCU, also of a deleted SCU
 * @property {(span: any) => string} words the text of a span (an edit with `start` and `end`)
 * @property {(unit: any) => string} [unitWords] the text of a unit
 * @property {(id: string) => any} [lastSaved] the SCU as the server last stored it, also if it was deleted since
 */
import { GAP } from "pyramidion/texts/pieces.js";
import { newId } from "pyramidion/work/edits/new_id.js";

/** A refused group, as the functions of its verbs receive it. */
export class RefusedGroup {
  /** New ids by the ids that they replace. @type {Map<string, string>} */
  #newIds = new Map();

  /** @param {Group} group @param {Refusal} refusal @param {import("../kinds.js").Kind} kind @param {Lookup} lookup */
  constructor(group, refusal, kind, lookup) {
    this.kind = kind;
    this.group = group;
    this.refusal = refusal;
    this.lookup = lookup;
    this.state = lookup.state();
    this.edit = group.edits.find(({ id }) => id === refusal.edit) ?? group.edits[0]; // the edit for which the group was refused
  }

  /** Returns the verb of an edit, as the table of verbs defines it. @param {Edit} edit @returns {Partial<import("./verb.js").Verb>} */
  verb({ verb }) {
    return this.kind.reducer.verbs[verb] ?? {};
  }

  /** The content of the dialog that asks what to do. @returns {import("../sync/refused_edits.js").Question} */
  get question() {
    const described = this.group.edits.find((edit) => this.verb(edit).main) ?? this.edit;
    return {
      title: "Someone else changed this",
      message: this.refusal.message,
      mine: this.verb(described).intention?.(described, this) ?? described.verb,
      current: this.kind.describeCurrent(this.edit, this),
      keep: this.alternative?.name ?? null,
    };
  }

  /** The edits that the user could make instead of the refused group. @returns {Alternative | null} */
  get alternative() {
    const { group, refusal: { code } } = this;
    if (code !== "gone" && code !== "changed") return null;
    const alternative = this.verb(group.edits[0]).alternative?.(this) ?? null;
    if (alternative || code === "gone" || !group.edits.some((edit) => this.verb(edit).rebase)) return alternative;
    const edits = group.edits.map((edit) => this.verb(edit).rebase?.(edit, this) ?? edit); // the same edits for the current text
    return { name: this.verb(this.edit).keepLabel ?? "Keep mine", edits };
  }

  /** Returns the new id that replaces one of the group's ids in all edits of the group. @param {string} id */
  newIdFor(id) {
    const replacement = this.#newIds.get(id) ?? newId();
    this.#newIds.set(id, replacement);
    return replacement;
  }

  /** Returns the text of all parts in the group's edits with this verb. @param {string} verb */
  wordsOf(verb) {
    return this.group.edits.filter((edit) => edit.verb === verb).map(this.lookup.words).join(GAP);
  }

  /** Returns an SCU's label in quotes. @param {string} id */
  quotedLabel(id) {
    return `“${this.lookup.labelOf(id)}”`;
  }

  /** Returns the id of the SCU into which an SCU has been merged; its own id if it still exists; "" if unknown. @param {string} id */
  mergedInto(id) {
    // `went` leads from a merged SCU to the SCU it was merged into. The limit guards against a cycle, which an undone merge could cause.
    for (let steps = 0; id && !this.state.snapshots.has(id) && steps < 1000; steps += 1) id = this.refusal.went?.[id] ?? "";
    return id;
  }
}

/** Returns a sentence about the current label or comment. @param {Edit} edit that would change this text @param {string} [text] the current label or comment */
export function describeText(edit, text) {
  return `${"comment" in edit ? "Comment" : "Label"}: ${text || "none"}`;
}
