/**
 * A list that floats where something is chosen from it, and answers once: with what was chosen, or with nothing when it is
 * left. The focus goes back to where it was.
 * @template Answer
 */
import { placeAt } from "pyramidion/elements/place.js";

/** @template Answer */
export class ChoicePopup extends HTMLElement {
  /** @type {(answer: Answer) => void} */
  #answer = () => {};
  /** @type {HTMLElement | null} */
  #back = null;
  /** The option at hand. */
  at = 0;
  /** @type {HTMLElement | undefined} */
  listBox;

  get open() {
    return !this.hidden;
  }

  get options() {
    return /** @type {HTMLElement[]} */ ([...(this.listBox?.children ?? [])]);
  }

  /** Opens; `fill` shows what there is and sets the focus. @param {() => void} fill @returns {Promise<Answer>} */
  opened(fill) {
    this.#back = /** @type {HTMLElement | null} */ (document.activeElement);
    this.hidden = false;
    return new Promise((resolve) => {
      this.#answer = resolve;
      fill();
    });
  }

  /** @param {{first: DOMRect, last: DOMRect}} boxes */
  placeAt(boxes) {
    placeAt(this, boxes);
  }

  /** Marks the option at hand. @param {number} index @param {Element | undefined} [focused] the element that keeps the focus */
  point(index, focused = this.listBox) {
    const { options } = this;
    this.at = Math.max(0, Math.min(options.length - 1, index));
    options.forEach((option, i) => option.setAttribute("aria-selected", String(i === this.at)));
    focused?.setAttribute("aria-activedescendant", options[this.at]?.id ?? "");
    options[this.at]?.scrollIntoView({ block: "nearest" });
  }

  /** The number of the option that an element is in; -1 if it is in none. @param {EventTarget | null} target */
  optionAt(target) {
    return target instanceof Element ? this.options.findIndex((option) => option.contains(target)) : -1;
  }

  /** @param {Answer} answer @param {boolean} [focus] */
  close(answer, focus = true) {
    if (this.hidden) return;
    this.hidden = true;
    const tell = this.#answer;
    this.#answer = () => {};
    if (focus) this.#back?.focus({ preventScroll: true });
    tell(answer);
  }
}
