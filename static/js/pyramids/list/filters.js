/**
 * Filters of the list of SCUs: by weight, by contributing summary, by matches, comments and flags.
 * @typedef {object} Filters  a filter that is "" or false is not active
 * @property {string} weight
 * @property {string} summary the id of a summary that contributes
 * @property {"" | "matched" | "open" | "absent"} match open: neither matched nor marked absent
 * @property {boolean} single with exactly one contributor
 * @property {boolean} commented
 * @property {boolean} flagged
 * @property {boolean} unlabelled
 * @property {boolean} noted with open notes
 * @typedef {{match?: "matched" | "open" | "absent", commented?: boolean, flagged?: boolean, openNotes?: number}} ScuFacts  facts
 *   that are not in the SCU itself: whether it is matched, and the comments, flags and notes of its units
 */
import { matchesSearch, weightOf } from "pyramidion/pyramids/scus.js";

/** @type {Readonly<Filters>} */
export const NO_FILTERS = Object.freeze({
  weight: "", summary: "", match: "", single: false, commented: false, flagged: false, unlabelled: false, noted: false,
});

/** How each filter tests an SCU. @type {Record<keyof Filters, (scu: any, value: any, facts: ScuFacts | null) => boolean>} */
const TESTS = {
  weight: (scu, weight) => String(weightOf(scu)) === weight,
  summary: (scu, summary) => scu.contributors.some((/** @type {any} */ contributor) => String(contributor.summary) === summary),
  match: (_scu, match, facts) => facts?.match === match,
  single: (scu) => scu.contributors.length === 1,
  commented: (scu, _, facts) => facts?.commented || [scu, ...scu.contributors].some(({ comment }) => comment),
  flagged: (scu, _, facts) => facts?.flagged || [scu, ...scu.contributors].some(({ flags }) => flags?.length),
  unlabelled: (scu) => !scu.label,
  noted: (_scu, _, facts) => Boolean(facts?.openNotes),
};

/** Returns the names of the active filters. @param {Filters} filters @returns {(keyof Filters)[]} */
export function activeFilters(filters) {
  return /** @type {(keyof Filters)[]} */ (Object.keys(NO_FILTERS)).filter((name) => filters[name]);
}

/** Whether an SCU passes all active filters. @param {any} scu @param {Filters} filters @param {ScuFacts | null} [facts] */
export function passes(scu, filters, facts = null) {
  return activeFilters(filters).every((name) => TESTS[name](scu, filters[name], facts));
}

/** Returns the filters with this one turned off. @param {Filters} filters @param {keyof Filters} name @returns {Filters} */
export function withoutFilter(filters, name) {
  return { ...filters, [name]: NO_FILTERS[name] };
}

const MATCH_NAMES = { "": "", matched: "Matched", open: "Not decided", absent: "Absent" };
const NAMES = { single: "One contributor", commented: "With a comment", flagged: "Flagged", unlabelled: "Without a label", noted: "With open notes" };

/** Returns the active filters with the texts of their chips (buttons that turn a filter off). @param {Filters} filters @param {{id: number, letter: string, summarizer: string}[]} summaries @returns {{name: keyof Filters, text: string}[]} */
export function chipsOf(filters, summaries) {
  const letter = summaries.find(({ id }) => String(id) === filters.summary)?.letter ?? "";
  const texts = { ...NAMES, weight: `Weight ${filters.weight}`, summary: `In ${letter}`, match: MATCH_NAMES[filters.match] };
  return activeFilters(filters).map((name) => ({ name, text: texts[name] }));
}

/** Returns the distinct weights, heaviest first. @param {any[]} scus @returns {number[]} */
export function weightsOf(scus) {
  return [...new Set(scus.map((scu) => weightOf(scu)))].sort((a, b) => b - a);
}

/** The search and the filters of the list. SCUs that stop matching while the user works on them stay listed. */
export class ListFilter {
  /** The search; null if the search field is empty. @type {RegExp | null} */
  pattern = null;
  /** @type {Filters} */
  filters = NO_FILTERS;
  /** Ids of SCUs that are listed even if they do not match. @type {Set<string>} */
  #keptIds = new Set();

  /** Sets the search, the filters or both. @param {{pattern?: RegExp | null, filters?: Filters}} criteria */
  set({ pattern = this.pattern, filters = this.filters }) {
    this.pattern = pattern;
    this.filters = filters;
    this.#keptIds.clear();
  }

  get isActive() {
    return this.pattern !== null || activeFilters(this.filters).length > 0;
  }

  /** Lists an SCU even if it stops matching. @param {string} id */
  keepListed(id) {
    if (id && this.isActive) this.#keptIds.add(id);
  }

  /** Stops listing SCUs that do not match, except the selected SCU, which is listed in any case. @param {string} id of the selected SCU, "" for none @param {boolean} isListed whether the list shows that SCU now @returns {boolean} whether the list changes */
  keepListedOnly(id, isListed) {
    if (!this.isActive) return false;
    const mustBeKept = id !== "" && (!isListed || this.#keptIds.has(id)); // otherwise it is listed because it matches
    const listChanges = (id !== "" && !isListed) || [...this.#keptIds].some((other) => other !== id);
    this.#keptIds = new Set(mustBeKept ? [id] : []);
    return listChanges;
  }

  /** Returns the SCUs to list. @template {any} S @param {S[]} scus @param {import("../scus.js").Texts} texts @param {(scu: S) => ScuFacts | null} [facts] @returns {S[]} */
  apply(scus, texts, facts = () => null) {
    const { pattern, filters } = this;
    if (!this.isActive) return scus;
    const matches = (/** @type {any} */ scu) => passes(scu, filters, facts(scu)) && (!pattern || matchesSearch(scu, pattern, texts));
    return scus.filter((/** @type {any} */ scu) => this.#keptIds.has(scu.id) || matches(scu));
  }
}
