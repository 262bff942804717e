// @ts-check
/** IndexedDB with promises: one database a site, for the unsent edits of all its people. */

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
export function openDatabase() {
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
export function transact(db, stores, mode, work) {
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
