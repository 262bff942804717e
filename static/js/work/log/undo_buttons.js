/**
 * Undo and redo in a workspace: the keys, the buttons (each names its step) and the history dialog. A
 * gesture is one group of edits, which the user sees as a step; the log describes it in one sentence.
 * @typedef {{group: string, revision: number, by: string, mine: boolean, at: string, kind: "edit" | "turn" | "event",
 *            text: string}} LoggedGesture  revision: of the work after its first edit, 0 while pending; turn: an undo or redo; event: any other change, for example of the state of the work
 * @typedef {LoggedGesture & {undone: boolean}} Gesture
 * @import { EditSession } from "../sync/edit_session.js"
 */
import { handlersOf, keyNameOf, skippedByListenToKeys } from "pyramidion/elements/keyboard.js";
import { readJson } from "pyramidion/elements/read_json.js";
import { groupToRedo, groupToUndo, HISTORY_VERBS, isUndone, stepsOf } from "pyramidion/work/edits/history.js";
import { describe } from "pyramidion/work/edits/verb.js";

const PAGE_SIZE = 100; // gestures per request

export class GestureLog {
  /** The known gestures by id. @type {Map<string, LoggedGesture>} */
  #logged = new Map();
  /** Whether the server has earlier gestures. */
  hasMore = false;
  #isReading = false;

  /** @param {EditSession} session @param {string} url of the history */
  constructor(session, url) {
    this.session = session;
    this.url = url;
    session.addEventListener("change", () => this.#logPending());
    session.addEventListener("history-gap", () => this.read());
  }

  /** The gestures of the history, newest first. @returns {Gesture[]} */
  get gestures() {
    return [...this.session.state.history].reverse().flatMap(([group, step]) => {
      const logged = this.#logged.get(group);
      return logged ? [{ ...logged, undone: isUndone(step) }] : [];
    });
  }

  /** Returns the sentence that describes a gesture. @param {string} group its id */
  textOf(group) {
    return this.#logged.get(group)?.text ?? "the last step";
  }

  get groupToUndo() {
    return groupToUndo(this.session.state.history);
  }

  get groupToRedo() {
    return groupToRedo(this.session.state.history);
  }

  /** Reads the latest gestures from the server; reads them again if the revision has changed meanwhile. */
  async read() {
    if (this.#isReading) return;
    this.#isReading = true;
    let revision = NaN;
    while (revision !== this.session.revision) {
      revision = this.session.revision;
      const answer = await this.#fetch();
      if (!answer) break;
      if (revision === this.session.revision) this.#store(answer, new Map());
    }
    this.#isReading = false;
  }

  /** Reads the gestures before the oldest known gesture. @returns {Promise<boolean>} whether there were any */
  async readEarlier() {
    const [oldest] = this.session.serverState.history.keys();
    const before = this.#logged.get(oldest)?.revision;
    const answer = before && this.hasMore ? await this.#fetch(before) : null;
    if (answer) this.#store(answer, this.session.serverState.history);
    return Boolean(answer?.gestures.length);
  }

  /** Fetches gestures, newest first. @param {number} [before] a revision: only earlier gestures @returns {Promise<{any_order: boolean, gestures: any[]} | null>} null if the request fails */
  #fetch(before) {
    return readJson(`${this.url}?limit=${PAGE_SIZE}${before ? "&before=" + before : ""}`);
  }

  /** Adds fetched gestures to the log and the session's history. @param {{any_order: boolean, gestures: any[]}} answer @param {Map<string, any>} laterSteps the history steps that follow these gestures */
  #store({ any_order, gestures }, laterSteps) {
    this.hasMore = gestures.length === PAGE_SIZE;
    for (const { group, revision, by, mine, at, kind, text } of gestures) this.#logged.set(group, { group, revision, by, mine, at, kind, text });
    this.session.setHistory(new Map([...Object.entries(stepsOf(gestures)), ...laterSteps]), any_order);
  }

  /** Adds the pending groups, which the server has not logged yet, with sentences made here. */
  #logPending() {
    for (const { group, edits } of this.session.pending) {
      const step = this.session.state.history.get(group);
      if (!step || this.#logged.has(group)) continue;
      const kind = edits[0].verb in HISTORY_VERBS ? "turn" : "edit";
      const text = describe(this.session.services.reducer.verbs, edits, step, (id) => this.textOf(id));
      this.#logged.set(group, { group, revision: 0, by: "", mine: true, at: new Date().toISOString(), kind, text });
    }
  }
}

// Elements in which the keys keep their usual meaning.
const FIELDS = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], dialog[open]";

export class UndoButtons {
  /** The log of each session that these buttons have followed. @type {Map<EditSession, {log: GestureLog, firstRead: Promise<void>}>} */
  #logs = new Map();

  /** @param {import("../../elements/page.js").Page} page @param {EditSession} session @param {{url: string, editable: () => boolean, beforeUndo?: () => void}} options url: of the history; beforeUndo: may call `follow` */
  constructor(page, session, { url, editable, beforeUndo = () => {} }) {
    this.page = page;
    this.editable = editable;
    this.beforeUndo = beforeUndo;
    this.dialog = /** @type {import("./history_dialog.js").HistoryDialog} */ (page.find("history-dialog"));
    page.find("[data-history]")?.addEventListener("click", () => this.#openHistory());
    page.find("[data-undo]")?.addEventListener("click", () => this.undo());
    page.find("[data-redo]")?.addEventListener("click", () => this.redo());
    document.addEventListener("keydown", (event) => this.#press(event));
    this.follow(session, url);
  }

  /** Undoes and redoes the edits of this session from now on. @param {EditSession} session @param {string} url of its history */
  follow(session, url) {
    let followed = this.#logs.get(session);
    if (!followed) {
      const log = new GestureLog(session, url);
      session.addEventListener("change", () => this.#show());
      followed = { log, firstRead: log.read() };
      this.#logs.set(session, followed);
    }
    this.session = session;
    this.log = followed.log;
    this.firstRead = followed.firstRead;
    this.#show();
  }

  /** The keys, also for the dialog that lists all keys. `#press` listens to them. @type {import("../../elements/keyboard.js").KeyBinding[]} */
  bindings = [
    ["Ctrl+Z", "undo your latest step (Mac: Cmd+Z)", skippedByListenToKeys(() => this.undo())],
    ["Ctrl+Shift+Z Ctrl+Y", "redo it", skippedByListenToKeys(() => this.redo())],
  ];

  /** Handles the keys for undo and redo. @param {KeyboardEvent} event */
  #press(event) {
    if (event.defaultPrevented || !this.editable() || /** @type {Element} */ (event.target).closest(FIELDS)) return;
    const handler = handlersOf(this.bindings)[keyNameOf(event)];
    // Cmd+Y is a key of the browser on a Mac.
    if (!handler || (event.metaKey && keyNameOf(event) === "Ctrl+Y")) return;
    event.preventDefault();
    handler(event);
  }

  /** Undoes the user's latest gesture. @returns {Promise<boolean>} whether this was possible */
  async undo() {
    this.beforeUndo();
    if (!this.log.groupToUndo) await this.firstRead;
    // All gestures read so far may be other people's.
    while (!this.log.groupToUndo && (await this.log.readEarlier()));
    return this.#undoOrRedo("undo", this.log.groupToUndo);
  }

  async redo() {
    if (!this.log.groupToRedo) await this.firstRead;
    return this.#undoOrRedo("redo", this.log.groupToRedo);
  }

  /** Undoes or redoes a gesture. @param {"undo" | "redo"} verb @param {string} group its id; "" if there is none @returns {boolean} whether this was possible */
  #undoOrRedo(verb, group) {
    if (!group) {
      this.page.notice(`There is nothing to ${verb}.`);
      return false;
    }
    const text = this.log.textOf(group);
    const refused = this.session.propose([{ verb, group }]);
    if (refused) {
      this.page.notice(`Cannot ${verb} “${text}”: ${refused.message}`, { isProblem: true });
      return false;
    }
    this.page.notice(`${verb === "undo" ? "Undone" : "Redone"}: ${text}`);
    return true;
  }

  /** Undoes the user's gestures, beginning with the latest, up to and including this one. @param {string} target */
  async undoTo(target) {
    for (let group = ""; group !== target; ) {
      group = this.log.groupToUndo;
      if (!group || !(await this.undo())) return;
    }
  }

  async #openHistory() {
    try {
      await import("pyramidion/work/log/history_dialog.js");
    } catch {
      return this.page.notice("The history could not be loaded. Try again in a moment.", { isProblem: true });
    }
    this.dialog.open(this.log, { editable: this.editable(), undoTo: (group) => this.undoTo(group) });
  }

  #show() {
    const { groupToUndo, groupToRedo, hasMore } = this.log;
    this.#showButton("[data-undo]", "Undo", groupToUndo, Boolean(groupToUndo) || hasMore);
    this.#showButton("[data-redo]", "Redo", groupToRedo, Boolean(groupToRedo));
    this.dialog?.refresh?.();
  }

  /** Shows what a button would undo or redo. @param {string} selector @param {string} verb @param {string} group "" if none is known @param {boolean} isEnabled */
  #showButton(selector, verb, group, isEnabled) {
    const button = /** @type {HTMLButtonElement | null} */ (this.page.find(selector));
    if (!button) return;
    const text = group ? `${verb}: ${this.log.textOf(group)}` : verb;
    button.disabled = !isEnabled;
    button.title = text;
    const label = button.querySelector("[data-text]");
    if (label && label.textContent !== text) label.textContent = text;
  }
}
