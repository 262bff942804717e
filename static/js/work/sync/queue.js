// @ts-check
/**
 * What waits for the server's answer or for a decision, oldest first, and its copy in this browser's storage, which other
 * pages of the same person read and write too.
 * @import { Group, Refusal } from "../edits/types.js"
 * @import { Kept, Storage } from "./memory_storage.js"
 * @typedef {Kept & {stored: boolean, failed: boolean}} Entry  failed: it could not be stored and is sent from memory
 */
import { heldBack } from "pyramidion/work/sync/held_back.js";
import { MemoryStorage, settled } from "pyramidion/work/sync/memory_storage.js";

export class Queue {
  /** Oldest first. @type {Entry[]} */
  #entries = [];
  /** Groups that the server or a decision has done with, should the storage fail to let them go. @type {Set<string>} */
  #done = new Set();

  /** @param {Storage} storage @param {import("../edits/verb.js").Verbs} verbs */
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
