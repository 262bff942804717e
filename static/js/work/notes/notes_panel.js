/**
 * <notes-panel>: the threads beside the panes: those on what is selected first, then those on the whole, on other SCUs or
 * units, and on what is gone.
 * @import { NoteBook, Thread } from "./note_book.js"
 * @typedef {{key: string, title: string, place: Record<string, any> | null, go: string, threads: Thread[]}} Section
 *   place: where a new thread would be, null where none is begun; go: the SCU or unit to select
 */
import { build, intend } from "pyramidion/elements/build.js";

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** @param {Thread} thread @param {import("./notes_door.js").Subject} subject @param {...(Node | null)} more what can be done with it */
export function shownThread(thread, subject, ...more) {
  const on = thread.summary === null ? "" : subject.letterOf(thread.summary);
  const resolved = thread.resolved ? build("p", { class: "quiet", text: `Resolved by ${thread.resolved_by ?? "somebody"}` }) : null;
  return build("article", { class: thread.resolved ? "thread resolved" : "thread", data: { thread: thread.id } },
    on ? build("p", { class: "thread-on", text: `On the contributor of ${on}` }) : null,
    ...thread.notes.map(({ by, mine, at, text }) =>
      build("div", { class: "note" },
        build("p", { class: "note-head" }, build("b", { text: mine ? "You" : by }), " ",
          build("time", { datetime: at, text: TIME.format(new Date(at)) })),
        build("p", { class: "note-text", dir: "auto", text }))),
    resolved,
    ...more);
}

export class NotesPanel extends HTMLElement {
  /** Whether something came while somebody was writing here. */
  #stale = false;
  #resolved = false;

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
        build("label", { class: "notes-resolved" }, box, "Resolved too"), close),
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
    this.#resolved = show;
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
    if (this.book?.read) this.book.look();
    else this.book?.begun.then(() => this.contains(document.activeElement) && this.#focusField());
    this.#focusField();
  }

  #focusField() {
    /** @type {HTMLElement | null} */ (this.querySelector("textarea"))?.focus();
  }

  /** @param {string} text */
  say(text) {
    if (this.status) this.status.textContent = text;
  }

  /** Shows the threads as they are now, unless somebody writes here; then as soon as that is over. */
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
    const shown = threads.filter((thread) => this.#resolved || !thread.resolved);
    const held = (/** @type {Thread} */ thread) => thread.scu ?? thread.unit ?? "";
    const here = subject.selected();
    const others = [...new Set(shown.map(held))].filter((id) => id && id !== here?.id);
    const of = (/** @type {string} */ id) => shown.filter((thread) => held(thread) === id);
    const named = others.filter((id) => subject.nameOf(id) !== null);
    const gone = others.filter((id) => subject.nameOf(id) === null).flatMap(of);
    return [
      ...(here ? [{ key: here.id, title: `On ${here.name}`, place: here.place, go: "", threads: of(here.id) }] : []),
      { key: "whole", title: `On the whole ${subject.noun}`, place: {}, go: "", threads: of("") },
      ...named.map((id) => ({ key: id, title: `On ${subject.nameOf(id)}`, place: null, go: id, threads: of(id) })),
      ...(gone.length ? [{ key: "gone", title: "On what is gone", place: null, go: "", threads: gone }] : []),
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
      const wrong = await this.book?.settle(thread.id, !thread.resolved);
      this.say(wrong || (thread.resolved ? "The thread is open again." : "Resolved."));
      if (!this.contains(document.activeElement)) this.body?.focus();
    };
    const data = { does: `settle-${thread.id}` };
    return shownThread(thread, this.book.subject, this.#field(`to-${thread.id}`, { thread: thread.id }, "Answer",
      build("button", { type: "button", class: "plain", text, data, on: { click: settle } })));
  }

  /**
   * A field and its button; Ctrl/Cmd+Enter sends too. A contributor of the SCU can be named.
   * @param {string} key @param {Record<string, any>} place @param {string} name @param {Node} [more]
   */
  #field(key, place, name, more) {
    const { book } = this;
    const title = `${name} (Ctrl+Enter sends)`;
    const field = build("textarea", { rows: "2", maxlength: "4000", dir: "auto", "aria-label": name, placeholder: title, data: { does: key } });
    field.value = book?.drafts.get(key).text ?? "";
    const choices = place.scu ? (book?.subject.selected()?.parts ?? []) : [];
    const on = build("select", { "aria-label": "What the note is on" }, build("option", { value: "", text: "On the SCU" }),
      ...choices.map((part) => build("option", { value: String(part.summary), text: `On the contributor of ${part.letter}` })));
    const send = async () => {
      const summary = on.value ? { summary: Number(on.value) } : {};
      field.blur();
      const wrong = await book?.send(key, { ...place, ...summary });
      this.say(wrong || "The note is written.");
      if (wrong) field.focus();
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
