/**
 * Notes of a workspace, loaded when they are first needed; before that, only their number is known.
 * @import { NoteBook } from "./note_book.js"
 * @typedef {object} Subject  what the notes are about
 * @property {string} url
 * @property {string} noun "pyramid" or "peer annotation"
 * @property {() => {id: string, name: string, place: any, parts: {summary: number, letter: string}[]} | null} selected
 * @property {(id: string) => string | null} nameOf an SCU or unit; null if deleted
 * @property {(summary: number) => string} letterOf
 * @property {(open: number) => void} count shows the number of open threads
 */

export class LazyNotes {
  /** @type {NoteBook | null} */
  book = null;
  /** @type {Promise<NoteBook> | null} */
  #loading = null;

  /** @param {import("../../elements/page.js").Page} page @param {boolean} hasOpen whether threads are open @param {Subject} subject */
  constructor(page, hasOpen, subject) {
    this.page = page;
    this.subject = subject;
    page.find("[data-notes]")?.addEventListener("click", () => this.toggle());
    if (hasOpen) this.fetch();
  }

  /** The number of open threads on an SCU or unit. @param {string} id */
  on(id) {
    return this.book?.counts.get(id) ?? 0;
  }

  /** The open threads on an SCU, for its details. @param {string} id */
  about(id) {
    return this.book?.about(id) ?? null;
  }

  /** Reads the notes again if their panel is open. */
  refresh() {
    if (!this.page.find("notes-panel").hidden) this.book?.refresh();
  }

  fetch() {
    const { page, subject } = this;
    this.#loading ??= import("pyramidion/work/notes/note_book.js").then(
      ({ NoteBook }) => (this.book = new NoteBook(page.find("notes-panel"), subject)));
    return this.#loading;
  }

  /** @param {boolean} [open] */
  async toggle(open) {
    try {
      (await this.fetch()).panel.toggle(open);
    } catch {
      this.#loading = null;
      this.page.notice("The notes could not be loaded. Try again in a moment.", true);
    }
  }
}
