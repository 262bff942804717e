/**
 * The edit session of a page, connected to this browser's storage, the server, and the events of the window.
 * @typedef {{kind: "queue"} | {kind: "answer", base: number, answer: import("./post_edits.js").Answer}} Signal  from another page of the user.
 *   queue: that page has changed the stored queue; answer: the server has answered that page, whose request referred to revision `base`
 */
import { fetchSignIn, identityOf } from "pyramidion/accounts/identity.js";
import { build } from "pyramidion/elements/build.js";
import { DurableStorage, countUnsentByOthers } from "pyramidion/work/sync/durable_storage.js";
import { EditSession } from "pyramidion/work/sync/edit_session.js";
import { postEdits } from "pyramidion/work/sync/post_edits.js";

/** Connects this page with the user's other pages on the same work. @param {string} queueName @param {(signal: Signal) => void} onSignal called with each signal from them @returns {(signal: Signal) => void} a function that sends a signal to the other pages */
function connectPages(queueName, onSignal) {
  const channel = new BroadcastChannel(`pyramidion:${queueName}`);
  channel.onmessage = (event) => onSignal(event.data);
  return (signal) => channel.postMessage(signal);
}

const FIRST_DELAY = 500; // ms
const LONGEST_DELAY = 30_000; // ms

/**
 * Returns the milliseconds until the next attempt, randomized so that many pages do not return to the server at the same moment.
 * @param {number} failures consecutive failed attempts, at least 1 @param {() => number} random from 0 to 1
 */
export function backoff(failures, random = Math.random) {
  const longest = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - 1));
  return longest * (0.5 + random() / 2);
}

/** Creates the session; the caller opens it, and calls `recheck` when the window gets the focus. @param {any} data of the page @param {import("../kinds.js").Kind} kind @returns {EditSession} */
export function pageSession(data, kind) {
  const post = (/** @type {any} */ body) => postEdits(data.urls.edits, body);
  const storage = new DurableStorage(identityOf(), data.urls.edits, location.pathname);
  const connect = (/** @type {(signal: Signal) => void} */ onSignal) => connectPages(storage.queueName, onSignal);
  const session = new EditSession(data, { ...kind, post, storage, delay: backoff, fetchSignIn, connectPages: connect });
  addEventListener("online", () => session.recheck());
  addEventListener("beforeunload", (event) => session.atRisk && event.preventDefault());
  // A page that the browser had frozen and shows again has missed the signals of other pages.
  addEventListener("pageshow", ({ persisted }) => persisted && session.handleSignal());
  return session;
}

/** Waits until nothing is being sent, or sending has failed. @param {EditSession} session @returns {Promise<void>} */
export function untilSettled(session) {
  return new Promise((resolve) => {
    const check = () => {
      if (session.status.kind === "pending" || session.status.kind === "opening") return;
      session.removeEventListener("change", check);
      resolve();
    };
    session.addEventListener("change", check);
    check();
  });
}

/** Shows a warning above the panes. @param {string} text @param {"off" | "others"} kind off: the browser's storage is off; others: it holds other users' edits */
function warn(text, kind) {
  const notice = build("p", { class: "notice warning", role: "status", data: { storage: kind } }, build("span", { text }));
  document.querySelector(".workspace-notices")?.append(notice);
}

/** Warns if this browser cannot store edits, and names other users whose unsent edits are stored in it. @param {import("./edit_session.js").EditSession} session */
export async function warnAboutStorage(session) {
  await session.opened;
  const warnIfOff = () => {
    if (session.queue.storage.durable || document.querySelector('[data-storage="off"]')) return;
    warn("This browser cannot keep unsent edits: its storage is off or full, or waits for another tab. Close this page only when it says “saved”.", "off");
  };
  session.addEventListener("change", warnIfOff);
  warnIfOff();
  try {
    for (const { name, count } of await countUnsentByOthers(identityOf())) {
      const edits = count === 1 ? "1 unsent edit" : `${count} unsent edits`;
      warn(`${edits} of ${name} ${count === 1 ? "is" : "are"} kept on this computer until ${name} signs in again.`, "others");
    }
  } catch {
    // Without storage there are no unsent edits.
  }
}
