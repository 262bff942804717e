/**
 * The notes of a workspace, in threads. They are loaded with the page if some threads are unresolved (“open”), otherwise when the user
 * opens the panel of notes.
 * @import { NoteBook } from "./note_book.js"
 * @typedef {object} Subject  what the notes are about
 * @property {string} url of the notes
 * @property {string} noun "pyramid" or "peer annotation"
 * @property {() => {id: string, name: string, place: any, contributors: {summary: number, letter: string}[]} | null} selected the
 *   selected SCU or unit; place: the JSON fields that say what a note on it is about
 * @property {(id: string) => string | null} nameOf the name of an SCU or unit; null if deleted
 * @property {(summary: number) => string} letterOf the letter of a summary
 * @property {(open: number) => void} showCount shows the number of open threads
 */

export class LazyNotes {
  /** The notes, once they are loaded. @type {NoteBook | null} */
  book = null;
  /** @type {Promise<NoteBook> | null} */
  #loading = null;

  /** @param {import("../../elements/page.js").Page} page @param {boolean} hasOpenThreads @param {Subject} subject */
  constructor(page, hasOpenThreads, subject) {
    this.page = page;
    this.subject = subject;
    page.find("[data-notes]")?.addEventListener("click", () => this.toggle());
    if (hasOpenThreads) this.load();
  }

  /** Returns the number of open threads on an SCU or unit. @param {string} id */
  openCountOf(id) {
    return this.book?.openCounts.get(id) ?? 0;
  }

  /** Returns an element with the open threads on an SCU or unit; null if there are none. @param {string} id */
  openThreadsElement(id) {
    return this.book?.openThreadsElement(id) ?? null;
  }

  /** Shows the threads again, because another SCU or unit was selected. */
  refreshPanel() {
    this.book?.panel.render();
  }

  /** Reads the notes again if their panel is shown. */
  refresh() {
    if (!this.page.find("notes-panel").hidden) this.book?.refresh();
  }

  load() {
    const { page, subject } = this;
    this.#loading ??= import("pyramidion/work/notes/note_book.js").then(
      ({ NoteBook }) => (this.book = new NoteBook(page.find("notes-panel"), subject)));
    return this.#loading;
  }

  async toggle() {
    try {
      (await this.load()).panel.toggle();
    } catch {
      this.#loading = null;
      this.page.notice("The notes could not be loaded. Try again in a moment.", { isProblem: true });
    }
  }
}
