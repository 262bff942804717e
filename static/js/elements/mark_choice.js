// @ts-check
/**
 * <mark-choice>: a word is in several SCUs (or units); lists them at the word and answers with the one chosen.
 * @typedef {{key: string, label: string, weight: number | null}} Item
 */
import { build } from "pyramidion/elements/build.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";
import { placeAt } from "pyramidion/elements/place.js";

export class MarkChoice extends HTMLElement {
  /** @type {(key: string) => void} */
  #answer = () => {};
  /** @type {HTMLElement | null} */
  #back = null;
  #at = 0;

  connectedCallback() {
    this.hidden = true;
    this.list = build("ul", { role: "listbox", tabindex: "0", "aria-label": "This word is in" });
    this.list.addEventListener("keydown", (event) => this.#press(event));
    this.addEventListener("pointerdown", (event) => event.preventDefault());
    // A pointer at rest where the list opens chooses nothing.
    this.addEventListener("pointermove", (event) => (event.movementX || event.movementY) && this.#pointTo(event.target));
    this.addEventListener("click", (event) => this.#pointTo(event.target) && this.#close(this.#key));
    this.addEventListener("focusout", () => this.#close("", false));
    this.replaceChildren(this.list);
  }

  /** @param {Item[]} items @param {string} current the one selected now @param {DOMRect} box @returns {Promise<string>} "" for none */
  ask(items, current, box) {
    this.#close("");
    this.#back = /** @type {HTMLElement | null} */ (document.activeElement);
    this.list?.replaceChildren(...items.map(option));
    this.hidden = false;
    this.#point(Math.max(0, items.findIndex((item) => item.key === current)));
    placeAt(this, { first: box, last: box });
    this.list?.focus({ preventScroll: true });
    return new Promise((resolve) => (this.#answer = resolve));
  }

  get #options() {
    return /** @type {HTMLElement[]} */ ([...(this.list?.children ?? [])]);
  }

  get #key() {
    return this.#options[this.#at]?.dataset.key ?? "";
  }

  /** @param {number} index */
  #point(index) {
    const options = this.#options;
    this.#at = (index + options.length) % options.length;
    options.forEach((one, i) => one.setAttribute("aria-selected", String(i === this.#at)));
    this.list?.setAttribute("aria-activedescendant", options[this.#at].id);
    options[this.#at].scrollIntoView({ block: "nearest" });
  }

  /** @param {EventTarget | null} target @returns {boolean} whether an option is there */
  #pointTo(target) {
    const at = target instanceof Element ? this.#options.findIndex((one) => one.contains(target)) : -1;
    if (at >= 0) this.#point(at);
    return at >= 0;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const to = { ArrowDown: this.#at + 1, ArrowUp: this.#at - 1, Home: 0, End: -1 }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (to !== undefined) this.#point(to);
    else if (event.key === "Enter" || event.key === " ") this.#close(this.#key);
    else if (event.key === "Escape") this.#close("");
    else return;
    event.preventDefault();
  }

  /** @param {string} key @param {boolean} [focus] */
  #close(key, focus = true) {
    if (this.hidden) return;
    this.hidden = true;
    const answer = this.#answer;
    this.#answer = () => {};
    if (focus) this.#back?.focus({ preventScroll: true });
    answer(key);
  }
}

/** @param {Item} item @param {number} i */
function option({ key, label, weight }, i) {
  return build("li", { role: "option", id: `mark-${i}`, data: { key } }, weightBadge(weight), build("span", { text: label }));
}

customElements.define("mark-choice", MarkChoice);
