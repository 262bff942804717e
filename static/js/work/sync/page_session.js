/**
 * An edit session as pages have one: with this browser's storage, the server's address, and a window that comes and goes.
 * @typedef {{kind: "queue"} | {kind: "answer", base: number, answer: import("./post_edits.js").Answer}} Signal
 */
import { identify, identityOf } from "pyramidion/accounts/identity.js";
import { build } from "pyramidion/elements/build.js";
import { DurableStorage, leftByOthers } from "pyramidion/work/sync/durable_storage.js";
import { EditSession } from "pyramidion/work/sync/edit_session.js";
import { postEdits } from "pyramidion/work/sync/post_edits.js";

const LOOK = 2000; // ms

/** @param {string} queue @param {(signal: Signal) => void} listen @returns {(signal: Signal) => void} tells the others */
export function signals(queue, listen) {
  if (typeof BroadcastChannel !== "function") {
    setInterval(() => listen({ kind: "queue" }), LOOK);
    return () => {};
  }
  const channel = new BroadcastChannel(`pyramidion:${queue}`);
  channel.onmessage = (event) => listen(event.data);
  return (signal) => channel.postMessage(signal);
}

const FIRST = 500;
const LONGEST = 30_000;

/**
 * Milliseconds until the next try. The spread keeps many pages from coming back to a server at the same moment.
 * @param {number} failures how many tries failed in a row, from 1 @param {() => number} random from 0 to 1
 */
export function backoff(failures, random = Math.random) {
  const longest = Math.min(LONGEST, FIRST * 2 ** (failures - 1));
  return longest * (0.5 + random() / 2);
}

/**
 * Not yet opened. That the window comes to the front is for the page: it may have more to do then.
 * @param {any} data of the page @param {import("../kinds.js").Kind} kind @returns {EditSession}
 */
export function pageSession(data, kind) {
  const post = (/** @type {any} */ body) => postEdits(data.urls.edits, body);
  const storage = new DurableStorage(identityOf(), data.urls.edits, location.pathname);
  const hear = (/** @type {(signal: Signal) => void} */ listen) => signals(storage.queue, listen);
  const session = new EditSession(data, { ...kind, post, storage, delay: backoff, identify, signals: hear });
  addEventListener("online", () => session.wake());
  addEventListener("beforeunload", (event) => session.atRisk && event.preventDefault());
  addEventListener("pagehide", () => session.leave());
  return session;
}

/** Waits until nothing is on its way to the server, if it is getting there. @param {EditSession} session @returns {Promise<void>} */
export function settled(session) {
  return new Promise((resolve) => {
    const look = () => {
      if (session.status.kind === "pending" || session.status.kind === "opening") return;
      session.removeEventListener("change", look);
      resolve();
    };
    session.addEventListener("change", look);
    look();
  });
}

/** @param {string} text @param {string} what */
function tell(text, what) {
  const notice = build("p", { class: "notice warning", role: "status", data: { storage: what } }, build("span", { text }));
  document.querySelector(".workspace-notices")?.append(notice);
}

/**
 * Says once that edits cannot be kept in this browser, and whose edits wait here: never what they are.
 * @param {import("./edit_session.js").EditSession} session
 */
export async function tellAboutStorage(session) {
  await session.opened;
  if (!session.queue.storage.durable) {
    tell("This browser cannot keep unsent edits (a private window, or no space left). Close this page only when it says “saved”.", "off");
    return;
  }
  try {
    for (const { name, count } of await leftByOthers(identityOf())) {
      const edits = count === 1 ? "1 unsent edit" : `${count} unsent edits`;
      tell(`${edits} of ${name} ${count === 1 ? "is" : "are"} kept on this computer until ${name} signs in again.`, "others");
    }
  } catch {
    // Without storage nobody has left anything.
  }
}
