// @ts-check
/** Undo and redo of a workspace: keys, buttons that say what they would do, and the dialog of the history. */
import { handlersOf, nameOf, within } from "pyramidion/elements/keyboard.js";
import { GestureLog } from "pyramidion/work/log/gesture_log.js";

const WRITING = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], dialog[open]";

export class UndoButtons {
  /**
   * @param {import("../../elements/page.js").Page} page @param {import("../sync/edit_session.js").EditSession} session
   * @param {{url: string, editable: () => boolean}} how url: of the history
   */
  constructor(page, session, { url, editable }) {
    this.page = page;
    this.session = session;
    this.editable = editable;
    this.log = new GestureLog(session, url);
    this.dialog = /** @type {import("./history_dialog.js").HistoryDialog} */ (page.find("history-dialog"));
    page.find("[data-history]")?.addEventListener("click", () => this.#openHistory());
    page.find("[data-undo]")?.addEventListener("click", () => this.undo());
    page.find("[data-redo]")?.addEventListener("click", () => this.redo());
    session.addEventListener("change", () => this.#show());
    document.addEventListener("keydown", (event) => this.#press(event));
    this.#show();
    this.known = this.log.read();
  }

  /** @type {import("../../elements/keyboard.js").Row[]} */
  rows = [
    ["Ctrl+Z", "undo your latest step (Mac: Cmd+Z)", within(() => this.undo())],
    ["Ctrl+Shift+Z Ctrl+Y", "redo it", within(() => this.redo())],
  ];

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.defaultPrevented || !this.editable() || /** @type {Element} */ (event.target).closest(WRITING)) return;
    const does = handlersOf(this.rows)[nameOf(event)];
    if (!does || (event.metaKey && nameOf(event) === "Ctrl+Y")) return;
    event.preventDefault();
    does(event);
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
      this.page.notice(`There is nothing to ${verb}.`);
      return false;
    }
    const text = this.log.textOf(group);
    const refused = this.session.propose([{ verb, group }]);
    if (refused) {
      this.page.notice(`Cannot ${verb} “${text}”: ${refused.message}`, true);
      return false;
    }
    this.page.notice(`${verb === "undo" ? "Undone" : "Done again"}: ${text}`);
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
      return this.page.notice("The history could not be fetched. Try again in a moment.", true);
    }
    this.dialog.open(this.log, { editable: this.editable(), undoTo: (group) => this.undoTo(group) });
  }

  #show() {
    const { undoable, redoable } = this.log;
    this.#label("[data-undo]", "Undo", undoable);
    this.#label("[data-redo]", "Redo", redoable);
    this.dialog?.refresh?.();
  }

  /** @param {string} selector @param {string} verb @param {string} group */
  #label(selector, verb, group) {
    const button = /** @type {HTMLButtonElement | null} */ (this.page.find(selector));
    if (!button) return;
    const text = group ? `${verb}: ${this.log.textOf(group)}` : verb;
    button.disabled = !group && !(verb === "Undo" && this.log.more);
    button.title = text;
    const label = button.querySelector("[data-text]");
    if (label && label.textContent !== text) label.textContent = text;
  }
}
