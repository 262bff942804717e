/**
 * Which SCUs a list shows: filters of the weight, of who contributes, and of what is marked. Pure.
 * @typedef {object} Filters  "" and false ask for nothing
 * @property {string} weight
 * @property {string} summary the id of a summary that contributes
 * @property {"" | "matched" | "open" | "absent"} match
 * @property {boolean} single from one summary only
 * @property {boolean} commented
 * @property {boolean} flagged
 * @property {boolean} unlabelled
 * @property {boolean} noted with open notes
 * What is known of an SCU besides its own image: whether it is matched, comments and flags of the units on it.
 * @typedef {{match?: "matched" | "open" | "absent", commented?: boolean, flagged?: boolean, noted?: number}} Besides
 */
import { mentions, weightOf } from "pyramidion/pyramids/scus.js";

/** @type {Readonly<Filters>} */
export const NO_FILTERS = Object.freeze({
  weight: "", summary: "", match: "", single: false, commented: false, flagged: false, unlabelled: false, noted: false,
});

/** @type {Record<keyof Filters, (scu: any, asked: any, besides: Besides | null) => boolean>} */
const PASSES = {
  weight: (scu, weight) => String(weightOf(scu)) === weight,
  summary: (scu, summary) => scu.contributors.some((/** @type {any} */ one) => String(one.summary) === summary),
  match: (_scu, match, besides) => besides?.match === match,
  single: (scu) => scu.contributors.length === 1,
  commented: (scu, _, besides) => besides?.commented || [scu, ...scu.contributors].some((one) => one.comment),
  flagged: (scu, _, besides) => besides?.flagged || [scu, ...scu.contributors].some((one) => one.flags?.length),
  unlabelled: (scu) => !scu.label,
  noted: (_scu, _, besides) => Boolean(besides?.noted),
};

/** The filters that ask for something. @param {Filters} filters @returns {(keyof Filters)[]} */
export function active(filters) {
  return /** @type {(keyof Filters)[]} */ (Object.keys(NO_FILTERS)).filter((name) => filters[name]);
}

/** Whether an SCU is to be shown. @param {any} scu @param {Filters} filters @param {Besides | null} [besides] */
export function passes(scu, filters, besides = null) {
  return active(filters).every((name) => PASSES[name](scu, filters[name], besides));
}

/** The same filters without one. @param {Filters} filters @param {keyof Filters} name @returns {Filters} */
export function without(filters, name) {
  return { ...filters, [name]: NO_FILTERS[name] };
}

const MATCH = { "": "", matched: "Matched", open: "Not decided", absent: "Absent" };
const NAMES = { single: "One contributor", commented: "With a comment", flagged: "Flagged", unlabelled: "Without a label", noted: "With open notes" };

/**
 * What the active filters are called.
 * @param {Filters} filters @param {{id: number, letter: string, summarizer: string}[]} summaries
 * @returns {{name: keyof Filters, text: string}[]}
 */
export function chipsOf(filters, summaries) {
  const letter = summaries.find((one) => String(one.id) === filters.summary)?.letter ?? "";
  const said = { ...NAMES, weight: `Weight ${filters.weight}`, summary: `In ${letter}`, match: MATCH[filters.match] };
  return active(filters).map((name) => ({ name, text: said[name] }));
}

/** The weights there are, heaviest first. @param {any[]} scus @returns {number[]} */
export function weightsOf(scus) {
  return [...new Set(scus.map((scu) => weightOf(scu)))].sort((a, b) => b - a);
}

export class Narrowing {
  /** @type {RegExp | null} */
  pattern = null;
  /** @type {Filters} */
  filters = NO_FILTERS;
  /** @type {Set<string>} */
  #kept = new Set();

  /** @param {{pattern?: RegExp | null, filters?: Filters}} asked */
  ask({ pattern = this.pattern, filters = this.filters }) {
    this.pattern = pattern;
    this.filters = filters;
    this.#kept.clear();
  }

  get active() {
    return this.pattern !== null || active(this.filters).length > 0;
  }

  /** Shows an SCU whether it fits or not. @param {string} id */
  keep(id) {
    if (id && this.active) this.#kept.add(id);
  }

  /**
   * Another SCU is selected: it stays, what stayed for the last one goes.
   * @param {string} id "" for none @param {boolean} listed whether the list shows it now @returns {boolean} whether the list changes
   */
  turnTo(id, listed) {
    if (!this.active) return false;
    const stays = id !== "" && (!listed || this.#kept.has(id));
    const changes = (id !== "" && !listed) || [...this.#kept].some((one) => one !== id);
    this.#kept = new Set(stays ? [id] : []);
    return changes;
  }

  /** @template {any} S @param {S[]} scus @param {import("../scus.js").Texts} texts @param {(scu: S) => Besides | null} [besides] @returns {S[]} */
  of(scus, texts, besides = () => null) {
    const { pattern, filters } = this;
    if (!this.active) return scus;
    const fits = (/** @type {any} */ scu) =>
      passes(scu, filters, besides(scu)) && (!pattern || mentions(scu, pattern, texts));
    return scus.filter((/** @type {any} */ scu) => this.#kept.has(scu.id) || fits(scu));
  }
}
