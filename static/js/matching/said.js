// @ts-check
/** What is selected, as the status line says it. */
import { isAbsent } from "pyramidion/matching/absent.js";
import { unitText } from "pyramidion/matching/units.js";
import { shortened } from "pyramidion/pyramids/shown.js";

const LONGEST = 60;

/** @param {import("./workspace.js").PeerWorkspace} desk */
export function selectedSays(desk) {
  const unit = desk.unit();
  const said = (/** @type {string} */ text) => `“${shortened(text, LONGEST)}”`;
  if (unit) {
    const to = unit.scu === null ? "non-matching" : `matched to ${said(desk.labelOf(unit.scu))}`;
    return `${said(unitText(unit, desk.points))} is ${to}`;
  }
  if (!desk.selected) return "Nothing selected";
  const times = desk.matchesOf(desk.selected);
  const none = isAbsent(desk.session.state, desk.selected) ? "looked for, not there" : "not matched";
  const matched = [none, "matched once"][times] ?? `matched ${times} times`;
  return `${said(desk.labelOf(desk.selected))}, weight ${desk.weightOf(desk.selected)}, ${matched}`;
}
