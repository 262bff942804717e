// @ts-check
/**
 * The selected words as one row of the gather strip sees them: what is drawn there replaces what was drawn there before,
 * and leaves what is selected elsewhere.
 * @typedef {import("../../elements/text/selection.js").Selection} Selection
 * @typedef {import("../../texts/pieces.js").Span} Span
 */
export class RowSelection {
  /** @param {Selection} whole @param {number} summary @param {() => Span} range what the row shows of it */
  constructor(whole, summary, range) {
    this.whole = whole;
    this.summary = summary;
    this.range = range;
  }

  /** @param {{summary: number, start: number, end: number} | null} part */
  #here(part) {
    const { start, end } = this.range();
    return part && part.summary === this.summary && part.start < end && start < part.end ? part : null;
  }

  get drawn() {
    return this.#here(this.whole.drawn);
  }

  get parts() {
    return this.whole.parts.filter((part) => this.#here(part));
  }

  get empty() {
    return this.parts.length === 0;
  }

  /** @param {{summary: number, start: number, end: number} | null} part */
  draw(part) {
    if (this.whole.drawn && !this.drawn) this.whole.keep();
    this.whole.draw(part);
  }

  keep() {
    this.whole.keep();
  }

  clear() {
    this.whole.remove({ summary: this.summary, ...this.range() });
  }
}
