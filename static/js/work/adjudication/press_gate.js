/**
 * Delays the display of changes while a pointer button is pressed. Otherwise the element under the pointer might be replaced before
 * the click is complete: for example, pressing a button takes the focus from a field, which saves the field and changes the page.
 */
export class PressGate {
  #isPressed = false;
  /** The ids of changed objects (SCUs, decisions ...) whose changes are not shown yet. @type {Set<string>} */
  #notShown = new Set();

  /** @param {(changed: Set<string>) => void} show called with the ids of the changed objects */
  constructor(show) {
    this.show = show;
    addEventListener("pointerdown", () => (this.#isPressed = true), true);
    // The timeout lets the click event come first.
    const release = () => setTimeout(() => this.#release());
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release, true);
  }

  /** Shows changes, as soon as no button is pressed. @param {Set<string>} changed the ids of the changed objects */
  showWhenReleased(changed) {
    for (const id of changed) this.#notShown.add(id);
    if (!this.#isPressed) this.#flush();
  }

  #release() {
    this.#isPressed = false;
    this.#flush();
  }

  #flush() {
    if (!this.#notShown.size) return;
    const changed = this.#notShown;
    this.#notShown = new Set();
    this.show(changed);
  }
}
