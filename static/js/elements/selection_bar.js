/**
 * <selection-bar>: what can be done with the selected words, at the selection.
 * @typedef {{name: string, label: string, key: string, disabled?: boolean}} Choice
 */
import { build, intend, keyCap } from "pyramidion/elements/build.js";
import { placeWhereItHidesLeast } from "pyramidion/elements/place.js";

const LET_THROUGH = "let-through";

export class SelectionBar extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "toolbar");
    this.setAttribute("aria-label", "Selected words");
    this.hidden = true;
    // The words keep the focus: after a click one goes on selecting where one was.
    this.addEventListener("pointerdown", (event) => event.preventDefault());
    // While Ctrl, Cmd, Shift or Alt is held, one goes on selecting words, also those under the bar.
    const held = (/** @type {KeyboardEvent | PointerEvent} */ event) =>
      this.classList.toggle(LET_THROUGH, event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    addEventListener("keydown", held, true);
    addEventListener("keyup", held, true);
    addEventListener("pointermove", held, { capture: true, passive: true });
    addEventListener("blur", () => this.classList.remove(LET_THROUGH));
  }

  /** Stays at the selected words while things scroll. @param {import("./text/text_pane.js").TextPane} pane */
  follow(pane) {
    let due = false;
    const move = () => {
      due = false;
      const boxes = this.hidden ? null : pane.selectionBoxes;
      if (boxes) this.move(boxes, pane.getBoundingClientRect());
    };
    const soon = () => {
      if (!due) requestAnimationFrame(move);
      due = true;
    };
    pane.addEventListener("scroll", soon, { capture: true, passive: true });
    addEventListener("resize", soon);
  }

  /** @param {Choice[]} choices @param {{first: DOMRect, last: DOMRect}} boxes @param {DOMRect} bounds */
  show(choices, boxes, bounds) {
    this.replaceChildren(...choices.map((choice) => this.#button(choice)));
    this.hidden = false;
    this.move(boxes, bounds);
  }

  /** Keeps it at the selection while the pane scrolls. @param {{first: DOMRect, last: DOMRect}} boxes @param {DOMRect} bounds */
  move(boxes, bounds) {
    const away = boxes.last.bottom < bounds.top || boxes.first.top > bounds.bottom;
    this.classList.toggle("away", away);
    if (!away) placeWhereItHidesLeast(this, boxes, bounds);
  }

  /** Somebody who has come here with the keyboard goes back to the words. */
  hide() {
    const focused = this.contains(document.activeElement);
    this.hidden = true;
    if (focused) /** @type {any} */ (document.querySelector("text-pane")).focusCursor();
  }

  /** @param {Choice} choice */
  #button({ name, label, key, disabled = false }) {
    const on = { click: () => intend(this, name) };
    return build("button", { type: "button", disabled, on }, build("span", { text: label }), keyCap(key));
  }
}

customElements.define("selection-bar", SelectionBar);
