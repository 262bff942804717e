// @ts-check
/**
 * Where an SCU of a consensus comes from, in words: “From ann 3, bob 7: merged”.
 * @typedef {{choice: string, note: string, from: {owner: string, uid: number | null}[]}} Origin
 */
const CHOICES = /** @type {Record<string, string>} */ ({ agree: "all agree", both: "both", merge: "merged", free: "edited freely" });

/** @param {Origin[]} origins @returns {string[]} */
export function provenanceLines(origins) {
  return origins.map(({ choice, note, from }) => {
    const named = from.map(({ owner, uid }) => `${owner} ${uid ?? "(deleted since)"}`);
    const how = choice in CHOICES ? `: ${CHOICES[choice]}` : "";
    return `From ${named.join(", ")}${how}${note ? " – " + note : ""}`;
  });
}
