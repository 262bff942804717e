/**
 * Verbs that create, change and delete whole SCUs. The properties of a verb are described in work/edits/verb.js.
 * @import { Scu } from "../../work/edits/types.js"
 * @typedef {import("../../work/edits/types.js").PyramidState} State
 * @import { RefusedGroup } from "../../work/edits/refusals.js"
 */
import { checkNewId, checkUnchanged } from "pyramidion/work/edits/group.js";
import { newId } from "pyramidion/work/edits/new_id.js";
import { flagsOf, joinComments, withFlags } from "pyramidion/work/edits/parts.js";
import { Refused, nameOf, withCurrentText, saysOf } from "pyramidion/work/edits/verb.js";
import { redirectRelations, relationsOf, withRelations } from "pyramidion/pyramids/edits/relations.js";
import { contributorOf, existingScu, joinContributor, partIds, placedParts, positionAfter, withContributor } from "pyramidion/pyramids/edits/scu_snapshots.js";

/**
 * Returns a new SCU without contributors, with the next number (`uid`) of the state.
 * @param {State} state @param {string} id @param {string} label
 * @param {string | null} after the id of the SCU that it follows in the list; null puts it at the end @returns {Scu}
 */
function newScu(state, id, label, after) {
  const position = (after && positionAfter(state, after)) ?? state.next_position++;
  return { id, uid: state.next_uid++, position: Number(position), label, comment: "", contributors: [] };
}

/**
 * Returns the snapshot, by id, of an SCU with changed flags: its own, or those of a contributor if the edit names the
 * contributor's summary.
 * @param {State} state @param {any} edit @param {(flags: string[]) => string[]} change
 */
function withChangedFlags(state, { scu, summary }, change) {
  const snapshot = existingScu(state, scu);
  if (summary === undefined) return { [scu]: withFlags(snapshot, change(flagsOf(snapshot))) };
  const contributor = contributorOf(snapshot, summary);
  return { [scu]: withContributor(snapshot, withFlags(contributor, change(flagsOf(contributor)))) };
}

/**
 * Returns the words that a refused group would have added, or “A new SCU” if none.
 * @param {any} edit @param {RefusedGroup} refused
 */
export const addedWords = (edit, refused) => refused.wordsOf("add_part") || "A new SCU";

/** @type {import("../../work/edits/verb.js").Verbs} */
export const SCU_VERBS = {
  create_scu: {
    fields: ["scu", "label?", "after?", "from?"], makes: ["scu"], priority: 4,
    says: saysOf("scu", "made"), intention: addedWords,
    apply(state, { scu, label = "", after = null }) {
      checkNewId(state, placedParts, scu);
      return { [scu]: newScu(state, scu, label, after) };
    },
  },
  relabel_scu: {
    fields: ["scu", "label", "was"], priority: 10,
    says: saysOf("scu", "relabelled"), intention: ({ label }) => (label ? `Label: ${label}` : "No label"),
    textNow: (_, scu) => scu.label,
    rebase: withCurrentText("scu"),
    alternative: relabelElsewhere,
    apply(state, { scu, label, was }) {
      const snapshot = existingScu(state, scu);
      checkUnchanged(snapshot.label, was, `The label has since been changed to “${snapshot.label}”.`);
      return { [scu]: { ...snapshot, label } };
    },
  },
  comment_scu: {
    fields: ["scu", "comment", "was"], priority: 11,
    says: saysOf("scu", "commented on"), intention: ({ comment }) => `Comment: ${comment || "none"}`,
    textNow: (_, scu) => scu.comment,
    rebase: withCurrentText("scu"),
    apply(state, { scu, comment, was }) {
      const snapshot = existingScu(state, scu);
      checkUnchanged(snapshot.comment, was);
      return { [scu]: { ...snapshot, comment } };
    },
  },
  reorder_scu: {
    fields: ["scu", "after"], priority: 13,
    says: ({ scu }, snapshots) => `moved ${nameOf(scu, snapshots)} in the list`,
    intention: ({ scu }, refused) => `Move ${refused.quotedLabel(scu)} in the list`,
    apply(state, { scu, after }) {
      const snapshot = existingScu(state, scu);
      return { [scu]: { ...snapshot, position: positionAfter(state, after, scu) ?? state.next_position++ } };
    },
  },
  delete_scu: {
    fields: ["scu"], priority: 5,
    says: saysOf("scu", "deleted"), intention: () => "Delete the SCU",
    apply: (state, { scu }) => ({ ...redirectRelations(state, [existingScu(state, scu).id], null), [scu]: null }),
  },
  merge_scus: {
    fields: ["into", "scus"], priority: 2,
    says({ into, scus }, snapshots) {
      const merged = scus.length === 1 ? nameOf(scus[0], { before: snapshots.before, after: {} }) : `${scus.length} SCUs`;
      return `merged ${merged} into ${nameOf(into, snapshots)}`;
    },
    intention: ({ into, scus }, refused) =>
      `Merge ${scus.map((/** @type {string} */ id) => refused.quotedLabel(id)).join(", ")} into ${refused.quotedLabel(into)}`,
    alternative: mergeRemaining,
    apply(state, { into, scus }) {
      const redirected = redirectRelations(state, scus, into);
      let joined = redirected[into] ?? existingScu(state, into);
      /** @type {Record<string, Scu | null>} */
      const deletions = {};
      for (const id of scus) {
        const merged = existingScu(state, id);
        joined = merged.contributors.reduce(joinContributor, joined);
        joined = withFlags({ ...joined, comment: joinComments(joined.comment, merged.comment) }, flagsOf(joined, merged));
        joined = withRelations(joined, [...relationsOf(joined), ...relationsOf(redirected[id] ?? merged)]);
        deletions[id] = null;
      }
      return { ...redirected, [into]: joined, ...deletions };
    },
  },
  /** A contributor can be divided: some of its parts move to the new SCU, and its comment stays with the remaining parts. */
  split_scu: {
    fields: ["scu", "new_scu", "parts", "label?"], makes: ["new_scu"], priority: 3, main: true,
    says: ({ scu }, snapshots) => `split ${nameOf(scu, snapshots)} into two`,
    intention: ({ scu, label }, refused) => `Split ${refused.quotedLabel(scu)}${label ? ", with a new SCU “" + label + "”" : ""}`,
    apply(state, { scu, new_scu, parts, label = "" }) {
      const snapshot = existingScu(state, scu);
      const chosen = new Set(parts);
      checkNewId(state, placedParts, new_scu);
      const presentIds = new Set(partIds(snapshot));
      if (![...chosen].every((id) => presentIds.has(id))) throw new Refused("gone", "A part is no longer in that SCU.");
      let created = newScu(state, new_scu, label, scu);
      let remaining = snapshot;
      for (const contributor of snapshot.contributors) {
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
    fields: ["scu", "summary?", "reason"], priority: 17,
    says: ({ scu, reason }, snapshots) => `flagged ${nameOf(scu, snapshots)} as ${reason}`,
    intention: ({ scu, reason }, refused) => `Flag ${refused.quotedLabel(scu)}: ${reason}`,
    apply: (state, edit) => withChangedFlags(state, edit, (flags) => [...flags, edit.reason]),
  },
  unflag: {
    fields: ["scu", "summary?", "reason"], priority: 18,
    says: ({ scu, reason }, snapshots) => `unflagged ${nameOf(scu, snapshots)} as ${reason}`,
    intention: ({ scu, reason }, refused) => `Remove the flag “${reason}” from ${refused.quotedLabel(scu)}`,
    apply: (state, edit) => withChangedFlags(state, edit, (flags) => flags.filter((reason) => reason !== edit.reason)),
  },
};

/**
 * Returns the alternative of keeping a label whose SCU is gone: as the label of the SCU that it was merged into or, if
 * it was deleted, of the same SCU made again.
 * @param {RefusedGroup} refused
 */
function relabelElsewhere(refused) {
  const { group, state, lookup } = refused;
  const [edit] = group.edits;
  if (group.edits.length !== 1 || state.snapshots.has(edit.scu)) return null;
  const into = state.snapshots.get(refused.mergedInto(edit.scu));
  if (into) return { name: "Label the merged SCU", edits: [{ ...edit, scu: into.id, was: into.label }] };
  const scu = newId();
  const partEdits = (lookup.lastSaved?.(edit.scu)?.contributors ?? []).flatMap((/** @type {any} */ { summary, parts: oldParts }) =>
    oldParts.map((/** @type {any} */ { start, end }) => ({ verb: "add_part", part: newId(), scu, summary, start, end })));
  return { name: "Make it again", edits: [{ verb: "create_scu", scu, label: edit.label }, ...partEdits] };
}

/**
 * Returns the alternative of merging the SCUs that still exist. SCUs merged in the meantime are replaced by the SCU
 * that they were merged into; deleted SCUs are left out.
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
