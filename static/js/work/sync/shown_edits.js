/**
 * What the page shows: the server's state with the pending groups applied, and the events about changes.
 * Events: "edits" (detail: the edits that the server has logged since the last answer), "barred" (the work's state forbids
 * edits), "change" (`changed`: ids of changed images), "missed" (others made edits: the history has gaps), "stale" (the page's
 * data must be read again to learn what happened to the queue).
 * @import { Group, Refusal } from "../edits/types.js"
 */
import { Queue } from "pyramidion/work/sync/queue.js";
import { changedIds, keepingImages, replay } from "pyramidion/work/sync/replay.js";

export class ShownEdits extends EventTarget {
  /** @param {any} data the page's data @param {import("./edit_session.js").Kind} kind */
  constructor(data, kind) {
    super();
    this.kind = kind;
    this.queue = new Queue(kind.storage, kind.reducer.verbs);
    this.overlap = data.settings.overlap;
    this.revision = data.revision;
    this.base = kind.read(data);
    this.state = this.base;
  }

  /** Whether closing the page now would lose edits. */
  get atRisk() {
    return this.queue.atRisk;
  }

  /** The refused groups that wait for a decision, oldest first. @returns {{group: Group, refusal: Refusal}[]} */
  get decisions() {
    return this.queue.refused;
  }

  /** The oldest of them. */
  get undecided() {
    return this.decisions[0] ?? null;
  }

  /** Pending groups, oldest first. */
  get pending() {
    return this.queue.groups;
  }

  /** Sets the server's history, oldest first. @param {Map<string, any>} history @param {boolean} any_order */
  setHistory(history, any_order) {
    this.base = { ...this.base, history, any_order };
    this.replay();
  }

  /** @param {import("./post_edits.js").Answer} answer */
  publishEdits({ edits = [] }) {
    this.dispatchEvent(new CustomEvent("edits", { detail: edits }));
  }

  /** @param {number} revision @param {any} base */
  settle(revision, base) {
    this.revision = revision;
    this.base = base;
    this.replay();
  }

  replay() {
    const { state } = replay(this.kind.reducer, this.base, this.queue.unrefused, this.overlap);
    this.show(keepingImages(state, this.state));
  }

  /** @param {any} state */
  show(state) {
    const before = this.state;
    this.state = state;
    this.announce(changedIds(before, state));
  }

  /** @param {Set<string>} changed ids of SCUs or units */
  announce(changed = new Set()) {
    this.dispatchEvent(new CustomEvent("change", { detail: { changed } }));
  }
}
