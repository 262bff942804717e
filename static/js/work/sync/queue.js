/**
 * The queue: the groups that wait to be sent or for the user's decision, oldest first. Their copies in this browser's storage are
 * shared with the user's other pages on the same work.
 * @import { Edit, Group, Refusal } from "../edits/types.js"
 * @import { Verbs } from "../edits/verb.js"
 * @typedef {{group: Group, refusal: Refusal | null}} StoredGroup  refusal: set if the server has refused the group
 * @typedef {StoredGroup & {isStored: boolean, hasFailed: boolean}} Entry  hasFailed: whether storing failed; such a group is kept and sent from memory
 * @typedef {{
 *   durable: boolean,                                        // whether the groups survive closing the page
 *   load: () => Promise<StoredGroup[]>,                      // all stored groups, oldest first
 *   add: (group: Group) => Promise<void>,
 *   recordOutcome: (applied: Set<string>, refused: Refusal[]) => Promise<void>,  // removes applied groups, and stores refusals
 *   replace: (id: string, group: Group | null) => Promise<boolean>,  // null: removes the group; returns false if another page was faster
 *   acquire: () => Promise<number>,                          // 0: this page may send now; otherwise ms until the next attempt
 *   release: () => Promise<void>,
 * }} Storage
 */

/** Keeps the groups in this page only. */
export class MemoryStorage {
  durable = false;
  /** @type {StoredGroup[]} */
  #stored = [];

  async load() {
    return [...this.#stored];
  }

  /** @param {Group} group */
  async add(group) {
    this.#stored.push({ group, refusal: null });
  }

  /** @param {Set<string>} applied @param {Refusal[]} refused */
  async recordOutcome(applied, refused) {
    this.#stored = withOutcome(this.#stored, applied, refused);
  }

  /** @param {string} id @param {Group | null} group the replacement */
  async replace(id, group) {
    const index = this.#stored.findIndex(({ group: stored }) => stored.group === id);
    if (index >= 0) this.#stored.splice(index, 1, ...(group ? [{ group, refusal: null }] : []));
    return index >= 0;
  }

  async acquire() {
    return 0;
  }

  async release() {}
}

/**
 * Returns the entries without the groups that the server has applied, and with the refusals of the groups that it has refused.
 * @template {StoredGroup} K @param {K[]} entries @param {Set<string>} applied @param {Refusal[]} refused @returns {K[]}
 */
function withOutcome(entries, applied, refused) {
  const refusals = new Map(refused.map((refusal) => [refusal.group, refusal]));
  return entries
    .filter(({ group }) => !applied.has(group.group))
    .map((entry) => (refusals.has(entry.group.group) ? { ...entry, refusal: refusals.get(entry.group.group) ?? null } : entry));
}

export class Queue {
  /** Oldest first. @type {Entry[]} */
  #entries = [];
  /** The ids of applied, dropped and replaced groups, which are ignored if the storage fails to delete them. @type {Set<string>} */
  #finished = new Set();

  /** @param {Storage} storage @param {Verbs} verbs */
  constructor(storage, verbs) {
    this.storage = storage;
    this.verbs = verbs;
  }

  /** Tests whether the storage can be read; if not, falls back to memory. */
  async open() {
    try {
      await this.storage.load();
    } catch {
      this.storage = new MemoryStorage();
    }
  }

  /** All groups, oldest first. */
  get groups() {
    return this.#entries.map((entry) => entry.group);
  }

  /** The groups that were not refused: the page shows them as applied. */
  get unrefused() {
    return this.#entries.filter((entry) => !entry.refusal).map((entry) => entry.group);
  }

  /** The groups that may be sent now: storing them has succeeded or failed, and they are neither refused nor depend on a refused group. */
  get ready() {
    const waiting = waitingGroups(this.#entries, this.verbs);
    const ready = this.#entries.filter(({ group, refusal, isStored, hasFailed }) => !refusal && (isStored || hasFailed) && !waiting.has(group.group));
    return ready.map(({ group }) => group);
  }

  /** The refused groups, which wait for a decision. @returns {{group: Group, refusal: Refusal}[]} */
  get refused() {
    return this.#entries.flatMap(({ group, refusal }) => (refusal ? [{ group, refusal }] : []));
  }

  /** Whether storing works, so that the groups survive closing the page (see `atRisk` for groups that are still being stored). */
  get isKept() {
    return this.storage.durable && !this.#entries.some((entry) => entry.hasFailed);
  }

  /** Whether closing the page now would lose edits that are not stored, or not stored yet. */
  get atRisk() {
    return this.#entries.some((entry) => !entry.isStored || !this.storage.durable);
  }

  /** Adds a group at the end; `store` then stores it. @param {Group} group */
  add(group) {
    this.#entries.push({ group, refusal: null, isStored: false, hasFailed: false });
  }

  /** Stores an added group. @param {Group} group @returns {Promise<boolean>} whether that worked */
  async store(group) {
    const entry = this.#entries.find((candidate) => candidate.group === group);
    const isStored = await this.storage.add(group).then(() => true, () => false);
    if (entry) Object.assign(entry, isStored ? { isStored } : { hasFailed: true });
    return isStored;
  }

  /** Replaces a refused group, or drops it. @param {string} id @param {Group | null} group the replacement @returns {Promise<boolean>} whether the refused group was found */
  async replace(id, group) {
    const entry = this.#entries.find((candidate) => candidate.group.group === id && candidate.refusal);
    if (!entry) return false;
    if (entry.isStored) await this.storage.replace(id, group).catch(() => Object.assign(entry, { isStored: false, hasFailed: true }));
    this.#finished.add(id);
    // A stored replacement is read back from the storage.
    const replacement = group && entry.hasFailed ? [{ ...entry, group, refusal: null }] : [];
    this.#entries = this.#entries.flatMap((candidate) => (candidate === entry ? replacement : [candidate]));
    return true;
  }

  /** Reads the stored groups again, and puts the groups that are not stored after them. @returns {Promise<boolean>} whether another page has removed a stored group */
  async reload() {
    /** @type {StoredGroup[]} */
    let stored;
    try {
      stored = await this.storage.load();
    } catch {
      this.#keepInMemory();
      return false;
    }
    const storedIds = new Set(stored.map(({ group }) => group.group));
    const hasMissingGroups = this.#entries.some((entry) => entry.isStored && !storedIds.has(entry.group.group));
    const unstored = this.#entries.filter((entry) => !entry.isStored && !storedIds.has(entry.group.group));
    const unfinished = stored.filter(({ group }) => !this.#finished.has(group.group));
    this.#entries = [...unfinished.map((entry) => ({ ...entry, isStored: true, hasFailed: false })), ...unstored];
    return hasMissingGroups;
  }

  /** Removes applied groups, and records refusals. @param {Set<string>} applied @param {Refusal[]} refused */
  async recordOutcome(applied, refused) {
    for (const id of applied) this.#finished.add(id);
    this.#entries = withOutcome(this.#entries, applied, refused);
    await this.storage.recordOutcome(applied, refused).catch(() => this.#keepInMemory());
  }

  /** Asks for the right to send, which only one page has at a time; falls back to memory if the storage does not answer. @returns {Promise<number>} 0 if this page may send now; otherwise ms until the next attempt */
  acquire() {
    return this.storage.acquire().catch((error) => {
      if (error.name === "TimeoutError") this.#keepInMemory(new MemoryStorage());
      return 0;
    });
  }

  /** Gives up the right to send, so that another page can send. @returns {Promise<void>} */
  release() {
    return this.storage.release().catch(() => {});
  }

  /** Treats all groups as not stored, after the storage has failed. `storage`: used from now on. */
  #keepInMemory(storage = this.storage) {
    this.storage = storage;
    for (const entry of this.#entries) Object.assign(entry, { isStored: false, hasFailed: true });
  }
}

// All other fields of an edit may hold ids that the edit depends on. Their other values, such as offsets, equal no key.
const FIELDS_WITHOUT_IDS = new Set(["id", "verb", "label", "comment", "was", "reason"]);

/** Returns the key of the label or comment that an edit changes: edits of the same text depend on each other. @param {Edit} edit */
const textKey = (edit) => `${edit.verb}:${edit.scu ?? edit.unit}:${edit.summary ?? ""}`;

/** Returns the keys of what a group creates or changes: its own id, ids of objects, “SCU/summary” for contributors, and text keys. @param {Group} group @param {Verbs} verbs @returns {string[]} */
function keysProvided({ group, edits }, verbs) {
  const keys = [group];
  for (const edit of edits) {
    for (const field of verbs[edit.verb]?.makes ?? []) keys.push(edit[field]);
    if (edit.verb === "add_part") keys.push(`${edit.scu}/${edit.summary}`);
    if (edit.was !== undefined) keys.push(textKey(edit));
  }
  return keys;
}

/** Returns the keys of what a group depends on. @param {Group} group @returns {string[]} */
function keysNeeded({ edits }) {
  return edits.flatMap((edit) => {
    const ids = Object.entries(edit).filter(([field]) => !FIELDS_WITHOUT_IDS.has(field)).flatMap(([, value]) => value);
    const contributor = edit.summary === undefined ? [] : [`${edit.scu}/${edit.summary}`];
    return [...ids, ...(edit.verb === "add_part" ? [] : contributor), ...(edit.was === undefined ? [] : [textKey(edit)])];
  });
}

/**
 * Finds the groups that depend on a refused group, directly or through other groups.
 * @param {{group: Group, refusal: unknown}[]} queue oldest first @param {Verbs} verbs
 * @returns {Set<string>} the ids of these groups; refused groups are not included
 */
export function waitingGroups(queue, verbs) {
  const missingKeys = new Set();
  const waiting = new Set();
  for (const { group, refusal } of queue) {
    const mustWait = !refusal && missingKeys.size > 0 && keysNeeded(group).some((key) => missingKeys.has(key));
    if (mustWait) waiting.add(group.group);
    if (refusal || mustWait) for (const key of keysProvided(group, verbs)) missingKeys.add(key);
  }
  return waiting;
}
