/**
 * The threads of notes on a pyramid or peer annotation, as stored on the server, and the user's unsent drafts. Unresolved threads are open.
 * @typedef {{id: string, by: string, mine: boolean, at: string, text: string}} Note
 * @typedef {{id: string, scu: string | null, summary: number | null, unit: string | null, moved: boolean, resolved: boolean,
 *            resolved_by: string | null, notes: Note[]}} Thread  scu, summary, unit: what the thread is about (scu with
 *   summary: the SCU's contributor from this summary); moved: the SCU that the thread was about has been merged into `scu`
 * @import { Subject } from "./lazy_notes.js"
 */
import { isWriting } from "pyramidion/elements/keyboard.js";
import { build } from "pyramidion/elements/build.js";
import { storedText } from "pyramidion/elements/preferences.js";
import { newId } from "pyramidion/work/edits/new_id.js";
import { threadElement } from "pyramidion/work/notes/notes_panel.js";
import { csrfToken } from "pyramidion/work/sync/post_edits.js";

const UNREACHABLE = "The server cannot be reached; what you wrote is kept here.";

export class NoteBook {
  /** @type {Thread[]} */
  threads = [];
  /** The number of open threads on each SCU or unit. @type {Map<string, number>} */
  openCounts = new Map();
  mayWrite = false;
  isLoaded = false;

  /** @param {import("./notes_panel.js").NotesPanel} panel @param {Subject} subject */
  constructor(panel, subject) {
    this.subject = subject;
    this.drafts = new Drafts(subject.url);
    this.panel = panel;
    document.head.append(build("link", { rel: "stylesheet", href: this.panel.dataset.styles }));
    this.panel.begin(this);
    this.firstLoad = this.refresh();
  }

  /** Reads the threads; reads them again only while the user is not writing. */
  async refresh() {
    if (this.isLoaded && isWriting()) return;
    try {
      const headers = { Accept: "application/json" };
      const response = await fetch(this.subject.url, { headers, credentials: "same-origin", redirect: "error" });
      if (response.ok) this.#show(await response.json());
      else this.panel.showStatus(`The notes could not be loaded (${response.status}).`);
    } catch {
      this.panel.showStatus("The notes could not be loaded: the server cannot be reached.");
    }
  }

  /** Shows the threads that the server has sent. @param {{threads: Thread[], may_write: boolean}} data */
  #show({ threads, may_write }) {
    const before = JSON.stringify(this.threads);
    if (this.isLoaded && before === JSON.stringify(threads)) return;
    this.threads = threads;
    this.mayWrite = may_write;
    this.isLoaded = true;
    this.openCounts = new Map();
    for (const { scu, unit, resolved } of threads) {
      const id = scu ?? unit;
      if (id && !resolved) this.openCounts.set(id, (this.openCounts.get(id) ?? 0) + 1);
    }
    this.subject.showCount(threads.filter((thread) => !thread.resolved).length);
    this.panel.render();
  }

  /** Sends a change, and shows the threads in the response. @param {string} url @param {any} body @param {() => void} [onSuccess] called before the threads are shown @returns {Promise<string>} an error message, or "" */
  async #post(url, body, onSuccess) {
    try {
      const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken() };
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), credentials: "same-origin", redirect: "error" });
      const data = await response.json().catch(() => ({}));
      if (!response.ok) return data.detail ?? data.errors?.[0]?.message ?? UNREACHABLE;
      onSuccess?.();
      this.#show(data);
      return "";
    } catch {
      return UNREACHABLE;
    }
  }

  /**
   * Sends a draft.
   * @param {string} key of the draft @param {Record<string, any>} place `thread`, the id of the thread to answer; without it, the fields
   *   that say what a new thread is about @returns {Promise<string>} an error message, or ""
   */
  async send(key, place) {
    const { id, text } = this.drafts.get(key);
    if (!text.trim()) return "Write something first.";
    const url = place.thread ? `/api/notes/${place.thread}/` : this.subject.url;
    return this.#post(url, place.thread ? { id, text } : { id, text, ...place }, () => this.drafts.drop(key));
  }

  /** Resolves or reopens a thread. @param {string} thread @param {boolean} resolved */
  setResolved(thread, resolved) {
    return this.#post(`/api/notes/${thread}/`, { resolved });
  }

  /** Returns an element with the open threads on an SCU or unit; null if there are none. @param {string} id */
  openThreadsElement(id) {
    const openThreads = this.threads.filter((thread) => (thread.scu ?? thread.unit) === id && !thread.resolved);
    if (!openThreads.length) return null;
    const answerButton = build("button", { type: "button", class: "plain", text: "Answer, resolve…", on: { click: () => this.panel.toggle({ open: true }) } });
    return build("div", { class: "notes-about", role: "group", "aria-label": "Open notes" },
      ...openThreads.map((thread) => threadElement(thread, this.subject)), answerButton);
  }
}

/** The drafts of notes, kept in this browser tab, by place or thread. A draft has its note's id, so that a note sent twice is stored once. */
class Drafts {
  /** @param {string} name distinguishes the drafts of different works */
  constructor(name) {
    this.storage = storedText(`notes:${name}`, "{}", () => sessionStorage);
  }

  /** @returns {Record<string, {id: string, text: string}>} */
  get #all() {
    return JSON.parse(this.storage.get());
  }

  /** Returns a draft; an empty draft with a new id if there is none. @param {string} key */
  get(key) {
    return this.#all[key] ?? { id: newId(), text: "" };
  }

  /** @param {string} key @param {string} text */
  write(key, text) {
    this.storage.set(JSON.stringify({ ...this.#all, [key]: { id: this.get(key).id, text } }));
  }

  /** @param {string} key */
  drop(key) {
    const { [key]: _, ...rest } = this.#all;
    this.storage.set(JSON.stringify(rest));
  }
}
