/**
 * <selection-bar>: a floating toolbar at the selected words, with a button for each action on them. A click on a button sends an
 * intent: an event that names what the user wants.
 * @typedef {{name: string, label: string, key: string, disabled?: boolean}} BarAction  name: of the intent; label, key: shown on the button
 */
import { build, keyCap, sendIntent } from "pyramidion/elements/build.js";
import { placeWhereItHidesLeast } from "pyramidion/elements/place.js";

const LET_THROUGH = "let-through"; // CSS class: pointer events reach the words below the bar

export class SelectionBar extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "toolbar");
    this.setAttribute("aria-label", "Selected words");
    this.hidden = true;
    // The focus stays on the words, so that after a click the keys go on selecting from there.
    this.addEventListener("pointerdown", (event) => event.preventDefault());
    // While Ctrl, Cmd, Shift or Alt is held, the pointer selects words, also words under the bar.
    const followModifiers = (/** @type {KeyboardEvent | PointerEvent} */ event) =>
      this.classList.toggle(LET_THROUGH, event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    addEventListener("keydown", followModifiers, true);
    addEventListener("keyup", followModifiers, true);
    addEventListener("pointermove", followModifiers, { capture: true, passive: true });
    addEventListener("blur", () => this.classList.remove(LET_THROUGH));
  }

  /** Keeps the bar at the selected words when the pane scrolls or the window is resized. @param {import("./text/text_pane.js").TextPane} pane */
  follow(pane) {
    let isScheduled = false;
    const move = () => {
      isScheduled = false;
      const boxes = this.hidden ? null : pane.selectionBoxes;
      if (boxes) this.#moveTo(boxes, pane.getBoundingClientRect());
    };
    const schedule = () => {
      if (!isScheduled) requestAnimationFrame(move);
      isScheduled = true;
    };
    pane.addEventListener("scroll", schedule, { capture: true, passive: true });
    addEventListener("resize", schedule);
  }

  /** Shows the bar with buttons for these actions. @param {BarAction[]} actions @param {{first: DOMRect, last: DOMRect}} boxes of the selection's first and last line @param {DOMRect} bounds of the pane */
  show(actions, boxes, bounds) {
    this.replaceChildren(...actions.map((action) => this.#button(action)));
    this.hidden = false;
    this.#moveTo(boxes, bounds);
  }

  /** Moves the bar to the selection, or hides it while the selection is scrolled out of the pane. @param {{first: DOMRect, last: DOMRect}} boxes @param {DOMRect} bounds */
  #moveTo(boxes, bounds) {
    const isOutside = boxes.last.bottom < bounds.top || boxes.first.top > bounds.bottom;
    this.classList.toggle("outside", isOutside);
    if (!isOutside) placeWhereItHidesLeast(this, boxes, bounds);
  }

  /** Hides the bar; if it had the focus, the focus returns to the words. */
  hide() {
    const hadFocus = this.contains(document.activeElement);
    this.hidden = true;
    if (hadFocus) /** @type {any} */ (document.querySelector("text-pane")).focusCursor();
  }

  /** Returns the button of an action. @param {BarAction} action */
  #button({ name, label, key, disabled = false }) {
    const on = { click: () => sendIntent(this, name) };
    return build("button", { type: "button", disabled, on }, build("span", { text: label }), keyCap(key));
  }
}

customElements.define("selection-bar", SelectionBar);
