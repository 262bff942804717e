// @ts-check
/** Where the work stands: its buttons wait for what is on its way, and who changes the state elsewhere is told here. */
import { build } from "pyramidion/elements/build.js";

/** @typedef {import("../workspace.js").Workspace} Desk */
/** @type {Record<string, string>} */
const DID = {
  submit: "finished this", review: "took this into review", return: "returned this", agree: "agreed to this",
  adjudicate: "adjudicated this", reopen: "reopened this",
};

/** @param {string} verb of an edit in the log */
export const isTurn = (verb) => verb in DID;

/** @param {Desk} desk */
export function watchStage(desk) {
  const wait = (/** @type {Event} */ event) => {
    const { kind, pending } = desk.session.status;
    if (!pending && kind !== "opening") return;
    event.preventDefault();
    desk.notice("Some edits are not saved yet; try again in a moment.", true);
  };
  for (const form of document.querySelectorAll("form[data-turn]")) form.addEventListener("submit", wait);
  document.querySelector("a[data-turn]")?.addEventListener("click", wait);
  watchReturn(document.querySelector(".stage .return"));
}

/** @param {HTMLDetailsElement | null} details */
function watchReturn(details) {
  details?.addEventListener("toggle", () => details.open && details.querySelector("textarea")?.focus());
  details?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    details.open = false;
    details.querySelector("summary")?.focus();
  });
}

/**
 * The state was changed while this page was open: nothing is edited here until it is loaded anew. What is pending stays.
 * @param {Desk} desk @param {{verb: string, state: string, by: string | null, note?: string}} turn
 */
export function tellTurn(desk, { verb, state, by, note }) {
  desk.editable = false;
  desk.showState(state);
  document.querySelector(".stage")?.remove();
  const done = `${by ?? "Somebody"} ${DID[verb] ?? "changed the state of this"}`;
  const said = note ? `${done}: ${note}` : `${done}.`;
  const reload = build("button", { type: "button", class: "primary", text: "Reload", on: { click: () => location.reload() } });
  const told = build("p", { class: "notice warning", role: "status" }, build("span", { text: `${said} Reload the page to go on.` }), reload);
  document.querySelector(".workspace-notices")?.replaceChildren(told);
  desk.remember()();
}
