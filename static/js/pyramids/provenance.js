// @ts-check
/**
 * Where an SCU or a unit of a consensus comes from, in words: “From ann 3, bob 7: merged”.
 * @typedef {{owner: string, uid?: number | null, scu?: string | null, stands?: boolean}} Source uid: of an SCU; scu: that a unit is matched to
 * @typedef {{choice: string, note: string, from: Source[]}} Origin
 */
const CHOICES = /** @type {Record<string, string>} */ ({ agree: "all agree", both: "both", merge: "merged", free: "edited freely" });
export const GONE = "(deleted since)";

/** @param {Origin[]} origins @param {(source: Source) => string} [named] @returns {string[]} */
export function provenanceLines(origins, named = ({ owner, uid }) => `${owner} ${uid ?? GONE}`) {
  return origins.map(({ choice, note, from }) => {
    const how = choice in CHOICES ? `: ${CHOICES[choice]}` : "";
    return `From ${from.map(named).join(", ")}${how}${note ? " – " + note : ""}`;
  });
}
