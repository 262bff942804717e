// @ts-check
/**
 * A refused group of peer edits: what it wanted, what stands, and how it could still be done.
 * @typedef {import("../../work/edits/types.js").Group} Group
 * @typedef {import("../../work/edits/types.js").Edit} Edit
 * @typedef {import("../../work/edits/types.js").Refusal} Refusal
 * @typedef {import("../../work/edits/types.js").Unit} Unit
 * @typedef {import("../../work/edits/types.js").PeerState} State
 */
import { newId } from "pyramidion/work/edits/new_id.js";
import { GAP } from "pyramidion/pyramids/scus.js";

const KEEPING = /** @type {Record<string, string>} */ ({
  match_part: "Keep mine as a unit of its own",
  join_units: "Join those that stand",
  split_unit: "Split off the parts that stand",
});

/**
 * @param {Group} group @param {Refusal} refusal @param {State} state
 * @param {{labelOf: (scu: string | null) => string, words: (span: {start: number, end: number}) => string,
 *          unitWords: (unit: Unit) => string}} says
 * @returns {import("../../work/sync/decision_dialog.js").Question}
 */
export function question(group, refusal, state, says) {
  const edit = group.edits.find((one) => one.id === refusal.edit) ?? group.edits[0];
  return {
    title: "Someone else was here",
    message: refusal.message,
    mine: wanted(group, edit, state, says),
    stands: standing(edit, state, says),
    keep: kept(group, refusal, state) ? KEEPING[edit.verb] ?? "Keep mine" : null,
  };
}

/**
 * @param {Group} group @param {Edit} edit @param {State} state
 * @param {{labelOf: (scu: string | null) => string, words: (span: any) => string}} says
 */
function wanted(group, edit, state, says) {
  const parts = group.edits.filter((one) => one.verb === "match_part");
  const words = parts.map((part) => says.words(part)).join(GAP);
  return {
    match_part: `${words} → ${says.labelOf(edit.scu)}`,
    rematch_unit: `Match to “${says.labelOf(edit.scu)}”`,
    comment_unit: `Comment: ${edit.comment}`,
    label_unit: `Label: ${edit.label}`,
    remove_unit: "Remove the match",
    remove_part: "Remove a part",
    set_part: "Other bounds for a part",
    split_unit: "Make a unit of its own of some parts",
    join_units: `Join ${(edit.units?.length ?? 0) + 1} units into one`,
    flag: `Flag the unit as ${edit.reason}`,
    unflag: `Take back the flag “${edit.reason}”`,
    mark_absent: `“${says.labelOf(edit.scu)}” is absent`,
    unmark_absent: `“${says.labelOf(edit.scu)}” is not absent`,
    undo: "Undo a step",
    redo: "Redo a step",
  }[edit.verb] ?? edit.verb;
}

/**
 * @param {Edit} edit @param {State} state
 * @param {{labelOf: (scu: string | null) => string, unitWords: (unit: Unit) => string}} says
 */
function standing(edit, state, says) {
  if (edit.verb === "join_units") {
    const ids = [edit.into, ...edit.units];
    const there = ids.filter((id) => state.images.has(id));
    const units = there.map((id) => `“${says.unitWords(/** @type {Unit} */ (state.images.get(id)))}”`);
    return `${there.length} of the ${ids.length} units${units.length ? ": " + units.join(", ") : ""}`;
  }
  const unit = edit.unit ? state.images.get(edit.unit) : undefined;
  if (edit.part && !edit.unit) return "The part is gone";
  if (!edit.unit) return "";
  if (!unit) return "The unit is gone";
  if (edit.verb === "comment_unit") return `Comment: ${unit.comment || "none"}`;
  if (edit.verb === "label_unit") return `Label: ${unit.label || "none"}`;
  return `“${says.unitWords(unit)}” → ${says.labelOf(unit.scu)}`;
}

/**
 * The edits that do the same on what stands; null if nothing would.
 * @param {Group} group
 * @param {Refusal} refusal
 * @param {State} state
 */
export function kept(group, refusal, state) {
  const [first] = group.edits;
  if (!["gone", "changed"].includes(refusal.code)) return null;
  if (first.verb === "join_units") return joined(first, state);
  if (first.verb === "split_unit") return divided(first, state);
  if (refusal.code === "gone") return null;
  const unit = newId();
  return group.edits.map((edit) => {
    if (edit.verb === "match_part") return { ...edit, unit, part: newId() };
    const stands = state.images.get(edit.unit);
    if (edit.verb === "label_unit") return { ...edit, was: stands?.label ?? "" };
    return edit.verb === "comment_unit" ? { ...edit, was: stands?.comment ?? "" } : edit;
  });
}

/** The units that stand; the first of them takes the others in where the one that was to do so is gone. @param {Edit} edit @param {State} state */
function joined(edit, state) {
  const [into, ...units] = [edit.into, ...edit.units].filter((id) => state.images.has(id));
  return units.length ? [{ ...edit, into, units }] : null;
}

/** The parts that are still in the unit, unless those are all of it. @param {Edit} edit @param {State} state */
function divided(edit, state) {
  const there = new Set((state.images.get(edit.unit)?.parts ?? []).map((/** @type {{id: string}} */ part) => part.id));
  const parts = edit.parts.filter((/** @type {string} */ part) => there.has(part));
  return parts.length && parts.length < there.size ? [{ ...edit, new_unit: newId(), parts }] : null;
}
