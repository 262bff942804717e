// @ts-check
/**
 * A refused group of peer edits: what it wanted, what stands, and how it could still be done.
 * @typedef {import("../edits/types.js").Group} Group
 * @typedef {import("../edits/types.js").Refusal} Refusal
 * @typedef {import("../edits/types.js").PeerState} State
 */
import { newId } from "pyramidion/sync/ids.js";
import { GAP } from "pyramidion/pyramid/scus.js";

const KEEPING = /** @type {Record<string, string>} */ ({ match_part: "Keep mine as a unit of its own" });

/**
 * @param {Group} group @param {Refusal} refusal @param {State} state
 * @param {{labelOf: (scu: string | null) => string, words: (span: {start: number, end: number}) => string}} says
 * @returns {import("../elements/decision_dialog.js").Question}
 */
export function question(group, refusal, state, says) {
  const edit = group.edits.find((one) => one.id === refusal.edit) ?? group.edits[0];
  const unit = state.images.get(edit.unit);
  const parts = /** @type {any[]} */ (group.edits.filter((one) => one.verb === "match_part"));
  const words = parts.map((part) => says.words(part));
  const mine = {
    match_part: `${words.join(GAP)} → ${says.labelOf(edit.scu)}`,
    rematch_unit: `Match to “${says.labelOf(edit.scu)}”`,
    comment_unit: `Comment: ${edit.comment}`,
    remove_unit: "Remove the match",
    remove_part: "Remove a part",
    set_part: "Other bounds for a part",
  }[edit.verb];
  const comment = edit.verb === "comment_unit" && unit ? `Comment: ${unit.comment || "none"}` : null;
  return {
    title: "Someone else was here",
    message: refusal.message,
    mine: mine ?? edit.verb,
    stands: comment ?? (unit ? says.labelOf(unit.scu) : "The unit is gone"),
    keep: refusal.code === "changed" ? KEEPING[edit.verb] ?? "Keep mine" : null,
  };
}

/**
 * The edits that do the same on what stands; null if nothing would.
 * @param {Group} group
 * @param {Refusal} refusal
 * @param {State} state
 */
export function kept(group, refusal, state) {
  if (refusal.code !== "changed") return null;
  const unit = newId();
  return group.edits.map((edit) => {
    if (edit.verb === "match_part") return { ...edit, unit, part: newId() };
    return edit.verb === "comment_unit" ? { ...edit, was: state.images.get(edit.unit)?.comment ?? "" } : edit;
  });
}
