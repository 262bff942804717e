// @ts-check
/**
 * What is told of units: their words, marks and repetitions. Pure.
 * @typedef {import("../work/edits/types.js").Unit} Unit
 */
import { ABSENT, unitsOf } from "pyramidion/matching/edits/unit_images.js";
import { GONE, provenanceLines } from "pyramidion/pyramids/provenance.js";
import { GAP, inTextOrder, weightOf } from "pyramidion/pyramids/scus.js";

/** Units in the order of the text. @param {Iterable<Unit>} units @returns {Unit[]} */
export function unitsInTextOrder(units) {
  const start = (/** @type {Unit} */ unit) => Math.min(...unit.parts.map((part) => part.start));
  return [...units].sort((a, b) => start(a) - start(b) || a.position - b.position);
}

/** @param {Unit} unit @param {{slice: (start: number, end: number) => string}} points */
export function unitText(unit, points) {
  const said = inTextOrder(unit.parts).map((part) => points.slice(part.start, part.end).replace(/\s+/gu, " "));
  return said.join(GAP);
}

/** How many units each SCU is matched by. @param {Iterable<Unit>} units @returns {Map<string, number>} */
export function matchCounts(units) {
  const counts = new Map();
  for (const { scu } of units) if (scu !== null) counts.set(scu, (counts.get(scu) ?? 0) + 1);
  return counts;
}

/**
 * What the filters of the list ask of an SCU besides itself.
 * @param {{images: Map<string, any>}} state
 * @param {(unit: string) => number} [notes] open ones on a unit
 * @returns {(scu: string) => import("../pyramids/list/filters.js").Besides}
 */
export function besidesOf(state, notes = () => 0) {
  const units = Map.groupBy(unitsOf(state), (unit) => unit.scu);
  return (scu) => {
    const own = units.get(scu) ?? [];
    const absent = state.images.has(ABSENT + scu);
    return {
      match: own.length ? "matched" : absent ? "absent" : "open",
      commented: own.some((unit) => unit.comment),
      flagged: own.some((unit) => unit.flags?.length),
      noted: own.reduce((sum, unit) => sum + notes(unit.id), 0),
    };
  };
}

/**
 * The marks that units leave in the peer's text.
 * @param {Iterable<Unit>} units
 * @param {(id: string) => any} scuOf
 * @returns {import("../elements/text/summary_text.js").Mark[]}
 */
export function unitMarks(units, scuOf) {
  const marks = [];
  for (const { id, scu, parts } of units) {
    const matched = scu === null ? null : scuOf(scu);
    const tier = matched ? Math.min(weightOf(matched), 5) : 0;
    for (const { start, end } of parts) marks.push({ key: id, tier, start, end });
  }
  return marks;
}

/**
 * Units as the list shows them.
 * @param {Unit[]} units
 * @param {import("./workspace.js").PeerWorkspace} desk
 * @returns {import("./unit_list.js").Shown[]}
 */
export function shownUnits(units, desk) {
  const { points, data } = desk;
  const text = desk.pane.text(data.peer.id);
  return units.map((unit) => ({
    id: unit.id,
    text: unitText(unit, points),
    number: text?.numberAt(Math.min(...unit.parts.map((part) => part.start))) ?? "",
    dir: data.peer.dir,
    label: desk.labelOf(unit.scu),
    own: unit.label ?? "",
    weight: desk.weightOf(unit.scu),
    repeats: unit.scu === null ? 1 : desk.matchesOf(unit.scu),
    comment: unit.comment,
    flags: unit.flags ?? [],
    comes: unitOrigins(data.provenance?.[unit.id] ?? [], unit.scu, (scu) => desk.labelOf(scu)),
    notes: desk.notes?.on(unit.id) ?? 0,
    parts: inTextOrder(unit.parts).map((part) => ({ id: part.id, words: points.slice(part.start, part.end) })),
  }));
}

/**
 * Where a unit of a consensus comes from; what it was matched to is said where it is matched otherwise now.
 * @param {import("../pyramids/provenance.js").Origin[]} origins @param {string | null} matched @param {(scu: string | null) => string} labelOf
 */
function unitOrigins(origins, matched, labelOf) {
  return provenanceLines(origins, ({ owner, scu = null, stands }) =>
    !stands ? `${owner} ${GONE}` : scu === matched ? owner : `${owner} (${labelOf(scu)})`);
}
