/**
 * Asks the user what to do with the groups of edits that the server has refused, one after another. The dialog opens when a refusal
 * arrives, and when the user clicks on <save-state> (the button that shows whether everything is saved).
 * @import { Group, Refusal } from "../edits/types.js"
 * @typedef {{question: Question, alternative: import("../edits/refusals.js").Alternative | null}} Description
 * @typedef {(group: Group, refusal: Refusal) => Description} Describe
 * @typedef {{title: string, message: string, mine: string, current: string, keep: string | null,
 *            writtenText?: {name: string, text: string} | null}} Question
 *   mine: what the user's edits should have done; keep: the label of the button that does this nevertheless, null if impossible;
 *   writtenText: the label or comment in the edits, which the user can change; name: "Label" or "Comment"
 * @typedef {{kind: "keep", text: string | null} | {kind: "drop" | "download" | "later"}} Answer  text: the changed text, null if unchanged
 */
import { isWriting } from "pyramidion/elements/keyboard.js";
import { build } from "pyramidion/elements/build.js";

/** <decision-dialog>: asks about one refused group. */
class DecisionDialog extends HTMLElement {
  /** Resolves the promise of `ask`. @type {(answer: Answer) => void} */
  #resolve = () => {};

  /** Opens the dialog. @param {Question} question @param {number} refusedGroupCount how many refused groups wait for a decision, including this one @returns {Promise<Answer>} */
  ask(question, refusedGroupCount) {
    this.close({ kind: "later" });
    const button = (/** @type {string} */ text, /** @type {() => void} */ click, kind = "") =>
      build("button", { type: "button", class: kind, text, on: { click } });
    const { title, message, mine, current, keep, writtenText } = question;
    const input = writtenText ? build("textarea", { id: "decision-words", rows: "2", dir: "auto", text: writtenText.text }) : null;
    const changedText = () => (input && input.value !== writtenText?.text ? input.value : null);
    const keepButton = keep ? button(keep, () => this.close({ kind: "keep", text: changedText() }), "primary") : null;
    input?.addEventListener("input", () => keepButton && (keepButton.textContent = changedText() === null ? keep : "Keep as changed"));
    this.dialog = build("dialog", { "aria-labelledby": "decision-title", on: { close: () => this.close({ kind: "later" }) } },
      build("h2", { id: "decision-title", text: title }),
      refusedGroupCount > 1 ? build("p", { class: "hint", text: `${refusedGroupCount} of your edits wait for a decision; this is one of them.` }) : null,
      build("p", { text: message }),
      build("dl", { class: "sides" }, sideElement("Yours", mine), sideElement("Current", current)),
      input && keep
        ? build("p", { class: "field" }, build("label", { for: "decision-words", text: `${writtenText?.name} (you can change it)` }), input)
        : null,
      build("div", { class: "actions" }, button("Decide later", () => this.close({ kind: "later" })),
        button("Download", () => this.close({ kind: "download" })),
        button("Drop mine", () => this.close({ kind: "drop" }), "danger"), keepButton),
    );
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.replaceChildren(/** @type {HTMLDialogElement} */ (this.dialog));
      this.dialog?.showModal();
    });
  }

  get isOpen() {
    return Boolean(this.dialog?.open);
  }

  /** Closes the dialog with an answer. @param {Answer} answer */
  close(answer) {
    const resolve = this.#resolve;
    this.#resolve = () => {};
    this.dialog?.remove();
    this.dialog = undefined;
    resolve(answer);
  }
}

/** Returns one side of the comparison of “Yours” and “Current”. @param {string} name @param {string} text */
function sideElement(name, text) {
  return build("div", {}, build("dt", { text: name }), build("dd", { text: text || "–" }));
}

customElements.define("decision-dialog", DecisionDialog);

const TEXT_FIELDS = ["label", "comment"];
const UNREADABLE = ["malformed", "too_large"]; // codes: the server could not read the edit, so no other user is involved

export class RefusedEdits {
  /** The ids of the groups about which the user was asked. @type {Set<string>} */
  #askedGroupIds = new Set();
  /** The id of the group about which the user is being asked; "" if none. */
  #currentGroupId = "";

  /** @param {import("../../elements/page.js").Page} page @param {import("./edit_session.js").EditSession} session @param {Describe} describe */
  constructor(page, session, describe) {
    this.page = page;
    this.session = session;
    this.describe = describe;
    session.addEventListener("change", () => this.#askAboutUnasked());
    document.addEventListener("focusout", () => setTimeout(() => this.#askAboutUnasked()));
  }

  /** Connects <save-state>, which can open the dialog. @param {string} fileNameStart the beginning of the file name for downloading pending edits */
  connectSaveState(fileNameStart) {
    this.#saveState.watch(this.session, { decide: () => this.#askAboutOldest(), resume: () => this.session.resume(), name: fileNameStart });
  }

  /** @returns {import("./save_state.js").SaveState} */
  get #saveState() {
    return this.page.find("save-state");
  }

  /** @returns {DecisionDialog} */
  get #dialog() {
    return this.page.find("decision-dialog");
  }

  /** Asks about the oldest refused group that the user has not been asked about yet. */
  #askAboutUnasked() {
    const { refusedGroups } = this.session;
    if (this.#currentGroupId && !refusedGroups.some(({ group: { group: id } }) => id === this.#currentGroupId)) this.#dialog.close({ kind: "later" }); // the user has decided in another tab
    if (this.#currentGroupId || this.#dialog.isOpen || isWriting()) return; // what is typed into a field must not go to the dialog
    const unasked = refusedGroups.find(({ group: { group: id } }) => !this.#askedGroupIds.has(id));
    if (unasked) this.#askAbout(unasked);
  }

  /** Asks about the oldest refused group. */
  async #askAboutOldest() {
    const oldest = this.session.oldestRefused;
    if (oldest) await this.#askAbout(oldest);
  }

  /** Asks about one refused group, and does what the user answers. @param {{group: Group, refusal: Refusal}} refused */
  async #askAbout({ group, refusal }) {
    const { session } = this;
    const id = group.group;
    this.#askedGroupIds.add(id);
    this.#currentGroupId = id;
    const edits = this.#editsToKeep(group, refusal);
    const { question } = this.describe(group, refusal);
    const keep = question.keep ?? (edits ? "Keep as changed" : null);
    const title = UNREADABLE.includes(refusal.code) ? "An edit that the server cannot accept" : question.title;
    const answer = await this.#dialog.ask({ ...question, title, keep, writtenText: edits && firstTextOf(edits) }, session.refusedGroups.length);
    // The current state may have changed while the dialog was open.
    if (answer.kind === "keep") await session.decide(withText(this.#editsToKeep(group, refusal), answer.text), id);
    if (answer.kind === "drop") await session.decide(null, id);
    if (answer.kind === "download") this.#saveState.download();
    this.#currentGroupId = ""; // not before the decision is stored: a dialog opened until then would count this group too
    const isDecided = answer.kind === "keep" || answer.kind === "drop";
    if (isDecided && !this.#dialog.isOpen) this.#askAboutOldest(); // after “Decide later”, the dialog stays closed until the user opens it
  }

  /** Returns the edits that keep what the user wanted; null if that is impossible. @param {Group} group @param {Refusal} refusal @returns {any[] | null} */
  #editsToKeep(group, refusal) {
    if (UNREADABLE.includes(refusal.code)) return firstTextOf(group.edits) ? group.edits : null;
    return this.describe(group, refusal).alternative?.edits ?? null;
  }
}

/** Returns the first label or comment in these edits; null if there is none. @param {any[]} edits */
function firstTextOf(edits) {
  for (const edit of edits) {
    const name = TEXT_FIELDS.find((field) => typeof edit[field] === "string");
    if (name) return { name: name === "label" ? "Label" : "Comment", text: edit[name] };
  }
  return null;
}

/** Returns the edits with their first label or comment replaced. @param {any[] | null} edits @param {string | null} text null: unchanged */
function withText(edits, text) {
  const index = edits?.findIndex((edit) => TEXT_FIELDS.some((field) => typeof edit[field] === "string")) ?? -1;
  if (text === null || index < 0 || !edits) return edits;
  const name = TEXT_FIELDS.find((field) => typeof edits[index][field] === "string") ?? "";
  return edits.with(index, { ...edits[index], [name]: text });
}
