// @ts-check
/** The scores of each saved revision, once, where the project shows them. */

/** @param {import("./workspace.js").PeerWorkspace} desk */
export function watchScores(desk) {
  if (!desk.data.settings.show_scores) return;
  let scored = -1;
  const score = () => {
    const { status, revision } = desk.session;
    if (status.kind !== "saved" || scored === revision) return;
    scored = revision;
    desk.find("score-panel").refresh(desk.data.urls.scores);
  };
  desk.session.addEventListener("change", score);
  score();
}
