// @ts-check
/**
 * <decision-dialog>: edits were refused; shows mine and what stands for each, and asks what to do with mine.
 * @typedef {{title: string, message: string, mine: string, stands: string, keep: string | null,
 *            words?: {name: string, text: string} | null}} Question
 *   keep: what keeping mine would do, null if it cannot be kept; words: a label or comment of mine that can be changed
 * @typedef {{kind: "keep", text: string | null} | {kind: "drop" | "download" | "later"}} Answer
 */
import { build } from "pyramidion/elements/build.js";

export class DecisionDialog extends HTMLElement {
  /** @type {(answer: Answer) => void} */
  #answer = () => {};

  /** @param {Question} question @param {number} waiting how many wait, with this one @returns {Promise<Answer>} */
  ask(question, waiting = 1) {
    this.#close({ kind: "later" });
    const button = (/** @type {string} */ text, /** @type {() => void} */ click, kind = "") =>
      build("button", { type: "button", class: kind, text, on: { click } });
    const { title, message, mine, stands, keep, words } = question;
    const input = words ? build("textarea", { id: "decision-words", rows: "2", dir: "auto", text: words.text }) : null;
    const keepText = () => (input && input.value !== words?.text ? input.value : null);
    const keeping = keep ? button(keep, () => this.#close({ kind: "keep", text: keepText() }), "primary") : null;
    input?.addEventListener("input", () => keeping && (keeping.textContent = keepText() === null ? keep : "Keep as changed"));
    this.dialog = build("dialog", { "aria-labelledby": "decision-title", on: { close: () => this.#close({ kind: "later" }) } },
      build("h2", { id: "decision-title", text: title }),
      waiting > 1 ? build("p", { class: "hint", text: `${waiting} of your edits wait for a decision; this is one of them.` }) : null,
      build("p", { text: message }),
      build("dl", { class: "sides" }, side("Yours", mine), side("What stands", stands)),
      input && keep
        ? build("p", { class: "field" }, build("label", { for: "decision-words", text: `${words?.name}, to keep or change` }), input)
        : null,
      build("div", { class: "actions" }, button("Decide later", () => this.#close({ kind: "later" })),
        button("Download", () => this.#close({ kind: "download" })),
        button("Drop mine", () => this.#close({ kind: "drop" }), "danger"), keeping),
    );
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.replaceChildren(/** @type {HTMLDialogElement} */ (this.dialog));
      this.dialog?.showModal();
    });
  }

  get open() {
    return Boolean(this.dialog?.open);
  }

  /** Another page has decided. */
  dismiss() {
    this.#close({ kind: "later" });
  }

  /** @param {Answer} answer */
  #close(answer) {
    const tell = this.#answer;
    this.#answer = () => {};
    this.dialog?.remove();
    this.dialog = undefined;
    tell(answer);
  }
}

/** @param {string} name @param {string} text */
function side(name, text) {
  return build("div", {}, build("dt", { text: name }), build("dd", { text: text || "–" }));
}

customElements.define("decision-dialog", DecisionDialog);
