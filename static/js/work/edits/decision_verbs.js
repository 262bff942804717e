/**
 * The verbs of a consensus that record how its differences were decided. A consensus of any kind of work has them.
 * @import { Decision } from "./types.js"
 */
import { Refused, nameOf } from "pyramidion/work/edits/verb.js";

export const DECISION = "decision:"; // begins the ids of decisions

const CHOICES = /** @type {Record<string, string>} */ ({
  agree: "took over {}, as all have it", // {}: the name of the first SCU created
  merge: "decided {}: merged",
  free: "decided {}: edited freely",
});

/** The images that are decisions. @param {{images: Map<string, any>}} state @returns {Generator<Decision>} */
export function* decisionsOf(state) {
  for (const [key, image] of state.images) if (key.startsWith(DECISION)) yield image;
}

/**
 * @param {"scus" | "units"} idsField the field of the payload with the ids of the SCUs or units created
 * @param {(state: any, id: string) => any} find returns the SCU or unit with an id; throws Refused if there is none
 * @returns {import("./verb.js").Verbs}
 */
export function decisionVerbs(idsField, find) {
  return {
    decide: {
      fields: ["difference", "choice", "note", "sources", idsField], rank: 0,
      says: ({ choice, scus = [] }, images) =>
        (CHOICES[choice] ?? `decided {}: ${choice}`).replace("{}", scus.length ? nameOf(scus[0], images) : "a difference"),
      wants: () => "Decide a difference",
      apply(state, { difference, choice, note, sources, [idsField]: ids }) {
        if (!state.may_decide) throw new Refused("gone", "This is no consensus: there are no differences to decide.");
        for (const id of ids) find(state, id);
        const id = DECISION + difference;
        // Otherwise the consensus would contain the results of an earlier decision as well.
        const hasOldResults = (state.images.get(id)?.[idsField] ?? []).some((/** @type {string} */ old) => state.images.has(old) && !ids.includes(old));
        if (hasOldResults) throw new Refused("changed", "Somebody has decided this difference meanwhile.");
        return { [id]: { id, choice, note, sources, [idsField]: ids } };
      },
    },
    undecide: {
      fields: ["difference"], rank: 1,
      says: () => "left a difference open again", wants: () => "Leave a difference open again",
      apply(state, { difference }) {
        const id = DECISION + difference;
        if (!state.images.has(id)) throw new Refused("gone", "This difference is not decided.");
        return { [id]: null };
      },
    },
  };
}
