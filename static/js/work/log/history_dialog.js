/**
 * <history-dialog>: who did what and when, newest first. Undone steps are struck through. Users can undo their own steps, back to
 * a step that they choose.
 * @import { Gesture, GestureLog } from "./undo_buttons.js"
 */
import { build } from "pyramidion/elements/build.js";
import { timeElement } from "pyramidion/elements/time.js";

export class HistoryDialog extends HTMLElement {
  /** @type {HTMLDialogElement | null} */
  #dialog = null;

  /** Opens the dialog. @param {GestureLog} log @param {{editable: boolean, undoTo: (group: string) => void}} options */
  open(log, options) {
    this.log = log;
    this.options = options;
    this.list = build("ol", { class: "gestures", tabindex: "0", "aria-label": "Steps, newest first" });
    this.earlierButton = build("button", { type: "button", text: "Show earlier steps", on: { click: () => log.readEarlier() } });
    const close = build("button", { class: "primary", text: "Close" });
    this.#dialog = build("dialog", { class: "history", "aria-labelledby": "history-title" },
      build("h2", { id: "history-title", text: "History" }), this.list,
      build("form", { method: "dialog", class: "actions" }, this.earlierButton, close));
    this.#dialog.addEventListener("close", () => {
      this.#dialog?.remove();
      this.#dialog = null;
    });
    this.replaceChildren(this.#dialog);
    this.refresh();
    this.#dialog.showModal();
    close.focus();
  }

  refresh() {
    if (!this.#dialog || !this.log) return;
    const scrollTop = this.list?.scrollTop ?? 0;
    const { gestures } = this.log;
    const focusedStep = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.step;
    this.list?.replaceChildren(...gestures.map((gesture) => this.#row(gesture)));
    if (!gestures.length) this.list?.append(build("li", { class: "quiet", text: "Nothing has been done yet." }));
    if (focusedStep) this.list?.focus();
    if (this.list) this.list.scrollTop = scrollTop;
    if (this.earlierButton) this.earlierButton.hidden = !this.log.hasMore;
  }

  /** Returns the list item of a gesture. @param {Gesture} gesture */
  #row({ group, mine, by, at, text, undone, kind }) {
    const sentence = build(undone ? "s" : "span", { class: "gesture", text });
    const author = build("span", { class: "who", text: mine ? "you" : (by ?? "someone") });
    const canUndo = this.options?.editable && mine && kind === "edit" && !undone;
    const title = `Undo this and your later steps: ${text}`;
    const on = { click: () => this.options?.undoTo(group) };
    const button = build("button", { type: "button", class: "plain", title, "aria-label": title, data: { step: group }, on },
      "Undo to here");
    const undoneText = undone ? build("span", { class: "visually-hidden", text: " (undone)" }) : null;
    return build("li", { class: `${kind}${undone ? " undone" : ""}` }, author, sentence, undoneText, timeElement(at), canUndo ? button : null);
  }
}

customElements.define("history-dialog", HistoryDialog);
