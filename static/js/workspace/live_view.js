// @ts-check
/** What others do shows while one looks: the server is asked now and then, as long as the page can be seen. */

const EVERY = 10_000; // ms

/**
 * @param {import("../sync/edit_session.js").EditSession} session
 * @param {(text: string) => void} notice
 */
export function followOthers(session, notice) {
  setInterval(async () => {
    if (document.visibilityState !== "visible") return;
    const others = (await session.look()).filter(Boolean);
    if (others.length) notice(`${new Intl.ListFormat("en").format(others)} changed something here.`);
  }, EVERY);
}
