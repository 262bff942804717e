/**
 * Filters of the list of SCUs: by weight, by contributing summary, by matches, comments and flags. Pure functions.
 * @typedef {object} Filters  "" and false: not filtered
 * @property {string} weight
 * @property {string} summary the id of a summary that contributes
 * @property {"" | "matched" | "open" | "absent"} match
 * @property {boolean} single with one contributor only
 * @property {boolean} commented
 * @property {boolean} flagged
 * @property {boolean} unlabelled
 * @property {boolean} noted with open notes
 * ScuFacts: facts about an SCU that are not in its image: matches, and comments, flags and notes of its units.
 * @typedef {{match?: "matched" | "open" | "absent", commented?: boolean, flagged?: boolean, noted?: number}} ScuFacts
 */
import { matchesSearch, weightOf } from "pyramidion/pyramids/scus.js";

/** @type {Readonly<Filters>} */
export const NO_FILTERS = Object.freeze({
  weight: "", summary: "", match: "", single: false, commented: false, flagged: false, unlabelled: false, noted: false,
});

/** @type {Record<keyof Filters, (scu: any, value: any, facts: ScuFacts | null) => boolean>} */
const PASSES = {
  weight: (scu, weight) => String(weightOf(scu)) === weight,
  summary: (scu, summary) => scu.contributors.some((/** @type {any} */ contributor) => String(contributor.summary) === summary),
  match: (_scu, match, facts) => facts?.match === match,
  single: (scu) => scu.contributors.length === 1,
  commented: (scu, _, facts) => facts?.commented || [scu, ...scu.contributors].some(({ comment }) => comment),
  flagged: (scu, _, facts) => facts?.flagged || [scu, ...scu.contributors].some(({ flags }) => flags?.length),
  unlabelled: (scu) => !scu.label,
  noted: (_scu, _, facts) => Boolean(facts?.noted),
};

/** The names of the active filters. @param {Filters} filters @returns {(keyof Filters)[]} */
export function active(filters) {
  return /** @type {(keyof Filters)[]} */ (Object.keys(NO_FILTERS)).filter((name) => filters[name]);
}

/** Whether an SCU is to be shown. @param {any} scu @param {Filters} filters @param {ScuFacts | null} [facts] */
export function passes(scu, filters, facts = null) {
  return active(filters).every((name) => PASSES[name](scu, filters[name], facts));
}

/** The filters without this one. @param {Filters} filters @param {keyof Filters} name @returns {Filters} */
export function without(filters, name) {
  return { ...filters, [name]: NO_FILTERS[name] };
}

const MATCH = { "": "", matched: "Matched", open: "Not decided", absent: "Absent" };
const NAMES = { single: "One contributor", commented: "With a comment", flagged: "Flagged", unlabelled: "Without a label", noted: "With open notes" };

/**
 * The names of the active filters, for the page.
 * @param {Filters} filters @param {{id: number, letter: string, summarizer: string}[]} summaries
 * @returns {{name: keyof Filters, text: string}[]}
 */
export function chipsOf(filters, summaries) {
  const letter = summaries.find(({ id }) => String(id) === filters.summary)?.letter ?? "";
  const texts = { ...NAMES, weight: `Weight ${filters.weight}`, summary: `In ${letter}`, match: MATCH[filters.match] };
  return active(filters).map((name) => ({ name, text: texts[name] }));
}

/** The distinct weights, heaviest first. @param {any[]} scus @returns {number[]} */
export function weightsOf(scus) {
  return [...new Set(scus.map((scu) => weightOf(scu)))].sort((a, b) => b - a);
}

export class ListFilter {
  /** @type {RegExp | null} */
  pattern = null;
  /** @type {Filters} */
  filters = NO_FILTERS;
  /** @type {Set<string>} */
  #alwaysShown = new Set();

  /** @param {{pattern?: RegExp | null, filters?: Filters}} criteria */
  set({ pattern = this.pattern, filters = this.filters }) {
    this.pattern = pattern;
    this.filters = filters;
    this.#alwaysShown.clear();
  }

  get active() {
    return this.pattern !== null || active(this.filters).length > 0;
  }

  /** Shows an SCU even if it does not match. @param {string} id */
  keep(id) {
    if (id && this.active) this.#alwaysShown.add(id);
  }

  /**
   * Keeps showing the selected SCU, and no longer those that were kept before.
   * @param {string} id "" for none @param {boolean} listed whether the list shows it now @returns {boolean} whether the list changes
   */
  keepOnly(id, listed) {
    if (!this.active) return false;
    const stays = id !== "" && (!listed || this.#alwaysShown.has(id));
    const changes = (id !== "" && !listed) || [...this.#alwaysShown].some((other) => other !== id);
    this.#alwaysShown = new Set(stays ? [id] : []);
    return changes;
  }

  /** @template {any} S @param {S[]} scus @param {import("../scus.js").Texts} texts @param {(scu: S) => ScuFacts | null} [facts] @returns {S[]} */
  of(scus, texts, facts = () => null) {
    const { pattern, filters } = this;
    if (!this.active) return scus;
    const matches = (/** @type {any} */ scu) =>
      passes(scu, filters, facts(scu)) && (!pattern || matchesSearch(scu, pattern, texts));
    return scus.filter((/** @type {any} */ scu) => this.#alwaysShown.has(scu.id) || matches(scu));
  }
}
