// @ts-check
/**
 * What others do shows while one looks: the server is asked now and then, as long as the page can be seen. It never shows
 * under the hands of somebody who is writing: a field that vanishes would leave its letters to the keys of the page.
 */
import { isAtWork } from "pyramidion/workspace/at_work.js";

const EVERY = 10_000; // ms

/**
 * @param {import("./workspace.js").Workspace} desk
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
