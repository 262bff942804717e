/**
 * <save-state>: whether everything is saved, always visible; a click explains it and offers actions.
 * @import { EditSession, Status } from "./edit_session.js"
 */
import { build } from "pyramidion/elements/build.js";

const CLASSES = { opening: "", saved: "ok", pending: "", offline: "warn", decision: "warn", stopped: "error" };
const KEPT = "They are kept on this computer, even if you close this page, and are sent as soon as possible.";
const UNKEPT = "They are not kept on this computer: download them, or do not close this page.";

/** @param {number} count */
const edits = (count) => `${count} ${count === 1 ? "edit" : "edits"}`;

export class SaveState extends HTMLElement {
  #spoken = "";

  /** @param {EditSession} session @param {{decide: () => void, resume: () => void, name: string}} actions */
  watch(session, actions) {
    this.session = session;
    this.actions = actions;
    this.pill = build("button", { type: "button", class: "pill", on: { click: () => this.#explain() } });
    this.speech = build("span", { class: "visually-hidden", role: "status" });
    this.dialog = build("dialog", { "aria-labelledby": "save-state-title" });
    this.replaceChildren(this.pill, this.speech, this.dialog);
    session.addEventListener("change", () => this.#show());
    this.#show();
  }

  #show() {
    const { status } = this.session;
    const { kind, pending } = status;
    const text = pillText(status);
    if (this.pill.textContent !== text) this.pill.textContent = text;
    this.pill.className = `pill ${CLASSES[kind]}`;
    this.dataset.kind = kind;
    this.dataset.atRisk = String(this.session.atRisk);
    // Announced only when the kind changes, not for each of many quick edits.
    if (this.#spoken !== kind && kind !== "pending" && kind !== "opening") this.speech.textContent = text;
    this.#spoken = kind;
    if (!pending && kind === "saved" && this.dialog.open) this.dialog.close();
  }

  #explain() {
    const { status } = this.session;
    const { kind, pending, why } = status;
    if (kind === "decision") {
      this.actions.decide();
      return;
    }
    const button = (/** @type {string} */ text, /** @type {() => void} */ click, primary = false) =>
      build("button", { type: "button", class: primary ? "primary" : "", text, on: { click } });
    const waiting = kind === "offline" || kind === "stopped";
    this.dialog.replaceChildren(
      build("h2", { id: "save-state-title", text: pending ? `${edits(pending)} not saved yet` : "Saved" }),
      build("p", { text: explanation(status) }),
      build(
        "div",
        { class: "actions" },
        pending ? button("Download them", () => this.download()) : null,
        button("Close", () => this.dialog.close()),
        why === "other_user" ? button("Reload the page", () => location.reload(), true) : null,
        why === "signed_out" ? signIn() : null,
        waiting && why !== "other_user" ? button("Try again", () => this.#resume(), why !== "signed_out") : null,
      ),
    );
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
    build("a", { href: url, download: `${this.actions.name}-pending-edits.json` }).click();
    URL.revokeObjectURL(url);
  }
}

/** @param {Status} status */
function pillText({ kind, pending, decisions, why, kept }) {
  const waiting = `${pending} pending${kept ? "" : ", not kept here"}`;
  if (kind === "opening") return "opening …";
  if (kind === "saved" || kind === "pending") return kind === "saved" ? "saved" : waiting;
  if (kind === "offline") return `offline · ${waiting}`;
  if (kind === "decision") return decisions === 1 ? "needs your decision" : `${decisions} need your decision`;
  if (why === "other_user") return "another person is signed in";
  return `${why === "signed_out" ? "signed out" : "not saved"} · ${waiting}`;
}

/** @param {Status} status */
function explanation({ kind, pending, message, why, kept }) {
  if (!pending) return message || "Every edit is on the server.";
  if (kind === "pending") return `On the way to the server. ${kept ? KEPT : UNKEPT}`;
  const hint = why === "signed_out" ? " Sign in again, and this page continues by itself." : "";
  return `${message}${hint} ${kept ? KEPT : UNKEPT}`.trim();
}

/** Opens this page in another tab, where the server asks the user to sign in. */
function signIn() {
  return build("a", { class: "button primary", href: location.pathname, target: "_blank", text: "Sign in in a new tab" });
}

customElements.define("save-state", SaveState);
