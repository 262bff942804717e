/**
 * Relations between SCUs, and the verbs that add and remove them. Relations of one kind must not form a cycle.
 * @import { Relation, Scu } from "../../work/edits/types.js"
 * @typedef {import("../../work/edits/types.js").PyramidState} State
 * @import { RefusedGroup } from "../../work/edits/refusals.js"
 */
import { Refused, nameOf, saysOf } from "pyramidion/work/edits/verb.js";
import { existingScu, scusOf } from "pyramidion/pyramids/edits/scu_snapshots.js";

const CYCLE_MESSAGES = /** @type {Record<string, string>} */ ({
  depends: "Each of these SCUs would need the other. Remove one of their relations first.",
  implies: "Each of these SCUs would imply the other: they say the same, so merge them.",
});

/**
 * Returns the relations of an SCU to others, sorted by kind and id.
 * @param {{relations?: Relation[]} | null} [scu] @returns {Relation[]}
 */
export const relationsOf = (scu) => scu?.relations ?? [];

/**
 * Returns the SCU with these relations, sorted, without duplicates or relations to itself.
 * @param {Scu} scu @param {Relation[]} relations @returns {Scu}
 */
export function withRelations({ relations: _, ...scu }, relations) {
  const unique = new Map(relations.filter(({ to }) => to !== scu.id).map((relation) => [`${relation.kind} ${relation.to}`, relation]));
  const sorted = [...unique.keys()].sort().map((key) => /** @type {Relation} */ (unique.get(key)));
  return sorted.length ? { ...scu, relations: sorted } : scu;
}

/**
 * Redirects relations to SCUs that are merged, and removes relations to SCUs that are deleted. Returns the changed SCUs
 * by id.
 * @param {State} state @param {string[]} ids of the SCUs that are deleted or merged
 * @param {string | null} into the SCU that they are merged into; null if they are deleted
 */
export function redirectRelations(state, ids, into) {
  /** @type {Record<string, Scu>} */
  const changed = {};
  for (const scu of scusOf(state)) {
    const relations = relationsOf(scu);
    if (!relations.some(({ to }) => ids.includes(to))) continue;
    changed[scu.id] = withRelations(scu, relations.flatMap(({ to, kind }) => (!ids.includes(to) ? [{ to, kind }] : into ? [{ to: into, kind }] : [])));
  }
  return changed;
}

/**
 * Whether relations of this kind lead from an SCU to another, directly or not.
 * @param {State} state @param {string} from @param {string} target @param {string} kind
 */
function leadsTo(state, from, target, kind) {
  const reached = new Set([from]); // the loop visits ids that are added to it meanwhile
  for (const id of reached) for (const relation of relationsOf(state.snapshots.get(id))) if (relation.kind === kind) reached.add(relation.to);
  return reached.has(target);
}

/**
 * Throws Refused if an edit leaves a relation to an SCU that does not exist, or a cycle of relations.
 * @param {State} state after the edit
 * @param {Record<string, Scu | null>} before the snapshots that the edit changed, before it
 * @param {Record<string, Scu | null>} after the same snapshots after it; null if deleted
 */
export function checkRelations(state, before, after) {
  const deletedIds = Object.keys(after).filter((id) => !after[id]);
  if (deletedIds.length && [...scusOf(state)].some((scu) => relationsOf(scu).some(({ to }) => deletedIds.includes(to)))) {
    throw new Refused("blocked", "Another SCU has been related to this one since.");
  }
  for (const [id, scu] of Object.entries(after)) {
    if (JSON.stringify(relationsOf(scu)) === JSON.stringify(relationsOf(before[id]))) continue;
    for (const { to, kind } of relationsOf(scu)) {
      if (!state.snapshots.has(to)) throw new Refused("blocked", "A related SCU is no longer there.");
      if (leadsTo(state, to, id, kind)) throw new Refused("blocked", CYCLE_MESSAGES[kind]);
    }
  }
}

const FIELDS = ["scu", "to_scu", "kind"];

/** @type {import("../../work/edits/verb.js").Verbs} */
export const RELATION_VERBS = {
  relate_scus: {
    fields: FIELDS, priority: 19,
    says: ({ scu, kind }, snapshots) => `noted an SCU that ${nameOf(scu, snapshots)} ${kind === "implies" ? "implies" : "needs"}`,
    intention: ({ scu, to_scu, kind }, refused) => `${refused.quotedLabel(scu)} ${kind === "implies" ? "implies" : "needs"} ${refused.quotedLabel(to_scu)}`,
    alternative: relateMerged,
    apply(state, { scu, to_scu, kind }) {
      const snapshot = existingScu(state, scu);
      existingScu(state, to_scu);
      return { [scu]: withRelations(snapshot, [...relationsOf(snapshot), { to: to_scu, kind }]) };
    },
  },
  unrelate_scus: {
    fields: FIELDS, priority: 20,
    says: saysOf("scu", "removed a relation of"),
    intention: ({ scu }, refused) => `Remove a relation of ${refused.quotedLabel(scu)}`,
    apply(state, { scu, to_scu, kind }) {
      const snapshot = existingScu(state, scu);
      return { [scu]: withRelations(snapshot, relationsOf(snapshot).filter((relation) => relation.to !== to_scu || relation.kind !== kind)) };
    },
  },
};

/**
 * Returns the alternative of relating the SCUs that these SCUs were merged into; null if there are none.
 * @param {RefusedGroup} refused
 */
function relateMerged(refused) {
  const [edit] = refused.group.edits;
  const [scu, to_scu] = [refused.mergedInto(edit.scu), refused.mergedInto(edit.to_scu)];
  return scu && to_scu && scu !== to_scu && refused.group.edits.length === 1 ? { name: "Relate the merged SCU", edits: [{ ...edit, scu, to_scu }] } : null;
}
