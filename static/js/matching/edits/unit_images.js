// @ts-check
/**
 * Units as images, the state they stand in, and how they are found.
 * @import { Absence, Decision, HistoryStep, Part, Unit } from "../../work/edits/types.js"
 * @typedef {import("../../work/edits/types.js").PeerState} State
 */
import { Refused } from "pyramidion/work/edits/verb.js";

export const ABSENT = "absent:";

/**
 * The state a page starts from.
 * @param {{next_position: number, units: Unit[], absences?: Absence[], length: number, release: string[],
 *          may_mark_non_matching: boolean, decisions?: Decision[], may_decide?: boolean, reserved?: string[], history?: Record<string, HistoryStep>,
 *          any_order?: boolean}} source
 * @returns {State}
 */
export function peerState(source) {
  const { next_position, units, absences = [], decisions = [], length, may_mark_non_matching } = source;
  const { may_decide = false, any_order = false } = source;
  /** @type {Map<string, any>} */
  const images = new Map([...units, ...absences, ...decisions].map((image) => [image.id, image]));
  const release = new Set(source.release);
  const reserved = new Set(source.reserved ?? []);
  const history = new Map(Object.entries(source.history ?? {}));
  return { next_position, length, release, may_mark_non_matching, reserved, images, history, any_order, may_decide };
}

/** The images that are units. @param {{images: Map<string, any>}} state @returns {Generator<Unit>} */
export function* unitsOf(state) {
  for (const [key, image] of state.images) if (!key.includes(":")) yield image;
}

/** The ids of all parts of a unit. @param {{parts?: Part[]}} image */
export function partIds(image) {
  return (image.parts ?? []).map((part) => part.id);
}

/** The unit of this id. Throws Refused. @param {State} state @param {string} key @returns {Unit} */
export function standing(state, key) {
  const image = state.images.get(key);
  if (!image) throw new Refused("gone", "That unit is no longer there.");
  return image;
}

/** The unit that has the part of this id. Throws Refused. @param {State} state @param {string} id @returns {Unit} */
export function owning(state, id) {
  for (const image of unitsOf(state)) if (partIds(image).includes(id)) return image;
  throw new Refused("gone", "That part is no longer there.");
}

/** Throws Refused unless the peer is so long. @param {State} state @param {number} end */
export function checkEnd(state, end) {
  if (end > state.length) throw new Refused("out_of_text", "The part ends after the end of the summary.");
}

/** Throws Refused unless units may be matched to this SCU (null: to nothing). @param {State} state @param {string | null} scu */
export function checkScu(state, scu) {
  if (scu === null && !state.may_mark_non_matching) {
    throw new Refused("gone", "This project does not mark non-matching text.");
  }
  if (scu !== null && !state.release.has(scu)) throw new Refused("gone", "The release has no such SCU.");
}
