/**
 * What the page shows of units: words, marks in the text, numbers of matches, rows of the list.
 * @import { Unit } from "../work/edits/types.js"
 */
import { ABSENT, unitsOf } from "pyramidion/matching/edits/verbs.js";
import { DELETED_SINCE, provenanceLines, shortened } from "pyramidion/pyramids/display_data.js";
import { inTextOrder, weightOf } from "pyramidion/pyramids/scus.js";
import { GAP } from "pyramidion/texts/pieces.js";

/** Returns the units in the order of the text. @param {Iterable<Unit>} units @returns {Unit[]} */
export function unitsInTextOrder(units) {
  const start = (/** @type {Unit} */ unit) => Math.min(...unit.parts.map((part) => part.start));
  return [...units].sort((a, b) => start(a) - start(b) || a.position - b.position);
}

/** Returns the quoted words of a unit. @param {Unit} unit @param {{slice: (start: number, end: number) => string}} peerText */
export function unitText(unit, peerText) {
  const quotes = inTextOrder(unit.parts).map((part) => peerText.slice(part.start, part.end).replace(/\s+/gu, " "));
  return quotes.join(GAP);
}

/** Returns the number of units matched to each SCU. @param {Iterable<Unit>} units @returns {Map<string, number>} */
export function matchCounts(units) {
  const counts = new Map();
  for (const { scu } of units) if (scu !== null) counts.set(scu, (counts.get(scu) ?? 0) + 1);
  return counts;
}

/**
 * Returns a function that looks up what the filters of the list need besides an SCU itself: whether it is matched, and facts about its units.
 * @param {{snapshots: Map<string, any>}} state @param {(unit: string) => number} [openNotesOn] the number of open notes on a unit
 * @returns {(scu: string) => import("../pyramids/list/filters.js").ScuFacts}
 */
export function scuFactsOf(state, openNotesOn = () => 0) {
  const units = Map.groupBy(unitsOf(state), (unit) => unit.scu);
  return (scu) => {
    const matchedUnits = units.get(scu) ?? [];
    const isAbsent = state.snapshots.has(ABSENT + scu);
    return {
      match: matchedUnits.length ? "matched" : isAbsent ? "absent" : "open",
      commented: matchedUnits.some((unit) => unit.comment),
      flagged: matchedUnits.some((unit) => unit.flags?.length),
      openNotes: matchedUnits.reduce((sum, unit) => sum + openNotesOn(unit.id), 0),
    };
  };
}

/** Returns the words of units as marks in the peer's text. @param {Iterable<Unit>} units @param {Map<string, any>} scusById @returns {import("../elements/text/summary_text.js").Mark[]} */
export function unitMarks(units, scusById) {
  const marks = [];
  for (const { id, scu, parts } of units) {
    const matchedScu = scu === null ? null : scusById.get(scu);
    const tier = matchedScu ? Math.min(weightOf(matchedScu), 5) : 0; // the style sheet has five colours; 0 is for non-matching
    for (const { start, end } of parts) marks.push({ key: id, tier, start, end });
  }
  return marks;
}

/**
 * Returns the data with which the list shows units.
 * @param {import("./matching.js").Matching} matching @param {import("../elements/text/summary_text.js").SummaryText | undefined} text of the peer
 * @param {{provenance?: Record<string, import("../pyramids/display_data.js").Origin[]>, openNotesOn: (unit: string) => number}} facts  provenance:
 *   for each unit of a consensus, the decisions on the annotators' units that it comes from
 * @returns {import("./unit_row.js").UnitData[]}
 */
export function unitRowData(matching, text, { provenance, openNotesOn }) {
  const { peerText } = matching;
  return matching.units.map((unit) => ({
    id: unit.id,
    text: unitText(unit, peerText),
    sentenceNumber: text?.numberAt(Math.min(...unit.parts.map((part) => part.start))) ?? "",
    dir: matching.dir,
    label: matching.labelOf(unit.scu),
    unitLabel: unit.label ?? "",
    weight: matching.weightOf(unit.scu),
    matchCount: unit.scu === null ? 1 : matching.matchCountOf(unit.scu),
    comment: unit.comment,
    flags: unit.flags ?? [],
    provenance: originSentences(provenance?.[unit.id] ?? [], unit.scu, (scu) => matching.labelOf(scu)),
    openNotes: openNotesOn(unit.id),
    parts: inTextOrder(unit.parts).map((part) => ({ id: part.id, words: peerText.slice(part.start, part.end) })),
  }));
}

/**
 * Returns sentences about the annotators' units that a unit of a consensus comes from. They name each unit's SCU, unless it is `consensusScu`.
 * @param {import("../pyramids/display_data.js").Origin[]} origins @param {string | null} consensusScu the SCU of the consensus's unit @param {(scu: string | null) => string} labelOf
 */
function originSentences(origins, consensusScu, labelOf) {
  return provenanceLines(origins, ({ owner, scu = null, stands }) =>
    !stands ? `${owner} ${DELETED_SINCE}` : scu === consensusScu ? owner : `${owner} (${labelOf(scu)})`);
}

/** Returns the text for the status line about the selected unit or SCU. @param {import("./matching.js").Matching} matching */
export function selectedItemText(matching) {
  const unit = matching.selectedUnit;
  const quoted = (/** @type {string} */ text) => `“${shortened(text, 60)}”`;
  if (unit) {
    const matchText = unit.scu === null ? "non-matching" : `matched to ${quoted(matching.labelOf(unit.scu))}`;
    return `${quoted(unitText(unit, matching.peerText))} is ${matchText}`;
  }
  if (!matching.selectedScuId) return "Nothing selected";
  const count = matching.matchCountOf(matching.selectedScuId);
  const unmatchedText = matching.isAbsent(matching.selectedScuId) ? "absent" : "not matched";
  const countText = count === 0 ? unmatchedText : count === 1 ? "matched once" : `matched ${count} times`;
  return `${quoted(matching.labelOf(matching.selectedScuId))}, weight ${matching.weightOf(matching.selectedScuId)}, ${countText}`;
}
