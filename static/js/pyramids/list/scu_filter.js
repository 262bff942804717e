/**
 * <scu-filter>: a panel with the filters of the list of SCUs, opened by the page's `data-filter` button. Below it, each active filter
 * has a chip; a click on the chip turns the filter off.
 * Events: `filters` {filters}.
 * @import { Filters } from "./filters.js"
 * @typedef {{weights: number[], summaries: {id: number, letter: string, summarizer: string}[], isForPeer: boolean}} FilterOptions  isForPeer: whether the page matches the SCUs to a peer
 */
import { build } from "pyramidion/elements/build.js";
import { NO_FILTERS, activeFilters, chipsOf, withoutFilter } from "pyramidion/pyramids/list/filters.js";

const MATCH_OPTIONS = [["", "Any"], ["matched", "Matched"], ["open", "Not decided"], ["absent", "Absent"]];

export class ScuFilter extends HTMLElement {
  /** @type {Filters} */
  filters = NO_FILTERS;
  /** @type {FilterOptions} */
  #options = { weights: [], summaries: [], isForPeer: false };

  connectedCallback() {
    this.panel = build("div", { class: "filter-panel", role: "group", "aria-label": "Filters", id: "scu-filters", hidden: true });
    this.chips = build("div", { class: "filter-chips", role: "group", "aria-label": "Active filters", hidden: true });
    this.replaceChildren(this.panel, this.chips);
    this.button?.addEventListener("click", () => this.toggle());
    this.panel.addEventListener("change", () => this.#apply(this.#readFields()));
    this.panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.toggle({ open: false });
    });
  }

  /** @returns {HTMLButtonElement | null} */
  get button() {
    return document.querySelector("[data-filter]");
  }

  /** Sets the options that the filters offer. @param {FilterOptions} options */
  offer(options) {
    if (JSON.stringify(options) === JSON.stringify(this.#options)) return;
    this.#options = options;
    // A field that has the focus must not be replaced.
    if (!this.panel?.contains(document.activeElement)) this.#build();
  }

  toggle({ open = Boolean(this.panel?.hidden) } = {}) {
    if (!this.panel || !this.button) return;
    if (open) this.#build();
    this.panel.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    if (open) /** @type {HTMLElement | null} */ (this.panel.querySelector("select, input"))?.focus();
    else this.button.focus();
  }

  #build() {
    const { weights, summaries, isForPeer } = this.#options;
    const weightOptions = [["", "Any"], ...weights.map((weight) => [String(weight), String(weight)])];
    const summaryOptions = [["", "Any"], ...summaries.map(({ id, letter, summarizer }) => [String(id), `${letter} · ${summarizer}`])];
    this.panel?.replaceChildren(
      this.#selectField("weight", "Weight", weightOptions),
      this.#selectField("summary", "Contributor of", summaryOptions),
      ...(isForPeer ? [this.#selectField("match", "In this peer", MATCH_OPTIONS)] : []),
      this.#checkbox("single", "One contributor"),
      this.#checkbox("commented", "With a comment"),
      this.#checkbox("flagged", "Flagged"),
      this.#checkbox("noted", "With open notes"),
      ...(isForPeer ? [] : [this.#checkbox("unlabelled", "Without a label")]),
    );
  }

  /** Returns a field for a filter with several values. @param {keyof Filters} name @param {string} text @param {string[][]} options value and label of each */
  #selectField(name, text, options) {
    const select = build("select", { name }, ...options.map(([value, label]) => build("option", { value, text: label })));
    select.value = String(this.filters[name]);
    return build("label", { class: "filter-select" }, build("span", { text }), select);
  }

  /** Returns a checkbox for a filter that is on or off. @param {keyof Filters} name @param {string} text */
  #checkbox(name, text) {
    const box = build("input", { type: "checkbox", name });
    box.checked = Boolean(this.filters[name]);
    return build("label", { class: "filter-check" }, box, build("span", { text }));
  }

  /** @returns {Filters} */
  #readFields() {
    const fields = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (this.panel?.querySelectorAll("[name]") ?? []);
    const values = [...fields].map((field) => [field.name, field.type === "checkbox" ? /** @type {any} */ (field).checked : field.value]);
    return { ...NO_FILTERS, ...Object.fromEntries(values) };
  }

  /** Applies the filters to the list. @param {Filters} filters */
  #apply(filters) {
    this.filters = filters;
    this.#showChips();
    this.dispatchEvent(new CustomEvent("filters", { detail: { filters } }));
  }

  #showChips() {
    const chips = chipsOf(this.filters, this.#options.summaries);
    const applyAndRebuild = (/** @type {Filters} */ filters) => {
      this.#apply(filters);
      this.#build();
      /** @type {HTMLElement | null} */ (this.chips?.querySelector("button") ?? this.button)?.focus();
    };
    this.chips?.replaceChildren(
      ...chips.map(({ name, text }) =>
        build("button", { type: "button", class: "chip", "aria-label": `Remove filter: ${text}`,
          on: { click: () => applyAndRebuild(withoutFilter(this.filters, name)) } }, text, build("span", { "aria-hidden": "true", text: "×" }))),
      chips.length > 1
        ? build("button", { type: "button", class: "plain", text: "Clear all", on: { click: () => applyAndRebuild(NO_FILTERS) } }) : "",
    );
    if (this.chips) this.chips.hidden = chips.length === 0;
    this.button?.classList.toggle("on", activeFilters(this.filters).length > 0);
  }
}

customElements.define("scu-filter", ScuFilter);
