/**
 * The groups that wait for the server's answer or for a decision, oldest first, and their copy in this browser's storage, which
 * the user's other pages share.
 * @import { Edit, Group, Refusal } from "../edits/types.js"
 * @import { Verbs } from "../edits/verb.js"
 * @typedef {StoredGroup & {stored: boolean, failed: boolean}} Entry  failed: could not be stored; sent from memory
 * @typedef {{group: Group, refusal: Refusal | null}} StoredGroup  a group with its refusal, if it was refused
 * @typedef {{
 *   durable: boolean,                                        // whether it survives closing the page
 *   load: () => Promise<StoredGroup[]>,                             // oldest first
 *   add: (group: Group) => Promise<void>,
 *   settle: (applied: Set<string>, refused: Refusal[]) => Promise<void>,
 *   replace: (id: string, group: Group | null) => Promise<boolean>,  // false if another page was faster
 *   acquire: () => Promise<number>,                          // 0: this page may send; else ms until the next attempt
 *   release: () => Promise<void>,
 * }} Storage
 */

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
  async settle(applied, refused) {
    this.#stored = settled(this.#stored, applied, refused);
  }

  /** @param {string} id @param {Group | null} group */
  async replace(id, group) {
    const at = this.#stored.findIndex(({ group: { group: other } }) => other === id);
    if (at >= 0) this.#stored.splice(at, 1, ...(group ? [{ group, refusal: null }] : []));
    return at >= 0;
  }

  async acquire() {
    return 0;
  }

  async release() {}
}

/**
 * Removes the applied groups and sets the refusals of refused ones.
 * @template {StoredGroup} K @param {K[]} entries @param {Set<string>} applied @param {Refusal[]} refused @returns {K[]}
 */
export function settled(entries, applied, refused) {
  const refusals = new Map(refused.map((refusal) => [refusal.group, refusal]));
  return entries
    .filter(({ group }) => !applied.has(group.group))
    .map((entry) => (refusals.has(entry.group.group) ? { ...entry, refusal: refusals.get(entry.group.group) ?? null } : entry));
}

export class Queue {
  /** Oldest first. @type {Entry[]} */
  #entries = [];
  /** Finished groups, in case the storage fails to delete them. @type {Set<string>} */
  #done = new Set();

  /** @param {Storage} storage @param {Verbs} verbs */
  constructor(storage, verbs) {
    this.storage = storage;
    this.verbs = verbs;
  }

  /** Falls back to memory if the storage cannot be read. */
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

  /** The groups that were not refused: the page shows their result. */
  get unrefused() {
    return this.#entries.filter((entry) => !entry.refusal).map((entry) => entry.group);
  }

  /** The groups that may be sent now. */
  get ready() {
    const waiting = waitingGroups(this.#entries, this.verbs);
    const ready = this.#entries.filter(({ group, refusal, stored, failed }) => !refusal && (stored || failed) && !waiting.has(group.group));
    return ready.map(({ group }) => group);
  }

  /** The refused groups, which wait for a decision. @returns {{group: Group, refusal: Refusal}[]} */
  get refused() {
    return this.#entries.flatMap(({ group, refusal }) => (refusal ? [{ group, refusal }] : []));
  }

  /** Whether every group survives closing the page. */
  get isKept() {
    return this.storage.durable && !this.#entries.some((entry) => entry.failed);
  }

  /** Whether closing the page now would lose edits. */
  get atRisk() {
    return this.#entries.some((entry) => !entry.stored || !this.storage.durable);
  }

  /** @param {Group} group */
  add(group) {
    this.#entries.push({ group, refusal: null, stored: false, failed: false });
  }

  /** Stores an added group. @param {Group} group @returns {Promise<boolean>} whether that worked */
  async keep(group) {
    const entry = this.#entries.find((other) => other.group === group);
    const stored = await this.storage.add(group).then(() => true, () => false);
    if (entry) Object.assign(entry, stored ? { stored } : { failed: true });
    return stored;
  }

  /**
   * Replaces a refused group, or drops it.
   * @param {string} id @param {Group | null} group the replacement @returns {Promise<boolean>} whether the refused group was found
   */
  async replace(id, group) {
    const entry = this.#entries.find(({ group: { group: other }, refusal }) => other === id && refusal);
    if (!entry) return false;
    if (entry.stored) {
      await this.storage.replace(id, group).catch(() => (entry.stored = !(entry.failed = true)));
    }
    this.#done.add(id);
    // A stored replacement is read back from the storage.
    const next = group && entry.failed ? [{ ...entry, group, refusal: null }] : [];
    this.#entries = this.#entries.flatMap((other) => (other === entry ? next : [other]));
    return true;
  }

  /**
   * Reads the stored groups again; groups that are still being stored follow them.
   * @returns {Promise<boolean>} whether a stored group is gone because another page has finished it
   */
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
    const missing = this.#entries.some((entry) => entry.stored && !storedIds.has(entry.group.group));
    const unstored = this.#entries.filter((entry) => !entry.stored && !storedIds.has(entry.group.group));
    const unfinished = stored.filter(({ group }) => !this.#done.has(group.group));
    this.#entries = [...unfinished.map((entry) => ({ ...entry, stored: true, failed: false })), ...unstored];
    return missing;
  }

  /** Removes applied groups and marks refused ones. @param {Set<string>} applied @param {Refusal[]} refused */
  async settle(applied, refused) {
    for (const id of applied) this.#done.add(id);
    this.#entries = settled(this.#entries, applied, refused);
    await this.storage.settle(applied, refused).catch(() => this.#keepInMemory());
  }

  /** @returns {Promise<number>} 0 if this page may send, else ms until the next attempt */
  acquire() {
    return this.storage.acquire().catch(() => 0);
  }

  /** Lets another page send. @returns {Promise<void>} */
  release() {
    return this.storage.release().catch(() => {});
  }

  #keepInMemory() {
    for (const entry of this.#entries) Object.assign(entry, { stored: false, failed: true });
  }
}

const WORDS = new Set(["id", "verb", "label", "comment", "was", "reason"]);

/** Identifies a label or comment: edits of the same text depend on each other. @param {Edit} edit */
const textKey = (edit) => `${edit.verb}:${edit.scu ?? edit.unit}:${edit.summary ?? ""}`;

/** What later groups may depend on. @param {Group} group @param {Verbs} verbs @returns {string[]} */
function makes({ group, edits }, verbs) {
  const keys = [group];
  for (const edit of edits) {
    for (const field of verbs[edit.verb]?.makes ?? []) keys.push(edit[field]);
    if (edit.verb === "add_part") keys.push(`${edit.scu}/${edit.summary}`);
    if (edit.was !== undefined) keys.push(textKey(edit));
  }
  return keys;
}

/** What a group depends on. @param {Group} group @returns {string[]} */
function needs({ edits }) {
  return edits.flatMap((edit) => {
    const ids = Object.entries(edit).filter(([field]) => !WORDS.has(field)).flatMap(([, value]) => value);
    const contributor = edit.summary === undefined ? [] : [`${edit.scu}/${edit.summary}`];
    return [...ids, ...(edit.verb === "add_part" ? [] : contributor), ...(edit.was === undefined ? [] : [textKey(edit)])];
  });
}

/**
 * Finds the groups that depend on a refused group.
 * @param {{group: Group, refusal: unknown}[]} queue oldest first @param {Verbs} verbs
 * @returns {Set<string>} the ids of the groups that wait, without the refused ones
 */
export function waitingGroups(queue, verbs) {
  const missing = new Set();
  const waiting = new Set();
  for (const { group, refusal } of queue) {
    const waits = !refusal && missing.size > 0 && needs(group).some((id) => missing.has(id));
    if (waits) waiting.add(group.group);
    if (refusal || waits) for (const id of makes(group, verbs)) missing.add(id);
  }
  return waiting;
}
