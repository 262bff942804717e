// @ts-check
/** Undo and redo of a workspace: keys, buttons that say what they would do, and the dialog of the history. */
import { GestureLog } from "pyramidion/work/log/gesture_log.js";

const WRITING = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], dialog[open]";

export class StepsBack {
  /** @param {import("../workspace.js").Workspace} desk */
  constructor(desk) {
    this.desk = desk;
    this.log = new GestureLog(desk.session, desk.data.urls.history);
    this.dialog = /** @type {import("./history_dialog.js").HistoryDialog} */ (desk.find("history-dialog"));
    desk.find("[data-history]")?.addEventListener("click", () => this.#openHistory());
    desk.find("[data-undo]")?.addEventListener("click", () => this.undo());
    desk.find("[data-redo]")?.addEventListener("click", () => this.redo());
    desk.session.addEventListener("change", () => this.#show());
    document.addEventListener("keydown", (event) => this.#press(event));
    this.#show();
    this.known = this.log.read();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey) || !this.desk.editable) return;
    if (/** @type {Element} */ (event.target).closest(WRITING)) return;
    const key = event.key.toLowerCase();
    const redo = (key === "z" && event.shiftKey) || (key === "y" && event.ctrlKey && !event.shiftKey);
    if (!redo && key !== "z") return;
    event.preventDefault();
    if (redo) this.redo();
    else this.undo();
  }

  /** Takes back one's own latest group. @returns {Promise<boolean>} whether it was done */
  async undo() {
    if (!this.log.undoable) await this.known;
    while (!this.log.undoable && (await this.log.readEarlier()));
    return this.#turn("undo", this.log.undoable);
  }

  async redo() {
    if (!this.log.redoable) await this.known;
    return this.#turn("redo", this.log.redoable);
  }

  /** @param {"undo" | "redo"} verb @param {string} group */
  #turn(verb, group) {
    if (!group) {
      this.desk.notice(`There is nothing to ${verb}.`);
      return false;
    }
    const text = this.log.textOf(group);
    const refused = this.desk.session.propose([{ verb, group }]);
    if (refused) {
      this.desk.notice(`Cannot ${verb} “${text}”: ${refused.message}`, true);
      return false;
    }
    this.desk.notice(`${verb === "undo" ? "Undone" : "Done again"}: ${text}`);
    return true;
  }

  /** Takes back one's own latest groups, one after the other, up to and with this one. @param {string} last */
  async undoTo(last) {
    for (let group = ""; group !== last; ) {
      group = this.log.undoable;
      if (!group || !(await this.undo())) return;
    }
  }

  async #openHistory() {
    try {
      await import("pyramidion/work/log/history_dialog.js");
    } catch {
      return this.desk.notice("The history could not be fetched. Try again in a moment.", true);
    }
    this.dialog.open(this.log, {
      editable: this.desk.editable,
      undoTo: (group) => this.undoTo(group),
    });
  }

  #show() {
    const { undoable, redoable } = this.log;
    this.#label("[data-undo]", "Undo", undoable);
    this.#label("[data-redo]", "Redo", redoable);
    this.dialog?.refresh?.();
  }

  /** @param {string} selector @param {string} verb @param {string} group */
  #label(selector, verb, group) {
    const button = /** @type {HTMLButtonElement | null} */ (this.desk.find(selector));
    if (!button) return;
    const text = group ? `${verb}: ${this.log.textOf(group)}` : verb;
    button.disabled = !group && !(verb === "Undo" && this.log.more);
    button.title = text;
    const label = button.querySelector("[data-text]");
    if (label && label.textContent !== text) label.textContent = text;
  }
}
