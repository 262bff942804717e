// @ts-check
/**
 * Verbs of parts and contributors, and of text that is set aside: from state and edit to the touched images.
 * @typedef {import("../../work/edits/types.js").Scu} Scu
 * @typedef {import("../../work/edits/types.js").Aside} Aside
 * @typedef {import("../../work/edits/types.js").Contributor} Contributor
 * @typedef {import("../../work/edits/types.js").PyramidState} State
 * @typedef {Record<string, Scu | Aside | null>} Touched
 */
import { checkNewId } from "pyramidion/work/edits/group.js";
import { reshape } from "pyramidion/work/edits/parts.js";
import { Refused } from "pyramidion/work/edits/refused.js";
import {
  ASIDE,
  checkSpan,
  checkWas,
  contributorOf,
  joinContributor,
  owning,
  partIds,
  standing,
  withContributor,
} from "pyramidion/pyramids/edits/scu_images.js";

/**
 * The SCU with a new part; its id is used up if another part takes the words in.
 * @param {State} state @param {Scu} image @param {number} summary @param {import("../../work/edits/types.js").Part} part
 */
function withNewPart(state, image, summary, part) {
  const after = joinContributor(image, { summary, comment: "", parts: [part] });
  if (!partIds(after).includes(part.id)) state.reserved.add(part.id);
  return after;
}

/** @param {Contributor} contributor @param {string} part @returns {Contributor} */
function without(contributor, part) {
  return { ...contributor, parts: contributor.parts.filter((other) => other.id !== part) };
}

/** @param {State} state @param {number} summary @returns {[number, number][]} */
function asideSpans(state, summary) {
  const image = /** @type {Aside | undefined} */ (/** @type {any} */ (state.images.get(`${ASIDE}${summary}`)));
  return image?.spans ?? [];
}

/** @param {number} summary @param {[number, number][]} spans @returns {Touched} */
function aside(summary, spans) {
  const id = `${ASIDE}${summary}`;
  const sorted = spans.toSorted((a, b) => a[0] - b[0]);
  return { [id]: spans.length ? { id, summary, spans: sorted } : null };
}

/** @type {Record<string, (state: State, edit: any) => Touched>} */
export const PART_VERBS = {
  add_part(state, { part, scu, summary, start, end }) {
    const image = standing(state, scu);
    checkNewId(state, partIds, part);
    checkSpan(state, summary, end);
    return { [scu]: withNewPart(state, image, summary, { id: part, start, end }) };
  },
  set_part(state, { part, start, end }) {
    const { image, contributor } = owning(state, part);
    checkSpan(state, contributor.summary, end);
    const parts = reshape(contributor.parts, { id: part, start, end });
    return { [image.id]: withContributor(image, { ...contributor, parts }) };
  },
  remove_part(state, { part }) {
    const { image, contributor } = owning(state, part);
    return { [image.id]: withContributor(image, without(contributor, part)) };
  },
  move_part(state, { part, to_scu }) {
    const found = owning(state, part);
    const target = standing(state, to_scu);
    if (found.image === target) throw new Refused("changed", "The part is in that SCU already.");
    const { summary } = found.contributor;
    const left = withContributor(found.image, without(found.contributor, part));
    return { [left.id]: left, [to_scu]: joinContributor(target, { summary, comment: "", parts: [found.part] }) };
  },
  copy_part(state, { part, to_scu, new_part }) {
    const found = owning(state, part);
    const target = standing(state, to_scu);
    checkNewId(state, partIds, new_part);
    return { [to_scu]: withNewPart(state, target, found.contributor.summary, { ...found.part, id: new_part }) };
  },
  move_contributor(state, { scu, summary, to_scu }) {
    const source = standing(state, scu);
    const target = standing(state, to_scu);
    const contributor = contributorOf(source, summary);
    const left = withContributor(source, { ...contributor, parts: [] });
    return { [scu]: left, [to_scu]: joinContributor(target, contributor) };
  },
  remove_contributor(state, { scu, summary }) {
    const image = standing(state, scu);
    return { [scu]: withContributor(image, { ...contributorOf(image, summary), parts: [] }) };
  },
  comment_contributor(state, { scu, summary, comment, was }) {
    const image = standing(state, scu);
    const contributor = contributorOf(image, summary);
    checkWas(contributor.comment, was, "The comment has been changed meanwhile.");
    return { [scu]: withContributor(image, { ...contributor, comment }) };
  },
  /** Spans that meet or touch become one. */
  set_aside(state, { summary, start, end }) {
    checkSpan(state, summary, end);
    const spans = asideSpans(state, summary);
    const met = spans.filter(([low, high]) => low <= end && start <= high);
    const low = Math.min(start, ...met.map((span) => span[0]));
    const high = Math.max(end, ...met.map((span) => span[1]));
    return aside(summary, [...spans.filter((span) => !met.includes(span)), [low, high]]);
  },
  unset_aside(state, { summary, start, end }) {
    checkSpan(state, summary, end);
    /** @type {[number, number][]} */
    const left = [];
    for (const [low, high] of asideSpans(state, summary)) {
      if (low < Math.min(high, start)) left.push([low, Math.min(high, start)]);
      if (Math.max(low, end) < high) left.push([Math.max(low, end), high]);
    }
    return aside(summary, left);
  },
};
