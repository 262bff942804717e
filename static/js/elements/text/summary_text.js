/**
 * <summary-text>: one summary as numbered sentences. Colours show which words are covered by SCUs or units, set aside, highlighted
 * (those of the SCU or unit selected in the list), selected or suggested.
 * @import { Span, Summary } from "../../texts/pieces.js"
 * @import { Run } from "./runs.js"
 * @typedef {{key: string, tier: number, start: number, end: number}} Mark  a span that an SCU or unit covers; key: the id of the
 *   SCU or unit; tier: the weight of the SCU, at most 5; 0 for a non-matching unit. An aside is a span left out on purpose (set aside).
 */
import { build } from "pyramidion/elements/build.js";
import { CodePoints } from "pyramidion/texts/code_points.js";
import { coverageOf, excerpt, sentenceAt, sentencesOf, wordSpans } from "pyramidion/texts/pieces.js";
import { Runs } from "pyramidion/elements/text/runs.js";

export class SummaryText extends HTMLElement {
  /** The highlighted runs; a run is the element of a word or of a gap between words. @type {Run[]} */
  #highlighted = [];
  /** @type {Run[]} */
  #selected = [];
  /** @type {Run[]} */
  #suggested = [];
  /** The marks and asides shown now, to skip updates without a change. */
  #shownJson = "";

  /** Shows a summary. @param {Summary} summary @param {{from: number, to: number} | null} [range] the indexes of the first and last sentence to show; null for all */
  show(summary, range = null) {
    this.summary = summary;
    this.points = new CodePoints(summary.text); // the text by code points, as all offsets count
    this.runs = new Runs(this.points);
    const whole = { words: wordSpans(summary), sentences: sentencesOf(summary, this.points.length) };
    const { words, sentences } = range ? excerpt(whole.sentences, whole.words, range.from, range.to) : whole;
    this.words = words;
    this.sentences = sentences;
    this.dir = summary.dir;
    this.#shownJson = "";
    this.replaceChildren(...sentences.map((sentence, i) => this.#paragraph(sentence, i + (range?.from ?? 0))));
  }

  /** Returns the element of a sentence. @param {import("../../texts/pieces.js").Sentence} sentence @param {number} i */
  #paragraph(sentence, i) {
    const number = build("span", { class: "number", text: `${this.summary.letter}${i + 1}` });
    return build("p", { class: "sentence" }, number, ...sentence.pieces.map((piece) => this.runs.append(piece)));
  }

  /** Returns the number of the sentence that contains an offset, as the page shows it ("A1"). @param {number} offset */
  numberAt(offset) {
    return `${this.summary.letter}${sentenceAt(this.sentences, offset) + 1}`;
  }

  /** Shows which spans are covered and which are set aside. @param {Mark[]} marks @param {Span[]} asides @returns {import("../../texts/pieces.js").Coverage} */
  mark(marks, asides = []) {
    const json = JSON.stringify([marks, asides]);
    if (json !== this.#shownJson) {
      this.#shownJson = json;
      // Splits the runs at the ends of all spans first: #applyMarks must not collect a run that is split later.
      for (const { start, end } of [...marks, ...asides]) this.runs.between(start, end);
      this.#applyMarks(marks, asides);
      this.coverage = coverageOf(this.words, marks, asides);
    }
    return this.coverage;
  }

  /** Sets the colours of all runs. @param {Mark[]} marks @param {Span[]} asides */
  #applyMarks(marks, asides) {
    /** @type {Map<Run, {ids: string[], tier: number}>} */
    const coverByRun = new Map();
    for (const { key, tier, start, end } of marks) {
      for (const run of this.runs.between(start, end)) {
        const cover = coverByRun.get(run) ?? { ids: [], tier: 0 };
        if (!cover.ids.includes(key)) cover.ids.push(key);
        cover.tier = Math.max(cover.tier, tier);
        coverByRun.set(run, cover);
      }
    }
    const asideRuns = new Set(asides.flatMap(({ start, end }) => this.runs.between(start, end)));
    for (const run of this.runs.list) {
      const cover = coverByRun.get(run);
      run.coveringIds = cover?.ids ?? [];
      run.aside = asideRuns.has(run);
      const looks = cover ? [cover.ids.length > 1 ? "shared" : "covered", `tier-${cover.tier}`] : [];
      setLook(run, [...looks, ...(run.aside ? ["aside"] : [])].join(" "));
    }
  }

  /** Highlights the parts of the SCU or unit selected in the list. @param {Span[]} parts */
  highlight(parts) {
    this.#highlighted = this.#moveClass(this.#highlighted, parts, "lit");
  }

  /** Shows which words are selected. @param {Span[]} parts */
  select(parts) {
    this.#selected = this.#moveClass(this.#selected, parts, "selected");
  }

  /** Shows which words are suggested. @param {Span[]} parts */
  suggest(parts) {
    this.#suggested = this.#moveClass(this.#suggested, parts, "suggested");
  }

  /** Moves a CSS class from the old runs to the runs of the parts. @param {Run[]} oldRuns @param {Span[]} parts @param {string} name of the class @returns {Run[]} the new runs */
  #moveClass(oldRuns, parts, name) {
    for (const run of oldRuns) run.element.classList.remove(name, `${name}-start`, `${name}-end`);
    /** @type {Run[]} */
    const runs = [];
    for (const { start, end } of parts) {
      const between = this.runs.between(start, end);
      for (const run of between) run.element.classList.add(name);
      between[0]?.element.classList.add(`${name}-start`);
      between[between.length - 1]?.element.classList.add(`${name}-end`);
      runs.push(...between);
    }
    return runs;
  }

  /** Returns the elements of a span's words and gaps, in order. @param {Span} span */
  elementsOf({ start, end }) {
    return this.runs.between(start, end).map((run) => run.element);
  }

  /** Returns the DOM ranges of spans. @param {{start: number, end: number}[]} spans in UTF-16 units of the summary's text */
  rangesOf(spans) {
    return spans.map(({ start, end }) => {
      const range = new Range();
      range.setStart(...this.#boundaryAt(this.points.fromUtf16(start)));
      range.setEnd(...this.#boundaryAt(this.points.fromUtf16(end)));
      return range;
    });
  }

  /** Returns the text node that contains an offset, and the index in this node. @param {number} offset @returns {[Node, number]} */
  #boundaryAt(offset) {
    const run = this.runs.list[this.runs.indexAt(offset)];
    return [/** @type {Node} */ (run.element.firstChild), this.points.toUtf16(offset) - this.points.toUtf16(run.start)];
  }
}

/** Replaces the CSS classes that show how a run is covered. @param {Run} run @param {string} look */
function setLook(run, look) {
  if (look === run.look) return;
  if (run.look) run.element.classList.remove(...run.look.split(" "));
  if (look) run.element.classList.add(...look.split(" "));
  run.look = look;
}

customElements.define("summary-text", SummaryText);
