// @ts-check
/**
 * What others do shows while one looks: the server is asked now and then, as long as the page can be seen. Nothing changes
 * under the hands of somebody who is writing: a field that vanishes would leave its letters to the keys of the page.
 * @import { EditSession } from "../sync/edit_session.js"
 */
import { readJson } from "pyramidion/elements/read_json.js";
import { isAtWork } from "pyramidion/elements/at_work.js";

const EVERY = 10_000; // ms

/**
 * @param {EditSession} session
 * @param {{busy: () => boolean, look?: () => void, notice: (text: string) => void}} page busy: words are being selected; look:
 *   whatever else is read anew
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
