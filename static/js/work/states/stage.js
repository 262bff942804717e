/**
 * The state of the work: its buttons wait for pending edits, and a change of it elsewhere is shown here.
 * @import { EditSession } from "../sync/edit_session.js"
 */
import { isAtWork } from "pyramidion/elements/keyboard.js";
import { build } from "pyramidion/elements/build.js";
import { readJson } from "pyramidion/elements/read_json.js";

export const STATES = /** @type {Record<string, string>} */ ({
  in_progress: "in progress", in_review: "in review", submitted: "finished", returned: "returned",
});

/** The events of the log that change the state, with what the person who did it did. @type {Record<string, string>} */
const EVENTS = {
  submit: "finished this", review: "took this into review", return: "returned this", agree: "agreed to this",
  adjudicate: "adjudicated this", reopen: "reopened this",
};

/** @param {string} verb of an edit in the log */
export const isTurn = (verb) => verb in EVENTS;

/** @param {EditSession} session @param {(problem: string) => void} notice */
export function watchStage(session, notice) {
  const wait = (/** @type {Event} */ event) => {
    const { kind, pending } = session.status;
    if (!pending && kind !== "opening") return;
    event.preventDefault();
    notice("Some edits are not saved yet; try again in a moment.");
  };
  for (const form of document.querySelectorAll("form[data-turn]")) form.addEventListener("submit", wait);
  document.querySelector("a[data-turn]")?.addEventListener("click", wait);
  const details = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".stage .return"));
  details?.addEventListener("toggle", () => details.open && details.querySelector("textarea")?.focus());
  details?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    details.open = false;
    details.querySelector("summary")?.focus();
  });
}

/** Asks to load the page anew after a change of the state; pending edits stay. @param {{verb: string, by: string | null, note?: string}} turn */
export function showTurn({ verb, by, note }) {
  document.querySelector(".stage")?.remove();
  const done = `${by ?? "Somebody"} ${EVENTS[verb] ?? "changed the state of this"}`;
  const text = `${done}${note ? ": " + note : "."} Reload the page to go on.`;
  const reload = build("button", { type: "button", class: "primary", text: "Reload", on: { click: () => location.reload() } });
  const notice = build("p", { class: "notice warning", role: "status" }, build("span", { text }), reload);
  document.querySelector(".workspace-notices")?.replaceChildren(notice);
}

const EVERY = 10_000; // ms

/**
 * @param {EditSession} session
 * @param {{busy: () => boolean, look?: () => void, notice: (text: string) => void}} page busy: words are being selected; look: whatever else is read anew
 */
export function followOthers(session, { busy, look, notice }) {
  const atRest = () => document.visibilityState === "visible" && !isAtWork() && !busy();
  setInterval(async () => {
    if (!atRest()) return;
    look?.();
    const others = (await session.look(atRest)).filter(Boolean);
    if (others.length) notice(`${new Intl.ListFormat("en").format(others)} changed something here.`);
  }, EVERY);
}

/**
 * Takes in what others did while this window was in the background.
 * @param {EditSession} session @param {string} url of the page's data @param {(fresh: any) => void} then
 */
export async function catchUp(session, url, then) {
  if (session.status.why === "other_user") return;
  if (isAtWork()) {
    document.addEventListener("focusout", () => setTimeout(() => catchUp(session, url, then)), { once: true });
    return;
  }
  const fresh = await readJson(url);
  if (!fresh) return; // the server is away: the edits' own retry says so
  session.receive(fresh);
  then(fresh);
}
