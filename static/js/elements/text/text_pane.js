/**
 * <text-pane>: the summaries, with coverage bars, marks (the spans covered by SCUs or units), highlighted parts (of the SCU or unit
 * selected in the list) and selected words. Events: `selection` (a gesture has selected or deselected words), `mark-click` and
 * `mark-over` (on a covered or set-aside word; `ids`: of the SCUs or units that cover it; `box`: the word's place on the screen;
 * `focused`: whether the word has the keyboard focus), `mark-out`, `mark-click-undone` (the last `mark-click` was the first half of
 * a double click, which selects the word instead), `part-resized` (the user has dragged an end of a highlighted part).
 * @import { Summary } from "../../texts/pieces.js"
 * @import { Mark, SummaryText } from "./summary_text.js"
 * @import { HighlightedPart } from "./word_pointer.js"
 */
import { build } from "pyramidion/elements/build.js";
import { coverageBar } from "pyramidion/elements/text/coverage_bar.js";
import "pyramidion/elements/text/summary_text.js";
import { occurrences, totalCoverage } from "pyramidion/texts/pieces.js";
import { runOf } from "pyramidion/elements/text/runs.js";
import { Selection } from "pyramidion/elements/text/selection.js";
import { WordKeys } from "pyramidion/elements/text/word_keys.js";
import { WordPointer } from "pyramidion/elements/text/word_pointer.js";

export class TextPane extends HTMLElement {
  /** The shown summaries by id; `text`: the element with the words, `bar`: the coverage bar. @type {Map<number, {name: string, text: SummaryText, bar: ReturnType<typeof coverageBar>}>} */
  #summaries = new Map();
  /** The parts of the SCU or unit selected in the list. @type {HighlightedPart[]} */
  highlightedParts = [];
  /** The part of which an end is being dragged, with its new bounds. @type {HighlightedPart | null} */
  #resized = null;
  /** The word that has the focus or had it last. @type {HTMLElement | null} */
  #cursor = null;
  editable = false;
  selection = new Selection();

  /** Shows the summaries, and begins to listen to the pointer and the keys. @param {Summary[]} summaries @param {boolean} editable */
  show(summaries, editable) {
    this.editable = editable;
    this.replaceChildren(...summaries.map((summary) => this.#article(summary)));
    this.pointer = new WordPointer(this);
    this.wordKeys = new WordKeys(this);
    // Prevents the browser's own selection. With CSS “user-select: none”, WebKit would highlight the wrong words.
    this.addEventListener("selectstart", (event) => event.preventDefault());
    document.addEventListener("copy", (event) => this.#copy(event));
    this.selection.addEventListener("change", () => this.#showSelection());
    this.addEventListener("pointerover", (event) => this.#reportMarks(event.target, { focused: false }));
    this.addEventListener("focusin", (event) => this.#reportMarks(event.target, { focused: true }));
    this.addEventListener("pointerout", () => this.emit("mark-out"));
    const firstWord = this.texts[0]?.runs.list.find((run) => run.word >= 0); // a run is the element of a word or, with word -1, of a gap
    if (firstWord) this.#setTabStop(firstWord.element);
  }

  /** The name and coverage of each summary. */
  get coverages() {
    return [...this.#summaries.values()].map(({ name, text }) => ({ name, coverage: text.coverage }));
  }

  /** Returns the element of a summary: its name, coverage bar and text. @param {Summary} summary */
  #article(summary) {
    const text = /** @type {SummaryText} */ (document.createElement("summary-text"));
    text.show(summary);
    const bar = coverageBar();
    const name = summary.title ? `${summary.summarizer}, ${summary.title}` : summary.summarizer;
    const label = summary.letter ? `${summary.letter} · ${name}` : name;
    this.#summaries.set(summary.id, { name: label, text, bar });
    const heading = build("h2", { class: "summary-head" }, build("span", { text: label }), bar.element);
    return build("article", { class: "summary", "aria-label": `Summary ${label}` }, heading, text);
  }

  /** @returns {SummaryText[]} */
  get texts() {
    return [...this.#summaries.values()].map(({ text }) => text);
  }

  /** Returns the text of a summary. @param {number} summary its id */
  text(summary) {
    return this.#summaries.get(summary)?.text;
  }

  /**
   * Shows which spans are covered and which are set aside.
   * @param {Map<number, Mark[]>} marks by summary id @param {Map<number, import("../../texts/pieces.js").Span[]>} asides the set-aside spans by summary id
   * @returns {import("../../texts/pieces.js").Coverage} over all summaries
   */
  mark(marks, asides = new Map()) {
    const coverages = [...this.#summaries].map(([summary, { text, bar }]) => {
      const coverage = text.mark(marks.get(summary) ?? [], asides.get(summary) ?? []);
      bar.show(coverage);
      return coverage;
    });
    return totalCoverage(coverages);
  }

  /** Highlights parts, in any of the texts. @param {HighlightedPart[]} parts */
  highlight(parts) {
    this.highlightedParts = parts;
    for (const [summary, { text }] of this.#summaries) text.highlight(parts.filter((part) => part.summary === summary));
  }

  /** Shows a highlighted part with new bounds while one of its ends is dragged. @param {HighlightedPart} resized */
  previewResized(resized) {
    this.#resized = resized;
    const parts = this.highlightedParts.map((part) => (part.id === resized.id ? resized : part));
    this.text(resized.summary)?.highlight(parts.filter((part) => part.summary === resized.summary));
  }

  /** Emits `part-resized` with the new bounds when the drag has ended. */
  finishResizing() {
    const resized = this.#resized;
    this.#resized = null;
    if (resized) this.emit("part-resized", { part: resized.id, start: resized.start, end: resized.end });
  }

  /** Emits `selection`. */
  announceSelection() {
    this.emit("selection");
  }

  #showSelection() {
    for (const [summary, { text }] of this.#summaries) text.select(this.selection.partsIn(summary));
    if (this.selection.isEmpty) this.announceSelection();
  }

  /** Scrolls to the first part if none of them is visible. @param {{summary: number, start: number, end: number}[]} parts */
  reveal(parts) {
    const elements = parts.flatMap((part) => this.text(part.summary)?.elementsOf(part).slice(0, 1) ?? []);
    if (elements.length && !elements.some((element) => isVisibleIn(this, element))) elements[0].scrollIntoView({ block: "center", inline: "nearest" });
  }

  /** Moves the focus to a word. @param {SummaryText} text @param {number} word its index @param {{focus?: boolean}} [options] */
  setCursor(text, word, { focus = true } = {}) {
    const span = text.words[word];
    if (!span) return;
    const [element] = text.elementsOf(span);
    this.#setTabStop(element);
    if (focus) element.focus({ preventScroll: isVisibleIn(this, element) });
  }

  /** Makes a word the only word that the Tab key moves to. @param {HTMLElement} element */
  #setTabStop(element) {
    if (this.#cursor) this.#cursor.tabIndex = -1;
    this.#cursor = element;
    element.tabIndex = 0;
  }

  /** The word that has the focus or had it last, as its index, offset and text; null before the texts are shown. */
  get cursorPlace() {
    const run = runOf(this.#cursor);
    const text = /** @type {SummaryText | null} */ (this.#cursor?.closest("summary-text") ?? null);
    return run && text ? { text, word: run.word, start: run.start } : null;
  }

  focusCursor() {
    this.#cursor?.focus();
  }

  /** Moves the focus to the first word of the next text, or to the last word of the previous text. @param {SummaryText} text @param {1 | -1} step */
  leaveText(text, step) {
    const texts = this.texts.filter(({ words }) => words.length);
    const next = texts[texts.indexOf(text) + step];
    if (next) this.setCursor(next, step > 0 ? 0 : next.words.length - 1);
  }

  /** Highlights the matches of a search, without changing the elements. @param {RegExp | null} pattern @returns {number} the number of matches */
  highlightMatches(pattern) {
    const ranges = pattern ? this.texts.flatMap((text) => text.rangesOf(occurrences(text.summary.text, pattern))) : [];
    CSS.highlights.set("found", new Highlight(...ranges));
    return ranges.length;
  }

  /** Emits `mark-over` if the target is a covered or set-aside word. @param {EventTarget | null} target @param {{focused: boolean}} options */
  #reportMarks(target, { focused }) {
    const run = runOf(target);
    if (!run?.coveringIds.length && !run?.aside) return;
    this.emit("mark-over", { ids: run.coveringIds, aside: run.aside, box: run.element.getClientRects()[0], focused });
  }

  /** Dispatches an event. @param {string} name @param {Record<string, any>} [detail] */
  emit(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** The sentences and the number of the selected words: "A2, B1 · 7 words selected". */
  get selectedWordsText() {
    const { parts } = this.selection;
    const wordCount = parts.reduce((count, { summary, start, end }) => {
      const words = this.text(summary)?.words.filter((word) => word.start < end && start < word.end) ?? [];
      return count + words.length;
    }, 0);
    const numbers = [...new Set(parts.map((part) => this.text(part.summary)?.numberAt(part.start) ?? ""))].join(", ");
    const place = /^[0-9]/.test(numbers) ? `Sentence ${numbers}` : numbers; // peers have no letter
    return `${place} · ${wordCount} ${wordCount === 1 ? "word" : "words"} selected`;
  }

  /** The text of the selected words, for the clipboard. */
  get selectedText() {
    return this.selection.parts.map((part) => this.text(part.summary)?.points.slice(part.start, part.end)).join(" … ");
  }

  /** Copies the selected words, because the browser does not know this selection. @param {ClipboardEvent} event */
  #copy(event) {
    const browserSelection = getSelection();
    const target = event.target instanceof Element ? event.target : null;
    if ((browserSelection && !browserSelection.isCollapsed) || target?.closest("input, textarea") || this.selection.isEmpty) return;
    event.clipboardData?.setData("text/plain", this.selectedText);
    event.preventDefault();
  }

  /** The screen boxes of the first and last line of the latest selected part; null if nothing is selected. */
  get selectionBoxes() {
    const { parts } = this.selection;
    const part = this.selection.drawn ?? parts[parts.length - 1];
    const elements = part ? (this.text(part.summary)?.elementsOf(part) ?? []) : [];
    if (!elements.length) return null;
    const firstBoxes = elements[0].getClientRects();
    const lastBoxes = elements[elements.length - 1].getClientRects();
    return { first: firstBoxes[0], last: lastBoxes[lastBoxes.length - 1] };
  }
}

/** Whether an element is visible in the pane and in its article, both of which may be scrolled. @param {Element} pane @param {Element} element */
function isVisibleIn(pane, element) {
  const paneBox = pane.getBoundingClientRect();
  const articleBox = element.closest("article")?.getBoundingClientRect() ?? paneBox;
  const box = element.getBoundingClientRect();
  return box.top >= Math.max(paneBox.top, articleBox.top) && box.bottom <= Math.min(paneBox.bottom, articleBox.bottom)
    && box.left >= paneBox.left && box.right <= paneBox.right;
}

customElements.define("text-pane", TextPane);
