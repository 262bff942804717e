/**
 * <notes-panel>: the threads beside the panes: first on the selection, then on the whole, on other SCUs or units, and on
 * deleted ones.
 * @import { NoteBook, Thread } from "./note_book.js"
 * @typedef {{key: string, title: string, place: Record<string, any> | null, go: string, threads: Thread[]}} Section
 *   place: where a new thread would go, null if it cannot be started here; go: the SCU or unit to select
 */
import { build, intend } from "pyramidion/elements/build.js";

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** @param {Thread} thread @param {import("./lazy_notes.js").Subject} subject @param {...(Node | null)} more buttons and fields */
export function shownThread(thread, subject, ...more) {
  const letter = thread.summary === null ? "" : subject.letterOf(thread.summary);
  const resolved = thread.resolved ? build("p", { class: "quiet", text: `Resolved by ${thread.resolved_by ?? "someone"}` }) : null;
  return build("article", { class: thread.resolved ? "thread resolved" : "thread", data: { thread: thread.id } },
    letter ? build("p", { class: "thread-on", text: `On the contributor of ${letter}` }) : null,
    ...thread.notes.map(({ by, mine, at, text }) =>
      build("div", { class: "note" },
        build("p", { class: "note-head" }, build("b", { text: mine ? "You" : by }), " ",
          build("time", { datetime: at, text: TIME.format(new Date(at)) })),
        build("p", { class: "note-text", dir: "auto", text }))),
    resolved,
    ...more);
}

export class NotesPanel extends HTMLElement {
  /** Whether threads changed while the user was writing here. */
  #stale = false;
  #showsResolved = false;

  /** @param {NoteBook} book */
  begin(book) {
    this.book = book;
    this.setAttribute("role", "complementary");
    this.setAttribute("aria-label", "Notes");
    this.body = build("div", { class: "notes-body", tabindex: "-1" });
    this.status = build("p", { class: "notes-says", role: "status" });
    const close = build("button", { type: "button", class: "plain", text: "Close", on: { click: () => this.toggle(false) } });
    const box = build("input", { type: "checkbox", on: { change: () => this.#showResolved(box.checked) } });
    this.replaceChildren(
      build("div", { class: "notes-head" }, build("h2", { text: "Notes" }),
        build("label", { class: "notes-resolved" }, box, "Show resolved"), close),
      this.status, this.body);
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.toggle(false);
    });
    this.addEventListener("focusout", () => setTimeout(() => this.#stale && this.show()));
  }

  /** @param {boolean} show */
  #showResolved(show) {
    this.#showsResolved = show;
    this.show();
  }

  get button() {
    return /** @type {HTMLElement | null} */ (document.querySelector("[data-notes]"));
  }

  toggle(open = this.hidden) {
    const focused = this.contains(document.activeElement);
    this.hidden = !open;
    this.button?.setAttribute("aria-expanded", String(open));
    this.parentElement?.classList.toggle("with-notes", open);
    if (!open) {
      if (focused) this.button?.focus();
      return;
    }
    this.show();
    this.body?.focus();
    if (this.book?.read) this.book.refresh();
    else this.book?.loaded.then(() => this.contains(document.activeElement) && this.#focusField());
    this.#focusField();
  }

  #focusField() {
    /** @type {HTMLElement | null} */ (this.querySelector("textarea"))?.focus();
  }

  /** @param {string} text */
  say(text) {
    if (this.status) this.status.textContent = text;
  }

  /** Shows the current threads, but not before the user has stopped writing here. */
  show() {
    const writing = this.contains(document.activeElement) && document.activeElement?.matches("textarea, select");
    this.#stale = Boolean(writing);
    if (this.hidden || writing || !this.book?.read) return;
    const at = this.body?.scrollTop ?? 0;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.does;
    this.body?.replaceChildren(...this.#sections().map((section) => this.#section(section)));
    if (this.body) this.body.scrollTop = at;
    if (focused) /** @type {HTMLElement | null} */ (this.querySelector(`[data-does="${focused}"]`))?.focus();
  }

  /** @returns {Section[]} */
  #sections() {
    const { book } = this;
    if (!book) return [];
    const { subject, threads } = book;
    const shown = threads.filter((thread) => this.#showsResolved || !thread.resolved);
    const subjectOf = (/** @type {Thread} */ thread) => thread.scu ?? thread.unit ?? "";
    const selected = subject.selected();
    const others = [...new Set(shown.map(subjectOf))].filter((id) => id && id !== selected?.id);
    const on = (/** @type {string} */ id) => shown.filter((thread) => subjectOf(thread) === id);
    const present = others.filter((id) => subject.nameOf(id) !== null);
    const deleted = others.filter((id) => subject.nameOf(id) === null).flatMap(on);
    return [
      ...(selected ? [{ key: selected.id, title: `On ${selected.name}`, place: selected.place, go: "", threads: on(selected.id) }] : []),
      { key: "whole", title: `On the whole ${subject.noun}`, place: {}, go: "", threads: on("") },
      ...present.map((id) => ({ key: id, title: `On ${subject.nameOf(id)}`, place: null, go: id, threads: on(id) })),
      ...(deleted.length ? [{ key: "gone", title: "On deleted items", place: null, go: "", threads: deleted }] : []),
    ];
  }

  /** @param {Section} section */
  #section({ key, title, place, go, threads }) {
    const name = go
      ? build("button", { type: "button", class: "plain", title: "Select it", data: { does: `go-${go}` }, text: title, on: { click: () => this.#go(go) } })
      : title;
    const none = !threads.length && !this.book?.mayWrite ? build("p", { class: "quiet", text: "No notes." }) : null;
    return build("section", { "aria-label": title }, build("h3", {}, name), none,
      ...threads.map((thread) => this.#thread(thread)),
      place && this.book?.mayWrite ? this.#field(`on-${key}`, place, "Write a note") : null);
  }

  /** @param {string} id */
  #go(id) {
    intend(this, `select-${this.book?.subject.noun === "pyramid" ? "scu" : "unit"}`, { scu: id, unit: id });
    this.show();
    (this.querySelector("textarea") ?? this.body)?.focus();
  }

  /** @param {Thread} thread */
  #thread(thread) {
    if (!this.book?.mayWrite) return shownThread(thread, /** @type {any} */ (this.book?.subject));
    const text = thread.resolved ? "Open again" : "Resolve";
    const settle = async () => {
      const error = await this.book?.setResolved(thread.id, !thread.resolved);
      this.say(error || (thread.resolved ? "The thread is open again." : "Resolved."));
      if (!this.contains(document.activeElement)) this.body?.focus();
    };
    const data = { does: `settle-${thread.id}` };
    return shownThread(thread, this.book.subject, this.#field(`to-${thread.id}`, { thread: thread.id }, "Answer",
      build("button", { type: "button", class: "plain", text, data, on: { click: settle } })));
  }

  /**
   * A text field with its buttons; Ctrl/Cmd+Enter also sends. A note on an SCU can refer to one of its contributors.
   * @param {string} key @param {Record<string, any>} place @param {string} name @param {Node} [more]
   */
  #field(key, place, name, more) {
    const { book } = this;
    const title = `${name} (Ctrl+Enter to send)`;
    const field = build("textarea", { rows: "2", maxlength: "4000", dir: "auto", "aria-label": name, placeholder: title, data: { does: key } });
    field.value = book?.drafts.get(key).text ?? "";
    const choices = place.scu ? (book?.subject.selected()?.parts ?? []) : [];
    const on = build("select", { "aria-label": "What the note is about" }, build("option", { value: "", text: "On the SCU" }),
      ...choices.map((part) => build("option", { value: String(part.summary), text: `On the contributor of ${part.letter}` })));
    const send = async () => {
      const summary = on.value ? { summary: Number(on.value) } : {};
      field.blur();
      const error = await book?.send(key, { ...place, ...summary });
      this.say(error || "Note saved.");
      if (error) field.focus();
      else /** @type {HTMLElement | null} */ (this.querySelector(`textarea[data-does="${key}"]`))?.focus();
    };
    field.addEventListener("input", () => book?.drafts.write(key, field.value));
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      event.preventDefault();
      send();
    });
    const button = build("button", { type: "button", text: name === "Answer" ? "Answer" : "Write", on: { click: send } });
    return build("div", { class: "note-field" }, field, build("div", { class: "note-tools" }, choices.length ? on : null, button, more ?? null));
  }
}

customElements.define("notes-panel", NotesPanel);
