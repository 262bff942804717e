// @ts-check
/**
 * The gestures of a pyramid or peer annotation: those that the server knows, from any session, and those on their way.
 * What can be undone stands in the session's history; here is how it reads.
 * @typedef {{group: string, revision: number, by: string, mine: boolean, at: string, kind: "edit" | "turn" | "event",
 *            text: string}} Logged
 * @typedef {Logged & {undone: boolean}} Gesture
 * @import { EditSession } from "../sync/edit_session.js"
 */
import { readJson } from "pyramidion/elements/read_json.js";
import { HISTORY_VERBS, isUndone, redoable, stepsOf, undoable } from "pyramidion/work/edits/history.js";
import { describe } from "pyramidion/work/edits/verb.js";

const PAGE = 100;

export class GestureLog {
  /** @type {Map<string, Logged>} */
  #logged = new Map();
  /** Whether the server has earlier ones. */
  more = false;
  #reading = false;

  /** @param {EditSession} session @param {string} url of the history */
  constructor(session, url) {
    this.session = session;
    this.url = url;
    session.addEventListener("change", () => this.#listen());
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

  /** What undo would undo: one's own latest group that stands. */
  get undoable() {
    return undoable(this.session.state.history);
  }

  /** What redo would redo: of what is undone the step that was made first. */
  get redoable() {
    return redoable(this.session.state.history);
  }

  /** Reads the latest gestures anew, until nothing has happened meanwhile. */
  async read() {
    if (this.#reading) return;
    this.#reading = true;
    let revision = NaN;
    while (revision !== this.session.revision) {
      revision = this.session.revision;
      const answer = await this.#fetch();
      if (!answer) break;
      if (revision === this.session.revision) this.#take(answer, new Map());
    }
    this.#reading = false;
  }

  /** Reads the page before what is known. @returns {Promise<boolean>} whether there was one */
  async readEarlier() {
    const [oldest] = this.session.base.history.keys();
    const before = this.#logged.get(oldest)?.revision;
    const answer = before && this.more ? await this.#fetch(before) : null;
    if (answer) this.#take(answer, this.session.base.history);
    return Boolean(answer?.gestures.length);
  }

  /** @param {number} [before] @returns {Promise<{any_order: boolean, gestures: any[]} | null>} */
  #fetch(before) {
    return readJson(`${this.url}?limit=${PAGE}${before ? "&before=" + before : ""}`);
  }

  /** @param {{any_order: boolean, gestures: any[]}} answer @param {Map<string, any>} later what is known of later ones */
  #take({ any_order, gestures }, later) {
    this.more = gestures.length === PAGE;
    for (const { group, revision, by, mine, at, kind, text } of gestures) this.#logged.set(group, { group, revision, by, mine, at, kind, text });
    this.session.recall(new Map([...Object.entries(stepsOf(gestures)), ...later]), any_order);
  }

  /** Puts what was just done here into words. */
  #listen() {
    for (const { group, edits } of this.session.pending) {
      const step = this.session.state.history.get(group);
      if (!step || this.#logged.has(group)) continue;
      const kind = edits[0].verb in HISTORY_VERBS ? "turn" : "edit";
      const text = describe(this.session.kind.reducer.verbs, edits, step, (turned) => this.textOf(turned));
      this.#logged.set(group, { group, revision: 0, by: "", mine: true, at: new Date().toISOString(), kind, text });
    }
  }
}
