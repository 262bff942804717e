/**
 * Functions that prepare SCUs for the list, the tiers and the type-ahead. An SCU is JSON: of a pyramid (see work/edits/types.js) or of a release.
 * @import { Order, Texts } from "./scus.js"
 * @typedef {{owner: string, uid?: number | null, scu?: string | null, stands?: boolean}} ComparedItem  an SCU or unit of an
 *   annotator; owner: the annotator's name; uid: the SCU's number; scu: the SCU that the unit is matched to; stands: whether the unit still exists
 * @typedef {{choice: string, note: string, from: ComparedItem[]}} Origin  a decision for a consensus; from: the SCUs or units that were compared
 */
import { contributorText, lettersOf, sortScus, shownLabel, spokenLetters, weightOf } from "pyramidion/pyramids/scus.js";

const FLAG_REASONS = ["unsure", "discuss"];

/** Returns the data with which a row of the list shows an SCU. @param {any} scu @param {{texts: Texts, summaries: any[]}} context @param {number | null} [matchCount] the number of units matched to it; null on the page of a pyramid */
export function scuRowData(scu, { texts, summaries }, matchCount = null) {
  const hasComment = Boolean(scu.comment) || scu.contributors.some((/** @type {any} */ contributor) => contributor.comment);
  return {
    id: scu.id,
    weight: weightOf(scu),
    label: shownLabel(scu, texts),
    isSubstitute: !scu.label, // then `label` is text shown instead of the missing label
    letters: lettersOf(scu, summaries),
    spokenLetters: spokenLetters(scu, summaries),
    hasComment,
    flags: FLAG_REASONS.filter((flag) => [scu, ...scu.contributors].some((/** @type {any} */ flagged) => flagged.flags?.includes(flag))),
    matchCount,
  };
}

/**
 * Returns the sections of the list: if sorted by weight, one for each weight, with a heading; in other orders, a single section without a heading.
 * @param {any[]} scus the SCUs to show @param {Order} order
 * @param {{texts: Texts, summaries: any[], editedAt: Map<string, number>}} context
 */
export function sectionsOf(scus, order, context) {
  const sorted = sortScus(scus, order, context);
  if (order !== "weight") return sorted.length ? [{ key: order, title: "", ids: sorted.map((scu) => scu.id) }] : [];
  const weights = [...new Set(sorted.map(weightOf))];
  return weights.map((weight) => {
    const ids = sorted.filter((scu) => weightOf(scu) === weight).map((scu) => scu.id);
    return { key: `weight-${weight}`, title: `Weight ${weight} · ${scuCountText(ids.length)}`, ids };
  });
}

/**
 * Returns the cells of the drawn pyramid, one for each SCU. `matched` is null here; the workspace of a peer sets whether a unit is matched to the SCU.
 * @param {any[]} scus heaviest first @param {Texts} texts
 * @returns {{id: string, weight: number, label: string, matched: boolean | null}[]}
 */
export function tierCells(scus, texts) {
  return scus.map((scu) => ({ id: scu.id, weight: weightOf(scu), label: shownLabel(scu, texts), matched: null }));
}

/** Returns the fields of a summary that the filters use. @param {{id: number, letter: string, summarizer: string}} summary */
export function summaryFields({ id, letter, summarizer }) {
  return { id, letter, summarizer };
}

/** Returns “1 SCU”, “2 SCUs” ... @param {number} count */
export function scuCountText(count) {
  return count === 1 ? "1 SCU" : `${count} SCUs`;
}

/** Returns the items among which the type-ahead searches: one for each SCU. @param {any[]} scus heaviest first @param {Texts} texts */
export function typeAheadItems(scus, texts) {
  return scus.map((scu) => ({
    id: scu.id,
    weight: weightOf(scu),
    label: shownLabel(scu, texts),
    hint: scu.contributors.map((/** @type {any} */ contributor) => contributorText(contributor, texts)).join(" "),
  }));
}

/** Returns the text, cut if it is too long. @param {string} text @param {number} [maxLength] in characters */
export function shortened(text, maxLength = 36) {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text;
}

const CHOICE_NAMES = /** @type {Record<string, string>} */ ({ agree: "all agree", both: "both", merge: "merged", free: "edited freely" });
export const DELETED_SINCE = "(deleted since)";

/** Returns one sentence for each decision that an SCU or unit of a consensus comes from. @param {Origin[]} origins @param {(item: ComparedItem) => string} [nameOf] @returns {string[]} */
export function provenanceLines(origins, nameOf = ({ owner, uid }) => `${owner} ${uid ?? DELETED_SINCE}`) {
  return origins.map(({ choice, note, from }) => {
    const choiceText = choice in CHOICE_NAMES ? `: ${CHOICE_NAMES[choice]}` : "";
    return `From ${from.map(nameOf).join(", ")}${choiceText}${note ? " – " + note : ""}`;
  });
}
