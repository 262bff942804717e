/**
 * <summary-text>: one summary as numbered sentences of words, with what covers them.
 * @import { Span, Summary } from "../../texts/pieces.js"
 * @import { Run } from "./runs.js"
 * @typedef {{key: string, tier: number, start: number, end: number}} Mark  tier 1-5 by weight, 0: without weight
 */
import { build } from "pyramidion/elements/build.js";
import { CodePoints } from "pyramidion/texts/code_points.js";
import { coverageOf, excerpt, sentenceAt, sentencesOf, wordSpans } from "pyramidion/texts/pieces.js";
import { Runs } from "pyramidion/elements/text/runs.js";

export class SummaryText extends HTMLElement {
  /** @type {Run[]} */
  #lit = [];
  /** @type {Run[]} */
  #selected = [];
  #marked = "";

  /** @type {Run[]} */
  #suggested = [];

  /** @param {Summary} summary @param {{from: number, to: number} | null} [only] these sentences alone */
  show(summary, only = null) {
    this.summary = summary;
    this.points = new CodePoints(summary.text);
    this.runs = new Runs(this.points);
    const whole = { words: wordSpans(summary), sentences: sentencesOf(summary, this.points.length) };
    const { words, sentences } = only ? excerpt(whole.sentences, whole.words, only.from, only.to) : whole;
    this.words = words;
    this.sentences = sentences;
    this.dir = summary.dir;
    this.#marked = "";
    this.replaceChildren(...sentences.map((sentence, i) => this.#paragraph(sentence, i + (only?.from ?? 0))));
  }

  /** @param {import("../../texts/pieces.js").Sentence} sentence @param {number} i */
  #paragraph(sentence, i) {
    const number = build("span", { class: "number", text: `${this.summary.letter}${i + 1}` });
    return build("p", { class: "sentence" }, number, ...sentence.pieces.map((piece) => this.runs.append(piece)));
  }

  /** The number of the sentence an offset is in, as shown (A1). @param {number} offset */
  numberAt(offset) {
    return `${this.summary.letter}${sentenceAt(this.sentences, offset) + 1}`;
  }

  /**
   * Shows what covers the text, and what of it is set aside.
   * @param {Mark[]} marks @param {Span[]} asides @returns {import("../../texts/pieces.js").Coverage}
   */
  mark(marks, asides = []) {
    const said = JSON.stringify([marks, asides]);
    if (said !== this.#marked) {
      this.#marked = said;
      for (const { start, end } of [...marks, ...asides]) this.runs.between(start, end);
      this.#applyMarks(marks, asides);
      this.coverage = coverageOf(this.words, marks, asides);
    }
    return this.coverage;
  }

  /** @param {Mark[]} marks @param {Span[]} asides */
  #applyMarks(marks, asides) {
    /** @type {Map<Run, {keys: string[], tier: number}>} */
    const found = new Map();
    for (const { key, tier, start, end } of marks) {
      for (const run of this.runs.between(start, end)) {
        const cover = found.get(run) ?? { keys: [], tier: 0 };
        if (!cover.keys.includes(key)) cover.keys.push(key);
        cover.tier = Math.max(cover.tier, tier);
        found.set(run, cover);
      }
    }
    const aside = new Set(asides.flatMap(({ start, end }) => this.runs.between(start, end)));
    for (const run of this.runs.list) {
      const cover = found.get(run);
      run.keys = cover?.keys ?? [];
      run.aside = aside.has(run);
      const looks = cover ? [cover.keys.length > 1 ? "shared" : "covered", `tier-${cover.tier}`] : [];
      setLook(run, [...looks, ...(run.aside ? ["aside"] : [])].join(" "));
    }
  }

  /** Lights the parts of what is selected in the list. @param {Span[]} parts */
  light(parts) {
    this.#lit = this.#swap(this.#lit, parts, "lit");
  }

  /** Shows the parts that are being selected. @param {Span[]} parts */
  select(parts) {
    this.#selected = this.#swap(this.#selected, parts, "selected");
  }

  /** Shows parts that are suggested. @param {Span[]} parts */
  suggest(parts) {
    this.#suggested = this.#swap(this.#suggested, parts, "suggested");
  }

  /** @param {Run[]} old @param {Span[]} parts @param {string} name @returns {Run[]} */
  #swap(old, parts, name) {
    for (const run of old) run.element.classList.remove(name, `${name}-start`, `${name}-end`);
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

  /** The word elements of a span, in order. @param {Span} span */
  elementsOf({ start, end }) {
    return this.runs.between(start, end).map((run) => run.element);
  }

  /** DOM ranges for spans in UTF-16 indexes of the whole text. @param {{start: number, end: number}[]} found */
  rangesOf(found) {
    return found.map(({ start, end }) => {
      const range = new Range();
      range.setStart(...this.#place(this.points.fromUtf16(start)));
      range.setEnd(...this.#place(this.points.fromUtf16(end)));
      return range;
    });
  }

  /** @param {number} offset @returns {[Node, number]} */
  #place(offset) {
    const run = this.runs.list[this.runs.indexAt(offset)];
    return [/** @type {Node} */ (run.element.firstChild), this.points.toUtf16(offset) - this.points.toUtf16(run.start)];
  }
}

/** @param {Run} run @param {string} look */
function setLook(run, look) {
  if (look === run.look) return;
  if (run.look) run.element.classList.remove(...run.look.split(" "));
  if (look) run.element.classList.add(...look.split(" "));
  run.look = look;
}

customElements.define("summary-text", SummaryText);
