/**
 * A floating list from which the user chooses one option. `openWith` returns a promise of the choice, or of the subclass's empty
 * answer if the user closes the list. When the list closes, the focus returns to where it was.
 */
import { placeAt } from "pyramidion/elements/place.js";

/** @template Answer */
export class ChoicePopup extends HTMLElement {
  /** Resolves the promise of `openWith`. @type {(answer: Answer) => void} */
  #resolve = () => {};
  /** The element that had the focus before the popup. @type {HTMLElement | null} */
  #focusBefore = null;
  activeIndex = 0;
  /** Holds one child element per option. @type {HTMLElement | undefined} */
  listBox;

  get isOpen() {
    return !this.hidden;
  }

  get options() {
    return /** @type {HTMLElement[]} */ ([...(this.listBox?.children ?? [])]);
  }

  /** Opens the popup. @param {() => void} fill adds the options and sets the focus @returns {Promise<Answer>} */
  openWith(fill) {
    this.#focusBefore = /** @type {HTMLElement | null} */ (document.activeElement);
    this.hidden = false;
    return new Promise((resolve) => {
      this.#resolve = resolve;
      fill();
    });
  }

  /** Places the popup beside a text. @param {{first: DOMRect, last: DOMRect}} boxes of the first and last line of the text that the popup is about */
  placeAt(boxes) {
    placeAt(this, boxes);
  }

  /** Makes an option the active one. @param {number} index if out of range, the first or last option becomes active @param {Element | undefined} [focused] the element that has the focus */
  activate(index, focused = this.listBox) {
    const { options } = this;
    this.activeIndex = Math.max(0, Math.min(options.length - 1, index));
    options.forEach((option, i) => option.setAttribute("aria-selected", String(i === this.activeIndex)));
    focused?.setAttribute("aria-activedescendant", options[this.activeIndex]?.id ?? "");
    options[this.activeIndex]?.scrollIntoView({ block: "nearest" });
  }

  /** Returns the index of the option that contains an element; -1 if none does. @param {EventTarget | null} target */
  optionIndexOf(target) {
    return target instanceof Element ? this.options.findIndex((option) => option.contains(target)) : -1;
  }

  /** Closes the popup and resolves the promise of `openWith`. @param {Answer} answer @param {{restoreFocus?: boolean}} [options] */
  close(answer, { restoreFocus = true } = {}) {
    if (this.hidden) return;
    this.hidden = true;
    const resolve = this.#resolve;
    this.#resolve = () => {};
    if (restoreFocus) this.#focusBefore?.focus({ preventScroll: true });
    resolve(answer);
  }
}
