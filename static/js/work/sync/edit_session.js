/**
 * Edits on their way to the server. A gesture shows at once, is kept in this browser, and is sent (again, with the same
 * ids, so never applied twice) until the server has answered for it. Groups go in order; one that is refused waits for a
 * decision, with those that need it, and the rest goes on.
 * @import { Edit, Group, Refusal } from "../edits/types.js"
 * @import { Outcome } from "./post_edits.js"
 * @import { Signal } from "./page_session.js"
 * @typedef {{why: "signed_out" | "other_user" | "not_allowed", message: string}} Stop
 * @typedef {{kind: "opening" | "saved" | "pending" | "offline" | "decision" | "stopped", pending: number, decisions: number,
 *            message: string, why: string, kept: boolean}} Status  kept: what is pending outlives the page
 * @typedef {Pick<import("../kinds.js").Kind, "reducer" | "read" | "counted"> & {
 *   post: (body: {base: number, groups: Group[]}) => Promise<Outcome>,
 *   storage: import("./queue.js").Storage,
 *   delay: (failures: number) => number,
 *   identify?: () => Promise<import("../../accounts/identity.js").Signed>,
 *   signals?: (listen: (signal: Signal) => void) => (signal: Signal) => void}} Kind
 */
import { applyGroup } from "pyramidion/work/edits/group.js";
import { newId } from "pyramidion/work/edits/new_id.js";
import { baseAfter, baseFrom, refusalFrom } from "pyramidion/work/sync/replay.js";
import { ShownEdits } from "pyramidion/work/sync/shown_edits.js";
import { setAside } from "pyramidion/work/sync/post_edits.js";

const MOST_GROUPS = 100; // in one request; the server takes 200
const STOPPED = 4; // a stop is looked into as seldom as so many failures

export class EditSession extends ShownEdits {
  /** @type {Stop | null} */
  #stop = null;
  #isOpen = false;
  #busy = false;
  #again = false;
  #failures = 0;
  #stops = 0;
  #asked = false; // who is signed in, in this turn
  #reason = "";
  #limit = MOST_GROUPS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {(signal: Signal) => void} */
  #tell = () => {};

  /** @param {any} data the page's data @param {Kind} kind */
  constructor(data, kind) {
    super(data, kind);
    /** @type {Promise<void>} */
    this.opened = new Promise((resolve) => (this.opening = resolve));
  }

  /** Takes up what an earlier page left in the storage, and what other pages put there. */
  async open() {
    await this.queue.open();
    this.#tell = this.kind.signals?.((signal) => this.#hear(signal)) ?? this.#tell;
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
    // Until the storage is read, nobody knows whether an earlier page left something there.
    if (!pending) return { ...status, kind: this.#isOpen ? "saved" : "opening" };
    return this.#failures ? { ...status, kind: "offline", message: this.#reason } : { ...status, kind: "pending" };
  }

  /**
   * Does a gesture, here at once and on the server as soon as it can be.
   * @param {Omit<Edit, "id">[]} edits @returns {Refusal | null} a refusal if it cannot apply to what is shown; nothing is queued then
   */
  propose(edits) {
    const group = { group: newId(), edits: edits.map((edit) => /** @type {Edit} */ ({ id: newId(), ...edit })) };
    // On a shared computer, one person's page must not take another person's edits.
    if (this.#stop?.why === "other_user") return { group: group.group, edit: "", code: "blocked", message: this.#stop.message };
    const { state, refused } = applyGroup(this.kind.reducer, this.state, group, this.overlap);
    if (refused) return refused;
    this.queue.add(group);
    this.show(state);
    this.#keep(group);
    return null;
  }

  /** Puts a group where it outlives the page; only then it is sent. @param {Group} group */
  async #keep(group) {
    await this.opened;
    if (await this.queue.keep(group)) this.#tell({ kind: "queue" });
    this.announce();
    this.#drain();
  }

  /**
   * Drops a refused group, or puts another one in its place; what waited for it then goes on.
   * @param {Omit<Edit, "id">[] | null} instead edits that apply to what stands, null to drop
   * @param {string} [id] of the group, else the first that waits
   */
  async decide(instead, id = this.undecided?.group.group) {
    if (!id) return;
    // New ids: an id that the server has seen with another content would be refused for that.
    const fresh = (/** @type {Omit<Edit, "id">} */ edit) => /** @type {Edit} */ ({ ...edit, id: newId() });
    const group = instead ? { group: newId(), edits: instead.map(fresh) } : null;
    if (!(await this.queue.replace(id, group))) return;
    this.#tell({ kind: "queue" });
    await this.resume();
  }

  /** Tries at once instead of after the backoff, and after a stop (signed out, not editable). */
  async resume() {
    clearTimeout(this.#timer);
    await this.queue.reload();
    this.replay();
    await this.#drain();
  }

  /** Lets another page send at once: this one goes away. */
  leave() {
    this.queue.release();
  }

  /** Looks whether things have changed: the window comes to the front, the network is back. */
  async wake() {
    const signed = await this.kind.identify?.();
    if (signed?.kind === "other") this.#stopFor(signed);
    else if (this.#failures || this.#stop) await this.resume();
  }

  /**
   * Asks whether others have done something, while nothing of one's own is on its way.
   * @param {() => boolean} [may] whether it may be shown, when it is known @returns {Promise<string[]>} who did
   */
  async look(may = () => true) {
    if (this.#busy || this.#stop || this.queue.going.length || !this.#isOpen) return [];
    const base = this.revision;
    const outcome = await this.kind.post({ base, groups: [] });
    if (outcome.kind !== "answer" || outcome.answer.revision === base) return [];
    if (this.#busy || this.revision !== base || !may()) return [];
    const { answer } = outcome;
    this.settle(answer.revision, baseAfter(this, answer));
    this.dispatchEvent(new CustomEvent("missed"));
    this.pass(answer);
    return [...new Set((answer.edits ?? []).map((edit) => edit.by ?? ""))];
  }

  /** Takes in what others have done meanwhile. @param {any} data fresh page data */
  receive(data) {
    if (this.#busy || data.revision <= this.revision) return;
    this.settle(data.revision, baseFrom(this, data));
    this.dispatchEvent(new CustomEvent("missed"));
  }

  // What other pages know

  /** @param {Signal} signal of another page */
  async #hear(signal) {
    const missing = await this.queue.reload();
    if (signal.kind === "answer") {
      // The server has answered this person in another page: what held this one up is over.
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
    this.#again = true;
    if (this.#busy) return;
    this.#busy = true;
    clearTimeout(this.#timer);
    while (this.#again) {
      this.#again = false;
      if (this.#stop || this.queue.going.length) await this.#turn();
    }
    this.#busy = false;
    this.announce();
  }

  /** Sends what there is, if it is this page's turn. */
  async #turn() {
    await this.opened;
    this.#asked = false;
    if (this.#stop && this.#stop.why !== "not_allowed" && !(await this.#isBack())) return;
    const wait = await this.queue.acquire();
    if (wait) {
      this.#later(wait);
      return;
    }
    let going = true;
    while (going) going = await this.#send();
    await this.queue.release();
  }

  /** @returns {Promise<boolean>} whether to send more now */
  async #send() {
    await this.queue.reload();
    const groups = this.queue.ready.slice(0, this.#limit);
    if (!groups.length) {
      this.#stop = null; // nothing is left that the server could refuse to take
      return false;
    }
    const base = this.revision;
    return this.#digest(await this.kind.post({ base, groups }), groups, base);
  }

  /** @param {Outcome} outcome @param {Group[]} groups @param {number} base @returns {Promise<boolean>} whether to send more now */
  async #digest(outcome, groups, base) {
    if (outcome.kind === "answer") return this.#accept(outcome.answer, groups, base);
    if (outcome.kind === "away") return this.#retryLater(outcome.message);
    if (outcome.kind === "stopped") return this.#ask(outcome);
    const { limit, refused } = setAside(outcome, groups);
    this.#limit = limit;
    await this.queue.settle(new Set(), refused);
    this.replay();
    return true;
  }

  /** @param {import("./post_edits.js").Answer} answer @param {Group[]} sent @param {number} base */
  async #accept(answer, sent, base) {
    const applied = new Set(answer.applied ?? []);
    const refusal = answer.refused ? refusalFrom(answer, sent) : null;
    if (!refusal && !sent.some((group) => applied.has(group.group))) {
      return this.#retryLater("The server gave an answer without a result.");
    }
    this.#stop = null;
    this.#failures = this.#stops = 0;
    this.#limit = MOST_GROUPS;
    const next = baseAfter(this, answer, sent.filter((group) => applied.has(group.group)));
    await this.queue.settle(applied, refusal ? [refusal] : []);
    // Another page's answer may have come meanwhile, with a later revision: this one is older news then.
    if (answer.revision >= this.revision) this.settle(answer.revision, next);
    else this.replay();
    this.#tell({ kind: "answer", base, answer });
    this.pass(answer);
    if (answer.snapshot || answer.edits?.some(({ group }) => !applied.has(group))) this.dispatchEvent(new CustomEvent("missed"));
    return true;
  }

  /** @param {number} ms */
  #later(ms) {
    this.#again = false;
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

  /** Why the server takes nothing from here; tries once more if that was only an old token. @param {{status: number, message: string}} stopped */
  async #ask({ status, message }) {
    if (status === 423) this.dispatchEvent(new CustomEvent("barred"));
    const signed = status === 423 ? null : await this.kind.identify?.();
    if (signed?.kind === "away") return this.#retryLater("The server cannot be reached.");
    if (signed?.kind === "other" || signed?.kind === "nobody") return this.#stopFor(signed);
    if (signed && !this.#asked) return (this.#asked = true);
    return this.#stopFor({ kind: status === 401 ? "nobody" : "refused", message });
  }

  /** @param {{kind: string, name?: string, message?: string}} signed @returns {boolean} false: nothing is sent now */
  #stopFor({ kind, name = "", message = "" }) {
    const other = `${name} is signed in now, and this page is another person's: its edits wait until that person signs in again.`;
    if (kind === "other") this.#stop = { why: "other_user", message: other };
    else if (kind === "nobody") this.#stop = { why: "signed_out", message: "You have been signed out." };
    else this.#stop = { why: "not_allowed", message };
    this.#stops += 1;
    this.announce();
    return this.#later(this.kind.delay(STOPPED + this.#stops));
  }

  /** @returns {Promise<boolean>} whether the page's person is signed in again */
  async #isBack() {
    const signed = (await this.kind.identify?.()) ?? { kind: "same" };
    if (signed.kind === "same") this.#stop = null;
    else if (signed.kind === "away") this.#later(this.kind.delay(STOPPED));
    else this.#stopFor(signed);
    return signed.kind === "same";
  }
}
