/**
 * The queue in IndexedDB: it survives closing the page or the browser and signing out. All pages of one user on one pyramid or
 * annotation share it. Only the page with the lease sends. (`navigator.locks` is missing on plain HTTP.)
 * @import { Group, Refusal } from "../edits/types.js"
 * @import { Identity } from "../../accounts/identity.js"
 */
import { newId } from "pyramidion/work/edits/new_id.js";

const NAME = "pyramidion";
const OPEN_TIMEOUT = 4000; // ms; some browsers neither open the database nor report an error

/** @param {IDBDatabase} db */
function build(db) {
  const groups = db.createObjectStore("groups", { keyPath: "seq", autoIncrement: true });
  groups.createIndex("queue", "queue");
  groups.createIndex("group", ["queue", "group.group"], { unique: true });
  db.createObjectStore("queues", { keyPath: "queue" }); // the user and page of each queue
  db.createObjectStore("leases", { keyPath: "queue" }); // which page sends
}

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("This browser's storage does not open.")), OPEN_TIMEOUT);
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => build(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("Another page blocks this browser's storage."));
  });
}

/**
 * Runs a transaction; its changes are durable when the promise resolves.
 * @template T @param {IDBDatabase} db @param {string[]} stores @param {IDBTransactionMode} mode
 * @param {(transaction: IDBTransaction, setResult: (value: T) => void) => void} work @returns {Promise<T>}
 */
function transact(db, stores, mode, work) {
  return new Promise((resolve, reject) => {
    // Strict: what the page reports as kept must survive a power cut.
    const transaction = db.transaction(stores, mode, { durability: mode === "readwrite" ? "strict" : "default" });
    /** @type {any} */
    let value;
    transaction.oncomplete = () => resolve(value);
    transaction.onabort = () => reject(transaction.error ?? new Error("This browser's storage failed."));
    work(transaction, (result) => (value = result));
  });
}

const LEASE = 4000; // ms; other pages wait this long if the sending page was killed

export class DurableStorage {
  durable = true;
  #page = newId();
  /** @type {Promise<IDBDatabase> | null} */
  #opening = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #renewing;

  /** @param {Identity} identity the page's user @param {string} target the URL of the edits @param {string} path of the page */
  constructor(identity, target, path) {
    this.identity = identity;
    this.path = path;
    this.queue = `${identity.installation}/${identity.user}/${target}`;
  }

  /** @template T @param {string[]} stores @param {IDBTransactionMode} mode @param {(t: IDBTransaction, setResult: (value: T) => void) => void} work */
  async #in(stores, mode, work) {
    this.#opening ??= openDatabase();
    return transact(await this.#opening, stores, mode, work);
  }

  /** @returns {Promise<import("./queue.js").StoredGroup[]>} */
  load() {
    return this.#in(["groups"], "readonly", (transaction, setResult) => {
      const request = transaction.objectStore("groups").index("queue").getAll(this.queue);
      request.onsuccess = () => setResult(request.result.map(({ group, refusal }) => ({ group, refusal })));
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
      for (const id of applied) this.#updateRow(transaction, id, ({ seq }) => groups.delete(seq));
      for (const refusal of refused) this.#updateRow(transaction, refusal.group, (row) => groups.put({ ...row, refusal }));
    });
  }

  /** @param {string} id @param {Group | null} group @returns {Promise<boolean>} */
  replace(id, group) {
    return this.#in(["groups"], "readwrite", (transaction, setResult) => {
      const groups = transaction.objectStore("groups");
      setResult(false);
      this.#updateRow(transaction, id, (row) => {
        setResult(true);
        if (group) groups.put({ ...row, group, refusal: null });
        else groups.delete(row.seq);
      });
    });
  }

  /** @param {IDBTransaction} transaction @param {string} id @param {(row: any) => void} update */
  #updateRow(transaction, id, update) {
    const request = transaction.objectStore("groups").index("group").get([this.queue, id]);
    request.onsuccess = () => request.result && update(request.result);
  }

  /** @returns {Promise<number>} */
  async acquire() {
    const wait = await this.#lease();
    if (!wait) this.#renewing = setInterval(() => this.#lease().catch(() => 0), LEASE / 4);
    return wait;
  }

  /** Takes or renews the lease: compare and set in one transaction. @returns {Promise<number>} */
  #lease() {
    return this.#in(["leases"], "readwrite", (transaction, setResult) => {
      const leases = transaction.objectStore("leases");
      const request = leases.get(this.queue);
      request.onsuccess = () => {
        const now = Date.now();
        const lease = request.result;
        // The limit LEASE keeps a lease from lasting too long if the clock was set back.
        const remaining = lease && lease.page !== this.#page ? Math.min(lease.until - now, LEASE) : 0;
        if (remaining <= 0) leases.put({ queue: this.queue, page: this.#page, until: now + LEASE });
        setResult(Math.max(0, remaining));
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
 * Counts the unsent edits of other users in this browser, without showing their content.
 * @param {Identity} identity the current user @returns {Promise<{name: string, count: number}[]>}
 */
export async function unsentByOthers({ installation, user }) {
  const db = await openDatabase();
  /** @type {Map<string, number>} */
  const counts = new Map();
  const range = IDBKeyRange.bound(`${installation}/`, `${installation}/\uffff`);
  /** @type {{queue: string, name: string}[]} */
  const queues = await transact(db, ["groups", "queues"], "readonly", (transaction, setResult) => {
    const rows = transaction.objectStore("queues").getAll(range);
    rows.onsuccess = () => setResult(rows.result);
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
