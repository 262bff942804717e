/**
 * A decision as edits of the consensus: what is made of the compared items, and the verb that says so.
 * @import { Comparison, Difference, Item } from "./comparison.js"
 * @import { Decision } from "../edits/types.js"
 * @typedef {{label: string, comment?: string, matched: string | null, parts: [number, number, number][]}} Made
 * @typedef {{verb: string, [field: string]: any}[]} Edits
 */
import { DECISION, decisionsOf } from "pyramidion/work/edits/decision_verbs.js";
import { unite } from "pyramidion/texts/pieces.js";

export class Choices {
  /**
   * @param {Comparison} comparison @param {import("../kinds.js").Decided} decided how a consensus of this kind is decided
   * @param {() => string} newId
   */
  constructor(comparison, decided, newId) {
    this.comparison = comparison;
    this.decided = decided;
    this.made = decided.made;
    this.newId = newId;
  }

  /** Which choices there are. @param {Difference} difference @returns {string[]} */
  possible({ kind, items }) {
    const letters = this.comparison.sources.map(({ letter }) => letter);
    if (kind === "same") return ["agree"];
    const several = items.filter((ids) => ids.length).length > 1;
    const both = several && !["label", "nonmatching"].includes(kind) ? ["both"] : [];
    const merge = items.flat().length > 1 && !["label", "nonmatching", "match"].includes(kind) ? ["merge"] : [];
    return [...letters, ...both, ...merge, ...(this.decided.free ? ["free"] : [])];
  }

  /**
   * The edits that decide a difference; an earlier decision of it, or of what its sources were before they changed, goes.
   * @param {any} state of the consensus
   * @param {Difference} difference @param {string} choice @param {{note?: string, made?: Made[]}} [how] made: for "free" @returns {Edits}
   */
  edits(state, difference, choice, { note = "", made = this.#taken(difference, choice) } = {}) {
    const built = made.map((item) => this.decided.build(item, this.newId));
    const sources = Object.fromEntries(this.comparison.sources.map(({ letter }, at) => [letter, difference.items[at]]));
    return [
      ...this.#cleared(state, difference),
      ...built.flatMap(({ edits }) => edits),
      { verb: "decide", difference: difference.key, choice, note, sources, [this.made]: built.map(({ id }) => id) },
    ];
  }

  /** The edits that leave a difference open again. @param {any} state @param {Difference} difference @returns {Edits} */
  reopening(state, difference) {
    const decided = state.images.has(DECISION + difference.key);
    return decided ? [...this.#cleared(state, difference), { verb: "undecide", difference: difference.key }] : [];
  }

  /** Decisions about what the sources were before they changed. @param {any} state @param {Difference} difference @returns {Decision[]} */
  superseded(state, difference) {
    const now = new Set(this.comparison.differences.map(({ key }) => DECISION + key));
    const about = new Set(this.comparison.sources.flatMap(({ letter }, at) => difference.items[at].map((id) => letter + id)));
    return [...decisionsOf(state)].filter(
      ({ id, sources }) =>
        !now.has(id) && Object.entries(sources).some(([letter, ids]) => ids.some((one) => about.has(letter + one))),
    );
  }

  /** @param {any} state @param {Difference} difference @returns {Edits} */
  #cleared(state, difference) {
    const old = this.superseded(state, difference);
    const own = state.images.get(DECISION + difference.key);
    const going = own ? [...old, own] : old;
    const others = [...decisionsOf(state)].filter((one) => !going.includes(one)).flatMap((one) => one[this.made] ?? []);
    const gone = going.flatMap((one) => one[this.made] ?? []).filter((id) => state.images.has(id) && !others.includes(id));
    return [
      ...[...new Set(gone)].map(this.decided.remove),
      ...old.map(({ id }) => ({ verb: "undecide", difference: id.slice(DECISION.length) })),
    ];
  }

  /** @param {Difference} difference @param {string} choice @returns {Made[]} */
  #taken(difference, choice) {
    const sides = this.comparison.sides(difference);
    if (choice === "agree") return sides[0];
    if (choice === "both") return sides.flat();
    if (choice === "merge") return [merged(sides.flat())];
    return sides[this.comparison.sources.findIndex(({ letter }) => letter === choice)] ?? [];
  }
}

/** Several items as one: the first label and match there is, all words. @param {Item[]} items @returns {Made} */
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
    const spans = parts.filter(([of]) => of === summary).map(([, start, end]) => ({ start, end }));
    return unite(spans).map(({ start, end }) => /** @type {[number, number, number]} */ ([summary, start, end]));
  });
}
