// @ts-check
/**
 * <mark-choice>: a word is in several SCUs (or units); lists them at the word and answers with the one chosen.
 * @typedef {{key: string, label: string, weight: number | null}} Item
 */
import { build } from "pyramidion/elements/build.js";
import { ChoicePopup } from "pyramidion/elements/choice_popup.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";

/** @extends {ChoicePopup<string>} */
export class MarkChoice extends ChoicePopup {
  connectedCallback() {
    this.hidden = true;
    this.listBox = build("ul", { role: "listbox", tabindex: "0", "aria-label": "This word is in" });
    this.listBox.addEventListener("keydown", (event) => this.#press(event));
    this.addEventListener("pointerdown", (event) => event.preventDefault());
    // A pointer at rest where the list opens chooses nothing.
    this.addEventListener("pointermove", (event) => (event.movementX || event.movementY) && this.#pointTo(event.target));
    this.addEventListener("click", (event) => this.#pointTo(event.target) && this.close(this.#key));
    this.addEventListener("focusout", () => this.close("", false));
    this.replaceChildren(this.listBox);
  }

  /** @param {Item[]} items @param {string} current the one selected now @param {DOMRect} box @returns {Promise<string>} "" for none */
  ask(items, current, box) {
    this.close("");
    return this.opened(() => {
      this.listBox?.replaceChildren(...items.map(option));
      this.point(Math.max(0, items.findIndex((item) => item.key === current)));
      this.placeAt({ first: box, last: box });
      this.listBox?.focus({ preventScroll: true });
    });
  }

  get #key() {
    return this.options[this.at]?.dataset.key ?? "";
  }

  /** @param {EventTarget | null} target @returns {boolean} whether an option is there */
  #pointTo(target) {
    const at = this.optionAt(target);
    if (at >= 0) this.point(at);
    return at >= 0;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { length } = this.options;
    const to = { ArrowDown: (this.at + 1) % length, ArrowUp: (this.at - 1 + length) % length, Home: 0, End: length - 1 }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (to !== undefined) this.point(to);
    else if (event.key === "Enter" || event.key === " ") this.close(this.#key);
    else if (event.key === "Escape") this.close("");
    else return;
    event.preventDefault();
  }
}

/** @param {Item} item @param {number} i */
function option({ key, label, weight }, i) {
  return build("li", { role: "option", id: `mark-${i}`, data: { key } }, weightBadge(weight), build("span", { text: label }));
}

customElements.define("mark-choice", MarkChoice);
