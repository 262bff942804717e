/**
 * What the page shows: the server's state (`serverState`) with the pending groups of edits applied (`state`).
 * Events: "edits" (detail: the edits that the server has logged since the last answer); "locked" (the work is in a state in which
 * it cannot be edited); "change" (`changed`: ids of changed snapshots); "history-gap" (the history lacks edits of others: it must
 * be read again); "stale" (another page has sent edits of the queue: the page's data must be read again).
 * @import { Group, Refusal } from "../edits/types.js"
 */
import { Queue } from "pyramidion/work/sync/queue.js";
import { changedIds, reusingSnapshots, replay } from "pyramidion/work/sync/replay.js";

export class ShownEdits extends EventTarget {
  /** @param {any} data the page's data @param {import("./edit_session.js").Services} services */
  constructor(data, services) {
    super();
    this.services = services;
    this.queue = new Queue(services.storage, services.reducer.verbs);
    this.overlap = data.settings.overlap;
    this.revision = data.revision;
    this.serverState = services.read(data);
    this.state = this.serverState;
  }

  /** Whether closing the page now would lose edits. */
  get atRisk() {
    return this.queue.atRisk;
  }

  /** The refused groups that wait for a decision, oldest first. @returns {{group: Group, refusal: Refusal}[]} */
  get refusedGroups() {
    return this.queue.refused;
  }

  /** The oldest refused group; null if there is none. */
  get oldestRefused() {
    return this.refusedGroups[0] ?? null;
  }

  /** Pending groups, oldest first. */
  get pending() {
    return this.queue.groups;
  }

  /** Sets the history as the server has sent it. @param {Map<string, any>} history oldest first @param {boolean} any_order whether the user may undo in any order */
  setHistory(history, any_order) {
    this.serverState = { ...this.serverState, history, any_order };
    this.replay();
  }

  /** Emits "edits" with the edits in an answer. @param {import("./post_edits.js").Answer} answer */
  publishEdits({ edits = [] }) {
    this.dispatchEvent(new CustomEvent("edits", { detail: edits }));
  }

  /** Sets a new state of the server. @param {number} revision @param {any} serverState */
  setServerState(revision, serverState) {
    this.revision = revision;
    this.serverState = serverState;
    this.replay();
  }

  /** Computes and shows the state again. */
  replay() {
    const { state } = replay(this.services.reducer, this.serverState, this.queue.unrefused, this.overlap);
    this.show(reusingSnapshots(state, this.state));
  }

  /** Shows a new state, and emits "change". @param {any} state */
  show(state) {
    const before = this.state;
    this.state = state;
    this.announceChange(changedIds(before, state));
  }

  /** Emits "change"; without ids, only the session's status has changed. @param {Set<string>} changed ids of snapshots */
  announceChange(changed = new Set()) {
    this.dispatchEvent(new CustomEvent("change", { detail: { changed } }));
  }
}
