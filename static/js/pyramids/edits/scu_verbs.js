// @ts-check
/**
 * Verbs that make, change and take away whole SCUs: from state and edit to the touched images (null: gone).
 * @typedef {import("../../work/edits/types.js").Scu} Scu
 * @typedef {import("../../work/edits/types.js").PyramidState} State
 * @typedef {Record<string, Scu | null>} Touched
 */
import { flagsOf, withFlags } from "pyramidion/work/edits/flags.js";
import { checkNewId } from "pyramidion/work/edits/group.js";
import { joinComments } from "pyramidion/work/edits/parts.js";
import { Refused } from "pyramidion/work/edits/refused.js";
import {
  checkWas,
  contributorOf,
  joinContributor,
  partIds,
  positionAfter,
  standing,
  withContributor,
} from "pyramidion/pyramids/edits/scu_images.js";

/** @param {State} state @param {string} id @param {string} label @param {string | null} after @returns {Scu} */
function newScu(state, id, label, after) {
  const position = (after && positionAfter(state, after)) ?? state.next_position++;
  return { id, uid: state.next_uid++, position: Number(position), label, comment: "", contributors: [] };
}

/** @param {State} state @param {any} edit @param {(flags: string[]) => string[]} change @returns {Touched} */
function flagging(state, { scu, summary }, change) {
  const image = standing(state, scu);
  if (summary === undefined) return { [scu]: withFlags(image, change(flagsOf(image))) };
  const contributor = contributorOf(image, summary);
  return { [scu]: withContributor(image, withFlags(contributor, change(flagsOf(contributor)))) };
}

/** @type {Record<string, (state: State, edit: any) => Touched>} */
export const SCU_VERBS = {
  create_scu(state, { scu, label = "", after = null }) {
    checkNewId(state, partIds, scu);
    return { [scu]: newScu(state, scu, label, after) };
  },
  relabel_scu(state, { scu, label, was }) {
    const image = standing(state, scu);
    checkWas(image.label, was, `The label has been changed to “${image.label}” meanwhile.`);
    return { [scu]: { ...image, label } };
  },
  comment_scu(state, { scu, comment, was }) {
    const image = standing(state, scu);
    checkWas(image.comment, was, "The comment has been changed meanwhile.");
    return { [scu]: { ...image, comment } };
  },
  reorder_scu(state, { scu, after }) {
    const image = standing(state, scu);
    return { [scu]: { ...image, position: positionAfter(state, after, scu) ?? state.next_position++ } };
  },
  delete_scu(state, { scu }) {
    standing(state, scu);
    return { [scu]: null };
  },
  merge_scus(state, { into, scus }) {
    let image = standing(state, into);
    /** @type {Touched} */
    const after = {};
    for (const key of scus) {
      const merged = standing(state, key);
      image = merged.contributors.reduce(joinContributor, image);
      image = { ...image, comment: joinComments(image.comment, merged.comment) };
      image = withFlags(image, flagsOf(image, merged));
      after[key] = null;
    }
    return { [into]: image, ...after };
  },
  /** Any parts may go to the new SCU, so that one contributor can be divided; a comment stays with what stays. */
  split_scu(state, { scu, new_scu, parts, label = "" }) {
    const image = standing(state, scu);
    const chosen = new Set(parts);
    checkNewId(state, partIds, new_scu);
    const there = new Set(partIds(image));
    if (![...chosen].every((id) => there.has(id))) throw new Refused("gone", "A part is no longer in that SCU.");
    let made = newScu(state, new_scu, label, scu);
    let left = image;
    for (const contributor of image.contributors) {
      const going = contributor.parts.filter((part) => chosen.has(part.id));
      const staying = contributor.parts.filter((part) => !chosen.has(part.id));
      if (!going.length) continue;
      const moved = { summary: contributor.summary, comment: "", parts: going };
      made = withContributor(made, staying.length ? moved : contributor);
      left = withContributor(left, { ...contributor, parts: staying });
    }
    return { [scu]: left, [new_scu]: made };
  },
  flag(state, edit) {
    return flagging(state, edit, (flags) => [...flags, edit.reason]);
  },
  unflag(state, edit) {
    return flagging(state, edit, (flags) => flags.filter((reason) => reason !== edit.reason));
  },
};
