/**
 * A decision as edits of the consensus: what it creates from the compared items, and the verb that records it.
 * @import { Comparison, Difference, Item } from "./comparison.js"
 * @import { Decision } from "../edits/types.js"
 * @typedef {{label: string, comment?: string, matched: string | null, parts: [number, number, number][]}} NewItem
 * @typedef {{verb: string, [field: string]: any}[]} Edits
 */
import { DECISION, decisionsOf } from "pyramidion/work/edits/decision_verbs.js";
import { mergeSpans } from "pyramidion/texts/pieces.js";

export class Choices {
  /**
   * @param {Comparison} comparison @param {import("../kinds.js").DecisionRules} rules how a consensus of this kind is decided
   * @param {() => string} newId
   */
  constructor(comparison, rules, newId) {
    this.comparison = comparison;
    this.rules = rules;
    this.idsField = rules.idsField;
    this.newId = newId;
  }

  /** The choices that a difference allows. @param {Difference} difference @returns {string[]} */
  possible({ kind, items }) {
    const letters = this.comparison.sources.map(({ letter }) => letter);
    if (kind === "same") return ["agree"];
    const hasSeveralSides = items.filter((ids) => ids.length).length > 1;
    const both = hasSeveralSides && !["label", "nonmatching"].includes(kind) ? ["both"] : [];
    const merge = items.flat().length > 1 && !["label", "nonmatching", "match"].includes(kind) ? ["merge"] : [];
    return [...letters, ...both, ...merge, ...(this.rules.canCompose ? ["free"] : [])];
  }

  /**
   * The edits that decide a difference; an earlier decision about it, or about its sources before they changed, is replaced.
   * @param {any} state of the consensus
   * @param {Difference} difference @param {string} choice @param {{note?: string, made?: NewItem[]}} [options] made: the items for "free" @returns {Edits}
   */
  edits(state, difference, choice, { note = "", made = this.#itemsOf(difference, choice) } = {}) {
    const built = made.map((item) => this.rules.build(item, this.newId));
    const sources = Object.fromEntries(this.comparison.sources.map(({ letter }, at) => [letter, difference.items[at]]));
    return [
      ...this.#clearingEdits(state, difference),
      ...built.flatMap(({ edits }) => edits),
      { verb: "decide", difference: difference.key, choice, note, sources, [this.idsField]: built.map(({ id }) => id) },
    ];
  }

  /** The edits that leave a difference open again. @param {any} state @param {Difference} difference @returns {Edits} */
  reopening(state, difference) {
    const isDecided = state.images.has(DECISION + difference.key);
    return isDecided ? [...this.#clearingEdits(state, difference), { verb: "undecide", difference: difference.key }] : [];
  }

  /** Decisions about earlier versions of the sources. @param {any} state @param {Difference} difference @returns {Decision[]} */
  superseded(state, difference) {
    const now = new Set(this.comparison.differences.map(({ key }) => DECISION + key));
    const compared = new Set(this.comparison.sources.flatMap(({ letter }, at) => difference.items[at].map((id) => letter + id)));
    return [...decisionsOf(state)].filter(
      ({ id, sources }) =>
        !now.has(id) && Object.entries(sources).some(([letter, ids]) => ids.some((id) => compared.has(letter + id))),
    );
  }

  /** @param {any} state @param {Difference} difference @returns {Edits} */
  #clearingEdits(state, difference) {
    const old = this.superseded(state, difference);
    const own = state.images.get(DECISION + difference.key);
    const replaced = own ? [...old, own] : old;
    const inUse = [...decisionsOf(state)].filter((decision) => !replaced.includes(decision)).flatMap((decision) => decision[this.idsField] ?? []);
    const removed = replaced.flatMap((decision) => decision[this.idsField] ?? []).filter((id) => state.images.has(id) && !inUse.includes(id));
    return [
      ...[...new Set(removed)].map(this.rules.remove),
      ...old.map(({ id }) => ({ verb: "undecide", difference: id.slice(DECISION.length) })),
    ];
  }

  /** @param {Difference} difference @param {string} choice @returns {NewItem[]} */
  #itemsOf(difference, choice) {
    const sides = this.comparison.sides(difference);
    if (choice === "agree") return sides[0];
    if (choice === "both") return sides.flat();
    if (choice === "merge") return [merged(sides.flat())];
    return sides[this.comparison.sources.findIndex(({ letter }) => letter === choice)] ?? [];
  }
}

/** Merges items into one: the first label and match, and all words. @param {Item[]} items @returns {NewItem} */
export function merged(items) {
  const comment = [...new Set(items.map((item) => item.comment).filter(Boolean))].join("\n");
  return {
    label: items.find((item) => item.label.trim())?.label ?? "",
    matched: items.find((item) => item.matched)?.matched ?? null,
    comment,
    parts: united(items.flatMap((item) => item.parts)),
  };
}

/** Parts joined where they overlap or touch. @param {[number, number, number][]} parts @returns {[number, number, number][]} */
export function united(parts) {
  const summaries = [...new Set(parts.map(([summary]) => summary))];
  return summaries.flatMap((summary) => {
    const spans = parts.filter(([id]) => id === summary).map(([, start, end]) => ({ start, end }));
    return mergeSpans(spans).map(({ start, end }) => /** @type {[number, number, number]} */ ([summary, start, end]));
  });
}
