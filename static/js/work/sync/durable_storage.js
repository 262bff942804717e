/**
 * The queue in IndexedDB: it outlives the page, the browser and the session, and all pages of one person on one pyramid
 * or annotation share it. One of them sends, the one with the lease. (`navigator.locks` is missing on plain HTTP.)
 * @import { Group, Refusal } from "../edits/types.js"
 * @import { Identity } from "../../accounts/identity.js"
 */
import { newId } from "pyramidion/work/edits/new_id.js";

const NAME = "pyramidion";
const PATIENCE = 4000; // ms; a browser that neither opens nor refuses is taken to refuse

/** @param {IDBDatabase} db */
function build(db) {
  const groups = db.createObjectStore("groups", { keyPath: "seq", autoIncrement: true });
  groups.createIndex("queue", "queue");
  groups.createIndex("group", ["queue", "group.group"], { unique: true });
  db.createObjectStore("queues", { keyPath: "queue" }); // whose it is and on which page
  db.createObjectStore("leases", { keyPath: "queue" }); // which page sends
}

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("This browser's storage does not open.")), PATIENCE);
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => build(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("Another page holds this browser's storage."));
  });
}

/**
 * Runs a transaction; what it made is there for good when the promise is kept.
 * @template T @param {IDBDatabase} db @param {string[]} stores @param {IDBTransactionMode} mode
 * @param {(transaction: IDBTransaction, give: (value: T) => void) => void} work @returns {Promise<T>}
 */
function transact(db, stores, mode, work) {
  return new Promise((resolve, reject) => {
    // Strict: a power cut must not take what was said to be kept.
    const transaction = db.transaction(stores, mode, { durability: mode === "readwrite" ? "strict" : "default" });
    /** @type {any} */
    let value;
    transaction.oncomplete = () => resolve(value);
    transaction.onabort = () => reject(transaction.error ?? new Error("This browser's storage gave up."));
    work(transaction, (given) => (value = given));
  });
}

const LEASE = 4000; // ms; a page that was killed keeps the others waiting so long

export class DurableStorage {
  durable = true;
  #page = newId();
  /** @type {Promise<IDBDatabase> | null} */
  #opening = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #renewing;

  /** @param {Identity} identity whose page @param {string} target what the edits are of @param {string} path the page's */
  constructor(identity, target, path) {
    this.identity = identity;
    this.path = path;
    this.queue = `${identity.installation}/${identity.user}/${target}`;
  }

  /** @template T @param {string[]} stores @param {IDBTransactionMode} mode @param {(t: IDBTransaction, give: (value: T) => void) => void} work */
  async #in(stores, mode, work) {
    this.#opening ??= openDatabase();
    return transact(await this.#opening, stores, mode, work);
  }

  /** @returns {Promise<import("./queue.js").Kept[]>} */
  load() {
    return this.#in(["groups"], "readonly", (transaction, give) => {
      const request = transaction.objectStore("groups").index("queue").getAll(this.queue);
      request.onsuccess = () => give(request.result.map(({ group, refusal }) => ({ group, refusal })));
    });
  }

  /** @param {Group} group @returns {Promise<void>} */
  add(group) {
    return this.#in(["groups", "queues"], "readwrite", (transaction) => {
      transaction.objectStore("queues").put({ queue: this.queue, name: this.identity.name, path: this.path });
      transaction.objectStore("groups").add({ queue: this.queue, group, refusal: null });
    });
  }

  /** @param {Set<string>} applied @param {Refusal[]} refused @returns {Promise<void>} */
  settle(applied, refused) {
    return this.#in(["groups"], "readwrite", (transaction) => {
      const groups = transaction.objectStore("groups");
      for (const id of applied) this.#record(transaction, id, ({ seq }) => groups.delete(seq));
      for (const refusal of refused) this.#record(transaction, refusal.group, (row) => groups.put({ ...row, refusal }));
    });
  }

  /** @param {string} id @param {Group | null} group @returns {Promise<boolean>} */
  replace(id, group) {
    return this.#in(["groups"], "readwrite", (transaction, give) => {
      const groups = transaction.objectStore("groups");
      give(false);
      this.#record(transaction, id, (row) => {
        give(true);
        if (group) groups.put({ ...row, group, refusal: null });
        else groups.delete(row.seq);
      });
    });
  }

  /** @param {IDBTransaction} transaction @param {string} id @param {(row: any) => void} found */
  #record(transaction, id, found) {
    const request = transaction.objectStore("groups").index("group").get([this.queue, id]);
    request.onsuccess = () => request.result && found(request.result);
  }

  /** @returns {Promise<number>} */
  async acquire() {
    const wait = await this.#lease();
    if (!wait) this.#renewing = setInterval(() => this.#lease().catch(() => 0), LEASE / 4);
    return wait;
  }

  /** Takes or renews the lease, compared and set in one transaction. @returns {Promise<number>} */
  #lease() {
    return this.#in(["leases"], "readwrite", (transaction, give) => {
      const leases = transaction.objectStore("leases");
      const request = leases.get(this.queue);
      request.onsuccess = () => {
        const now = Date.now();
        const held = request.result;
        // A clock that was set back must not make a lease last: none is longer than LEASE.
        const left = held && held.page !== this.#page ? Math.min(held.until - now, LEASE) : 0;
        if (left <= 0) leases.put({ queue: this.queue, page: this.#page, until: now + LEASE });
        give(Math.max(0, left));
      };
    });
  }

  /** @returns {Promise<void>} */
  release() {
    clearInterval(this.#renewing);
    return this.#in(["leases"], "readwrite", (transaction) => {
      const leases = transaction.objectStore("leases");
      const request = leases.get(this.queue);
      request.onsuccess = () => request.result?.page === this.#page && leases.delete(this.queue);
    });
  }
}

/**
 * How many edits other people have left unsent in this browser: nothing of what they are.
 * @param {Identity} identity who asks @returns {Promise<{name: string, count: number}[]>}
 */
export async function leftByOthers({ installation, user }) {
  const db = await openDatabase();
  /** @type {Map<string, number>} */
  const counts = new Map();
  const range = IDBKeyRange.bound(`${installation}/`, `${installation}/\uffff`);
  /** @type {{queue: string, name: string}[]} */
  const queues = await transact(db, ["groups", "queues"], "readonly", (transaction, give) => {
    const rows = transaction.objectStore("queues").getAll(range);
    rows.onsuccess = () => give(rows.result);
    const keys = transaction.objectStore("groups").index("queue").openKeyCursor(range);
    keys.onsuccess = () => {
      const cursor = keys.result;
      if (!cursor) return;
      counts.set(String(cursor.key), (counts.get(String(cursor.key)) ?? 0) + 1);
      cursor.continue();
    };
  });
  db.close();
  /** @type {Map<string, number>} */
  const byName = new Map();
  for (const { queue, name } of queues) {
    const count = counts.get(queue) ?? 0;
    if (count && !queue.startsWith(`${installation}/${user}/`)) byName.set(name, (byName.get(name) ?? 0) + count);
  }
  return [...byName].map(([name, count]) => ({ name, count }));
}
