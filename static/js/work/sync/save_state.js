/**
 * <save-state>: a button that always shows whether everything is saved. A click explains the state and offers actions.
 * @import { EditSession, Status } from "./edit_session.js"
 */
import { build } from "pyramidion/elements/build.js";

const CSS_CLASSES = { opening: "", saved: "ok", pending: "", offline: "warn", decision: "warn", stopped: "error" };
const STORED_HINT = "Unsaved edits are kept on this computer, even if you close this page, and are sent as soon as possible.";
const NOT_STORED_HINT = "Unsaved edits are not kept on this computer: download them, or do not close this page.";

/** @param {number} count */
const editCountText = (count) => `${count} ${count === 1 ? "edit" : "edits"}`;

export class SaveState extends HTMLElement {
  /** The kind of the previous status. */
  #previousKind = "";

  /**
   * @param {EditSession} session
   * @param {{decide: () => void, resume: () => void, name: string}} actions  decide: asks what to do with a group of edits that the
   *   server refused; resume: sends the pending edits now; name: the beginning of the file name of the download
   */
  watch(session, actions) {
    this.session = session;
    this.actions = actions;
    this.pill = build("button", { type: "button", class: "pill", on: { click: () => this.#explain() } });
    this.announcement = build("span", { class: "visually-hidden", role: "status" });
    this.dialog = build("dialog", { "aria-labelledby": "save-state-title" });
    this.replaceChildren(this.pill, this.announcement, this.dialog);
    session.addEventListener("change", () => this.#show());
    this.#show();
  }

  #show() {
    const { status } = this.session;
    const { kind, pending } = status;
    const text = pillText(status);
    if (this.pill.textContent !== text) this.pill.textContent = text;
    this.pill.className = `pill ${CSS_CLASSES[kind]}`;
    this.dataset.kind = kind;
    this.dataset.atRisk = String(this.session.atRisk);
    // Screen readers announce only a new kind of status, not each of many quick edits.
    if (this.#previousKind !== kind && kind !== "pending" && kind !== "opening") this.announcement.textContent = text;
    this.#previousKind = kind;
    if (!pending && kind === "saved" && this.dialog.open) this.dialog.close();
  }

  #explain() {
    const { status } = this.session;
    const { kind, pending, why } = status;
    if (kind === "decision") return this.actions.decide();
    const button = (/** @type {string} */ text, /** @type {() => void} */ click, { primary = false } = {}) =>
      build("button", { type: "button", class: primary ? "primary" : "", text, on: { click } });
    const canRetry = (kind === "offline" || kind === "stopped") && why !== "other_user";
    this.dialog.replaceChildren(
      build("h2", { id: "save-state-title", text: pending ? `${editCountText(pending)} not saved yet` : "Saved" }),
      build("p", { text: explanation(status) }),
      build("div", { class: "actions" },
        pending ? button("Download them", () => this.download()) : null,
        button("Close", () => this.dialog.close()),
        why === "other_user" ? button("Reload the page", () => location.reload(), { primary: true }) : null,
        why === "signed_out" ? signInLink() : null,
        canRetry ? button("Try again", () => this.#resume(), { primary: why !== "signed_out" }) : null));
    if (!this.dialog.open) this.dialog.showModal();
  }

  #resume() {
    this.dialog.close();
    this.actions.resume();
  }

  /** Downloads the queue as the body of a request to the edits endpoint. */
  download() {
    const body = JSON.stringify({ base: this.session.revision, groups: this.session.pending }, null, 2);
    const url = URL.createObjectURL(new Blob([body], { type: "application/json" }));
    build("a", { href: url, download: `${this.actions.name}-${this.session.revision}-pending-edits.json` }).click();
    URL.revokeObjectURL(url);
  }
}

/** Returns the text of the button. @param {Status} status */
function pillText({ kind, pending, refusedGroupCount, why, kept }) {
  const pendingText = `${pending} pending${kept ? "" : ", not kept here"}`;
  if (kind === "opening") return "opening …";
  if (kind === "saved" || kind === "pending") return kind === "saved" ? "saved" : pendingText;
  if (kind === "offline") return `offline · ${pendingText}`;
  if (kind === "decision") return refusedGroupCount === 1 ? "needs your decision" : `${refusedGroupCount} need your decision`;
  if (why === "other_user") return "another person is signed in";
  return `${why === "signed_out" ? "signed out" : "not saved"} · ${pendingText}`;
}

/** Returns the text of the dialog. @param {Status} status */
function explanation({ kind, pending, message, why, kept }) {
  if (!pending) return message || "Every edit is on the server.";
  if (kind === "pending") return `On the way to the server. ${kept ? STORED_HINT : NOT_STORED_HINT}`;
  const hint = why === "signed_out" ? " Sign in again, and this page continues by itself." : "";
  return `${message}${hint} ${kept ? STORED_HINT : NOT_STORED_HINT}`.trim();
}

/** Returns a link that opens this page in another tab, where the server asks the user to sign in. */
function signInLink() {
  return build("a", { class: "button primary", href: location.pathname, target: "_blank", text: "Sign in in a new tab" });
}

customElements.define("save-state", SaveState);
