/**
 * The state of a peer annotation, and its verbs: for units, their parts, and absent SCUs. A snapshot is the plain object of a unit
 * (or of anything else that edits change), as the log stores it. The properties of a verb are described in work/edits/verb.js.
 * @import { Absence, Decision, HistoryStep, Part, Unit } from "../../work/edits/types.js"
 * @typedef {import("../../work/edits/types.js").PeerState} State
 * @import { RefusedGroup } from "../../work/edits/refusals.js"
 */
import { decisionVerbs } from "pyramidion/work/edits/decision_verbs.js";
import { checkNewId, checkUnchanged } from "pyramidion/work/edits/group.js";
import { HISTORY_VERBS } from "pyramidion/work/edits/history.js";
import { newId } from "pyramidion/work/edits/new_id.js";
import { PartIndex } from "pyramidion/work/edits/part_index.js";
import { absorb, flagsOf, joinComments, reshape, withFlags } from "pyramidion/work/edits/parts.js";
import { nameOf, withCurrentText, Refused, saysOfHolder } from "pyramidion/work/edits/verb.js";

/** The prefix of the key of a snapshot that marks an SCU as absent. */
export const ABSENT = "absent:";

/**
 * Converts the page's data to the state of a peer annotation.
 * @param {{next_position: number, units: Unit[], absences?: Absence[], length: number, release: string[],
 *          may_mark_non_matching: boolean, decisions?: Decision[], may_decide?: boolean, reserved?: string[], history?: Record<string, HistoryStep>,
 *          any_order?: boolean}} data length: of the peer's text; release: the ids of the release's SCUs;
 *   any_order: whether the user may undo in any order; may_decide: whether the work is a consensus @returns {State}
 */
export function peerState(data) {
  const { next_position, units, absences = [], decisions = [], length, may_mark_non_matching } = data;
  const { may_decide = false, any_order = false } = data;
  /** @type {Map<string, any>} */
  const snapshots = new Map([...units, ...absences, ...decisions].map((snapshot) => [snapshot.id, snapshot]));
  const release = new Set(data.release);
  const reserved = new Set(data.reserved ?? []);
  const history = new Map(Object.entries(data.history ?? {}));
  return { next_position, length, release, may_mark_non_matching, reserved, snapshots, history, any_order, may_decide };
}

/** Yields the snapshots that are units; other snapshots have keys with a colon. @param {{snapshots: Map<string, any>}} state @returns {Generator<Unit>} */
export function* unitsOf(state) {
  for (const [key, snapshot] of state.snapshots) if (!key.includes(":")) yield snapshot;
}

/** Returns the ids of all parts of a unit. @param {Unit} unit */
export function partIds(unit) {
  return unit.parts.map((part) => part.id);
}

/** Returns the parts of a snapshot, each with its unit (and 0 for the only summary); none if the snapshot is not a unit. @type {import("../../work/edits/part_index.js").PlacedParts} */
export function placedParts({ id, parts = [] }) {
  return parts.map((part) => ({ item: id, summary: 0, part }));
}

/** Returns the unit with this id. Throws Refused if it is gone. @param {State} state @param {string} id @returns {Unit} */
export function existingUnit(state, id) {
  const snapshot = state.snapshots.get(id);
  if (!snapshot) throw new Refused("gone", "That unit is no longer there.");
  return snapshot;
}

/** Returns the unit with this part. Throws Refused if the part is gone. @param {State} state @param {string} id @returns {Unit} */
export function unitOfPart(state, id) {
  const placed = PartIndex.of(state, placedParts).byId.get(id);
  if (!placed) throw new Refused("gone", "That part is no longer there.");
  return existingUnit(state, placed.item);
}

/** Throws Refused if a part ends after the end of the peer. @param {State} state @param {number} end */
function checkEnd(state, end) {
  if (end > state.length) throw new Refused("out_of_text", "The part ends after the end of the summary.");
}

/** Throws Refused unless units may be matched to this SCU (null: non-matching). @param {State} state @param {string | null} scu */
function checkScu(state, scu) {
  if (scu === null && !state.may_mark_non_matching) {
    throw new Refused("gone", "This project does not mark non-matching text.");
  }
  if (scu !== null && !state.release.has(scu)) throw new Refused("gone", "The release has no such SCU.");
}

/** Makes a unit without parts, with the next position of the state. @param {State} state @param {string} id @param {string | null} scu @returns {Unit} */
function newUnit(state, id, scu) {
  return { id, position: state.next_position++, scu, comment: "", parts: [] };
}

/** @type {import("../../work/edits/verb.js").Verbs} */
export const MATCH_VERBS = {
  match_part: {
    fields: ["unit", "part", "scu", "start", "end", "from?"], makes: ["unit", "part"], priority: 21,
    says: ({ scu }) => (scu ? "matched words to an SCU" : "marked words as non-matching"),
    intention: ({ scu }, refused) => `${refused.wordsOf("match_part")} → ${refused.lookup.labelOf(scu)}`,
    keepLabel: "Keep mine as a separate unit",
    rebase: (edit, refused) => ({ ...edit, unit: refused.newIdFor(edit.unit), part: newId() }),
    apply(state, { unit, part, scu, start, end }) {
      if (!state.snapshots.has(unit)) checkScu(state, scu);
      checkNewId(state, placedParts, part);
      checkEnd(state, end);
      let snapshot = state.snapshots.get(unit);
      if (!snapshot) {
        checkNewId(state, placedParts, unit);
        snapshot = newUnit(state, unit, scu);
      } else if (snapshot.scu !== scu) {
        throw new Refused("changed", "The unit has since been matched to another SCU.");
      }
      const after = { ...snapshot, parts: absorb(snapshot.parts, { id: part, start, end }) };
      if (!partIds(after).includes(part)) state.reserved.add(part); // an existing part has absorbed it: no other part may ever get its id
      return { [unit]: after };
    },
  },
  set_part: {
    fields: ["part", "start", "end"], priority: 15,
    says: saysOfHolder("changed the bounds of a part of"), intention: () => "Change the bounds of a part",
    apply(state, { part, start, end }) {
      const snapshot = unitOfPart(state, part);
      checkEnd(state, end);
      return { [snapshot.id]: { ...snapshot, parts: reshape(snapshot.parts, { id: part, start, end }) } };
    },
  },
  remove_part: {
    fields: ["part"], priority: 16,
    says: saysOfHolder("removed a part of"), intention: () => "Remove a part",
    apply(state, { part }) {
      const snapshot = unitOfPart(state, part);
      const parts = snapshot.parts.filter((other) => other.id !== part);
      return { [snapshot.id]: parts.length ? { ...snapshot, parts } : null };
    },
  },
  rematch_unit: {
    fields: ["unit", "scu", "from?"], priority: 22,
    says: ({ scu }) => (scu ? "matched a unit to another SCU" : "marked a unit as non-matching"), intention: ({ scu }, { lookup }) => `Match to “${lookup.labelOf(scu)}”`,
    apply(state, { unit, scu }) {
      const snapshot = existingUnit(state, unit);
      checkScu(state, scu);
      return { [unit]: { ...snapshot, scu } };
    },
  },
  /** The new unit gets these parts and the same match; the comment stays with the old unit. */
  split_unit: {
    fields: ["unit", "new_unit", "parts"], makes: ["new_unit"], priority: 23,
    says: () => "split a unit", intention: () => "Make a new unit of some parts",
    alternative: splitRemaining,
    apply(state, { unit, new_unit, parts }) {
      const snapshot = existingUnit(state, unit);
      const chosen = new Set(parts);
      checkNewId(state, placedParts, new_unit);
      const presentIds = partIds(snapshot);
      if (![...chosen].every((id) => presentIds.includes(id))) throw new Refused("gone", "A part is no longer in that unit.");
      if (chosen.size === presentIds.length) throw new Refused("changed", "A part must stay in the unit.");
      return {
        [unit]: { ...snapshot, parts: snapshot.parts.filter((part) => !chosen.has(part.id)) },
        [new_unit]: { ...newUnit(state, new_unit, snapshot.scu), parts: snapshot.parts.filter((part) => chosen.has(part.id)) },
      };
    },
  },
  /** `into` keeps its match and its label; comments and flags are combined. */
  join_units: {
    fields: ["into", "units"], priority: 24,
    says: () => "joined units", intention: ({ units }) => `Join ${units.length + 1} units into one`,
    alternative: joinRemaining,
    apply(state, { into, units }) {
      let joined = existingUnit(state, into);
      /** @type {Record<string, Unit | null>} */
      const after = {};
      for (const id of units) {
        const other = existingUnit(state, id);
        const comment = joinComments(joined.comment, other.comment);
        joined = withFlags({ ...joined, comment, parts: other.parts.reduce(absorb, joined.parts) }, flagsOf(joined, other));
        after[id] = null;
      }
      return { [into]: joined, ...after };
    },
  },
  label_unit: {
    fields: ["unit", "label", "was"], priority: 25,
    says: () => "labelled a unit", intention: ({ label }) => `Label: ${label}`,
    textNow: (_, unit) => unit?.label ?? "",
    rebase: withCurrentText("unit"),
    apply(state, { unit, label, was }) {
      const snapshot = existingUnit(state, unit);
      checkUnchanged(snapshot.label ?? "", was, "The label has since been changed.");
      const { label: _, ...withoutLabel } = snapshot;
      return { [unit]: label ? { ...withoutLabel, label } : withoutLabel };
    },
  },
  comment_unit: {
    fields: ["unit", "comment", "was"], priority: 26,
    says: () => "commented on a unit", intention: ({ comment }) => `Comment: ${comment}`,
    textNow: (_, unit) => unit?.comment,
    rebase: withCurrentText("unit"),
    apply(state, { unit, comment, was }) {
      const snapshot = existingUnit(state, unit);
      checkUnchanged(snapshot.comment, was);
      return { [unit]: { ...snapshot, comment } };
    },
  },
  remove_unit: {
    fields: ["unit"], priority: 27,
    says: () => "removed a unit", intention: () => "Remove the match",
    apply(state, { unit }) {
      existingUnit(state, unit);
      return { [unit]: null };
    },
  },
  flag: {
    fields: ["unit", "reason"], priority: 17,
    says: ({ unit, reason }, snapshots) => `flagged ${nameOf(unit, snapshots)} as ${reason}`,
    intention: ({ reason }) => `Flag the unit as ${reason}`,
    apply(state, { unit, reason }) {
      const snapshot = existingUnit(state, unit);
      return { [unit]: withFlags(snapshot, [...flagsOf(snapshot), reason]) };
    },
  },
  unflag: {
    fields: ["unit", "reason"], priority: 18,
    says: ({ unit, reason }, snapshots) => `unflagged ${nameOf(unit, snapshots)} as ${reason}`,
    intention: ({ reason }) => `Remove the flag “${reason}”`,
    apply(state, { unit, reason }) {
      const snapshot = existingUnit(state, unit);
      return { [unit]: withFlags(snapshot, flagsOf(snapshot).filter((other) => other !== reason)) };
    },
  },
  mark_absent: {
    fields: ["scu"], priority: 28,
    says: () => "marked an SCU as absent", intention: ({ scu }, refused) => `${refused.quotedLabel(scu)} is absent`,
    apply(state, { scu }) {
      checkScu(state, scu);
      return { [`${ABSENT}${scu}`]: { id: `${ABSENT}${scu}`, scu } };
    },
  },
  unmark_absent: {
    fields: ["scu"], priority: 29,
    says: () => "removed the mark of an absent SCU", intention: ({ scu }, refused) => `${refused.quotedLabel(scu)} is not absent`,
    apply(state, { scu }) {
      checkScu(state, scu);
      return { [`${ABSENT}${scu}`]: null };
    },
  },
  ...decisionVerbs("units", existingUnit),
  ...HISTORY_VERBS,
};

/** Returns the alternative to join the units that still exist, into the first of them if `into` is gone; null if fewer than two exist. @param {RefusedGroup} refused */
function joinRemaining({ group: { edits: [edit] }, state }) {
  const [into, ...units] = [edit.into, ...edit.units].filter((id) => state.snapshots.has(id));
  return units.length ? { name: "Join the units that exist", edits: [{ ...edit, into, units }] } : null;
}

/** Returns the alternative to split off the parts that are still in the unit; null if none is, or if no other part would be left. @param {RefusedGroup} refused */
function splitRemaining({ group: { edits: [edit] }, state }) {
  const presentIds = new Set((state.snapshots.get(edit.unit)?.parts ?? []).map((/** @type {Part} */ part) => part.id));
  const parts = edit.parts.filter((/** @type {string} */ part) => presentIds.has(part));
  const isProperSubset = parts.length && parts.length < presentIds.size;
  return isProperSubset ? { name: "Split off the parts that exist", edits: [{ ...edit, new_unit: newId(), parts }] } : null;
}
