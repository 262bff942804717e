/**
 * Notes: what a workspace knows of them before anybody looks; the rest is fetched when it is needed.
 * @import { NoteBook } from "./note_book.js"
 * @typedef {object} Subject what notes are on
 * @property {string} url
 * @property {string} noun "pyramid" or "peer annotation"
 * @property {() => {id: string, name: string, place: any, parts: {summary: number, letter: string}[]} | null} selected
 * @property {(id: string) => string | null} nameOf an SCU or unit; null if it is gone
 * @property {(summary: number) => string} letterOf
 * @property {(open: number) => void} count how many threads are open now
 */

export class NotesDoor {
  /** @type {NoteBook | null} */
  book = null;
  /** @type {Promise<NoteBook> | null} */
  #coming = null;

  /** @param {import("../../elements/page.js").Page} page @param {boolean} any whether threads are open @param {Subject} subject */
  constructor(page, any, subject) {
    this.page = page;
    this.subject = subject;
    page.find("[data-notes]")?.addEventListener("click", () => this.toggle());
    if (any) this.fetch();
  }

  /** How many threads are open on an SCU or unit. @param {string} id */
  on(id) {
    return this.book?.counts.get(id) ?? 0;
  }

  /** What is written on an SCU, to be shown with it. @param {string} id */
  about(id) {
    return this.book?.about(id) ?? null;
  }

  /** Reads open notes anew. */
  look() {
    if (!this.page.find("notes-panel").hidden) this.book?.look();
  }

  fetch() {
    const { page, subject } = this;
    this.#coming ??= import("pyramidion/work/notes/note_book.js").then(
      ({ NoteBook }) => (this.book = new NoteBook(page.find("notes-panel"), subject)));
    return this.#coming;
  }

  /** @param {boolean} [open] */
  async toggle(open) {
    try {
      (await this.fetch()).panel.toggle(open);
    } catch {
      this.#coming = null;
      this.page.notice("The notes could not be read. Try again in a moment.", true);
    }
  }
}
