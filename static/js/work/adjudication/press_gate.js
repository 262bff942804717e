/**
 * Lets changes through to be shown, but not while a button is being pressed: it would be another one when it is let go.
 * Leaving a field for a button writes what the field has, which is such a change.
 */
export class PressGate {
  #pressing = false;
  /** Keys of images that have changed and are not shown yet. @type {Set<string>} */
  #unseen = new Set();

  /** @param {(changed: Set<string>) => void} show */
  constructor(show) {
    this.show = show;
    addEventListener("pointerdown", () => (this.#pressing = true), true);
    // The click comes between the release and what is put off here.
    const release = () => setTimeout(() => this.#release());
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release, true);
  }

  /** @param {Set<string>} changed */
  take(changed) {
    for (const key of changed) this.#unseen.add(key);
    if (!this.#pressing) this.#let();
  }

  #release() {
    this.#pressing = false;
    this.#let();
  }

  #let() {
    if (!this.#unseen.size) return;
    const changed = this.#unseen;
    this.#unseen = new Set();
    this.show(changed);
  }
}
