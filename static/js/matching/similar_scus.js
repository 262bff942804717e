// @ts-check
/**
 * <similar-scus>: SCUs ranked for some words; a number, Enter or a click chooses one. Escape or leaving it closes it.
 * @typedef {{id: string, label: string, weight: number, matched: number}} Item  matched: how many units are on it
 */
import { build } from "pyramidion/elements/build.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";
import { placeAt } from "pyramidion/elements/place.js";

const NUMBERED = 5;

export class SimilarScus extends HTMLElement {
  /** @type {(chosen: string | null) => void} */
  #answer = () => {};
  /** @type {{first: DOMRect, last: DOMRect} | null} */
  #boxes = null;
  /** Where the focus goes back to. @type {HTMLElement | null} */
  #back = null;
  #at = 0;

  connectedCallback() {
    this.hidden = true;
    this.tabIndex = -1;
    this.setAttribute("role", "dialog");
    this.setAttribute("aria-label", "Similar SCUs");
    this.says = build("p", { class: "similar-says", role: "status" });
    this.listBox = build("ul", { role: "listbox", id: "similar-list", "aria-label": "SCUs, the most similar first", tabindex: "0" });
    this.replaceChildren(this.says, this.listBox);
    this.addEventListener("keydown", (event) => this.#press(event));
    this.addEventListener("pointerdown", (event) => event.preventDefault());
    this.listBox.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("focusout", (event) => this.contains(/** @type {Node | null} */ (event.relatedTarget)) || this.#close(null, false));
  }

  get open() {
    return !this.hidden;
  }

  /**
   * Opens, and waits for what is to be shown. Answers with the SCU chosen, or null.
   * @param {{boxes: {first: DOMRect, last: DOMRect}, waiting: string}} how @returns {Promise<string | null>}
   */
  ask({ boxes, waiting }) {
    this.#close(null);
    this.#boxes = boxes;
    this.#back = /** @type {HTMLElement | null} */ (document.activeElement);
    this.hidden = false;
    this.tell(waiting);
    this.focus({ preventScroll: true });
    return new Promise((resolve) => (this.#answer = resolve));
  }

  /** A sentence in place of a list. @param {string} text */
  tell(text) {
    this.listBox?.replaceChildren();
    if (this.listBox) this.listBox.hidden = true;
    this.#say(text);
  }

  /** @param {Item[]} items best first */
  show(items) {
    if (!this.open || !this.listBox) return;
    this.listBox.replaceChildren(...items.map(option));
    this.listBox.hidden = false;
    this.#point(0);
    this.#say(`${items.length} ${items.length === 1 ? "similar SCU" : "similar SCUs"}: a number or Enter matches`);
    this.listBox.focus({ preventScroll: true });
  }

  /** @param {string} text */
  #say(text) {
    if (this.says) this.says.textContent = text;
    if (this.#boxes) placeAt(this, this.#boxes);
  }

  /** @param {number} index */
  #point(index) {
    const options = [...(this.listBox?.children ?? [])];
    this.#at = Math.max(0, Math.min(options.length - 1, index));
    options.forEach((one, i) => one.setAttribute("aria-selected", String(i === this.#at)));
    this.listBox?.setAttribute("aria-activedescendant", options[this.#at]?.id ?? "");
    options[this.#at]?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    const number = Number(event.key);
    if (step) this.#point(this.#at + step);
    else if (event.key === "Enter") this.#choose(this.#at);
    else if (number >= 1 && number <= NUMBERED) this.#choose(number - 1);
    else if (event.key === "Escape") this.#close(null);
    else return;
    event.preventDefault();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const chosen = event.target instanceof Element ? event.target.closest("li") : null;
    if (chosen && this.listBox) this.#choose([...this.listBox.children].indexOf(chosen));
  }

  /** @param {number} index */
  #choose(index) {
    const chosen = /** @type {HTMLElement | undefined} */ (this.listBox?.children[index]);
    if (chosen?.dataset.id) this.#close(chosen.dataset.id);
  }

  /** @param {string | null} chosen @param {boolean} [focus] */
  #close(chosen, focus = true) {
    if (this.hidden) return;
    const answer = this.#answer;
    this.#answer = () => {};
    if (focus) this.#back?.focus({ preventScroll: true });
    this.hidden = true;
    answer(chosen);
  }
}

/** @param {Item} item @param {number} i */
function option({ id, label, weight, matched }, i) {
  const number = build("kbd", { text: i < NUMBERED ? String(i + 1) : "", "aria-hidden": "true" });
  const times = matched > 1 ? `✓ ×${matched}` : matched ? "✓" : "";
  const done = build("span", { class: "done", text: times, title: times ? "Matched already" : null });
  return build("li", { role: "option", id: `similar-${id}`, data: { id } }, number, weightBadge(weight), build("span", { text: label }), done);
}

customElements.define("similar-scus", SimilarScus);
