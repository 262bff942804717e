/**
 * The state of a pyramid, and functions that find and join contributors in it. A snapshot is the plain object of an SCU (or of
 * anything else that edits change), as the log stores it before and after each edit.
 * @import { Aside, Contributor, Decision, HistoryStep, Scu } from "../../work/edits/types.js"
 * @typedef {import("../../work/edits/types.js").PyramidState} State
 */
import { PartIndex } from "pyramidion/work/edits/part_index.js";
import { absorb, flagsOf, joinComments, withFlags } from "pyramidion/work/edits/parts.js";
import { Refused } from "pyramidion/work/edits/verb.js";

/** The prefix of the key of a snapshot with the set-aside spans of a summary. */
export const ASIDE = "aside:";

/**
 * Converts the page's data to the state of a pyramid.
 * @param {{next_uid: number, next_position: number, scus: Scu[], asides?: Aside[], lengths: Record<string, number>,
 *          decisions?: Decision[], may_decide?: boolean, reserved?: string[], history?: Record<string, HistoryStep>, any_order?: boolean}} data of the page; reserved: ids of deleted SCUs and parts
 * @returns {State}
 */
export function pyramidState(data) {
  const { next_uid, next_position, scus, asides = [], decisions = [], lengths, may_decide = false, any_order = false } = data;
  /** @type {Map<string, any>} */
  const snapshots = new Map([...scus, ...asides, ...decisions].map((snapshot) => [snapshot.id, snapshot]));
  const reserved = new Set(data.reserved ?? []);
  const history = new Map(Object.entries(data.history ?? {}));
  return { next_uid, next_position, lengths, reserved, snapshots, history, any_order, may_decide };
}

/** Yields the snapshots that are SCUs; other snapshots have keys with a colon. @param {{snapshots: Map<string, any>}} state @returns {Generator<Scu>} */
export function* scusOf(state) {
  for (const [key, snapshot] of state.snapshots) if (!key.includes(":")) yield snapshot;
}

/** Returns the ids of all parts of an SCU. @param {Scu} scu */
export function partIds(scu) {
  return scu.contributors.flatMap((contributor) => contributor.parts.map((part) => part.id));
}

/** Returns the parts of a snapshot, each with its SCU and summary; none if the snapshot is not an SCU. @type {import("../../work/edits/part_index.js").PlacedParts} */
export function placedParts({ id, contributors = [] }) {
  return contributors.flatMap(({ summary, parts }) => parts.map((part) => ({ item: id, summary, part })));
}

/** Returns the SCU with this id. Throws Refused if it is gone. @param {State} state @param {string} id @returns {Scu} */
export function existingScu(state, id) {
  const snapshot = state.snapshots.get(id);
  if (!snapshot) throw new Refused("gone", "That SCU is no longer there.");
  return snapshot;
}

/** Returns the part with this id, its contributor and its SCU. Throws Refused if the part is gone. @param {State} state @param {string} id */
export function locatePart(state, id) {
  const placed = PartIndex.of(state, placedParts).byId.get(id);
  if (!placed) throw new Refused("gone", "That part is no longer there.");
  const scu = existingScu(state, placed.item);
  return { scu, contributor: contributorOf(scu, placed.summary), part: placed.part };
}

/** Returns the id of the SCU that has a part; "" if the part is gone. @param {State} state @param {string} id */
export function scuIdOfPart(state, id) {
  return PartIndex.of(state, placedParts).byId.get(id)?.item ?? "";
}

/** Returns the SCU's contributor from this summary. Throws Refused if it is gone. @param {Scu} snapshot @param {number} summary @returns {Contributor} */
export function contributorOf(snapshot, summary) {
  const contributor = snapshot.contributors.find((candidate) => candidate.summary === summary);
  if (!contributor) throw new Refused("gone", "That SCU has no contributor from this summary any more.");
  return contributor;
}

/** Throws Refused if the topic has no such model summary, or a span ends after the end of the summary. @param {State} state @param {number} summary @param {number} end */
export function checkSpan(state, summary, end) {
  const length = state.lengths[summary];
  if (length === undefined) throw new Refused("out_of_text", "This topic has no such model summary.");
  if (end > length) throw new Refused("out_of_text", "The part ends after the end of the summary.");
}

/** Returns the SCU with its contributor of the same summary replaced or added, or removed if it has no parts. @param {Scu} snapshot @param {Contributor} contributor @returns {Scu} */
export function withContributor(snapshot, contributor) {
  const others = snapshot.contributors.filter((other) => other.summary !== contributor.summary);
  if (contributor.parts.length === 0) return { ...snapshot, contributors: others };
  if (others.length === snapshot.contributors.length) return { ...snapshot, contributors: [...others, contributor] };
  return { ...snapshot, contributors: snapshot.contributors.map((old) => (old.summary === contributor.summary ? contributor : old)) };
}

/** Returns the SCU with a contributor added. If the SCU has a contributor of the same summary, the parts, comments and flags of the two are combined. @param {Scu} snapshot @param {Contributor} added @returns {Scu} */
export function joinContributor(snapshot, added) {
  const old = snapshot.contributors.find((contributor) => contributor.summary === added.summary);
  if (!old) return withContributor(snapshot, added);
  const parts = added.parts.reduce(absorb, old.parts);
  /** @type {Contributor} */
  const joined = { summary: added.summary, comment: joinComments(old.comment, added.comment), parts };
  return withContributor(snapshot, withFlags(joined, flagsOf(old, added)));
}

/**
 * Returns the position for an SCU that is put after another: halfway between that SCU and the next; null if that SCU is the last.
 * @param {State} state @param {string | null} id of the SCU to follow; null: before all SCUs @param {string} [moving] the id of the SCU that is being moved, which is ignored
 */
export function positionAfter(state, id, moving = "") {
  const others = [...scusOf(state)].filter((scu) => scu.id !== moving).map((scu) => scu.position);
  if (id === null) return others.length ? Math.min(...others) - 1 : null;
  const { position } = existingScu(state, id);
  const later = others.filter((other) => other > position);
  return later.length ? (position + Math.min(...later)) / 2 : null;
}
