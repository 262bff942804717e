/**
 * Undo and redo of a workspace: keys, buttons that name the step, and the history dialog.
 * @typedef {{group: string, revision: number, by: string, mine: boolean, at: string, kind: "edit" | "turn" | "event",
 *            text: string}} Logged
 * @typedef {Logged & {undone: boolean}} Gesture
 * @import { EditSession } from "../sync/edit_session.js"
 */
import { handlersOf, nameOf, within } from "pyramidion/elements/keyboard.js";
import { readJson } from "pyramidion/elements/read_json.js";
import { HISTORY_VERBS, isUndone, redoable, stepsOf, undoable } from "pyramidion/work/edits/history.js";
import { describe } from "pyramidion/work/edits/verb.js";

const PAGE = 100;

export class GestureLog {
  /** @type {Map<string, Logged>} */
  #logged = new Map();
  /** Whether the server has earlier gestures. */
  more = false;
  #reading = false;

  /** @param {EditSession} session @param {string} url of the history */
  constructor(session, url) {
    this.session = session;
    this.url = url;
    session.addEventListener("change", () => this.#logPending());
    session.addEventListener("missed", () => this.read());
  }

  /** Newest first. @returns {Gesture[]} */
  get gestures() {
    return [...this.session.state.history].reverse().flatMap(([group, step]) => {
      const logged = this.#logged.get(group);
      return logged ? [{ ...logged, undone: isUndone(step) }] : [];
    });
  }

  /** @param {string} group */
  textOf(group) {
    return this.#logged.get(group)?.text ?? "the last step";
  }

  /** The group that undo would undo: the user's latest one that is not undone. */
  get undoable() {
    return undoable(this.session.state.history);
  }

  /** The group that redo would redo: the user's oldest undone one. */
  get redoable() {
    return redoable(this.session.state.history);
  }

  /** Reads the latest gestures; repeats if the revision has changed meanwhile. */
  async read() {
    if (this.#reading) return;
    this.#reading = true;
    let revision = NaN;
    while (revision !== this.session.revision) {
      revision = this.session.revision;
      const answer = await this.#fetch();
      if (!answer) break;
      if (revision === this.session.revision) this.#store(answer, new Map());
    }
    this.#reading = false;
  }

  /** Reads the gestures before the oldest known one. @returns {Promise<boolean>} whether there were any */
  async readEarlier() {
    const [oldest] = this.session.base.history.keys();
    const before = this.#logged.get(oldest)?.revision;
    const answer = before && this.more ? await this.#fetch(before) : null;
    if (answer) this.#store(answer, this.session.base.history);
    return Boolean(answer?.gestures.length);
  }

  /** @param {number} [before] @returns {Promise<{any_order: boolean, gestures: any[]} | null>} */
  #fetch(before) {
    return readJson(`${this.url}?limit=${PAGE}${before ? "&before=" + before : ""}`);
  }

  /** @param {{any_order: boolean, gestures: any[]}} answer @param {Map<string, any>} later the steps of later gestures */
  #store({ any_order, gestures }, later) {
    this.more = gestures.length === PAGE;
    for (const { group, revision, by, mine, at, kind, text } of gestures) this.#logged.set(group, { group, revision, by, mine, at, kind, text });
    this.session.setHistory(new Map([...Object.entries(stepsOf(gestures)), ...later]), any_order);
  }

  /** Describes the pending groups for the history. */
  #logPending() {
    for (const { group, edits } of this.session.pending) {
      const step = this.session.state.history.get(group);
      if (!step || this.#logged.has(group)) continue;
      const kind = edits[0].verb in HISTORY_VERBS ? "turn" : "edit";
      const text = describe(this.session.kind.reducer.verbs, edits, step, (id) => this.textOf(id));
      this.#logged.set(group, { group, revision: 0, by: "", mine: true, at: new Date().toISOString(), kind, text });
    }
  }
}

const WRITING = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], dialog[open]";

export class UndoButtons {
  /**
   * @param {import("../../elements/page.js").Page} page @param {EditSession} session
   * @param {{url: string, editable: () => boolean}} options url: of the history
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
    const handler = handlersOf(this.rows)[nameOf(event)];
    if (!handler || (event.metaKey && nameOf(event) === "Ctrl+Y")) return;
    event.preventDefault();
    handler(event);
  }

  /** Undoes the user's latest group. @returns {Promise<boolean>} whether it was done */
  async undo() {
    if (!this.log.undoable) await this.known;
    while (!this.log.undoable && (await this.log.readEarlier()));
    return this.#undoOrRedo("undo", this.log.undoable);
  }

  async redo() {
    if (!this.log.redoable) await this.known;
    return this.#undoOrRedo("redo", this.log.redoable);
  }

  /** @param {"undo" | "redo"} verb @param {string} group */
  #undoOrRedo(verb, group) {
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
    this.page.notice(`${verb === "undo" ? "Undone" : "Redone"}: ${text}`);
    return true;
  }

  /** Undoes the user's latest groups, one after another, up to and including this one. @param {string} last */
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
      return this.page.notice("The history could not be loaded. Try again in a moment.", true);
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
