/**
 * The words someone has selected: one or more parts, in one summary or several.
 * @import { Span } from "../../texts/pieces.js"
 * @typedef {{summary: number, start: number, end: number, from?: "similar"}} SelectedPart  from: where it was suggested
 */
import { mergeSpans } from "pyramidion/texts/pieces.js";

export class Selection extends EventTarget {
  /** Parts that stay while another one is being drawn. @type {SelectedPart[]} */
  #kept = [];
  /** @type {SelectedPart | null} */
  #drawn = null;
  /** What was not found but suggested: parts that touch it say so. @type {SelectedPart[]} */
  #suggested = [];

  /** All parts, united where they overlap, in the order of summaries and texts. @returns {SelectedPart[]} */
  get parts() {
    const all = this.#drawn ? [...this.#kept, this.#drawn] : this.#kept;
    const summaries = [...new Set(all.map((part) => part.summary))];
    return summaries.flatMap((summary) =>
      mergeSpans(all.filter((part) => part.summary === summary)).map((span) => this.#sourced({ summary, ...span })),
    );
  }

  /** @param {SelectedPart} part @returns {SelectedPart} */
  #sourced(part) {
    return this.#suggested.some((one) => touch(one, part)) ? { ...part, from: "similar" } : part;
  }

  get empty() {
    return this.#kept.length === 0 && this.#drawn === null;
  }

  /** The part drawn last. */
  get drawn() {
    return this.#drawn;
  }

  /** Draws the present part, in place of what was drawn before. @param {SelectedPart | null} part */
  draw(part) {
    const [a, b] = [part, this.#drawn];
    if (a === b || (a && b && a.summary === b.summary && a.start === b.start && a.end === b.end)) return;
    this.#drawn = part;
    this.#tell();
  }

  /** Keeps what is drawn and makes ready for another part. */
  keep() {
    this.#kept = this.parts;
    this.#drawn = null;
  }

  /** Keeps a part besides those there are. @param {SelectedPart} part */
  add(part) {
    if (part.from) this.#suggested.push(part);
    this.#kept = [...this.parts, part];
    this.#drawn = null;
    this.#tell();
  }

  /** Takes a range of a summary out of what is selected. @param {SelectedPart} range */
  remove(range) {
    const { parts } = this;
    if (!parts.some((part) => touch(part, range))) return;
    this.#suggested = this.#suggested.filter((part) => !touch(part, range));
    this.#kept = parts.flatMap((part) => (touch(part, range) ? outside(part, range) : [part]));
    this.#drawn = null;
    this.#tell();
  }

  /** What is to be done with the selected words was suggested. */
  allSuggested() {
    this.#suggested = this.parts;
  }

  /** Begins anew. */
  clear() {
    if (this.empty) return;
    this.#suggested = [];
    this.#kept = [];
    this.#drawn = null;
    this.#tell();
  }

  /** The parts in one summary. @param {number} summary @returns {Span[]} */
  in(summary) {
    return this.parts.filter((part) => part.summary === summary);
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {SelectedPart} a @param {SelectedPart} b */
function touch(a, b) {
  return a.summary === b.summary && a.start < b.end && b.start < a.end;
}

/** What of a part is before and after a range. @param {SelectedPart} part @param {Span} range @returns {SelectedPart[]} */
function outside({ summary, start, end }, range) {
  const rest = [{ summary, start, end: range.start }, { summary, start: range.end, end }];
  return rest.filter((one) => one.start < one.end);
}
