// @ts-check
/**
 * Verbs of units, their parts, and SCUs that were looked for in vain: from state and edit to the touched images.
 * @typedef {import("../../work/edits/types.js").Unit} Unit
 * @typedef {import("../../work/edits/types.js").Absence} Absence
 * @typedef {import("../../work/edits/types.js").PeerState} State
 * @typedef {Record<string, Unit | Absence | null>} Touched
 */
import { flagsOf, withFlags } from "pyramidion/work/edits/flags.js";
import { checkNewId } from "pyramidion/work/edits/group.js";
import { absorb, joinComments, reshape } from "pyramidion/work/edits/parts.js";
import { Refused } from "pyramidion/work/edits/refused.js";
import { ABSENT, checkEnd, checkScu, owning, partIds, standing } from "pyramidion/matching/edits/unit_images.js";

/** @param {State} state @param {string} id @param {string | null} scu @returns {Unit} */
function newUnit(state, id, scu) {
  return { id, position: state.next_position++, scu, comment: "", parts: [] };
}

/** @type {Record<string, (state: State, edit: any) => Touched>} */
export const UNIT_VERBS = {
  match_part(state, { unit, part, scu, start, end }) {
    if (!state.images.has(unit)) checkScu(state, scu);
    checkNewId(state, partIds, part);
    checkEnd(state, end);
    let image = state.images.get(unit);
    if (!image) {
      checkNewId(state, partIds, unit);
      image = newUnit(state, unit, scu);
    } else if (image.scu !== scu) {
      throw new Refused("changed", "The unit has been matched to another SCU meanwhile.");
    }
    const after = { ...image, parts: absorb(image.parts, { id: part, start, end }) };
    if (!partIds(after).includes(part)) state.reserved.add(part);
    return { [unit]: after };
  },
  set_part(state, { part, start, end }) {
    const image = owning(state, part);
    checkEnd(state, end);
    return { [image.id]: { ...image, parts: reshape(image.parts, { id: part, start, end }) } };
  },
  remove_part(state, { part }) {
    const image = owning(state, part);
    const parts = image.parts.filter((other) => other.id !== part);
    return { [image.id]: parts.length ? { ...image, parts } : null };
  },
  rematch_unit(state, { unit, scu }) {
    const image = standing(state, unit);
    checkScu(state, scu);
    return { [unit]: { ...image, scu } };
  },
  /** The new unit has the parts that go and the same match; the comment stays. */
  split_unit(state, { unit, new_unit, parts }) {
    const image = standing(state, unit);
    const chosen = new Set(parts);
    checkNewId(state, partIds, new_unit);
    const there = partIds(image);
    if (![...chosen].every((id) => there.includes(id))) throw new Refused("gone", "A part is no longer in that unit.");
    if (chosen.size === there.length) throw new Refused("changed", "A part must stay in the unit.");
    return {
      [unit]: { ...image, parts: image.parts.filter((part) => !chosen.has(part.id)) },
      [new_unit]: { ...newUnit(state, new_unit, image.scu), parts: image.parts.filter((part) => chosen.has(part.id)) },
    };
  },
  /** `into` keeps its match and its label; comments and flags are gathered. */
  join_units(state, { into, units }) {
    let image = standing(state, into);
    /** @type {Touched} */
    const after = {};
    for (const key of units) {
      const other = standing(state, key);
      const comment = joinComments(image.comment, other.comment);
      image = withFlags({ ...image, comment, parts: other.parts.reduce(absorb, image.parts) }, flagsOf(image, other));
      after[key] = null;
    }
    return { [into]: image, ...after };
  },
  label_unit(state, { unit, label, was }) {
    const image = standing(state, unit);
    if ((image.label ?? "") !== was) throw new Refused("changed", "The label has been changed meanwhile.");
    const { label: _, ...bare } = image;
    return { [unit]: label ? { ...bare, label } : bare };
  },
  comment_unit(state, { unit, comment, was }) {
    const image = standing(state, unit);
    if (image.comment !== was) throw new Refused("changed", "The comment has been changed meanwhile.");
    return { [unit]: { ...image, comment } };
  },
  remove_unit(state, { unit }) {
    standing(state, unit);
    return { [unit]: null };
  },
  flag(state, { unit, reason }) {
    const image = standing(state, unit);
    return { [unit]: withFlags(image, [...flagsOf(image), reason]) };
  },
  unflag(state, { unit, reason }) {
    const image = standing(state, unit);
    return { [unit]: withFlags(image, flagsOf(image).filter((other) => other !== reason)) };
  },
  mark_absent(state, { scu }) {
    checkScu(state, scu);
    return { [`${ABSENT}${scu}`]: { id: `${ABSENT}${scu}`, scu } };
  },
  unmark_absent(state, { scu }) {
    checkScu(state, scu);
    return { [`${ABSENT}${scu}`]: null };
  },
};
