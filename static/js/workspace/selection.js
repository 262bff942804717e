// @ts-check
/**
 * The words someone has selected: one or more parts, in one summary or several.
 * @typedef {import("../text/pieces.js").Span} Span
 * @typedef {{summary: number, start: number, end: number}} SelectedPart
 */
import { unite } from "pyramidion/text/pieces.js";

export class Selection extends EventTarget {
  /** Parts that stay while another one is being drawn. @type {SelectedPart[]} */
  #kept = [];
  /** @type {SelectedPart | null} */
  #drawn = null;

  /** All parts, united where they overlap, in the order of summaries and texts. @returns {SelectedPart[]} */
  get parts() {
    const all = this.#drawn ? [...this.#kept, this.#drawn] : this.#kept;
    const summaries = [...new Set(all.map((part) => part.summary))];
    return summaries.flatMap((summary) =>
      unite(all.filter((part) => part.summary === summary)).map((span) => ({ summary, ...span })),
    );
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

  /** Begins anew. */
  clear() {
    if (this.empty) return;
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
