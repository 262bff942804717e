/**
 * What waits for the server's answer or for a decision, oldest first, and its copy in this browser's storage, which other
 * pages of the same person read and write too.
 * @import { Edit, Group, Refusal } from "../edits/types.js"
 * @import { Verbs } from "../edits/verb.js"
 * @typedef {Kept & {stored: boolean, failed: boolean}} Entry  failed: it could not be stored and is sent from memory
 * @typedef {{group: Group, refusal: Refusal | null}} Kept  a group that waits, or one that was refused and why
 * @typedef {{
 *   durable: boolean,                                        // whether it outlives the page
 *   load: () => Promise<Kept[]>,                             // oldest first
 *   add: (group: Group) => Promise<void>,
 *   settle: (applied: Set<string>, refused: Refusal[]) => Promise<void>,
 *   replace: (id: string, group: Group | null) => Promise<boolean>,  // false if another page was quicker
 *   acquire: () => Promise<number>,                          // 0: this page may send; else ms until it may ask again
 *   release: () => Promise<void>,
 * }} Storage
 */

export class MemoryStorage {
  durable = false;
  /** @type {Kept[]} */
  #kept = [];

  async load() {
    return [...this.#kept];
  }

  /** @param {Group} group */
  async add(group) {
    this.#kept.push({ group, refusal: null });
  }

  /** @param {Set<string>} applied @param {Refusal[]} refused */
  async settle(applied, refused) {
    this.#kept = settled(this.#kept, applied, refused);
  }

  /** @param {string} id @param {Group | null} group */
  async replace(id, group) {
    const at = this.#kept.findIndex((kept) => kept.group.group === id);
    if (at >= 0) this.#kept.splice(at, 1, ...(group ? [{ group, refusal: null }] : []));
    return at >= 0;
  }

  async acquire() {
    return 0;
  }

  async release() {}
}

/**
 * What still waits after an answer.
 * @template {Kept} K @param {K[]} kept @param {Set<string>} applied @param {Refusal[]} refused @returns {K[]}
 */
export function settled(kept, applied, refused) {
  const why = new Map(refused.map((refusal) => [refusal.group, refusal]));
  return kept
    .filter(({ group }) => !applied.has(group.group))
    .map((one) => (why.has(one.group.group) ? { ...one, refusal: why.get(one.group.group) ?? null } : one));
}

export class Queue {
  /** Oldest first. @type {Entry[]} */
  #entries = [];
  /** Groups that the server or a decision has done with, should the storage fail to let them go. @type {Set<string>} */
  #done = new Set();

  /** @param {Storage} storage @param {Verbs} verbs */
  constructor(storage, verbs) {
    this.storage = storage;
    this.verbs = verbs;
  }

  /** From memory alone, should there be no storage to read. */
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

  /** Those that were not refused: what the page shows done. */
  get going() {
    return this.#entries.filter((entry) => !entry.refusal).map((entry) => entry.group);
  }

  /** Those that may be sent now. */
  get ready() {
    const held = heldBack(this.#entries, this.verbs);
    const ready = this.#entries.filter((one) => !one.refusal && (one.stored || one.failed) && !held.has(one.group.group));
    return ready.map(({ group }) => group);
  }

  /** The refused ones, which wait for a decision. @returns {{group: Group, refusal: Refusal}[]} */
  get refused() {
    return this.#entries.flatMap(({ group, refusal }) => (refusal ? [{ group, refusal }] : []));
  }

  /** Whether all of it outlives the page. */
  get isKept() {
    return this.storage.durable && !this.#entries.some((entry) => entry.failed);
  }

  /** Whether something would be lost with the page. */
  get atRisk() {
    return this.#entries.some((entry) => !entry.stored || !this.storage.durable);
  }

  /** @param {Group} group */
  add(group) {
    this.#entries.push({ group, refusal: null, stored: false, failed: false });
  }

  /** Puts a group that was added where it outlives the page. @param {Group} group @returns {Promise<boolean>} whether it does */
  async keep(group) {
    const entry = this.#entries.find((one) => one.group === group);
    const stored = await this.storage.add(group).then(() => true, () => false);
    if (entry) Object.assign(entry, stored ? { stored } : { failed: true });
    return stored;
  }

  /**
   * Puts another group in the place of a refused one, or none.
   * @param {string} id @param {Group | null} group @returns {Promise<boolean>} whether there was such a refused one
   */
  async replace(id, group) {
    const entry = this.#entries.find((one) => one.group.group === id && one.refusal);
    if (!entry) return false;
    if (entry.stored) {
      await this.storage.replace(id, group).catch(() => (entry.stored = !(entry.failed = true)));
    }
    this.#done.add(id);
    // One that is stored comes back from there.
    const next = group && entry.failed ? [{ ...entry, group, refusal: null }] : [];
    this.#entries = this.#entries.flatMap((one) => (one === entry ? next : [one]));
    return true;
  }

  /**
   * Takes over what is stored, with what is still on its way there at the end.
   * @returns {Promise<boolean>} whether something is gone that was stored: another page has done with it
   */
  async reload() {
    /** @type {Kept[]} */
    let stored;
    try {
      stored = await this.storage.load();
    } catch {
      this.#keepInMemory();
      return false;
    }
    const there = new Set(stored.map(({ group }) => group.group));
    const missing = this.#entries.some((entry) => entry.stored && !there.has(entry.group.group));
    const onTheWay = this.#entries.filter((entry) => !entry.stored && !there.has(entry.group.group));
    const kept = stored.filter(({ group }) => !this.#done.has(group.group));
    this.#entries = [...kept.map((one) => ({ ...one, stored: true, failed: false })), ...onTheWay];
    return missing;
  }

  /** Lets go what was applied, and marks what was refused. @param {Set<string>} applied @param {Refusal[]} refused */
  async settle(applied, refused) {
    for (const id of applied) this.#done.add(id);
    this.#entries = settled(this.#entries, applied, refused);
    await this.storage.settle(applied, refused).catch(() => this.#keepInMemory());
  }

  /** @returns {Promise<number>} 0 if this page may send, else the ms until it may ask again */
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

/** Who holds a text that only the writer of the text before may change. @param {Edit} edit */
const written = (edit) => `${edit.verb}:${edit.scu ?? edit.unit}:${edit.summary ?? ""}`;

/** @param {Group} group @param {Verbs} verbs @returns {string[]} */
function makes({ group, edits }, verbs) {
  const made = [group];
  for (const edit of edits) {
    for (const field of verbs[edit.verb]?.makes ?? []) made.push(edit[field]);
    if (edit.verb === "add_part") made.push(`${edit.scu}/${edit.summary}`);
    if (edit.was !== undefined) made.push(written(edit));
  }
  return made;
}

/** @param {Group} group @returns {string[]} */
function needs({ edits }) {
  return edits.flatMap((edit) => {
    const named = Object.entries(edit).filter(([field]) => !WORDS.has(field)).flatMap(([, value]) => value);
    const contributor = edit.summary === undefined ? [] : [`${edit.scu}/${edit.summary}`];
    return [...named, ...(edit.verb === "add_part" ? [] : contributor), ...(edit.was === undefined ? [] : [written(edit)])];
  });
}

/**
 * @param {{group: Group, refusal: unknown}[]} queue oldest first @param {Verbs} verbs
 * @returns {Set<string>} the ids of the groups that wait; the refused ones are not among them
 */
export function heldBack(queue, verbs) {
  const missing = new Set();
  const held = new Set();
  for (const { group, refusal } of queue) {
    const waits = !refusal && missing.size > 0 && needs(group).some((id) => missing.has(id));
    if (waits) held.add(group.group);
    if (refusal || waits) for (const id of makes(group, verbs)) missing.add(id);
  }
  return held;
}
