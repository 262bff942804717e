/**
 * The parts of all SCUs or units of a state, by id and in text order, so that an edit need not look at every part. The server has the same index.
 * @import { Part } from "./types.js"
 * @typedef {{item: string, summary: number, part: Part}} PlacedPart  item: the id of the SCU or unit; summary: 0 for all parts of a peer annotation
 * @typedef {(snapshot: any) => PlacedPart[]} PlacedParts  returns the parts of a snapshot (the JSON of an SCU, a unit ...)
 */

/** Maps the snapshots of a state to the index of the state's parts. @type {WeakMap<Map<string, any>, PartIndex>} */
const INDEXES = new WeakMap();

export class PartIndex {
  /** @type {Map<string, PlacedPart>} */
  byId = new Map();
  /** By summary, in order of start. @type {Map<number, PlacedPart[]>} */
  #placed = new Map();
  /** The length of the longest part that was ever added. */
  #longest = 0;

  /** Returns the index of a state, built when it is first needed. @param {{snapshots: Map<string, any>}} state @param {PlacedParts} placedParts */
  static of({ snapshots }, placedParts) {
    let index = INDEXES.get(snapshots);
    if (!index) {
      index = new PartIndex();
      index.replace([], [...snapshots.values()].flatMap(placedParts).sort((a, b) => a.part.start - b.part.start));
      INDEXES.set(snapshots, index);
    }
    return index;
  }

  /** Gives a copy of this index to a copy of its state. @param {Map<string, any>} snapshots of the copied state */
  copyTo(snapshots) {
    const copy = new PartIndex();
    copy.byId = new Map(this.byId);
    copy.#placed = new Map([...this.#placed].map(([summary, placed]) => [summary, [...placed]]));
    copy.#longest = this.#longest;
    INDEXES.set(snapshots, copy);
  }

  /** Updates the index after an edit. @param {PlacedPart[]} before the parts that the changed SCUs or units had @param {PlacedPart[]} after the parts that they have now */
  replace(before, after) {
    const added = new Map(after.map((placed) => [placed.part.id, placed]));
    for (const placed of before) {
      const { id } = placed.part;
      if (isSame(placed, added.get(id))) {
        added.delete(id);
      } else {
        this.byId.delete(id);
        const summaryParts = this.#partsIn(placed.summary);
        let i = firstFrom(summaryParts, placed.part.start);
        while (summaryParts[i].part.id !== id) i += 1;
        summaryParts.splice(i, 1);
      }
    }
    for (const placed of added.values()) {
      const { id, start, end } = placed.part;
      this.byId.set(id, placed);
      const summaryParts = this.#partsIn(placed.summary);
      summaryParts.splice(firstFrom(summaryParts, start + 1), 0, placed);
      this.#longest = Math.max(this.#longest, end - start);
    }
  }

  /** Whether an SCU or unit has a part with this id and these bounds. @param {Part} part */
  has({ id, start, end }) {
    const part = this.byId.get(id)?.part;
    return part !== undefined && part.start === start && part.end === end;
  }

  /** Whether a part shares a character with a part of another SCU or unit. @param {PlacedPart} placed */
  overlapsOtherItem({ item, summary, part }) {
    const summaryParts = this.#partsIn(summary);
    const endIndex = firstFrom(summaryParts, part.end);
    for (let i = firstFrom(summaryParts, part.start - this.#longest); i < endIndex; i += 1) {
      if (summaryParts[i].part.end > part.start && summaryParts[i].item !== item) return true;
    }
    return false;
  }

  /** Returns the parts in one summary, in order of start. @param {number} summary */
  #partsIn(summary) {
    let placed = this.#placed.get(summary);
    if (!placed) this.#placed.set(summary, (placed = []));
    return placed;
  }
}

/** Whether two parts have the same bounds, summary and SCU or unit. @param {PlacedPart} a @param {PlacedPart | undefined} b */
function isSame(a, b) {
  return b !== undefined && a.item === b.item && a.summary === b.summary && a.part.start === b.part.start && a.part.end === b.part.end;
}

/** Returns the index of the first part that starts at this offset or later. @param {PlacedPart[]} placed in order of start @param {number} start */
function firstFrom(placed, start) {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placed[middle].part.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
