// @ts-check
/** The place of an SCU in the list, where the list is in the order of positions. */
import { ordered } from "pyramidion/pyramids/scus.js";

/** @typedef {import("../workspace.js").PyramidWorkspace} Desk */

export class Reordering {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.intents = { reorder: (/** @type {any} */ { scu, step }) => this.step(scu, step) };
    this.keys = {};
  }

  /** Alt+Up and Alt+Down on a row of the list. */
  listen() {
    this.desk.list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const button = event.target instanceof Element ? event.target.closest("button[data-scu]") : null;
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!(button instanceof HTMLElement) || !step || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.step(button.dataset.scu ?? "", step);
    });
  }

  get possible() {
    return this.desk.order === "position";
  }

  /** A row up or down, as shown. @param {string} scu @param {number} step */
  step(scu, step) {
    if (!this.possible) return this.desk.notice("Choose the order “Position” to move SCUs in the list.");
    const { ids } = this.desk.list;
    const other = ids[ids.indexOf(scu) + step];
    if (!other) return this.desk.notice(step < 0 ? "It is the first one." : "It is the last one.");
    if (!this.move(scu, other, step < 0)) return;
    const [at, all] = [this.desk.list.ids.indexOf(scu) + 1, ids.length];
    this.desk.list.focusRow(scu);
    this.desk.notice(`Now ${at} of ${all}.`);
  }

  /** @param {string} scu @param {string} other @param {boolean} before @returns {boolean} whether it was done */
  move(scu, other, before) {
    const all = ordered(this.desk.scus, "position", this.desk.context).map((one) => one.id).filter((id) => id !== scu);
    const after = before ? (all[all.indexOf(other) - 1] ?? null) : other;
    return this.desk.writing.touch(scu, [{ verb: "reorder_scu", scu, after }]);
  }
}
