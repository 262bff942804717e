/**
 * Verbs for parts and contributors, and for setting text aside (leaving it out on purpose); work/edits/verb.js describes their properties.
 * @import { Aside, Contributor, Scu } from "../../work/edits/types.js"
 * @typedef {import("../../work/edits/types.js").PyramidState} State
 * @import { RefusedGroup } from "../../work/edits/refusals.js"
 */
import { checkNewId, checkUnchanged } from "pyramidion/work/edits/group.js";
import { newId } from "pyramidion/work/edits/new_id.js";
import { reshape } from "pyramidion/work/edits/parts.js";
import { Refused, withCurrentText, saysOf, saysOfHolder } from "pyramidion/work/edits/verb.js";
import { ASIDE, checkSpan, contributorOf, existingScu, scuIdOfPart, joinContributor, partIds, placedParts, locatePart, withContributor } from "pyramidion/pyramids/edits/scu_snapshots.js";
import { addedWords } from "pyramidion/pyramids/edits/scu_verbs.js";

/**
 * Returns the SCU with a new part. If an existing part absorbs it, the new part's id is reserved: no part may ever get it.
 * @param {State} state @param {Scu} snapshot @param {number} summary @param {import("../../work/edits/types.js").Part} part
 */
function withNewPart(state, snapshot, summary, part) {
  const after = joinContributor(snapshot, { summary, comment: "", parts: [part] });
  if (!partIds(after).includes(part.id)) state.reserved.add(part.id);
  return after;
}

/** Returns the contributor without a part. @param {Contributor} contributor @param {string} part @returns {Contributor} */
function withoutPart(contributor, part) {
  return { ...contributor, parts: contributor.parts.filter((other) => other.id !== part) };
}

/** Returns the spans of a summary that are set aside. @param {State} state @param {number} summary @returns {[number, number][]} */
function asideSpans(state, summary) {
  const aside = /** @type {Aside | undefined} */ (/** @type {any} */ (state.snapshots.get(`${ASIDE}${summary}`)));
  return aside?.spans ?? [];
}

/** Returns the change that replaces the set-aside spans of a summary. @param {number} summary @param {[number, number][]} spans */
function changedAside(summary, spans) {
  const id = `${ASIDE}${summary}`;
  const sorted = spans.toSorted((a, b) => a[0] - b[0]);
  return { [id]: spans.length ? { id, summary, spans: sorted } : null };
}

/** @type {import("../../work/edits/verb.js").Verbs} */
export const PART_VERBS = {
  add_part: {
    fields: ["part", "scu", "summary", "start", "end", "from?"], makes: ["part"], priority: 14,
    says: saysOf("scu", "added words to"), intention: addedWords,
    alternative: addToNewScu,
    apply(state, { part, scu, summary, start, end }) {
      const snapshot = existingScu(state, scu);
      checkNewId(state, placedParts, part);
      checkSpan(state, summary, end);
      return { [scu]: withNewPart(state, snapshot, summary, { id: part, start, end }) };
    },
  },
  set_part: {
    fields: ["part", "start", "end"], priority: 15,
    says: saysOfHolder("changed the bounds of a part of"), intention: () => "Change the bounds of a part",
    apply(state, { part, start, end }) {
      const { scu, contributor } = locatePart(state, part);
      checkSpan(state, contributor.summary, end);
      const parts = reshape(contributor.parts, { id: part, start, end });
      return { [scu.id]: withContributor(scu, { ...contributor, parts }) };
    },
  },
  remove_part: {
    fields: ["part"], priority: 16,
    says: saysOfHolder("removed a part of"), intention: () => "Remove a part",
    apply(state, { part }) {
      const { scu, contributor } = locatePart(state, part);
      return { [scu.id]: withContributor(scu, withoutPart(contributor, part)) };
    },
  },
  move_part: {
    fields: ["part", "to_scu"], priority: 7, main: true,
    says: saysOf("to_scu", "moved a part to"), intention: ({ to_scu }, refused) => `Move a part to ${refused.quotedLabel(to_scu)}`,
    alternative: placeElsewhere,
    apply(state, { part, to_scu }) {
      const source = locatePart(state, part);
      const target = existingScu(state, to_scu);
      if (source.scu === target) throw new Refused("changed", "The part is in that SCU already.");
      const { summary } = source.contributor;
      const remaining = withContributor(source.scu, withoutPart(source.contributor, part));
      return { [remaining.id]: remaining, [to_scu]: joinContributor(target, { summary, comment: "", parts: [source.part] }) };
    },
  },
  copy_part: {
    fields: ["part", "to_scu", "new_part"], makes: ["new_part"], priority: 8, main: true,
    says: saysOf("to_scu", "copied a part to"), intention: ({ to_scu }, refused) => `Copy a part to ${refused.quotedLabel(to_scu)}`,
    alternative: placeElsewhere,
    apply(state, { part, to_scu, new_part }) {
      const source = locatePart(state, part);
      const target = existingScu(state, to_scu);
      checkNewId(state, placedParts, new_part);
      return { [to_scu]: withNewPart(state, target, source.contributor.summary, { ...source.part, id: new_part }) };
    },
  },
  move_contributor: {
    fields: ["scu", "summary", "to_scu"], priority: 6, main: true,
    says: saysOf("to_scu", "moved a contributor to"),
    intention: ({ to_scu }, refused) => `Move a contributor to ${refused.quotedLabel(to_scu)}`,
    alternative: placeElsewhere,
    apply(state, { scu, summary, to_scu }) {
      const source = existingScu(state, scu);
      const target = existingScu(state, to_scu);
      const contributor = contributorOf(source, summary);
      const remaining = withContributor(source, { ...contributor, parts: [] });
      return { [scu]: remaining, [to_scu]: joinContributor(target, contributor) };
    },
  },
  remove_contributor: {
    fields: ["scu", "summary"], priority: 9,
    says: saysOf("scu", "removed a contributor of"), intention: () => "Remove a contributor",
    apply(state, { scu, summary }) {
      const snapshot = existingScu(state, scu);
      return { [scu]: withContributor(snapshot, { ...contributorOf(snapshot, summary), parts: [] }) };
    },
  },
  comment_contributor: {
    fields: ["scu", "summary", "comment", "was"], priority: 12,
    says: saysOf("scu", "commented on a contributor of"), intention: ({ comment }) => `Comment: ${comment || "none"}`,
    textNow: ({ summary }, scu) => scu.contributors.find((/** @type {Contributor} */ contributor) => contributor.summary === summary)?.comment,
    rebase: withCurrentText("scu"),
    apply(state, { scu, summary, comment, was }) {
      const snapshot = existingScu(state, scu);
      const contributor = contributorOf(snapshot, summary);
      checkUnchanged(contributor.comment, was);
      return { [scu]: withContributor(snapshot, { ...contributor, comment }) };
    },
  },
  /** The new span is joined with the set-aside spans that it overlaps or touches. */
  set_aside: {
    fields: ["summary", "start", "end"], priority: 21,
    says: () => "set text aside", intention: (edit, { lookup }) => `Set aside: ${lookup.words(edit)}`,
    apply(state, { summary, start, end }) {
      checkSpan(state, summary, end);
      const spans = asideSpans(state, summary);
      const joined = spans.filter(([low, high]) => low <= end && start <= high);
      const low = Math.min(start, ...joined.map((span) => span[0]));
      const high = Math.max(end, ...joined.map((span) => span[1]));
      return changedAside(summary, [...spans.filter((span) => !joined.includes(span)), [low, high]]);
    },
  },
  unset_aside: {
    fields: ["summary", "start", "end"], priority: 22,
    says: () => "included text that had been set aside", intention: (edit, { lookup }) => `Include again: ${lookup.words(edit)}`,
    apply(state, { summary, start, end }) {
      checkSpan(state, summary, end);
      /** @type {[number, number][]} */
      const remaining = [];
      for (const [low, high] of asideSpans(state, summary)) {
        if (low < Math.min(high, start)) remaining.push([low, Math.min(high, start)]);
        if (Math.max(low, end) < high) remaining.push([Math.max(low, end), high]);
      }
      return changedAside(summary, remaining);
    },
  },
};

/**
 * Returns the alternative of adding the words to a new SCU with the label of the deleted SCU. Null unless all edits add
 * words, and exactly one of their SCUs has been deleted.
 * @param {RefusedGroup} refused
 */
function addToNewScu({ group, state, lookup }) {
  const deletedScus = new Set(group.edits.map((edit) => edit.scu).filter((id) => id && !state.snapshots.has(id)));
  if (!group.edits.every((edit) => edit.verb === "add_part") || deletedScus.size !== 1) return null;
  const [deleted] = deletedScus;
  const scu = newId();
  const partEdits = group.edits.map((edit) => ({ ...edit, scu: edit.scu === deleted ? scu : edit.scu, part: newId() }));
  return { name: "Keep mine in a new SCU", edits: [{ verb: "create_scu", scu, label: lookup.labelOf(deleted) }, ...partEdits] };
}

/**
 * Returns the alternative of moving or copying to another SCU, if the target is gone: to the SCU that the target was
 * merged into, or to a new SCU if it was deleted. Null if the target exists, or the part or contributor is gone.
 * @param {RefusedGroup} refused
 */
function placeElsewhere(refused) {
  const { group, state, lookup } = refused;
  const [edit] = group.edits;
  const target = edit.to_scu;
  if (group.edits.length !== 1 || state.snapshots.has(target) || !hasSource(edit, state)) return null;
  const newPart = edit.new_part ? { new_part: newId() } : {};
  const into = refused.mergedInto(target);
  if (into && into !== scuIdOf(edit, state)) return { name: "Use the merged SCU", edits: [{ ...edit, ...newPart, to_scu: into }] };
  if (into) return null;
  const scu = newId();
  return { name: "Keep mine in a new SCU", edits: [{ verb: "create_scu", scu, label: lookup.labelOf(target) }, { ...edit, ...newPart, to_scu: scu }] };
}

/** Whether the part or contributor of an edit still exists. @param {any} edit @param {State} state */
function hasSource(edit, state) {
  const scu = state.snapshots.get(scuIdOf(edit, state));
  return Boolean(scu) && (!edit.scu || scu.contributors.some((/** @type {Contributor} */ contributor) => contributor.summary === edit.summary));
}

/** Returns the id of the SCU that has the part or contributor of an edit; "" if the part is gone. @param {any} edit @param {State} state */
const scuIdOf = (edit, state) => edit.scu || scuIdOfPart(state, edit.part);
