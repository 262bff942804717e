/**
 * Sends edits to the server. A gesture is shown immediately, stored in this browser, and sent until the server has answered;
 * repeated requests have the same ids, so nothing is applied twice. Groups are sent in order. A refused group waits for a
 * decision, with the groups that depend on it; the others continue.
 * @import { Edit, Group, Refusal } from "../edits/types.js"
 * @import { Outcome } from "./post_edits.js"
 * @import { Signal } from "./page_session.js"
 * @typedef {{why: "signed_out" | "other_user" | "not_allowed", message: string}} Stop
 * @typedef {{kind: "opening" | "saved" | "pending" | "offline" | "decision" | "stopped", pending: number, decisions: number,
 *            message: string, why: string, kept: boolean}} Status  kept: whether pending edits survive closing the page
 * @typedef {Pick<import("../kinds.js").Kind, "reducer" | "read" | "counted"> & {
 *   post: (body: {base: number, groups: Group[]}) => Promise<Outcome>,
 *   storage: import("./queue.js").Storage,
 *   delay: (failures: number) => number,
 *   identify?: () => Promise<import("../../accounts/identity.js").SignInCheck>,
 *   signals?: (listen: (signal: Signal) => void) => (signal: Signal) => void}} Kind
 */
import { applyGroup } from "pyramidion/work/edits/group.js";
import { newId } from "pyramidion/work/edits/new_id.js";
import { baseAfter, baseFrom, refusalFrom } from "pyramidion/work/sync/replay.js";
import { ShownEdits } from "pyramidion/work/sync/shown_edits.js";
import { refuseOrHalve } from "pyramidion/work/sync/post_edits.js";

const MAX_GROUPS = 100; // in one request; the server accepts 200
const STOPPED = 4; // after a stop, wait as long as after this many failures

export class EditSession extends ShownEdits {
  /** @type {Stop | null} */
  #stop = null;
  #isOpen = false;
  #busy = false;
  #repeat = false;
  #failures = 0;
  #stops = 0;
  #identityChecked = false; // in this round of sending
  #reason = "";
  #limit = MAX_GROUPS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {(signal: Signal) => void} */
  #broadcast = () => {};

  /** @param {any} data the page's data @param {Kind} kind */
  constructor(data, kind) {
    super(data, kind);
    /** @type {Promise<void>} */
    this.opened = new Promise((resolve) => (this.opening = resolve));
  }

  /** Loads the groups that earlier or other pages have stored. */
  async open() {
    await this.queue.open();
    this.#broadcast = this.kind.signals?.((signal) => this.#handleSignal(signal)) ?? this.#broadcast;
    this.opening?.();
    await this.queue.reload();
    this.#isOpen = true;
    this.replay();
    this.#drain();
  }

  /** @returns {Status} */
  get status() {
    const pending = this.queue.groups.length;
    const decisions = this.decisions.length;
    const status = { pending, decisions, message: "", why: "", kept: this.queue.isKept };
    if (this.#stop) return { ...status, kind: "stopped", message: this.#stop.message, why: this.#stop.why };
    if (decisions) return { ...status, kind: "decision", message: this.decisions[0].refusal.message };
    // Until the storage is read, it is unknown whether an earlier page left groups there.
    if (!pending) return { ...status, kind: this.#isOpen ? "saved" : "opening" };
    return this.#failures ? { ...status, kind: "offline", message: this.#reason } : { ...status, kind: "pending" };
  }

  /**
   * Applies a gesture to the page immediately and to the server as soon as possible.
   * @param {Omit<Edit, "id">[]} edits @returns {Refusal | null} a refusal if it does not apply to what is shown; then nothing is queued
   */
  propose(edits) {
    const group = { group: newId(), edits: edits.map((edit) => /** @type {Edit} */ ({ id: newId(), ...edit })) };
    // On a shared computer, one user's page must not accept another user's edits.
    if (this.#stop?.why === "other_user") return { group: group.group, edit: "", code: "blocked", message: this.#stop.message };
    const { state, refused } = applyGroup(this.kind.reducer, this.state, group, this.overlap);
    if (refused) return refused;
    this.queue.add(group);
    this.show(state);
    this.#keep(group);
    return null;
  }

  /** Stores a group before it may be sent. @param {Group} group */
  async #keep(group) {
    await this.opened;
    if (await this.queue.keep(group)) this.#broadcast({ kind: "queue" });
    this.announce();
    this.#drain();
  }

  /**
   * Drops or replaces a refused group; the groups that waited for it continue.
   * @param {Omit<Edit, "id">[] | null} instead edits that apply to the current state, null to drop
   * @param {string} [id] of the group, else the first that waits
   */
  async decide(instead, id = this.undecided?.group.group) {
    if (!id) return;
    // New ids: the server refuses an id that it has seen with other content.
    const withId = (/** @type {Omit<Edit, "id">} */ edit) => /** @type {Edit} */ ({ ...edit, id: newId() });
    const group = instead ? { group: newId(), edits: instead.map(withId) } : null;
    if (!(await this.queue.replace(id, group))) return;
    this.#broadcast({ kind: "queue" });
    await this.resume();
  }

  /** Tries immediately instead of after the backoff, or after a stop (signed out, not editable). */
  async resume() {
    clearTimeout(this.#timer);
    await this.queue.reload();
    this.replay();
    await this.#drain();
  }

  /** Lets another page send immediately, because this one is closing. */
  leave() {
    this.queue.release();
  }

  /** Checks the connection and the user when the window is focused or the network is back. */
  async wake() {
    const signed = await this.kind.identify?.();
    if (signed?.kind === "other") this.#stopFor(signed);
    else if (this.#failures || this.#stop) await this.resume();
  }

  /**
   * Fetches other people's edits if nothing is being sent.
   * @param {() => boolean} [mayShow] whether the answer may be shown when it arrives @returns {Promise<string[]>} their names
   */
  async poll(mayShow = () => true) {
    if (this.#busy || this.#stop || this.queue.unrefused.length || !this.#isOpen) return [];
    const base = this.revision;
    const outcome = await this.kind.post({ base, groups: [] });
    if (outcome.kind !== "answer" || outcome.answer.revision === base) return [];
    if (this.#busy || this.revision !== base || !mayShow()) return [];
    const { answer } = outcome;
    this.settle(answer.revision, baseAfter(this, answer));
    this.dispatchEvent(new CustomEvent("missed"));
    this.publishEdits(answer);
    return [...new Set((answer.edits ?? []).map((edit) => edit.by ?? ""))];
  }

  /** Applies newer page data. @param {any} data */
  receive(data) {
    if (this.#busy || data.revision <= this.revision) return;
    this.settle(data.revision, baseFrom(this, data));
    this.dispatchEvent(new CustomEvent("missed"));
  }

  // Signals of other pages

  /** @param {Signal} signal of another page */
  async #handleSignal(signal) {
    const missing = await this.queue.reload();
    if (signal.kind === "answer") {
      // The server has answered this user on another page, so the reason for this page's stop is gone.
      this.#failures = 0;
      this.#stop = null;
      const { base, answer } = signal;
      if (base > this.revision) this.dispatchEvent(new CustomEvent("stale"));
      else if (answer.revision > this.revision) this.settle(answer.revision, baseAfter(this, answer));
      this.dispatchEvent(new CustomEvent("missed"));
    } else if (missing) {
      this.dispatchEvent(new CustomEvent("stale"));
    }
    this.replay();
    this.#drain();
  }

  // To the server and back

  async #drain() {
    this.#repeat = true;
    if (this.#busy) return;
    this.#busy = true;
    clearTimeout(this.#timer);
    while (this.#repeat) {
      this.#repeat = false;
      if (this.#stop || this.queue.unrefused.length) await this.#sendAll();
    }
    this.#busy = false;
    this.announce();
  }

  /** Sends all groups that are ready, if this page gets the lease. */
  async #sendAll() {
    await this.opened;
    this.#identityChecked = false;
    if (this.#stop && this.#stop.why !== "not_allowed" && !(await this.#isSignedInAgain())) return;
    const wait = await this.queue.acquire();
    if (wait) {
      this.#later(wait);
      return;
    }
    let more = true;
    while (more) more = await this.#send();
    await this.queue.release();
  }

  /** @returns {Promise<boolean>} whether to send more now */
  async #send() {
    await this.queue.reload();
    const groups = this.queue.ready.slice(0, this.#limit);
    if (!groups.length) {
      this.#stop = null; // nothing is left to send
      return false;
    }
    const base = this.revision;
    return this.#handleOutcome(await this.kind.post({ base, groups }), groups, base);
  }

  /** @param {Outcome} outcome @param {Group[]} groups @param {number} base @returns {Promise<boolean>} whether to send more now */
  async #handleOutcome(outcome, groups, base) {
    if (outcome.kind === "answer") return this.#handleAnswer(outcome.answer, groups, base);
    if (outcome.kind === "away") return this.#retryLater(outcome.message);
    if (outcome.kind === "stopped") return this.#handleStop(outcome);
    const { limit, refused } = refuseOrHalve(outcome, groups);
    this.#limit = limit;
    await this.queue.settle(new Set(), refused);
    this.replay();
    return true;
  }

  /** @param {import("./post_edits.js").Answer} answer @param {Group[]} groups the groups sent @param {number} base */
  async #handleAnswer(answer, groups, base) {
    const applied = new Set(answer.applied ?? []);
    const refusal = answer.refused ? refusalFrom(answer, groups) : null;
    if (!refusal && !groups.some((group) => applied.has(group.group))) {
      return this.#retryLater("The server gave an answer without a result.");
    }
    this.#stop = null;
    this.#failures = this.#stops = 0;
    this.#limit = MAX_GROUPS;
    const next = baseAfter(this, answer, groups.filter((group) => applied.has(group.group)));
    await this.queue.settle(applied, refusal ? [refusal] : []);
    // Another page may have received a later revision meanwhile; then this answer is outdated.
    if (answer.revision >= this.revision) this.settle(answer.revision, next);
    else this.replay();
    this.#broadcast({ kind: "answer", base, answer });
    this.publishEdits(answer);
    if (answer.snapshot || answer.edits?.some(({ group }) => !applied.has(group))) this.dispatchEvent(new CustomEvent("missed"));
    return true;
  }

  /** @param {number} ms */
  #later(ms) {
    this.#repeat = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#drain(), ms);
    return false;
  }

  /** @param {string} reason */
  #retryLater(reason) {
    this.#failures += 1;
    this.#reason = reason;
    return this.#later(this.kind.delay(this.#failures));
  }

  // Who may send

  /** Finds out why the server refuses all edits; tries once more if only the token was outdated. @param {{status: number, message: string}} stop */
  async #handleStop({ status, message }) {
    if (status === 423) this.dispatchEvent(new CustomEvent("barred"));
    const signed = status === 423 ? null : await this.kind.identify?.();
    if (signed?.kind === "away") return this.#retryLater("The server cannot be reached.");
    if (signed?.kind === "other" || signed?.kind === "nobody") return this.#stopFor(signed);
    if (signed && !this.#identityChecked) return (this.#identityChecked = true);
    return this.#stopFor({ kind: status === 401 ? "nobody" : "refused", message });
  }

  /** @param {{kind: string, name?: string, message?: string}} signed @returns {boolean} false: stop sending */
  #stopFor({ kind, name = "", message = "" }) {
    const other = `${name} is signed in now, but this page belongs to another person. Its edits wait until that person signs in again.`;
    if (kind === "other") this.#stop = { why: "other_user", message: other };
    else if (kind === "nobody") this.#stop = { why: "signed_out", message: "You have been signed out." };
    else this.#stop = { why: "not_allowed", message };
    this.#stops += 1;
    this.announce();
    return this.#later(this.kind.delay(STOPPED + this.#stops));
  }

  /** @returns {Promise<boolean>} whether the page's user is signed in again */
  async #isSignedInAgain() {
    const signed = (await this.kind.identify?.()) ?? { kind: "same" };
    if (signed.kind === "same") this.#stop = null;
    else if (signed.kind === "away") this.#later(this.kind.delay(STOPPED));
    else this.#stopFor(signed);
    return signed.kind === "same";
  }
}
