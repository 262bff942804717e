// @ts-check
/**
 * <type-ahead>: choose an SCU by typing a few letters of its label. `ask` answers with what was chosen.
 * @typedef {{id: string, label: string, weight: number, hint: string}} Item  hint: further words to search in
 */
import { build } from "pyramidion/elements/build.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";
import { placeAt } from "pyramidion/elements/place.js";

const MOST = 50;
const NONE = "No SCU has these words";

export class TypeAhead extends HTMLElement {
  /** @type {Item[]} */
  #items = [];
  /** @type {(chosen: {id: string} | {label: string} | null) => void} */
  #answer = () => {};
  #at = 0;
  #offerNew = false;

  connectedCallback() {
    this.hidden = true;
    const on = { input: () => this.#list(), keydown: (/** @type {KeyboardEvent} */ event) => this.#press(event) };
    const combobox = { role: "combobox", "aria-expanded": "true", "aria-autocomplete": "list" };
    const plain = { type: "text", autocomplete: "off", spellcheck: "false" };
    this.input = build("input", { ...combobox, ...plain, "aria-controls": "type-ahead-list", on });
    const list = { role: "listbox", id: "type-ahead-list", "aria-label": "SCUs", tabindex: "-1" };
    this.listBox = build("ul", list);
    this.listBox.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("pointerdown", (event) => event.target === this.input || event.preventDefault());
    this.addEventListener("focusout", () => this.#close(null, false));
    this.replaceChildren(this.input, this.listBox);
  }

  get open() {
    return !this.hidden;
  }

  /**
   * @param {{title: string, items: Item[], boxes: {first: DOMRect, last: DOMRect}, offerNew?: boolean}} question
   * @returns {Promise<{id: string} | {label: string} | null>} an SCU, a new one's label, or nothing
   */
  ask({ title, items, boxes, offerNew = false }) {
    this.#close(null);
    this.#items = items;
    this.#offerNew = offerNew;
    this.#back = /** @type {HTMLElement | null} */ (document.activeElement);
    this.input.value = "";
    this.input.placeholder = title;
    this.input.setAttribute("aria-label", title);
    this.hidden = false;
    this.#list();
    placeAt(this, boxes);
    this.input.focus();
    return new Promise((resolve) => (this.#answer = resolve));
  }

  /** Where the focus goes back to. @type {HTMLElement | null} */
  #back = null;

  #list() {
    const sought = this.input.value.trim();
    const found = ranked(this.#items, sought).slice(0, MOST);
    const options = found.map((item) => this.#option(item.id, item.label, item.weight));
    if (this.#offerNew && sought) options.push(this.#option("", `New SCU “${sought}”`, null));
    if (!options.length) options.push(build("li", { class: "none", role: "option", "aria-disabled": "true", text: NONE }));
    this.listBox.replaceChildren(...options);
    this.#point(0);
  }

  /** @param {string} id @param {string} label @param {number | null} weight */
  #option(id, label, weight) {
    const properties = { role: "option", id: `option-${id || "new"}`, data: { id } };
    return build("li", properties, weightBadge(weight, "+"), build("span", { text: label }));
  }

  /** @param {number} index */
  #point(index) {
    const options = [...this.listBox.children];
    this.#at = Math.max(0, Math.min(options.length - 1, index));
    options.forEach((option, i) => option.setAttribute("aria-selected", String(i === this.#at)));
    const current = options[this.#at];
    this.input.setAttribute("aria-activedescendant", current?.id ?? "");
    current?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    event.stopPropagation();
    if (step) {
      event.preventDefault();
      this.#point(this.#at + step);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.#choose(/** @type {HTMLElement} */ (this.listBox.children[this.#at]));
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.#close(null);
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const option = event.target instanceof Element ? event.target.closest("li") : null;
    if (option) this.#choose(option);
  }

  /** @param {HTMLElement} option */
  #choose(option) {
    if (option.dataset.id === undefined) return;
    this.#close(option.dataset.id ? { id: option.dataset.id } : { label: this.input.value.trim() });
  }

  /** @param {{id: string} | {label: string} | null} chosen @param {boolean} [focus] */
  #close(chosen, focus = true) {
    if (this.hidden) return;
    this.hidden = true;
    if (focus) this.#back?.focus();
    this.#answer(chosen);
    this.#answer = () => {};
  }
}

/** Labels that begin so, then labels and texts that hold all words. @param {Item[]} items @param {string} sought */
function ranked(items, sought) {
  const words = sought.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  if (!words.length) return items;
  const rank = (/** @type {Item} */ item) => {
    const label = item.label.toLocaleLowerCase();
    if (label.startsWith(words.join(" "))) return 0;
    if (words.every((word) => label.includes(word))) return 1;
    return words.every((word) => label.includes(word) || item.hint.toLocaleLowerCase().includes(word)) ? 2 : 3;
  };
  return items
    .map((item, i) => ({ item, i, rank: rank(item) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank || a.i - b.i)
    .map((one) => one.item);
}

customElements.define("type-ahead", TypeAhead);
