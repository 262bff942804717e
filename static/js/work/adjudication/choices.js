/**
 * Converts a choice about a difference to edits of the consensus: the edits create items (SCUs or units) there and record the decision.
 * A choice is the letter of a source (take its items), "agree", "both", "merge" or "free" (items composed by the user).
 * @import { Comparison, Difference, Item } from "./comparison.js"
 * @import { Decision } from "../edits/types.js"
 * @typedef {{label: string, comment?: string, matched: string | null, parts: [number, number, number][]}} NewItem  matched: the id of the SCU
 *   that a unit is matched to, null if there is none; a part is [summary, start, end]
 * @typedef {{verb: string, [field: string]: any}[]} Edits
 */
import { DECISION, decisionsOf } from "pyramidion/work/edits/decision_verbs.js";
import { mergeSpans } from "pyramidion/texts/pieces.js";

export class Choices {
  /** @param {Comparison} comparison @param {import("../kinds.js").DecisionRules} rules how a consensus of this kind is decided @param {() => string} newId */
  constructor(comparison, rules, newId) {
    this.comparison = comparison;
    this.rules = rules;
    this.idsField = rules.idsField; // the field of a decision with the ids of the items that it created
    this.newId = newId;
  }

  /** Returns the choices that a difference allows. “Both” or “merge” is missing where the sides contradict each other, in a label or a match. @param {Difference} difference @returns {string[]} */
  choicesFor({ kind, items: idsBySide }) {
    const letters = this.comparison.sources.map(({ letter }) => letter);
    if (kind === "same") return ["agree"];
    const sidesWithItems = idsBySide.filter((ids) => ids.length);
    const both = sidesWithItems.length > 1 && !["label", "nonmatching"].includes(kind) ? ["both"] : [];
    const merge = idsBySide.flat().length > 1 && !["label", "nonmatching", "match"].includes(kind) ? ["merge"] : [];
    return [...letters, ...both, ...merge, ...(this.rules.canCreateFromWords ? ["free"] : [])];
  }

  /**
   * Returns the edits that decide a difference. They first remove the results of earlier decisions about it (see #clearingEdits).
   * @param {any} state of the consensus
   * @param {Difference} difference @param {string} choice @param {{note?: string, items?: NewItem[]}} [options] items: the items of the choice "free" @returns {Edits}
   */
  edits(state, difference, choice, { note = "", items = this.#itemsOf(difference, choice) } = {}) {
    const created = items.map((item) => this.rules.create(item, this.newId));
    const sources = Object.fromEntries(this.comparison.sources.map(({ letter }, side) => [letter, difference.items[side]]));
    return [
      ...this.#clearingEdits(state, difference),
      ...created.flatMap(({ edits }) => edits),
      { verb: "decide", difference: difference.key, choice, note, sources, [this.idsField]: created.map(({ id }) => id) },
    ];
  }

  /** Returns the edits that reopen a difference. @param {any} state @param {Difference} difference @returns {Edits} */
  reopenEdits(state, difference) {
    const isDecided = state.snapshots.has(DECISION + difference.key);
    return isDecided ? [...this.#clearingEdits(state, difference), { verb: "undecide", difference: difference.key }] : [];
  }

  /** Returns decisions about items of this difference that were made before the sources changed, when these items were in other differences. @param {any} state @param {Difference} difference @returns {Decision[]} */
  supersededDecisions(state, difference) {
    const currentDecisionIds = new Set(this.comparison.differences.map(({ key }) => DECISION + key));
    // Items of different sources may have the same id, so the source's letter is put before it.
    const lettersWithIds = new Set(this.comparison.sources.flatMap(({ letter }, side) => difference.items[side].map((id) => letter + id)));
    return [...decisionsOf(state)].filter(({ id, sources }) =>
      !currentDecisionIds.has(id) && Object.entries(sources).some(([letter, itemIds]) => itemIds.some((itemId) => lettersWithIds.has(letter + itemId))));
  }

  /**
   * Returns the edits that remove superseded decisions, and the items that these and the current decision created. An item stays if
   * another decision also created it.
   * @param {any} state @param {Difference} difference @returns {Edits}
   */
  #clearingEdits(state, difference) {
    const supersededDecisions = this.supersededDecisions(state, difference);
    const current = state.snapshots.get(DECISION + difference.key);
    const replaced = current ? [...supersededDecisions, current] : supersededDecisions;
    const idsInUse = [...decisionsOf(state)].filter((decision) => !replaced.includes(decision)).flatMap((decision) => decision[this.idsField] ?? []);
    const removed = replaced.flatMap((decision) => decision[this.idsField] ?? []).filter((id) => state.snapshots.has(id) && !idsInUse.includes(id));
    return [
      ...[...new Set(removed)].map(this.rules.delete),
      ...supersededDecisions.map(({ id }) => ({ verb: "undecide", difference: id.slice(DECISION.length) })),
    ];
  }

  /** Returns the items that a choice creates. @param {Difference} difference @param {string} choice @returns {NewItem[]} */
  #itemsOf(difference, choice) {
    const itemsBySide = this.comparison.itemsBySide(difference);
    if (choice === "agree") return itemsBySide[0];
    if (choice === "both") return itemsBySide.flat();
    if (choice === "merge") return [mergedItem(itemsBySide.flat())];
    return itemsBySide[this.comparison.sources.findIndex(({ letter }) => letter === choice)] ?? [];
  }
}

/** Returns one item with the first label, the first match and all words of several items. @param {Item[]} items @returns {NewItem} */
function mergedItem(items) {
  const comment = [...new Set(items.map((item) => item.comment).filter(Boolean))].join("\n");
  return {
    label: items.find((item) => item.label.trim())?.label ?? "",
    matched: items.find((item) => item.matched)?.matched ?? null,
    comment,
    parts: mergeParts(items.flatMap((item) => item.parts)),
  };
}

/** Joins parts that overlap or touch. @param {[number, number, number][]} parts @returns {[number, number, number][]} */
export function mergeParts(parts) {
  const summaries = [...new Set(parts.map(([summary]) => summary))];
  return summaries.flatMap((summary) => {
    const spans = parts.filter(([id]) => id === summary).map(([, start, end]) => ({ start, end }));
    return mergeSpans(spans).map(({ start, end }) => /** @type {[number, number, number]} */ ([summary, start, end]));
  });
}
