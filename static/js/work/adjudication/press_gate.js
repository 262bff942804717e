/**
 * Delays the display of changes while a pointer button is pressed: the button under the pointer might be replaced before the
 * release. For example, moving from a field to a button saves the field, which is such a change.
 */
export class PressGate {
  #pressing = false;
  /** Keys of changed images that are not shown yet. @type {Set<string>} */
  #unseen = new Set();

  /** @param {(changed: Set<string>) => void} show */
  constructor(show) {
    this.show = show;
    addEventListener("pointerdown", () => (this.#pressing = true), true);
    // The timeout lets the click event come first.
    const release = () => setTimeout(() => this.#release());
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release, true);
  }

  /** @param {Set<string>} changed */
  take(changed) {
    for (const key of changed) this.#unseen.add(key);
    if (!this.#pressing) this.#flush();
  }

  #release() {
    this.#pressing = false;
    this.#flush();
  }

  #flush() {
    if (!this.#unseen.size) return;
    const changed = this.#unseen;
    this.#unseen = new Set();
    this.show(changed);
  }
}
