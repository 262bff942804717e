/**
 * Verbs that create, change and delete whole SCUs. The properties of a verb are described in work/edits/verb.js.
 * @import { Scu } from "../../work/edits/types.js"
 * @typedef {import("../../work/edits/types.js").PyramidState} State
 * @import { RefusedGroup } from "../../work/edits/refusals.js"
 */
import { checkNewId, checkWas } from "pyramidion/work/edits/group.js";
import { newId } from "pyramidion/work/edits/new_id.js";
import { flagsOf, joinComments, withFlags } from "pyramidion/work/edits/parts.js";
import { Refused, nameOf, withCurrentText, saysOf } from "pyramidion/work/edits/verb.js";
import { contributorOf, existingScu, joinContributor, partIds, positionAfter, withContributor } from "pyramidion/pyramids/edits/scu_images.js";

/** @param {State} state @param {string} id @param {string} label @param {string | null} after @returns {Scu} */
function newScu(state, id, label, after) {
  const position = (after && positionAfter(state, after)) ?? state.next_position++;
  return { id, uid: state.next_uid++, position: Number(position), label, comment: "", contributors: [] };
}

/** Changes the flags of an SCU or, if the edit names a summary, of its contributor. @param {State} state @param {any} edit @param {(flags: string[]) => string[]} change */
function withChangedFlags(state, { scu, summary }, change) {
  const image = existingScu(state, scu);
  if (summary === undefined) return { [scu]: withFlags(image, change(flagsOf(image))) };
  const contributor = contributorOf(image, summary);
  return { [scu]: withContributor(image, withFlags(contributor, change(flagsOf(contributor)))) };
}

/** What a new SCU should have had: the words of the group. @param {any} edit @param {RefusedGroup} refused */
export const wantsWords = (edit, refused) => refused.wordsOf("add_part") || "A new SCU";

/** @type {import("../../work/edits/verb.js").Verbs} */
export const SCU_VERBS = {
  create_scu: {
    fields: ["scu", "label?", "after?", "from?"], makes: ["scu"], rank: 4,
    says: saysOf("scu", "made"), wants: wantsWords,
    apply(state, { scu, label = "", after = null }) {
      checkNewId(state, partIds, scu);
      return { [scu]: newScu(state, scu, label, after) };
    },
  },
  relabel_scu: {
    fields: ["scu", "label", "was"], rank: 10,
    says: saysOf("scu", "relabelled"), wants: ({ label }) => (label ? `Label: ${label}` : "No label"),
    textNow: (_, scu) => scu.label,
    rebased: withCurrentText("scu"),
    alternative: relabelElsewhere,
    apply(state, { scu, label, was }) {
      const image = existingScu(state, scu);
      checkWas(image.label, was, `The label has been changed to “${image.label}” meanwhile.`);
      return { [scu]: { ...image, label } };
    },
  },
  comment_scu: {
    fields: ["scu", "comment", "was"], rank: 11,
    says: saysOf("scu", "commented on"), wants: ({ comment }) => `Comment: ${comment || "none"}`,
    textNow: (_, scu) => scu.comment,
    rebased: withCurrentText("scu"),
    apply(state, { scu, comment, was }) {
      const image = existingScu(state, scu);
      checkWas(image.comment, was);
      return { [scu]: { ...image, comment } };
    },
  },
  reorder_scu: {
    fields: ["scu", "after"], rank: 13,
    says: ({ scu }, images) => `moved ${nameOf(scu, images)} in the list`,
    wants: ({ scu }, refused) => `Move ${refused.quotedLabel(scu)} in the list`,
    apply(state, { scu, after }) {
      const image = existingScu(state, scu);
      return { [scu]: { ...image, position: positionAfter(state, after, scu) ?? state.next_position++ } };
    },
  },
  delete_scu: {
    fields: ["scu"], rank: 5,
    says: saysOf("scu", "deleted"), wants: () => "Delete the SCU",
    apply: (state, { scu }) => ({ [existingScu(state, scu).id]: null }),
  },
  merge_scus: {
    fields: ["into", "scus"], rank: 2,
    says({ into, scus }, images) {
      const merged = scus.length === 1 ? nameOf(scus[0], { before: images.before, after: {} }) : `${scus.length} SCUs`;
      return `merged ${merged} into ${nameOf(into, images)}`;
    },
    wants: ({ into, scus }, refused) =>
      `Merge ${scus.map((/** @type {string} */ id) => refused.quotedLabel(id)).join(", ")} into ${refused.quotedLabel(into)}`,
    alternative: mergeRemaining,
    apply(state, { into, scus }) {
      let image = existingScu(state, into);
      /** @type {Record<string, Scu | null>} */
      const after = {};
      for (const key of scus) {
        const merged = existingScu(state, key);
        image = merged.contributors.reduce(joinContributor, image);
        image = withFlags({ ...image, comment: joinComments(image.comment, merged.comment) }, flagsOf(image, merged));
        after[key] = null;
      }
      return { [into]: image, ...after };
    },
  },
  /** A contributor can be divided: some of its parts move to the new SCU, and its comment stays with the others. */
  split_scu: {
    fields: ["scu", "new_scu", "parts", "label?"], makes: ["new_scu"], rank: 3, main: true,
    says: ({ scu }, images) => `split ${nameOf(scu, images)} into two`,
    wants: ({ scu, label }, refused) => `Split ${refused.quotedLabel(scu)}${label ? ", with a new SCU “" + label + "”" : ""}`,
    apply(state, { scu, new_scu, parts, label = "" }) {
      const image = existingScu(state, scu);
      const chosen = new Set(parts);
      checkNewId(state, partIds, new_scu);
      const present = new Set(partIds(image));
      if (![...chosen].every((id) => present.has(id))) throw new Refused("gone", "A part is no longer in that SCU.");
      let created = newScu(state, new_scu, label, scu);
      let remaining = image;
      for (const contributor of image.contributors) {
        const moving = contributor.parts.filter((part) => chosen.has(part.id));
        const staying = contributor.parts.filter((part) => !chosen.has(part.id));
        if (!moving.length) continue;
        const moved = { summary: contributor.summary, comment: "", parts: moving };
        created = withContributor(created, staying.length ? moved : contributor);
        remaining = withContributor(remaining, { ...contributor, parts: staying });
      }
      return { [scu]: remaining, [new_scu]: created };
    },
  },
  flag: {
    fields: ["scu", "summary?", "reason"], rank: 17,
    says: ({ scu, reason }, images) => `flagged ${nameOf(scu, images)} as ${reason}`,
    wants: ({ scu, reason }, refused) => `Flag ${refused.quotedLabel(scu)}: ${reason}`,
    apply: (state, edit) => withChangedFlags(state, edit, (flags) => [...flags, edit.reason]),
  },
  unflag: {
    fields: ["scu", "summary?", "reason"], rank: 18,
    says: ({ scu, reason }, images) => `unflagged ${nameOf(scu, images)} as ${reason}`,
    wants: ({ scu, reason }, refused) => `Remove the flag “${reason}” from ${refused.quotedLabel(scu)}`,
    apply: (state, edit) => withChangedFlags(state, edit, (flags) => flags.filter((reason) => reason !== edit.reason)),
  },
};

/**
 * Keeps a label for a deleted SCU: relabels the SCU that it was merged into, else makes the SCU again with this label.
 * @param {RefusedGroup} refused
 */
function relabelElsewhere(refused) {
  const { group, state, lookup } = refused;
  const [edit] = group.edits;
  if (group.edits.length !== 1 || state.images.has(edit.scu)) return null;
  const into = state.images.get(refused.mergedInto(edit.scu));
  if (into) return { name: "Label the merged SCU", edits: [{ ...edit, scu: into.id, was: into.label }] };
  const scu = newId();
  const parts = (lookup.lastSent?.(edit.scu)?.contributors ?? []).flatMap((/** @type {any} */ { summary, parts: oldParts }) =>
    oldParts.map((/** @type {any} */ { start, end }) => ({ verb: "add_part", part: newId(), scu, summary, start, end })));
  return { name: "Make it again", edits: [{ verb: "create_scu", scu, label: edit.label }, ...parts] };
}

/**
 * Repeats merges after others have merged some of these SCUs: uses the SCUs that they were merged into.
 * @param {RefusedGroup} refused
 */
function mergeRemaining(refused) {
  const { edits: merges } = refused.group;
  if (!merges.every((edit) => edit.verb === "merge_scus")) return null;
  const edits = merges.flatMap((edit) => {
    const into = refused.mergedInto(edit.into);
    const scus = new Set(edit.scus.map((/** @type {string} */ id) => refused.mergedInto(id)).filter(Boolean));
    scus.delete(into);
    return into && scus.size ? [{ ...edit, into, scus: [...scus] }] : [];
  });
  return edits.length ? { name: "Merge the SCUs that exist", edits } : null;
}
