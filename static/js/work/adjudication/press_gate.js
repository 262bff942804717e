/**
 * Delays the display of changes while a pointer button is pressed, because it might replace the element under the pointer before
 * the click is complete. For example, a press on a button takes the focus from a field, which saves the field.
 */
export class PressGate {
  #isPressed = false;
  /** The ids of changed snapshots that are not shown yet. @type {Set<string>} */
  #hidden = new Set();

  /** @param {(changed: Set<string>) => void} show */
  constructor(show) {
    this.show = show;
    addEventListener("pointerdown", () => (this.#isPressed = true), true);
    // The timeout lets the click event come first.
    const release = () => setTimeout(() => this.#release());
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release, true);
  }

  /** @param {Set<string>} changed ids of snapshots */
  take(changed) {
    for (const id of changed) this.#hidden.add(id);
    if (!this.#isPressed) this.#flush();
  }

  #release() {
    this.#isPressed = false;
    this.#flush();
  }

  #flush() {
    if (!this.#hidden.size) return;
    const changed = this.#hidden;
    this.#hidden = new Set();
    this.show(changed);
  }
}
