/**
 * The verbs that record decisions in a consensus. A decision says how a difference between the annotations that the consensus is made
 * from was resolved. The verbs are the same for pyramids and peer annotations; work/edits/verb.js describes their properties.
 * @import { Decision } from "./types.js"
 */
import { Refused, nameOf } from "pyramidion/work/edits/verb.js";

export const DECISION = "decision:"; // the prefix of the ids of decisions

const CHOICES = /** @type {Record<string, string>} */ ({
  agree: "accepted {}, on which all sources agree", // {}: the name of the first SCU created
  merge: "decided {}: merged",
  free: "decided {}: edited freely",
});

/** Yields the snapshots that are decisions. @param {{snapshots: Map<string, any>}} state @returns {Generator<Decision>} */
export function* decisionsOf(state) {
  for (const [key, snapshot] of state.snapshots) if (key.startsWith(DECISION)) yield snapshot;
}

/**
 * Returns the verbs for one kind of work.
 * @param {"scus" | "units"} idsField the field of the payload that holds the ids of the SCUs or units created
 * @param {(state: any, id: string) => any} existingItem returns the SCU or unit with an id; throws Refused if it does not exist
 * @returns {import("./verb.js").Verbs}
 */
export function decisionVerbs(idsField, existingItem) {
  return {
    decide: {
      fields: ["difference", "choice", "note", "sources", idsField], priority: 0,
      says: ({ choice, scus = [] }, snapshots) =>
        (CHOICES[choice] ?? `decided {}: ${choice}`).replace("{}", scus.length ? nameOf(scus[0], snapshots) : "a difference"),
      intention: () => "Decide a difference",
      apply(state, { difference, choice, note, sources, [idsField]: ids }) {
        if (!state.may_decide) throw new Refused("gone", "This is not a consensus, so there are no differences to decide.");
        for (const id of ids) existingItem(state, id); // throws Refused
        const id = DECISION + difference;
        // The results of an earlier decision must be deleted first, or the consensus would contain old and new results.
        const hasOldResults = (state.snapshots.get(id)?.[idsField] ?? []).some((/** @type {string} */ oldId) => state.snapshots.has(oldId) && !ids.includes(oldId));
        if (hasOldResults) throw new Refused("changed", "Somebody has decided this difference meanwhile.");
        return { [id]: { id, choice, note, sources, [idsField]: ids } };
      },
    },
    undecide: {
      fields: ["difference"], priority: 1,
      says: () => "reopened a difference", intention: () => "Reopen a difference",
      apply(state, { difference }) {
        const id = DECISION + difference;
        if (!state.snapshots.has(id)) throw new Refused("gone", "This difference is not decided.");
        return { [id]: null };
      },
    },
  };
}
