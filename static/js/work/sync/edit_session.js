/**
 * Sends edits to the server. A gesture (a group of edits) is shown immediately, stored in this browser, and sent again until the
 * server has answered. Repeated requests contain the same ids, so that nothing is applied twice. Groups are sent in order. A refused
 * group waits for the user's decision, and so do the groups that depend on it; all others are sent. `base` is the revision of the
 * server's state to which a request refers. The events are described in shown_edits.js.
 * @import { Edit, Group, Refusal } from "../edits/types.js"
 * @import { Outcome } from "./post_edits.js"
 * @import { Signal } from "./page_session.js"
 * @typedef {{why: "signed_out" | "other_user" | "not_allowed", message: string}} Stop  why nothing is sent
 * @typedef {{kind: "opening" | "saved" | "pending" | "offline" | "decision" | "stopped", pending: number, refusedGroupCount: number,
 *            message: string, why: string, kept: boolean}} Status  refusedGroupCount: how many refused groups wait for a decision;
 *   kept: whether pending edits survive closing the page
 * @typedef {Pick<import("../kinds.js").Kind, "reducer" | "read" | "withCounters"> & {
 *   post: (body: {base: number, groups: Group[]}) => Promise<Outcome>,
 *   storage: import("./queue.js").Storage,
 *   delay: (failures: number) => number,
 *   fetchSignIn?: () => Promise<import("../../accounts/identity.js").SignInCheck>,
 *   connectPages?: (onSignal: (signal: Signal) => void) => (signal: Signal) => void}} Services  what the session needs of the
 *   kind of work, the server, the browser and the user's other pages; delay: ms until the next attempt
 */
import { applyGroup } from "pyramidion/work/edits/group.js";
import { newId } from "pyramidion/work/edits/new_id.js";
import { stateAfterAnswer, stateFromData, refusalFrom } from "pyramidion/work/sync/replay.js";
import { ShownEdits } from "pyramidion/work/sync/shown_edits.js";
import { refuseOrHalve } from "pyramidion/work/sync/post_edits.js";

const MAX_GROUPS = 100; // in one request; the server accepts 200
const STOP_DELAY = 4; // after a stop, the page waits as long as after this many failed requests; after each further stop, as after one more

export class EditSession extends ShownEdits {
  /** Why nothing is sent; null while edits can be sent. @type {Stop | null} */
  #stop = null;
  #isOpen = false; // whether the stored groups have been read
  #isSending = false;
  #hasMoreToSend = false;
  #failureCount = 0; // failed requests in a row
  #failureMessage = "";
  #stopCount = 0; // stops in a row
  #hasRenewedToken = false; // whether this round of sending has replaced the CSRF token
  #groupLimit = MAX_GROUPS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Sends a signal to the user's other pages. @type {(signal: Signal) => void} */
  #broadcast = () => {};

  /** @param {any} data the page's data @param {Services} services */
  constructor(data, services) {
    super(data, services);
    /** Resolves when the queue can store groups. @type {Promise<void>} */
    this.opened = new Promise((resolve) => (this.resolveOpened = resolve));
  }

  /** Loads the groups that earlier or other pages have stored, and sends them. */
  async open() {
    await this.queue.open();
    this.#broadcast = this.services.connectPages?.((signal) => this.handleSignal(signal)) ?? this.#broadcast;
    this.resolveOpened?.();
    await this.queue.reload();
    this.#isOpen = true;
    this.replay();
    this.#drain();
  }

  /** @returns {Status} */
  get status() {
    const pending = this.queue.groups.length;
    const refusedGroupCount = this.refusedGroups.length;
    const status = { pending, refusedGroupCount, message: "", why: "", kept: this.queue.isKept };
    if (this.#stop) return { ...status, kind: "stopped", message: this.#stop.message, why: this.#stop.why };
    if (refusedGroupCount) return { ...status, kind: "decision", message: this.refusedGroups[0].refusal.message };
    // Until the storage has been read, it may contain groups of an earlier page.
    if (!pending) return { ...status, kind: this.#isOpen ? "saved" : "opening" };
    return this.#failureCount ? { ...status, kind: "offline", message: this.#failureMessage } : { ...status, kind: "pending" };
  }

  /**
   * Shows a gesture on the page immediately, and sends it as soon as possible.
   * @param {Omit<Edit, "id">[]} edits @returns {Refusal | null} a refusal if the gesture does not apply to the state shown; then nothing is queued
   */
  propose(edits) {
    const group = { group: newId(), edits: edits.map((edit) => /** @type {Edit} */ ({ id: newId(), ...edit })) };
    // On a shared computer, one user's page must not accept another user's edits.
    if (this.#stop?.why === "other_user") return { group: group.group, edit: "", code: "blocked", message: this.#stop.message };
    const { state, refused } = applyGroup(this.services.reducer, this.state, group, this.overlap);
    if (refused) return refused;
    this.queue.add(group);
    this.show(state);
    this.#store(group);
    return null;
  }

  /** Stores a group before it may be sent. @param {Group} group */
  async #store(group) {
    await this.opened;
    if (await this.queue.store(group)) this.#broadcast({ kind: "queue" });
    this.announceChange();
    this.#drain();
  }

  /**
   * Drops or replaces a refused group; the groups that waited for it are sent.
   * @param {Omit<Edit, "id">[] | null} replacement edits that apply to the current state, null to drop
   * @param {string} [id] of the group; by default the oldest refused one
   */
  async decide(replacement, id = this.oldestRefused?.group.group) {
    if (!id) return;
    // New ids, because the server refuses an id that it has seen with other content.
    const withNewId = (/** @type {Omit<Edit, "id">} */ edit) => /** @type {Edit} */ ({ ...edit, id: newId() });
    const group = replacement ? { group: newId(), edits: replacement.map(withNewId) } : null;
    if (!(await this.queue.replace(id, group))) return;
    this.#broadcast({ kind: "queue" });
    await this.resume();
  }

  /** Sends now, without waiting for the next attempt after a failure or a stop. */
  async resume() {
    clearTimeout(this.#timer);
    await this.queue.reload();
    this.replay();
    await this.#drain();
  }

  /** Checks who is signed in, and sends now if sending has failed. Called when the window gets the focus or the network is back. */
  async recheck() {
    const signIn = await this.services.fetchSignIn?.();
    if (signIn?.kind === "other") this.#stopFor(signIn);
    else if (this.#failureCount || this.#stop) await this.resume();
  }

  /** Fetches other people's edits if nothing is being sent. @param {() => boolean} [mayShow] whether the answer may be shown when it arrives @returns {Promise<string[]>} the names of these people */
  async poll(mayShow = () => true) {
    if (this.#isSending || this.#stop || this.queue.unrefused.length || !this.#isOpen) return [];
    const base = this.revision;
    const outcome = await this.services.post({ base, groups: [] });
    if (outcome.kind !== "answer" || outcome.answer.revision === base) return [];
    if (this.#isSending || this.revision !== base || !mayShow()) return [];
    const { answer } = outcome;
    this.setServerState(answer.revision, stateAfterAnswer(this, answer));
    this.dispatchEvent(new CustomEvent("history-gap"));
    this.publishEdits(answer);
    return [...new Set((answer.edits ?? []).map((edit) => edit.by ?? ""))];
  }

  /** Applies newer page data. @param {any} data */
  receive(data) {
    if (this.#isSending || data.revision <= this.revision) return;
    this.setServerState(data.revision, stateFromData(this, data));
    this.dispatchEvent(new CustomEvent("history-gap"));
  }

  /** Updates the queue and sends it, because another page may have changed it. @param {Signal} [signal] from that page */
  async handleSignal(signal = { kind: "queue" }) {
    const wereGroupsRemoved = await this.queue.reload(); // by another page, which has sent them
    if (signal.kind === "answer") {
      // The server has answered this user on another page, so it will answer this page too.
      this.#failureCount = 0;
      this.#stop = null;
      const { base, answer } = signal;
      if (base > this.revision) this.dispatchEvent(new CustomEvent("stale"));
      else if (answer.revision > this.revision) this.setServerState(answer.revision, stateAfterAnswer(this, answer));
      this.dispatchEvent(new CustomEvent("history-gap"));
    } else if (wereGroupsRemoved) {
      this.dispatchEvent(new CustomEvent("stale"));
    }
    this.replay();
    this.#drain();
  }

  // Requests to the server

  /** Sends until the queue holds nothing that can be sent. */
  async #drain() {
    this.#hasMoreToSend = true;
    if (this.#isSending) return;
    this.#isSending = true;
    clearTimeout(this.#timer);
    while (this.#hasMoreToSend) {
      this.#hasMoreToSend = false;
      if (this.#stop || this.queue.unrefused.length) await this.#sendAll();
    }
    this.#isSending = false;
    this.announceChange();
  }

  /** Sends all groups that are ready, if this page gets the lease: only one of the user's pages sends at a time. */
  async #sendAll() {
    await this.opened;
    this.#hasRenewedToken = false;
    if (this.#stop && this.#stop.why !== "not_allowed" && !(await this.#checkSignIn())) return;
    const waitTime = await this.queue.acquire();
    if (waitTime) {
      this.#drainAfter(waitTime);
      return;
    }
    while (await this.#send());
    await this.queue.release();
  }

  /** Sends one request. @returns {Promise<boolean>} whether to send more now */
  async #send() {
    await this.queue.reload();
    const groups = this.queue.ready.slice(0, this.#groupLimit);
    if (!groups.length) {
      this.#stop = null; // nothing is left to send
      return false;
    }
    const base = this.revision;
    return this.#handleOutcome(await this.services.post({ base, groups }), groups, base);
  }

  /** Updates the queue and the state after a request. @param {Outcome} outcome @param {Group[]} groups @param {number} base @returns {Promise<boolean>} whether to send more now */
  async #handleOutcome(outcome, groups, base) {
    if (outcome.kind === "answer") return this.#handleAnswer(outcome.answer, groups, base);
    if (outcome.kind === "unreachable") return this.#retryLater(outcome.message);
    if (outcome.kind === "stopped") return this.#handleStop(outcome);
    const { limit, refused } = refuseOrHalve(outcome, groups);
    this.#groupLimit = limit;
    await this.queue.recordOutcome(new Set(), refused);
    this.replay();
    return true;
  }

  /** Removes the applied groups from the queue, and shows the server's new state. @param {import("./post_edits.js").Answer} answer @param {Group[]} groups the groups sent @param {number} base */
  async #handleAnswer(answer, groups, base) {
    const applied = new Set(answer.applied ?? []);
    const refusal = answer.refused ? refusalFrom(answer, groups) : null;
    if (!refusal && !groups.some((group) => applied.has(group.group))) {
      return this.#retryLater("The server’s answer contains no result.");
    }
    this.#stop = null;
    this.#failureCount = this.#stopCount = 0;
    this.#groupLimit = MAX_GROUPS;
    const newState = stateAfterAnswer(this, answer, groups.filter((group) => applied.has(group.group)));
    await this.queue.recordOutcome(applied, refusal ? [refusal] : []);
    // If a later revision has arrived meanwhile from another page, this answer is outdated.
    if (answer.revision >= this.revision) this.setServerState(answer.revision, newState);
    else this.replay();
    this.#broadcast({ kind: "answer", base, answer });
    this.publishEdits(answer);
    if (answer.snapshot || answer.edits?.some(({ group }) => !applied.has(group))) this.dispatchEvent(new CustomEvent("history-gap"));
    return true;
  }

  /** Schedules the next attempt. @param {number} ms @returns {boolean} false: stop sending for now */
  #drainAfter(ms) {
    this.#hasMoreToSend = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#drain(), ms);
    return false;
  }

  /** Counts a failure, and schedules the next attempt. @param {string} message why sending has failed */
  #retryLater(message) {
    this.#failureCount += 1;
    this.#failureMessage = message;
    return this.#drainAfter(this.services.delay(this.#failureCount));
  }

  // Who may send

  /** Finds out why the server refuses all edits; tries once more if only the CSRF token was outdated. @param {{status: number, message: string}} stop */
  async #handleStop({ status, message }) {
    if (status === 423) this.dispatchEvent(new CustomEvent("locked")); // the state of the work forbids edits
    const signIn = status === 423 ? null : await this.services.fetchSignIn?.();
    if (signIn?.kind === "unreachable") return this.#retryLater("The server cannot be reached.");
    if (signIn?.kind === "other" || signIn?.kind === "nobody") return this.#stopFor(signIn);
    if (signIn && !this.#hasRenewedToken) return (this.#hasRenewedToken = true); // true: sends again now
    return this.#stopFor({ kind: status === 401 ? "nobody" : "refused", message });
  }

  /**
   * Stops sending. `kind`: "refused", or the result of the sign-in check; `name`: who is signed in.
   * @param {{kind: string, name?: string, message?: string}} cause @returns {boolean} false: stop sending for now
   */
  #stopFor({ kind, name = "", message = "" }) {
    const otherUser = `${name} is signed in now, but this page belongs to another person. Its edits wait until that person signs in again.`;
    if (kind === "other") this.#stop = { why: "other_user", message: otherUser };
    else if (kind === "nobody") this.#stop = { why: "signed_out", message: "You have been signed out." };
    else this.#stop = { why: "not_allowed", message };
    this.#stopCount += 1;
    this.announceChange();
    return this.#drainAfter(this.services.delay(STOP_DELAY + this.#stopCount));
  }

  /** Asks the server who is signed in, and ends the stop if it is the page's user. @returns {Promise<boolean>} whether it is */
  async #checkSignIn() {
    const signIn = (await this.services.fetchSignIn?.()) ?? { kind: "same" };
    if (signIn.kind === "same") this.#stop = null;
    else if (signIn.kind === "unreachable") this.#drainAfter(this.services.delay(STOP_DELAY));
    else this.#stopFor(signIn);
    return signIn.kind === "same";
  }
}
