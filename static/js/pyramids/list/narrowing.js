// @ts-check
/**
 * What narrows the list of SCUs: words looked for, and filters. An SCU that is selected while it is not among them is
 * shown all the same, and one that no longer fits because of an edit stays until another one is selected.
 * @import { Filters } from "./filters.js"
 */
import { NO_FILTERS, active, passes } from "pyramidion/pyramids/list/filters.js";
import { mentions } from "pyramidion/pyramids/scus.js";

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

  /**
   * @template {any} S @param {S[]} scus @param {import("../scus.js").Texts} texts
   * @param {(scu: S) => import("./filters.js").Besides | null} [besides] @returns {S[]}
   */
  of(scus, texts, besides = () => null) {
    const { pattern, filters } = this;
    if (!this.active) return scus;
    const fits = (/** @type {any} */ scu) =>
      passes(scu, filters, besides(scu)) && (!pattern || mentions(scu, pattern, texts));
    return scus.filter((/** @type {any} */ scu) => this.#kept.has(scu.id) || fits(scu));
  }
}
