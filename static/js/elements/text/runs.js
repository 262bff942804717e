/**
 * The elements a summary's text is made of. Highlights are classes on them; text is never rebuilt. A part that cuts a
 * word (files have such parts) cuts the element once, and it stays cut.
 * @typedef {{start: number, end: number, word: number, element: HTMLElement, keys: string[], look: string,
 *            aside: boolean}} Run
 *   keys: what covers it (SCUs or units); aside: it is left out on purpose; look: the classes that say so
 */

/** @type {WeakMap<Element, Run>} */
const RUN_OF = new WeakMap();

/** The run an element stands for. @param {EventTarget | null} element */
export function runOf(element) {
  return element instanceof Element ? RUN_OF.get(element) : undefined;
}

export class Runs {
  /** In text order, touching. @type {Run[]} */
  list = [];

  /** @param {import("../../texts/code_points.js").CodePoints} points */
  constructor(points) {
    this.points = points;
  }

  /** A new run after those there are. @param {import("../../texts/pieces.js").Piece} piece @returns {HTMLElement} */
  append({ start, end, word }) {
    const run = this.#make(start, end, word);
    this.list.push(run);
    return run.element;
  }

  /** The number of the run that holds an offset. @param {number} offset */
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

  /** The runs of a span, cut so that they begin and end with it. @param {number} start @param {number} end */
  between(start, end) {
    this.cut(start);
    this.cut(end);
    const first = this.indexAt(start);
    let last = first;
    while (last < this.list.length && this.list[last].start < end) last += 1;
    return this.list.slice(first, last);
  }

  /** Makes an offset a boundary of runs. @param {number} offset */
  cut(offset) {
    const index = this.indexAt(offset);
    const run = this.list[index];
    if (!run || offset <= run.start || offset >= run.end) return;
    const rest = this.#make(offset, run.end, run.word);
    rest.keys = run.keys;
    rest.look = run.look;
    rest.aside = run.aside;
    rest.element.className = run.element.className;
    run.end = offset;
    run.element.textContent = this.points.slice(run.start, offset);
    run.element.after(rest.element);
    this.list.splice(index + 1, 0, rest);
  }

  /** @param {number} start @param {number} end @param {number} word @returns {Run} */
  #make(start, end, word) {
    const element = document.createElement("span");
    element.textContent = this.points.slice(start, end);
    element.className = word < 0 ? "gap" : "word";
    if (word >= 0) element.tabIndex = -1;
    const run = { start, end, word, element, keys: [], look: "", aside: false };
    RUN_OF.set(element, run);
    return run;
  }
}
