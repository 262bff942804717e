/**
 * <notes-panel>: the threads of notes, beside the texts: first threads on the selected SCU or unit, then on the whole pyramid or peer
 * annotation, on other SCUs or units, and on deleted SCUs or units.
 * @import { NoteBook, Thread } from "./note_book.js"
 * @typedef {{key: string, title: string, place: Record<string, any> | null, linkId: string, threads: Thread[]}} Section
 *   place: the JSON fields that say what a thread started here is about, null if none can be started; linkId: the SCU or unit that the
 *   title selects, or ""
 */
import { build, sendIntent } from "pyramidion/elements/build.js";
import { timeElement } from "pyramidion/elements/time.js";

/** Returns an element with a thread's notes. @param {Thread} thread @param {import("./lazy_notes.js").Subject} subject @param {...(Node | null)} more buttons and fields */
export function threadElement(thread, subject, ...more) {
  const letter = thread.summary === null ? "" : subject.letterOf(thread.summary);
  const resolvedText = thread.resolved ? build("p", { class: "quiet", text: `Resolved by ${thread.resolved_by ?? "someone"}` }) : null;
  return build("article", { class: thread.resolved ? "thread resolved" : "thread", data: { thread: thread.id } },
    letter ? build("p", { class: "thread-on", text: `On the contributor of ${letter}` }) : null,
    ...thread.notes.map(({ by, mine, at, text }) =>
      build("div", { class: "note" },
        build("p", { class: "note-head" }, build("b", { text: mine ? "You" : by }), " ", timeElement(at)),
        build("p", { class: "note-text", dir: "auto", text }))),
    resolvedText,
    ...more);
}

export class NotesPanel extends HTMLElement {
  /** Whether the threads have changed while the user was writing here. */
  #isStale = false;
  #showsResolved = false;

  /** Builds the panel. @param {NoteBook} book */
  begin(book) {
    this.book = book;
    this.setAttribute("role", "complementary");
    this.setAttribute("aria-label", "Notes");
    this.body = build("div", { class: "notes-body", tabindex: "-1" });
    this.status = build("p", { class: "notes-status", role: "status" });
    const closeButton = build("button", { type: "button", class: "plain", text: "Close", on: { click: () => this.toggle({ open: false }) } });
    const checkbox = build("input", { type: "checkbox", on: { change: () => {
      this.#showsResolved = checkbox.checked;
      this.render();
    } } });
    this.replaceChildren(
      build("div", { class: "notes-head" }, build("h2", { text: "Notes" }),
        build("label", { class: "notes-resolved" }, checkbox, "Show resolved"), closeButton),
      this.status, this.body);
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.toggle({ open: false });
    });
    this.addEventListener("focusout", () => setTimeout(() => this.#isStale && this.render()));
  }

  get button() {
    return /** @type {HTMLElement | null} */ (document.querySelector("[data-notes]"));
  }

  /** Opens or closes the panel. */
  toggle({ open = this.hidden } = {}) {
    const hadFocus = this.contains(document.activeElement);
    this.hidden = !open;
    this.button?.setAttribute("aria-expanded", String(open));
    this.parentElement?.classList.toggle("with-notes", open);
    if (!open) {
      if (hadFocus) this.button?.focus();
      return;
    }
    this.render();
    this.body?.focus();
    if (this.book?.isLoaded) this.book.refresh();
    else this.book?.firstLoad.then(() => this.contains(document.activeElement) && this.#focusField());
    this.#focusField();
  }

  #focusField() {
    /** @type {HTMLElement | null} */ (this.querySelector("textarea"))?.focus();
  }

  /** @param {string} text */
  showStatus(text) {
    if (this.status) this.status.textContent = text;
  }

  /** Shows the current threads. If the user is writing here, waits until the field loses the focus. */
  render() {
    const isWriting = this.contains(document.activeElement) && document.activeElement?.matches("textarea, select");
    this.#isStale = Boolean(isWriting);
    if (this.hidden || isWriting || !this.book?.isLoaded) return;
    const scrollTop = this.body?.scrollTop ?? 0;
    const focusedControl = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.control;
    this.body?.replaceChildren(...this.#sections().map((section) => this.#sectionElement(section)));
    if (this.body) this.body.scrollTop = scrollTop;
    if (focusedControl) /** @type {HTMLElement | null} */ (this.querySelector(`[data-control="${focusedControl}"]`))?.focus();
  }

  /** @returns {Section[]} */
  #sections() {
    const { book } = this;
    if (!book) return [];
    const { subject, threads } = book;
    const shown = threads.filter((thread) => this.#showsResolved || !thread.resolved);
    const idOf = (/** @type {Thread} */ thread) => thread.scu ?? thread.unit ?? "";
    const selected = subject.selected();
    const otherIds = [...new Set(shown.map(idOf))].filter((id) => id && id !== selected?.id);
    const threadsOn = (/** @type {string} */ id) => shown.filter((thread) => idOf(thread) === id);
    const presentIds = otherIds.filter((id) => subject.nameOf(id) !== null);
    const deleted = otherIds.filter((id) => subject.nameOf(id) === null).flatMap(threadsOn);
    return [
      ...(selected ? [{ key: selected.id, title: `On ${selected.name}`, place: selected.place, linkId: "", threads: threadsOn(selected.id) }] : []),
      { key: "whole", title: `On the whole ${subject.noun}`, place: {}, linkId: "", threads: threadsOn("") },
      ...presentIds.map((id) => ({ key: id, title: `On ${subject.nameOf(id)}`, place: null, linkId: id, threads: threadsOn(id) })),
      ...(deleted.length ? [{ key: "gone", title: "On deleted items", place: null, linkId: "", threads: deleted }] : []),
    ];
  }

  /** Returns the element of a section. @param {Section} section */
  #sectionElement({ key, title, place, linkId, threads }) {
    const heading = linkId
      ? build("button", { type: "button", class: "plain", title: "Select it", data: { control: `go-${linkId}` }, text: title, on: { click: () => this.#select(linkId) } })
      : title;
    const emptyHint = !threads.length && !this.book?.mayWrite ? build("p", { class: "quiet", text: "No notes." }) : null;
    return build("section", { "aria-label": title }, build("h3", {}, heading), emptyHint,
      ...threads.map((thread) => this.#threadWithField(thread)),
      place && this.book?.mayWrite ? this.#field(`on-${key}`, place, "Write a note") : null);
  }

  /** Selects an SCU or unit in the workspace. @param {string} id */
  #select(id) {
    sendIntent(this, `select-${this.book?.subject.noun === "pyramid" ? "scu" : "unit"}`, { scu: id, unit: id });
    this.render();
    (this.querySelector("textarea") ?? this.body)?.focus();
  }

  /** Returns an element with a thread and, if the user may write, a field for an answer. @param {Thread} thread */
  #threadWithField(thread) {
    if (!this.book?.mayWrite) return threadElement(thread, /** @type {any} */ (this.book?.subject));
    const text = thread.resolved ? "Reopen" : "Resolve";
    const toggleResolved = async () => {
      const error = await this.book?.setResolved(thread.id, !thread.resolved);
      this.showStatus(error || (thread.resolved ? "The thread is open again." : "Resolved."));
      if (!this.contains(document.activeElement)) this.body?.focus();
    };
    const data = { control: `resolve-${thread.id}` };
    return threadElement(thread, this.book.subject, this.#field(`to-${thread.id}`, { thread: thread.id }, "Answer",
      build("button", { type: "button", class: "plain", text, data, on: { click: toggleResolved } })));
  }

  /**
   * Returns a text field with its buttons; Ctrl/Cmd+Enter also sends. A note on an SCU can refer to one of its contributors.
   * @param {string} key of the draft @param {Record<string, any>} place see `NoteBook.send` @param {string} name of the field @param {Node} [more] another button
   */
  #field(key, place, name, more) {
    const { book } = this;
    const title = `${name} (Ctrl+Enter to send)`;
    const field = build("textarea", { rows: "2", maxlength: "4000", dir: "auto", "aria-label": name, placeholder: title, data: { control: key } });
    field.value = book?.drafts.get(key).text ?? "";
    const contributors = place.scu ? (book?.subject.selected()?.contributors ?? []) : [];
    const contributorSelect = build("select", { "aria-label": "What the note is about" }, build("option", { value: "", text: "On the SCU" }),
      ...contributors.map(({ summary, letter }) => build("option", { value: String(summary), text: `On the contributor of ${letter}` })));
    const send = async () => {
      const summary = contributorSelect.value ? { summary: Number(contributorSelect.value) } : {};
      field.blur();
      const error = await book?.send(key, { ...place, ...summary });
      this.showStatus(error || "Note saved.");
      if (error) field.focus();
      else /** @type {HTMLElement | null} */ (this.querySelector(`textarea[data-control="${key}"]`))?.focus();
    };
    field.addEventListener("input", () => book?.drafts.write(key, field.value));
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      event.preventDefault();
      send();
    });
    const button = build("button", { type: "button", text: name === "Answer" ? "Answer" : "Write", on: { click: send } });
    return build("div", { class: "note-field" }, field, build("div", { class: "note-tools" }, contributors.length ? contributorSelect : null, button, more ?? null));
  }
}

customElements.define("notes-panel", NotesPanel);
