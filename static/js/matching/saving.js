// @ts-check
/** The state of saving of a peer annotation, and what is asked when the server has refused something. */
import { kept, question } from "pyramidion/matching/edits/keep_mine.js";
import { unitText } from "pyramidion/matching/units.js";
import { Decisions } from "pyramidion/work/sync/refused_edits.js";

/** @param {import("./workspace.js").PeerWorkspace} desk */
export function watchPeerSaving(desk) {
  const says = {
    labelOf: (/** @type {string | null} */ id) => desk.labelOf(id),
    words: (/** @type {any} */ { start, end }) => desk.points.slice(start, end),
    unitWords: (/** @type {any} */ unit) => unitText(unit, desk.points),
  };
  desk.watchSaving(`peer-${desk.data.topic.key}-${desk.data.peer.summarizer}`, new Decisions(desk, {
    question: (group, refusal) => question(group, refusal, desk.session.state, says),
    kept: (group, refusal) => kept(group, refusal, desk.session.state),
  }));
}
