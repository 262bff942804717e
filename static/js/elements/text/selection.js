/**
 * The selected words: one or more parts, in one or more summaries. At most one part is being *drawn*: the pointer or the arrow
 * keys still change its ends. The other parts are finished.
 * @import { Span } from "../../texts/pieces.js"
 * @typedef {{summary: number, start: number, end: number, from?: "similar"}} SelectedPart  summary: its id; from: set if the part was suggested as similar text
 */
import { mergeSpans } from "pyramidion/texts/pieces.js";

export class Selection extends EventTarget {
  /** The parts besides the drawn part. @type {SelectedPart[]} */
  #finished = [];
  /** @type {SelectedPart | null} */
  #drawn = null;
  /** Suggested parts: a selected part that overlaps one of them counts as suggested too. @type {SelectedPart[]} */
  #suggested = [];

  /** All parts, joined where they overlap or touch, ordered by summary and text. @returns {SelectedPart[]} */
  get parts() {
    const all = this.#drawn ? [...this.#finished, this.#drawn] : this.#finished;
    const summaries = [...new Set(all.map((part) => part.summary))];
    return summaries.flatMap((summary) =>
      mergeSpans(all.filter((part) => part.summary === summary)).map((span) => this.#withOrigin({ summary, ...span })),
    );
  }

  /** Adds `from` if the part was suggested. @param {SelectedPart} part @returns {SelectedPart} */
  #withOrigin(part) {
    return this.#suggested.some((suggested) => overlap(suggested, part)) ? { ...part, from: "similar" } : part;
  }

  get isEmpty() {
    return this.#finished.length === 0 && this.#drawn === null;
  }

  /** The part that is being drawn. */
  get drawn() {
    return this.#drawn;
  }

  /** Replaces the part that is being drawn. @param {SelectedPart | null} part */
  draw(part) {
    const old = this.#drawn;
    if (part === old || (part && old && part.summary === old.summary && part.start === old.start && part.end === old.end)) return;
    this.#drawn = part;
    this.#announceChange();
  }

  /** Finishes the drawn part, so that another one can be drawn. */
  finishPart() {
    this.#finished = this.parts;
    this.#drawn = null;
  }

  /** Adds a finished part. @param {SelectedPart} part */
  add(part) {
    if (part.from) this.#suggested.push(part);
    this.#finished = [...this.parts, part];
    this.#drawn = null;
    this.#announceChange();
  }

  /** Removes the words in a range of a summary. @param {SelectedPart} range */
  remove(range) {
    const { parts } = this;
    if (!parts.some((part) => overlap(part, range))) return;
    this.#suggested = this.#suggested.filter((part) => !overlap(part, range));
    this.#finished = parts.flatMap((part) => (overlap(part, range) ? withoutRange(part, range) : [part]));
    this.#drawn = null;
    this.#announceChange();
  }

  /** Marks all selected parts as suggested. */
  markAllSuggested() {
    this.#suggested = this.parts;
  }

  clear() {
    if (this.isEmpty) return;
    this.#suggested = [];
    this.#finished = [];
    this.#drawn = null;
    this.#announceChange();
  }

  /** Returns the parts in one summary. @param {number} summary @returns {Span[]} */
  partsIn(summary) {
    return this.parts.filter((part) => part.summary === summary);
  }

  #announceChange() {
    this.dispatchEvent(new Event("change"));
  }
}

/** Whether two parts share a character. @param {SelectedPart} a @param {SelectedPart} b */
function overlap(a, b) {
  return a.summary === b.summary && a.start < b.end && b.start < a.end;
}

/** Returns what remains of a part before and after a range. @param {SelectedPart} part @param {Span} range @returns {SelectedPart[]} */
function withoutRange({ summary, start, end }, range) {
  const remaining = [{ summary, start, end: range.start }, { summary, start: range.end, end }];
  return remaining.filter((part) => part.start < part.end);
}
