// @ts-check
/**
 * What was decided about differences between annotations: verbs of a consensus, of pyramids and peer annotations alike.
 * @typedef {import("./types.js").Decision} Decision
 */
import { Refused } from "pyramidion/work/edits/refused.js";

export const DECISION = "decision:";

/** The images that are decisions. @param {{images: Map<string, any>}} state @returns {Generator<Decision>} */
export function* decisionsOf(state) {
  for (const [key, image] of state.images) if (key.startsWith(DECISION)) yield image;
}

/**
 * @param {"scus" | "units"} made what the payload calls the ids of what was made
 * @param {(state: any, id: string) => any} standing the SCU or unit of an id; throws Refused where there is none
 * @returns {Record<string, (state: any, edit: any) => Record<string, any>>}
 */
export function decisionVerbs(made, standing) {
  return {
    decide(state, { difference, choice, note, sources, [made]: ids }) {
      if (!state.may_decide) throw new Refused("gone", "This is no consensus: there are no differences to decide.");
      for (const id of ids) standing(state, id);
      const id = DECISION + difference;
      // What was made for an earlier decision would stand beside what is made now.
      const left = (state.images.get(id)?.[made] ?? []).some((/** @type {string} */ one) => state.images.has(one) && !ids.includes(one));
      if (left) throw new Refused("changed", "Somebody has decided this difference meanwhile.");
      return { [id]: { id, choice, note, sources, [made]: ids } };
    },
    undecide(state, { difference }) {
      const id = DECISION + difference;
      if (!state.images.has(id)) throw new Refused("gone", "This difference is not decided.");
      return { [id]: null };
    },
  };
}
