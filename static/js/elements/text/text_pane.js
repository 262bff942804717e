/**
 * <text-pane>: the summaries, with what covers them, what is lit, and the words being selected.
 * Events: `selection` (the words selected are final for now), `mark-click` {keys, box}, `mark-over` {keys, aside, box, focused},
 * `mark-out`, `mark-kept` (the last `mark-click` began a double click), `edge` {part, start, end}.
 * @import { Summary } from "../../texts/pieces.js"
 * @import { Mark, SummaryText } from "./summary_text.js"
 * @import { LitPart } from "./word_pointer.js"
 */
import { build } from "pyramidion/elements/build.js";
import { coverageBar } from "pyramidion/elements/text/coverage_bar.js";
import "pyramidion/elements/text/summary_text.js";
import { totalCoverage, occurrences } from "pyramidion/texts/pieces.js";
import { runOf } from "pyramidion/elements/text/runs.js";
import { Selection } from "pyramidion/elements/text/selection.js";
import { WordKeys } from "pyramidion/elements/text/word_keys.js";
import { WordPointer } from "pyramidion/elements/text/word_pointer.js";

export class TextPane extends HTMLElement {
  /** @type {Map<number, {name: string, text: SummaryText, bar: ReturnType<typeof coverageBar>}>} */
  #shown = new Map();
  /** @type {LitPart[]} */
  litParts = [];
  /** @type {LitPart | null} */
  #edge = null;
  /** The word the keyboard is at. @type {HTMLElement | null} */
  #cursor = null;
  editable = false;
  selection = new Selection();

  /** @param {Summary[]} summaries @param {boolean} editable */
  show(summaries, editable) {
    this.editable = editable;
    this.replaceChildren(...summaries.map((summary) => this.#article(summary)));
    this.pointer = new WordPointer(this);
    this.wordKeys = new WordKeys(this);
    document.addEventListener("copy", (event) => this.#copy(event));
    this.selection.addEventListener("change", () => this.#showSelection());
    this.addEventListener("pointerover", (event) => this.#over(event.target, false));
    this.addEventListener("focusin", (event) => this.#over(event.target, true));
    this.addEventListener("pointerout", () => this.tell("mark-out"));
    const first = this.texts[0]?.runs.list.find((run) => run.word >= 0);
    if (first) this.#rove(first.element);
  }

  /** Of each summary, as shown. */
  get coverages() {
    return [...this.#shown.values()].map(({ name, text }) => ({ name, coverage: text.coverage }));
  }

  /** @param {Summary} summary */
  #article(summary) {
    const text = /** @type {SummaryText} */ (document.createElement("summary-text"));
    text.show(summary);
    const bar = coverageBar();
    const name = summary.title ? `${summary.summarizer}, ${summary.title}` : summary.summarizer;
    const label = summary.letter ? `${summary.letter} · ${name}` : name;
    this.#shown.set(summary.id, { name: label, text, bar });
    const heading = build("h2", { class: "summary-head" }, build("span", { text: label }), bar.element);
    return build("article", { class: "summary", "aria-label": `Summary ${label}` }, heading, text);
  }

  /** @returns {SummaryText[]} */
  get texts() {
    return [...this.#shown.values()].map((shown) => shown.text);
  }

  /** @param {number} summary */
  text(summary) {
    return this.#shown.get(summary)?.text;
  }

  /**
   * Shows what covers the texts, and what of them is set aside.
   * @param {Map<number, Mark[]>} marks by summary @param {Map<number, import("../../texts/pieces.js").Span[]>} asides by summary
   * @returns {import("../../texts/pieces.js").Coverage} over all summaries
   */
  mark(marks, asides = new Map()) {
    const all = [...this.#shown].map(([summary, { text, bar }]) => {
      const coverage = text.mark(marks.get(summary) ?? [], asides.get(summary) ?? []);
      bar.show(coverage);
      return coverage;
    });
    return totalCoverage(all);
  }

  /** Lights parts in all texts at once. @param {LitPart[]} parts */
  light(parts) {
    this.litParts = parts;
    for (const [summary, { text }] of this.#shown) text.light(parts.filter((part) => part.summary === summary));
  }

  /** Shows a part as it would be with other bounds. @param {LitPart} changed */
  previewEdge(changed) {
    this.#edge = changed;
    const parts = this.litParts.map((part) => (part.id === changed.id ? changed : part));
    this.text(changed.summary)?.light(parts.filter((part) => part.summary === changed.summary));
  }

  finishEdge() {
    const edge = this.#edge;
    this.#edge = null;
    if (edge) this.tell("edge", { part: edge.id, start: edge.start, end: edge.end });
  }

  selectionDone() {
    this.tell("selection");
  }

  #showSelection() {
    for (const [summary, { text }] of this.#shown) text.select(this.selection.in(summary));
    if (this.selection.empty) this.selectionDone();
  }

  /** Scrolls to the parts if none of them can be seen. @param {{summary: number, start: number, end: number}[]} parts */
  reveal(parts) {
    const elements = parts.flatMap((part) => this.text(part.summary)?.elementsOf(part).slice(0, 1) ?? []);
    if (elements.length && !elements.some((element) => inside(this, element))) this.#scrollTo(elements[0]);
  }

  /** @param {Element} element */
  #scrollTo(element) {
    element.scrollIntoView({ block: "center", inline: "nearest" });
  }

  /** Puts the keyboard's place on a word. @param {SummaryText} text @param {number} word @param {boolean} [focus] */
  setCursor(text, word, focus = true) {
    const at = text.words[word];
    if (!at) return;
    const [element] = text.elementsOf(at);
    this.#rove(element);
    if (focus) element.focus({ preventScroll: inside(this, element) });
  }

  /** @param {HTMLElement} element */
  #rove(element) {
    if (this.#cursor) this.#cursor.tabIndex = -1;
    this.#cursor = element;
    element.tabIndex = 0;
  }

  /** The word the keyboard is at, or was at last. */
  get place() {
    const run = runOf(this.#cursor);
    const text = /** @type {SummaryText | null} */ (this.#cursor?.closest("summary-text") ?? null);
    return run && text ? { text, word: run.word, start: run.start } : null;
  }

  focusCursor() {
    this.#cursor?.focus();
  }

  /** From the end of one text to the next, or back. @param {SummaryText} text @param {1 | -1} step */
  leaveText(text, step) {
    const texts = this.texts.filter((one) => one.words.length);
    const next = texts[texts.indexOf(text) + step];
    if (next) this.setCursor(next, step > 0 ? 0 : next.words.length - 1);
  }

  /** Lights what was looked for, without touching the elements. @param {RegExp | null} pattern @returns {number} */
  find(pattern) {
    const ranges = pattern
      ? this.texts.flatMap((text) => text.rangesOf(occurrences(text.summary.text, pattern)))
      : [];
    if ("highlights" in CSS) {
      if (ranges.length) CSS.highlights.set("found", new Highlight(...ranges));
      else CSS.highlights.delete("found");
    }
    return ranges.length;
  }

  /** @param {EventTarget | null} target @param {boolean} focused */
  #over(target, focused) {
    const run = runOf(target);
    if (!run?.keys.length && !run?.aside) return;
    this.tell("mark-over", { keys: run.keys, aside: run.aside, box: run.element.getClientRects()[0], focused });
  }

  /** @param {string} name @param {Record<string, any>} [detail] */
  tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Where the selected words are and how many: "A2, B1 · 7 words selected". */
  get selectedWordsText() {
    const { parts } = this.selection;
    const words = parts.reduce((count, { summary, start, end }) => {
      const inside = this.text(summary)?.words.filter((word) => word.start < end && start < word.end) ?? [];
      return count + inside.length;
    }, 0);
    const numbers = [...new Set(parts.map((part) => this.text(part.summary)?.numberAt(part.start) ?? ""))].join(", ");
    const where = /^[0-9]/.test(numbers) ? `Sentence ${numbers}` : numbers;
    return `${where} · ${words} ${words === 1 ? "word" : "words"} selected`;
  }

  /** The words selected, as a person would copy them. */
  get selectedText() {
    return this.selection.parts.map((part) => this.text(part.summary)?.points.slice(part.start, part.end)).join(" … ");
  }

  /** Copies the selected words: they are no selection of the browser's own. @param {ClipboardEvent} event */
  #copy(event) {
    const native = getSelection();
    const target = event.target instanceof Element ? event.target : null;
    if ((native && !native.isCollapsed) || target?.closest("input, textarea") || this.selection.empty) return;
    event.clipboardData?.setData("text/plain", this.selectedText);
    event.preventDefault();
  }

  /** Where the selection is on the screen: the boxes of its first and last word. */
  get selectionBoxes() {
    const { parts } = this.selection;
    const last = this.selection.drawn ?? parts[parts.length - 1];
    const elements = last ? (this.text(last.summary)?.elementsOf(last) ?? []) : [];
    if (!elements.length) return null;
    const first = elements[0].getClientRects();
    const end = elements[elements.length - 1].getClientRects();
    return { first: first[0], last: end[end.length - 1] };
  }
}

/** Whether an element can be seen in the pane. @param {Element} pane @param {Element} element */
function inside(pane, element) {
  const outer = pane.getBoundingClientRect();
  const own = element.closest("article")?.getBoundingClientRect() ?? outer;
  const box = element.getBoundingClientRect();
  return box.top >= Math.max(outer.top, own.top) && box.bottom <= Math.min(outer.bottom, own.bottom)
    && box.left >= outer.left && box.right <= outer.right;
}

customElements.define("text-pane", TextPane);
