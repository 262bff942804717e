// @ts-check
/**
 * Where the queue is kept: here only as long as the page lives. DurableStorage has the same methods.
 * @import { Group, Refusal } from "../edits/types.js"
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
