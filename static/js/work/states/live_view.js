// @ts-check
/**
 * What others do shows while one looks: the server is asked now and then, as long as the page can be seen. It never shows
 * under the hands of somebody who is writing: a field that vanishes would leave its letters to the keys of the page.
 */
import { isAtWork } from "pyramidion/elements/at_work.js";
import { tellTurn } from "pyramidion/work/states/stage.js";

const EVERY = 10_000; // ms

/**
 * @param {import("../workspace.js").Workspace} desk
 */
export function followOthers(desk) {
  const atRest = () => document.visibilityState === "visible" && !isAtWork() && !desk.pane.pointer?.busy;
  setInterval(async () => {
    if (!atRest()) return;
    if (desk.querySelector("notes-panel:not([hidden])")) desk.notes?.book?.look();
    const others = (await desk.session.look(atRest)).filter(Boolean);
    if (others.length) desk.notice(`${new Intl.ListFormat("en").format(others)} changed something here.`);
  }, EVERY);
}

/** Takes in what others did while this window was in the background. @param {import("../workspace.js").Workspace} desk */
export async function catchUp(desk) {
  const { data, session } = desk;
  if (session.status.why === "other_user") return;
  if (isAtWork()) {
    document.addEventListener("focusout", () => setTimeout(() => catchUp(desk)), { once: true });
    return;
  }
  try {
    const headers = { Accept: "application/json" };
    const answer = await fetch(data.urls.self, { headers, credentials: "same-origin" });
    if (!answer.ok) return;
    const fresh = await answer.json();
    session.receive(fresh);
    if (fresh.state !== data.state) tellTurn(desk, fresh.stage);
  } catch {
    // The server is away: the edits' own retry says so.
  }
}
