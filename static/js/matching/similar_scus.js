// @ts-check
/**
 * <similar-scus>: SCUs ranked for some words; a number, Enter or a click chooses one. Escape or leaving it closes it.
 * @typedef {{id: string, label: string, weight: number, matched: number}} Item  matched: how many units are on it
 */
import { build } from "pyramidion/elements/build.js";
import { ChoicePopup } from "pyramidion/elements/choice_popup.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";

const NUMBERED = 5;

/** @extends {ChoicePopup<string | null>} */
export class SimilarScus extends ChoicePopup {
  /** @type {{first: DOMRect, last: DOMRect} | null} */
  #boxes = null;

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
    this.listBox.addEventListener("click", (event) => this.#choose(this.optionAt(event.target)));
    this.addEventListener("focusout", (event) => this.contains(/** @type {Node | null} */ (event.relatedTarget)) || this.close(null, false));
  }

  /**
   * Opens, and waits for what is to be shown. Answers with the SCU chosen, or null.
   * @param {{boxes: {first: DOMRect, last: DOMRect}, waiting: string}} how @returns {Promise<string | null>}
   */
  ask({ boxes, waiting }) {
    this.close(null);
    this.#boxes = boxes;
    return this.opened(() => {
      this.tell(waiting);
      this.focus({ preventScroll: true });
    });
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
    this.point(0);
    this.#say(`${items.length} ${items.length === 1 ? "similar SCU" : "similar SCUs"}: a number or Enter matches`);
    this.listBox.focus({ preventScroll: true });
  }

  /** @param {string} text */
  #say(text) {
    if (this.says) this.says.textContent = text;
    if (this.#boxes) this.placeAt(this.#boxes);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    const number = Number(event.key);
    if (step) this.point(this.at + step);
    else if (event.key === "Enter") this.#choose(this.at);
    else if (number >= 1 && number <= NUMBERED) this.#choose(number - 1);
    else if (event.key === "Escape") this.close(null);
    else return;
    event.preventDefault();
  }

  /** @param {number} index */
  #choose(index) {
    const id = this.options[index]?.dataset.id;
    if (id) this.close(id);
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
