/**
 * The data with which the list, the tiers and the type-ahead show SCUs.
 * @import { Order, Texts } from "./scus.js"
 * @typedef {{owner: string, uid?: number | null, scu?: string | null, stands?: boolean}} Source uid: of an SCU; scu: that a unit is matched to
 * @typedef {{choice: string, note: string, from: Source[]}} Origin
 */
import { contributorText, lettersOf, sortScus, shownLabel, spokenLetters, weightOf } from "pyramidion/pyramids/scus.js";

const FLAGS = ["unsure", "discuss"];

/** @param {any} scu @param {{texts: Texts, summaries: any[]}} context @param {number | null} [matched] */
export function scuRowData(scu, { texts, summaries }, matched = null) {
  const comment = Boolean(scu.comment) || scu.contributors.some((/** @type {any} */ c) => c.comment);
  return {
    id: scu.id,
    weight: weightOf(scu),
    label: shownLabel(scu, texts),
    substitute: !scu.label,
    letters: lettersOf(scu, summaries),
    spoken: spokenLetters(scu, summaries),
    comment,
    flags: FLAGS.filter((flag) => [scu, ...scu.contributors].some((/** @type {any} */ owner) => owner.flags?.includes(flag))),
    matched,
  };
}

/**
 * The sections of the list: one for each weight, with a heading, if sorted by weight; else a single one without heading.
 * @param {any[]} scus to be shown @param {Order} order
 * @param {{texts: Texts, summaries: any[], recent: Map<string, number>}} context
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
 * SCUs as cells of the pyramid. `matched` is null in a pyramid.
 * @param {any[]} scus heaviest first @param {Texts} texts
 * @returns {{id: string, weight: number, label: string, matched: boolean | null}[]}
 */
export function tierCells(scus, texts) {
  return scus.map((scu) => ({ id: scu.id, weight: weightOf(scu), label: shownLabel(scu, texts), matched: null }));
}

/** The fields of a summary that lists use. @param {{id: number, letter: string, summarizer: string}} summary */
export function summaryFields({ id, letter, summarizer }) {
  return { id, letter, summarizer };
}

/** @param {number} count */
export function scuCountText(count) {
  return count === 1 ? "1 SCU" : `${count} SCUs`;
}

/** @param {any[]} scus heaviest first @param {Texts} texts */
export function typeAheadItems(scus, texts) {
  return scus.map((scu) => ({
    id: scu.id,
    weight: weightOf(scu),
    label: shownLabel(scu, texts),
    hint: scu.contributors.map((/** @type {any} */ contributor) => contributorText(contributor, texts)).join(" "),
  }));
}

/** @param {string} text @param {number} [longest] */
export function shortened(text, longest = 36) {
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}

const CHOICES = /** @type {Record<string, string>} */ ({ agree: "all agree", both: "both", merge: "merged", free: "edited freely" });
export const DELETED_SINCE = "(deleted since)";

/** Sentences about where an SCU or unit of a consensus comes from. @param {Origin[]} origins @param {(source: Source) => string} [nameOf] @returns {string[]} */
export function provenanceLines(origins, nameOf = ({ owner, uid }) => `${owner} ${uid ?? DELETED_SINCE}`) {
  return origins.map(({ choice, note, from }) => {
    const decided = choice in CHOICES ? `: ${CHOICES[choice]}` : "";
    return `From ${from.map(nameOf).join(", ")}${decided}${note ? " – " + note : ""}`;
  });
}
