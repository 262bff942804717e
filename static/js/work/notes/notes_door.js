// @ts-check
/** Notes: what a workspace knows of them before anybody looks; the rest is fetched when it is needed. */
/** @typedef {import("./note_book.js").NoteBook} NoteBook */

export class NotesDoor {
  /** @type {NoteBook | null} */
  book = null;
  /** @type {Promise<NoteBook> | null} */
  #coming = null;

  /** @param {import("../workspace.js").Workspace} desk */
  constructor(desk) {
    this.desk = desk;
    desk.find("[data-notes]")?.addEventListener("click", () => this.toggle());
    if (desk.data.open_notes) this.fetch();
  }

  /** How many threads are open on an SCU or unit. @param {string} id */
  on(id) {
    return this.book?.counts.get(id) ?? 0;
  }

  /** What is written on an SCU, to be shown with it. @param {string} id */
  about(id) {
    return this.book?.about(id) ?? null;
  }

  fetch() {
    this.#coming ??= import("pyramidion/work/notes/note_book.js").then(({ NoteBook }) => (this.book = new NoteBook(this.desk)));
    return this.#coming;
  }

  /** @param {boolean} [open] */
  async toggle(open) {
    try {
      (await this.fetch()).panel.toggle(open);
    } catch {
      this.#coming = null;
      this.desk.notice("The notes could not be read. Try again in a moment.", true);
    }
  }
}
