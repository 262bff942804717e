/** Moving SCUs in the list, which works only while the list is sorted by position. */
import { handlersOf, keyNameOf, skippedByListenToKeys } from "pyramidion/elements/keyboard.js";
import { sortScus } from "pyramidion/pyramids/scus.js";

export class Reordering {
  /** @param {import("../pyramid.js").Pyramid} pyramid @param {import("./scu_list.js").ScuList} list */
  constructor(pyramid, list) {
    this.pyramid = pyramid;
    this.list = list;
    this.intents = { reorder: (/** @type {any} */ { scu, step }) => this.step(scu, step) };
  }

  /** @type {import("../../elements/keyboard.js").KeyBinding[]} */
  bindings = [["Alt+↑↓", "move it in the list (order: Manual)", skippedByListenToKeys((event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-scu]") : null;
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    this.step(button.dataset.scu ?? "", event.key === "ArrowUp" ? -1 : 1);
  })]];

  listen() {
    this.list.addEventListener("keydown", (event) => handlersOf(this.bindings)[keyNameOf(event)]?.(event));
  }

  get isSortedByPosition() {
    return this.list.dataset.order === "position";
  }

  /** Moves an SCU one row up or down. @param {string} scu @param {number} step -1: up, 1: down */
  step(scu, step) {
    if (!this.isSortedByPosition) return this.pyramid.notice("Choose the order “Manual order” to move SCUs in the list.");
    const { ids } = this.list;
    const neighbour = ids[ids.indexOf(scu) + step];
    if (!neighbour) return this.pyramid.notice(step < 0 ? "This SCU is already first." : "This SCU is already last.");
    if (!this.move(scu, neighbour, step < 0 ? "before" : "after")) return;
    this.list.focusRow(scu);
    this.pyramid.notice(`Now ${this.list.ids.indexOf(scu) + 1} of ${ids.length}.`);
  }

  /** Moves an SCU next to another SCU. @param {string} scu @param {string} target @param {"before" | "after"} side @returns {boolean} false if it was refused */
  move(scu, target, side) {
    const otherIds = sortScus(this.pyramid.scus, "position", this.pyramid.context).map(({ id }) => id).filter((id) => id !== scu);
    const after = side === "before" ? (otherIds[otherIds.indexOf(target) - 1] ?? null) : target;
    return this.pyramid.editScu(scu, [{ verb: "reorder_scu", scu, after }]);
  }
}
