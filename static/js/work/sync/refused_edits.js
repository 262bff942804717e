/**
 * Asks what to do with refused groups, one after another: automatically when a refusal arrives, later via the save state.
 * @import { Group, Refusal } from "../edits/types.js"
 * @typedef {{question: Question, alternative: import("../edits/refusals.js").Alternative | null}} Description
 * @typedef {(group: Group, refusal: Refusal) => Description} Describe
 * @typedef {{title: string, message: string, mine: string, current: string, keep: string | null,
 *            words?: {name: string, text: string} | null}} Question
 *   keep: the label of the button that keeps mine, null if that is impossible; words: my label or comment, which can be changed
 * @typedef {{kind: "keep", text: string | null} | {kind: "drop" | "download" | "later"}} Answer
 */
import { isWriting } from "pyramidion/elements/keyboard.js";
import { build } from "pyramidion/elements/build.js";

class DecisionDialog extends HTMLElement {
  /** @type {(answer: Answer) => void} */
  #answer = () => {};

  /** @param {Question} question @param {number} waiting how many groups wait, including this one @returns {Promise<Answer>} */
  ask(question, waiting = 1) {
    this.#close({ kind: "later" });
    const button = (/** @type {string} */ text, /** @type {() => void} */ click, kind = "") =>
      build("button", { type: "button", class: kind, text, on: { click } });
    const { title, message, mine, current, keep, words } = question;
    const input = words ? build("textarea", { id: "decision-words", rows: "2", dir: "auto", text: words.text }) : null;
    const keepText = () => (input && input.value !== words?.text ? input.value : null);
    const keeping = keep ? button(keep, () => this.#close({ kind: "keep", text: keepText() }), "primary") : null;
    input?.addEventListener("input", () => keeping && (keeping.textContent = keepText() === null ? keep : "Keep as changed"));
    this.dialog = build("dialog", { "aria-labelledby": "decision-title", on: { close: () => this.#close({ kind: "later" }) } },
      build("h2", { id: "decision-title", text: title }),
      waiting > 1 ? build("p", { class: "hint", text: `${waiting} of your edits wait for a decision; this is one of them.` }) : null,
      build("p", { text: message }),
      build("dl", { class: "sides" }, side("Yours", mine), side("Current", current)),
      input && keep
        ? build("p", { class: "field" }, build("label", { for: "decision-words", text: `${words?.name} (you can change it)` }), input)
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

  /** Closes the dialog because another page has decided. */
  dismiss() {
    this.#close({ kind: "later" });
  }

  /** @param {Answer} answer */
  #close(answer) {
    const resolve = this.#answer;
    this.#answer = () => {};
    this.dialog?.remove();
    this.dialog = undefined;
    resolve(answer);
  }
}

/** @param {string} name @param {string} text */
function side(name, text) {
  return build("div", {}, build("dt", { text: name }), build("dd", { text: text || "–" }));
}

customElements.define("decision-dialog", DecisionDialog);

const WORDS = ["label", "comment"];
const UNREADABLE = ["malformed", "too_large"]; // the server could not read the edit: nobody else changed anything

export class RefusedEdits {
  /** @type {Set<string>} */
  #asked = new Set();
  #asking = "";

  /** @param {import("../../elements/page.js").Page} page @param {import("./edit_session.js").EditSession} session @param {Describe} describe */
  constructor(page, session, describe) {
    this.page = page;
    this.session = session;
    this.describe = describe;
    session.addEventListener("change", () => this.#askOnce());
    document.addEventListener("focusout", () => setTimeout(() => this.#askOnce()));
  }

  /** Shows the state of saving, which opens this dialog. @param {string} name of the file for downloading pending edits */
  watch(name) {
    this.#save.watch(this.session, { decide: () => this.ask(), resume: () => this.session.resume(), name });
  }

  /** @returns {import("./save_state.js").SaveState} */
  get #save() {
    return this.page.find("save-state");
  }

  /** @returns {DecisionDialog} */
  get #dialog() {
    return this.page.find("decision-dialog");
  }

  #askOnce() {
    const { decisions } = this.session;
    if (this.#asking && !decisions.some(({ group }) => group.group === this.#asking)) this.#dialog.dismiss();
    if (this.#asking || this.#dialog.open || isWriting()) return; // otherwise keys meant for a field would go to the dialog
    const unasked = decisions.find(({ group }) => !this.#asked.has(group.group));
    if (unasked) this.#ask(unasked);
  }

  async ask() {
    const waiting = this.session.undecided;
    if (waiting) await this.#ask(waiting);
  }

  /** @param {{group: Group, refusal: Refusal}} waiting */
  async #ask({ group, refusal }) {
    const { session } = this;
    this.#asked.add(group.group);
    this.#asking = group.group;
    const edits = this.#keptEdits(group, refusal);
    const { question } = this.describe(group, refusal);
    const keep = question.keep ?? (edits ? "Keep as changed" : null);
    const title = UNREADABLE.includes(refusal.code) ? "An edit that the server cannot accept" : question.title;
    const answer = await this.#dialog.ask({ ...question, title, keep, words: edits && wordsOf(edits) }, session.decisions.length);
    this.#asking = "";
    // The current state may have changed while the dialog was open.
    if (answer.kind === "keep") await session.decide(withWords(this.#keptEdits(group, refusal), answer.text), group.group);
    if (answer.kind === "drop") await session.decide(null, group.group);
    if (answer.kind === "download") this.#save.download();
    if (answer.kind === "keep" || answer.kind === "drop") this.#next();
  }

  /** Asks about the next group; groups put off with “Decide later” are not asked about again automatically. */
  #next() {
    const waiting = this.session.undecided;
    if (waiting && !this.#asking && !this.#dialog.open) this.#ask(waiting);
  }

  /** @param {Group} group @param {Refusal} refusal @returns {any[] | null} */
  #keptEdits(group, refusal) {
    if (UNREADABLE.includes(refusal.code)) return wordsOf(group.edits) ? group.edits : null;
    return this.describe(group, refusal).alternative?.edits ?? null;
  }
}

/** The first label or comment in these edits. @param {any[]} edits */
function wordsOf(edits) {
  for (const edit of edits) {
    const name = WORDS.find((field) => typeof edit[field] === "string");
    if (name) return { name: name === "label" ? "Label" : "Comment", text: edit[name] };
  }
  return null;
}

/** @param {any[] | null} edits @param {string | null} text null: unchanged */
function withWords(edits, text) {
  const at = edits?.findIndex((edit) => WORDS.some((field) => typeof edit[field] === "string")) ?? -1;
  if (text === null || at < 0 || !edits) return edits;
  const name = WORDS.find((field) => typeof edits[at][field] === "string") ?? "";
  return edits.with(at, { ...edits[at], [name]: text });
}
