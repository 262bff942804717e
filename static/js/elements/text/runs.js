/**
 * Runs: the elements of a summary's text, one per word and per gap between words. Highlights are CSS classes on them; the text is
 * never rendered again. A part that begins or ends inside a word (as in some imported files) splits the word's run permanently.
 * @typedef {{start: number, end: number, word: number, element: HTMLElement, coveringIds: string[], look: string,
 *            aside: boolean}} Run
 *   start, end: in code points; word: the word's index in the summary, -1 for a gap; coveringIds: of the SCUs or units that cover it;
 *   aside: whether it is set aside (left out on purpose); look: the CSS classes that show both, separated by spaces
 */

/** @type {WeakMap<Element, Run>} */
const RUN_OF = new WeakMap();

/** Returns the run that an element shows. @param {EventTarget | null} element */
export function runOf(element) {
  return element instanceof Element ? RUN_OF.get(element) : undefined;
}

export class Runs {
  /** All runs in text order; each run begins where the previous run ends. @type {Run[]} */
  list = [];

  /** @param {import("../../texts/code_points.js").CodePoints} points */
  constructor(points) {
    this.points = points;
  }

  /** Adds a run after the last one, and returns its element. @param {import("../../texts/pieces.js").Piece} piece @returns {HTMLElement} */
  append({ start, end, word }) {
    const run = this.#make(start, end, word);
    this.list.push(run);
    return run.element;
  }

  /** Returns the index of the run that contains an offset. @param {number} offset */
  indexAt(offset) {
    let low = 0;
    let high = this.list.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.list[middle].start <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns the runs of a span. Runs that reach beyond its ends are split first. @param {number} start @param {number} end */
  between(start, end) {
    this.#splitAt(start);
    this.#splitAt(end);
    const first = this.indexAt(start);
    let last = first;
    while (last < this.list.length && this.list[last].start < end) last += 1;
    return this.list.slice(first, last);
  }

  /** Splits the run that contains an offset, unless the run begins there. @param {number} offset */
  #splitAt(offset) {
    const index = this.indexAt(offset);
    const run = this.list[index];
    if (!run || offset <= run.start || offset >= run.end) return;
    const secondHalf = this.#make(offset, run.end, run.word);
    secondHalf.coveringIds = run.coveringIds;
    secondHalf.look = run.look;
    secondHalf.aside = run.aside;
    secondHalf.element.className = run.element.className;
    run.end = offset;
    run.element.textContent = this.points.slice(run.start, offset);
    run.element.after(secondHalf.element);
    this.list.splice(index + 1, 0, secondHalf);
  }

  /** Makes a run with its element. @param {number} start @param {number} end @param {number} word @returns {Run} */
  #make(start, end, word) {
    const element = document.createElement("span");
    element.textContent = this.points.slice(start, end);
    element.className = word < 0 ? "gap" : "word";
    if (word >= 0) element.tabIndex = -1;
    const run = { start, end, word, element, coveringIds: [], look: "", aside: false };
    RUN_OF.set(element, run);
    return run;
  }
}
