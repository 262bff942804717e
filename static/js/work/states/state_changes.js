/**
 * Handles changes of the state of the work ("in progress", "finished" ...): prevents them while edits are unsaved, and reports those
 * that are made by other people or on other pages. Also fetches other people's edits.
 * @import { EditSession } from "../sync/edit_session.js"
 */
import { isInteracting } from "pyramidion/elements/keyboard.js";
import { build } from "pyramidion/elements/build.js";
import { readJson } from "pyramidion/elements/read_json.js";

const POLL_INTERVAL = 10_000; // ms

export const STATES = /** @type {Record<string, string>} */ ({
  in_progress: "in progress", in_review: "in review", submitted: "finished", returned: "returned",
});

/** The report of each change of the state, by verb: the rest of a sentence that begins with a name. @type {Record<string, string>} */
const CHANGES = {
  submit: "finished this", review: "took this into review", return: "returned this", agree: "approved this",
  adjudicate: "adjudicated this", reopen: "reopened this",
};

/** Whether an edit in the log changed the state. @param {string} verb of the edit */
export const isStateChange = (verb) => verb in CHANGES;

/** Prevents changes of the state (forms and links with `data-state-change`) while edits are pending; also handles the reviewer's form that returns the work. @param {EditSession} session @param {(problem: string) => void} notice */
export function guardStateChanges(session, notice) {
  const preventIfPending = (/** @type {Event} */ event) => {
    const { kind, pending } = session.status;
    if (!pending && kind !== "opening") return;
    event.preventDefault();
    notice("Some edits are not saved yet; try again in a moment.");
  };
  for (const form of document.querySelectorAll("form[data-state-change]")) form.addEventListener("submit", preventIfPending);
  document.querySelector("a[data-state-change]")?.addEventListener("click", preventIfPending);
  const returnDetails = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".stage .return"));
  returnDetails?.addEventListener("toggle", () => returnDetails.open && returnDetails.querySelector("textarea")?.focus());
  returnDetails?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    returnDetails.open = false;
    returnDetails.querySelector("summary")?.focus();
  });
}

/** Asks the user to reload the page, because the state has changed; removes the old state and its buttons (`.stage`). Pending edits stay in the queue. @param {{verb: string, by: string | null, note?: string}} change */
export function showStateChange({ verb, by, note }) {
  document.querySelector(".stage")?.remove();
  const change = `${by ?? "Someone"} ${CHANGES[verb] ?? "changed the state of this"}`;
  const text = `${change}${note ? ": " + note : "."} Reload the page to continue.`;
  const reload = build("button", { type: "button", class: "primary", text: "Reload", on: { click: () => location.reload() } });
  const notice = build("p", { class: "notice warning", role: "status" }, build("span", { text }), reload);
  document.querySelector(".workspace-notices")?.replaceChildren(notice);
}

/**
 * Fetches other people's edits regularly while the user is doing nothing.
 * @param {EditSession} session
 * @param {{isDragging: () => boolean, refresh?: () => void, notice: (text: string) => void}} page refresh: reads the notes again
 */
export function followOthers(session, { isDragging, refresh, notice }) {
  const isIdle = () => document.visibilityState === "visible" && !isInteracting() && !isDragging();
  setInterval(async () => {
    if (!isIdle()) return;
    refresh?.();
    const names = (await session.poll(isIdle)).filter(Boolean);
    if (names.length) notice(`${new Intl.ListFormat("en").format(names)} changed something here.`);
  }, POLL_INTERVAL);
}

/**
 * Reads the page's data again and applies what others have changed. Waits while the user is writing or choosing.
 * @param {EditSession} session @param {string} url of the page's data @param {(data: any) => void} onData called with the new data
 */
export async function catchUp(session, url, onData) {
  if (session.status.why === "other_user") return;
  if (isInteracting()) {
    document.addEventListener("focusout", () => setTimeout(() => catchUp(session, url, onData)), { once: true });
    return;
  }
  const data = await readJson(url);
  if (!data) return; // the server is unreachable; the retries of edits report that
  session.receive(data);
  onData(data);
}
