// @ts-check
/**
 * Waits until nothing is on its way to the server, if it is getting there.
 * @param {import("./edit_session.js").EditSession} session
 * @returns {Promise<void>}
 */
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
