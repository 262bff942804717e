/**
 * Stores the queue of unsent edits in IndexedDB, where it survives closing the page or the browser and signing out. All pages of the
 * same user and work share the queue. Only the page that holds the lease sends; a lease expires unless the page renews it.
 * (`navigator.locks` would do this, but is missing on plain HTTP.)
 * @import { Group, Refusal } from "../edits/types.js"
 * @import { Identity } from "../../accounts/identity.js"
 */
import { newId } from "pyramidion/work/edits/new_id.js";

const TIMEOUT = 4000; // ms; some browsers neither open the database nor report an error, and a transaction may wait for another page's
const LEASE_TIME = 4000; // ms; other pages wait at most this long if the browser has killed the sending page

/** The transactions that may still be open. @type {Set<IDBTransaction>} */
const transactions = new Set();
// WebKit freezes the page that the user leaves. If it froze an open transaction too, this would block all other pages.
addEventListener("pagehide", ({ persisted }) => persisted && transactions.forEach(abort));

/** Aborts a transaction, unless it has ended. @param {IDBTransaction} transaction */
function abort(transaction) {
  transactions.delete(transaction);
  try {
    transaction.abort();
  } catch {
    // It has ended.
  }
}

/** Creates the tables of a new database. @param {IDBDatabase} db */
function createStores(db) {
  const groups = db.createObjectStore("groups", { keyPath: "seq", autoIncrement: true });
  groups.createIndex("queue", "queue");
  groups.createIndex("group", ["queue", "group.group"], { unique: true });
  db.createObjectStore("queues", { keyPath: "queue" }); // the user and page of each queue
  db.createObjectStore("leases", { keyPath: "queue" }); // which page may send, and until when
}

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("This browser's storage does not open.")), TIMEOUT);
    const request = indexedDB.open("pyramidion", 1);
    request.onupgradeneeded = () => createStores(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("Another page blocks this browser's storage."));
  });
}

/**
 * Runs a transaction; its changes are durable when the promise resolves. Rejects with a TimeoutError if it does not end in time.
 * @template T @param {IDBDatabase} db @param {string[]} stores @param {IDBTransactionMode} mode
 * @param {(transaction: IDBTransaction, setResult: (value: T) => void) => void} operate @returns {Promise<T>}
 */
function transact(db, stores, mode, operate) {
  return new Promise((resolve, reject) => {
    // Strict: edits that the page reports as kept must survive a power cut.
    const transaction = db.transaction(stores, mode, { durability: mode === "readwrite" ? "strict" : "default" });
    /** @type {any} */
    let result;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(transaction.error ?? new Error("This browser's storage failed."));
    transactions.add(transaction);
    setTimeout(() => {
      reject(new DOMException("This browser's storage does not answer.", "TimeoutError"));
      abort(transaction);
    }, TIMEOUT);
    operate(transaction, (value) => (result = value));
  });
}

/** Implements `Storage` of queue.js. */
export class DurableStorage {
  durable = true;
  #pageId = newId();
  /** @type {Promise<IDBDatabase> | null} */
  #database = null;
  /** The timer that renews the lease. @type {ReturnType<typeof setInterval> | undefined} */
  #renewal;

  /** @param {Identity} identity the page's user @param {string} editsUrl the URL to which edits are sent @param {string} path of the page */
  constructor(identity, editsUrl, path) {
    this.identity = identity;
    this.path = path;
    this.queueName = `${identity.installation}/${identity.user}/${editsUrl}`;
  }

  /** @template T @param {string[]} stores @param {IDBTransactionMode} mode @param {(t: IDBTransaction, setResult: (value: T) => void) => void} operate */
  async #transact(stores, mode, operate) {
    this.#database ??= openDatabase();
    return transact(await this.#database, stores, mode, operate);
  }

  /** @returns {Promise<import("./queue.js").StoredGroup[]>} */
  load() {
    return this.#transact(["groups"], "readonly", (transaction, setResult) => {
      const request = transaction.objectStore("groups").index("queue").getAll(this.queueName);
      request.onsuccess = () => setResult(request.result.map(({ group, refusal }) => ({ group, refusal })));
    });
  }

  /** @param {Group} group @returns {Promise<void>} */
  add(group) {
    return this.#transact(["groups", "queues"], "readwrite", (transaction) => {
      transaction.objectStore("queues").put({ queue: this.queueName, name: this.identity.name, path: this.path });
      transaction.objectStore("groups").add({ queue: this.queueName, group, refusal: null });
    });
  }

  /** @param {Set<string>} applied ids of groups @param {Refusal[]} refused @returns {Promise<void>} */
  recordOutcome(applied, refused) {
    return this.#transact(["groups"], "readwrite", (transaction) => {
      const groups = transaction.objectStore("groups");
      for (const id of applied) this.#updateRow(transaction, id, ({ seq }) => groups.delete(seq));
      for (const refusal of refused) this.#updateRow(transaction, refusal.group, (row) => groups.put({ ...row, refusal }));
    });
  }

  /** @param {string} id @param {Group | null} group @returns {Promise<boolean>} */
  replace(id, group) {
    return this.#transact(["groups"], "readwrite", (transaction, setResult) => {
      const groups = transaction.objectStore("groups");
      setResult(false);
      this.#updateRow(transaction, id, (row) => {
        setResult(true);
        if (group) groups.put({ ...row, group, refusal: null });
        else groups.delete(row.seq);
      });
    });
  }

  /** Calls `update` with the stored row of a group, if there is one. @param {IDBTransaction} transaction @param {string} id of the group @param {(row: any) => void} update */
  #updateRow(transaction, id, update) {
    const request = transaction.objectStore("groups").index("group").get([this.queueName, id]);
    request.onsuccess = () => request.result && update(request.result);
  }

  /** Takes the lease, and renews it until `release`. @returns {Promise<number>} the same as `#takeLease` */
  async acquire() {
    const waitTime = await this.#takeLease();
    if (!waitTime) this.#renewal = setInterval(() => this.#takeLease().catch(() => 0), LEASE_TIME / 4);
    return waitTime;
  }

  /** Takes or renews the lease. @returns {Promise<number>} 0 if this page holds the lease now; otherwise ms until the other page's lease ends */
  #takeLease() {
    return this.#transact(["leases"], "readwrite", (transaction, setResult) => {
      const leases = transaction.objectStore("leases");
      const request = leases.get(this.queueName);
      request.onsuccess = () => {
        const now = Date.now();
        const lease = request.result;
        // If the clock was set back, `until` may be far away: nobody waits longer than LEASE_TIME.
        const remaining = lease && lease.page !== this.#pageId ? Math.min(lease.until - now, LEASE_TIME) : 0;
        if (remaining <= 0) leases.put({ queue: this.queueName, page: this.#pageId, until: now + LEASE_TIME });
        setResult(Math.max(0, remaining));
      };
    });
  }

  /** @returns {Promise<void>} */
  release() {
    clearInterval(this.#renewal);
    return this.#transact(["leases"], "readwrite", (transaction) => {
      const leases = transaction.objectStore("leases");
      const request = leases.get(this.queueName);
      request.onsuccess = () => request.result?.page === this.#pageId && leases.delete(this.queueName);
    });
  }
}

/** Counts the unsent groups of edits of other users in this browser, without reading their content. @param {Identity} identity the current user @returns {Promise<{name: string, count: number}[]>} */
export async function countUnsentByOthers({ installation, user }) {
  const db = await openDatabase();
  /** @type {Map<string, number>} */
  const countByName = new Map();
  await transact(db, ["groups", "queues"], "readonly", (transaction) => {
    const queuesRequest = transaction.objectStore("queues").getAll(IDBKeyRange.bound(`${installation}/`, `${installation}/\uffff`));
    queuesRequest.onsuccess = () => {
      for (const { queue, name } of queuesRequest.result.filter((row) => !row.queue.startsWith(`${installation}/${user}/`))) {
        const countRequest = transaction.objectStore("groups").index("queue").count(queue);
        countRequest.onsuccess = () => countRequest.result && countByName.set(name, (countByName.get(name) ?? 0) + countRequest.result);
      }
    };
  });
  db.close();
  return [...countByName].map(([name, count]) => ({ name, count }));
}
