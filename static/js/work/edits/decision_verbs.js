/**
 * Decisions about differences between annotations: verbs of a consensus of any kind.
 * @import { Decision } from "./types.js"
 */
import { Refused, nameOf } from "pyramidion/work/edits/verb.js";

export const DECISION = "decision:";

const CHOICES = /** @type {Record<string, string>} */ ({
  agree: "took over {}, as all have it",
  merge: "decided {}: merged",
  free: "decided {}: edited freely",
});

/** The images that are decisions. @param {{images: Map<string, any>}} state @returns {Generator<Decision>} */
export function* decisionsOf(state) {
  for (const [key, image] of state.images) if (key.startsWith(DECISION)) yield image;
}

/**
 * @param {"scus" | "units"} idsField the field of the payload with the ids of the SCUs or units created
 * @param {(state: any, id: string) => any} existing returns the SCU or unit with an id; throws Refused if there is none
 * @returns {import("./verb.js").Verbs}
 */
export function decisionVerbs(idsField, existing) {
  return {
    decide: {
      fields: ["difference", "choice", "note", "sources", idsField], rank: 0,
      says: ({ choice, scus = [] }, images) =>
        (CHOICES[choice] ?? `decided {}: ${choice}`).replace("{}", scus.length ? nameOf(scus[0], images) : "a difference"),
      wants: () => "Decide a difference",
      apply(state, { difference, choice, note, sources, [idsField]: ids }) {
        if (!state.may_decide) throw new Refused("gone", "This is no consensus: there are no differences to decide.");
        for (const id of ids) existing(state, id);
        const id = DECISION + difference;
        // What an earlier decision created would remain beside what this one creates.
        const remains = (state.images.get(id)?.[idsField] ?? []).some((/** @type {string} */ old) => state.images.has(old) && !ids.includes(old));
        if (remains) throw new Refused("changed", "Somebody has decided this difference meanwhile.");
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
