/**
 * <gather-row>: a row of the gather strip, which shows one or more sentences of a summary. Words are selected in a row as in the
 * texts. Enter or the row's button *takes* words (selects them, or adds them to an SCU): the suggested passage or, without one, all words.
 * @import { Span, Summary } from "../../texts/pieces.js"
 * @typedef {{summary: Summary, from: number, to: number, passage: Span | null, key: string, canStep: boolean, action: string}} RowContent
 *   from, to: indexes of the first and last sentence; passage: the suggested words; key: the digit that takes them; canStep: whether
 *   the row has buttons for other sentences; action: the text of its button
 * @typedef {object} Host  the functions of the strip that a row uses
 * @property {import("../../elements/text/text_pane.js").TextPane} pane
 * @property {(row: GatherRow) => void} take selects or adds the row's words
 * @property {(row: GatherRow, step: 1 | -1) => void} leave moves the focus to the row above or below
 * @property {(row: GatherRow) => void} sentenceChanged called after the row shows another sentence
 * @import { Selection } from "../../elements/text/selection.js"
 * @import { SummaryText } from "../../elements/text/summary_text.js"
 * @typedef {{summary: number, start: number, end: number}} Part
 */
import { build, keyCap } from "pyramidion/elements/build.js";
import { handlersOf, keyNameOf, skippedByListenToKeys } from "pyramidion/elements/keyboard.js";
import { runOf } from "pyramidion/elements/text/runs.js";
import "pyramidion/elements/text/summary_text.js";
import { WordKeys } from "pyramidion/elements/text/word_keys.js";
import { WordPointer } from "pyramidion/elements/text/word_pointer.js";
import { occurrences, sentenceAt, clipToRange, spanOfWords } from "pyramidion/texts/pieces.js";

/** Returns the content of a row with the sentences of a passage. @param {SummaryText} text @param {Part} passage @param {{key: string, action: string, canStep: boolean}} options @returns {RowContent} */
export function passageContent(text, passage, options) {
  const { sentences, summary } = text;
  const [from, to] = [sentenceAt(sentences, passage.start), sentenceAt(sentences, passage.end - 1)];
  return { ...options, summary, from, to, passage: { start: passage.start, end: passage.end } };
}

/**
 * Returns the contents of the rows: first the pinned passage, then one row for each other summary. A row shows the summary's most
 * similar passage; without one, its first sentence that matches the search, or else its first sentence.
 * @param {Part[]} pinned the passage to gather around, whose parts are in one summary @param {Part[]} passages best first @param {SummaryText[]} texts
 * @param {RegExp | null} pattern @returns {RowContent[]}
 */
export function rowContents(pinned, passages, texts, pattern) {
  const [{ summary, start }] = pinned;
  const { end } = pinned[pinned.length - 1];
  const pinnedText = /** @type {SummaryText} */ (texts.find((text) => text.summary.id === summary));
  const otherTexts = texts.filter((text) => text !== pinnedText && text.words.length);
  const pinnedRow = { ...passageContent(pinnedText, { summary, start, end }, { key: "0", action: "Select", canStep: false }), passage: null }; // null: not a suggestion
  return [pinnedRow, ...otherTexts.map((text, i) => {
    const options = { key: i < 9 ? String(i + 1) : "", action: "Select", canStep: true };
    const best = passages.find((passage) => passage.summary === text.summary.id);
    if (best) return passageContent(text, best, options);
    const from = firstMatchingSentence(text, pattern);
    return { ...options, summary: text.summary, from, to: from, passage: null };
  })];
}

/** Returns the index of the first sentence that matches the search; 0 if none does. @param {SummaryText} text @param {RegExp | null} pattern */
function firstMatchingSentence(text, pattern) {
  const [match] = pattern ? occurrences(text.summary.text, pattern) : [];
  return match ? sentenceAt(text.sentences, text.points.fromUtf16(match.start)) : 0;
}

/** @type {import("../../elements/keyboard.js").KeyBinding} */
export const STEP_BINDING = ["Alt+↑↓", "in a row of the strip: show another sentence of its summary", skippedByListenToKeys(({ key, target }) => {
  const row = /** @type {GatherRow | null | undefined} */ (/** @type {Element} */ (target).closest("gather-row"));
  row?.step(key === "ArrowUp" ? -1 : 1);
})];

export class GatherRow extends HTMLElement {
  editable = false;
  isAdded = false;
  /** The parts whose ends WordPointer can drag: none in a row. @type {any[]} */
  highlightedParts = [];
  /** The word that the Tab key reaches. @type {HTMLElement | null} */
  #cursor = null;

  /** Builds the row. @param {RowContent} content @param {Host} host */
  begin(content, host) {
    this.host = host;
    this.content = content;
    this.setAttribute("role", "group");
    this.selection = new RowSelection(host.pane.selection, content.summary.id, () => this.range);
    this.text = /** @type {SummaryText} */ (document.createElement("summary-text"));
    const take = () => host.take(this);
    this.button = build("button", { type: "button", class: "plain take", on: { click: take } }, build("span"), content.key ? keyCap(content.key) : null);
    this.replaceChildren(this.text, build("span", { class: "row-tools" }, ...(content.canStep ? this.#stepButtons() : []), this.button));
    this.addEventListener("keydown", (event) => this.#onKey(event), true);
    this.pointer = new WordPointer(/** @type {any} */ (this));
    new WordKeys(/** @type {any} */ (this));
    this.addEventListener("mark-click", (event) => host.pane.emit("mark-click", /** @type {CustomEvent} */ (event).detail));
    this.addEventListener("pointerover", (event) => this.#showMark(event.target, { focused: false }));
    this.addEventListener("focusin", (event) => this.#showMark(event.target, { focused: true }));
    this.addEventListener("pointerout", () => host.pane.emit("mark-out"));
    this.show(content.from, content.to, content.passage);
  }

  #stepButtons() {
    const { letter } = this.content.summary;
    const stepButton = (/** @type {string} */ text, /** @type {string} */ name, /** @type {1 | -1} */ direction) =>
      build("button", { type: "button", class: "plain picture", title: name, "aria-label": name, on: { click: () => this.step(direction) } }, text);
    return [stepButton("‹", `Previous sentence of ${letter}`, -1), stepButton("›", `Next sentence of ${letter}`, 1)];
  }

  /** Shows these sentences of the summary. @param {number} from @param {number} to @param {Span | null} passage */
  show(from, to, passage) {
    this.content = { ...this.content, from, to, passage };
    this.text.show(this.content.summary, { from, to });
    this.text.suggest(passage ? [passage] : []);
    this.setAttribute("aria-label", `${this.content.summary.letter}${from + 1}${passage ? ", suggested" : ""}`);
    const first = this.text.runs.list.find((run) => run.word >= 0); // a run is the element of a word or, with word -1, of a gap
    this.#cursor = null;
    if (first) this.#setTabStop(first.element);
  }

  /** The range of the summary that the row shows. @returns {Span} */
  get range() {
    const { sentences } = this.text;
    return { start: sentences[0].start, end: sentences[sentences.length - 1].end };
  }

  /** The words that the button takes: the suggested passage or, without one, all words. @returns {Span | null} */
  get takenSpan() {
    const words = this.text.sentences.flatMap((sentence) => spanOfWords(sentence) ?? []);
    if (this.content.passage) return this.content.passage;
    return words.length ? { start: words[0].start, end: words[words.length - 1].end } : null;
  }

  /** Shows another sentence of the same summary. @param {1 | -1} direction */
  step(direction) {
    const index = (direction < 0 ? this.content.from : this.content.to) + direction;
    const summaryText = this.host.pane.text(this.content.summary.id);
    if (!this.content.canStep || !summaryText?.sentences[index]) return;
    const hadFocus = this.text.contains(document.activeElement);
    this.show(index, index, null);
    if (hadFocus) this.#cursor?.focus();
    this.host.sentenceChanged(this);
  }

  /**
   * Updates the highlights, the selected words and the button.
   * @param {import("../../elements/text/summary_text.js").Mark[]} marks of the summary @param {Span[]} asides set-aside spans
   * @param {Span[]} highlighted the parts of the selected SCU
   */
  refresh(marks, asides, highlighted) {
    const { range } = this;
    this.text.mark(clipToRange(marks, range), clipToRange(asides, range));
    this.text.highlight(clipToRange(highlighted, range));
    this.text.select(clipToRange(this.selection.parts, range));
    this.classList.toggle("taken", !this.selection.isEmpty);
    if (!this.isAdded) this.#nameButton(this.selection.isEmpty ? this.content.action : "Deselect");
  }

  /** Shows whether the passage was added to the SCU that it is similar to. @param {boolean} isAdded */
  showAdded(isAdded) {
    this.isAdded = isAdded;
    this.#nameButton(isAdded ? "Added" : this.content.action);
    this.button.setAttribute("aria-disabled", String(isAdded));
  }

  /** Sets the text of the button. @param {string} action */
  #nameButton(action) {
    const label = this.button.firstElementChild;
    if (label) label.textContent = action;
    this.button.setAttribute("aria-label", `${action} ${this.content.summary.letter}${this.content.from + 1}`);
  }

  /** Handles Enter and the keys for another sentence. @param {KeyboardEvent} event */
  #onKey(event) {
    if (!runOf(event.target) || event.ctrlKey || event.metaKey) return;
    const stepHandler = handlersOf([STEP_BINDING])[keyNameOf(event)];
    if (stepHandler) stepHandler(event);
    else if (event.key === "Enter" && !event.altKey) this.host.take(this);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Makes the pane show the labels of the SCUs that cover a word. @param {EventTarget | null} target @param {{focused: boolean}} options */
  #showMark(target, { focused }) {
    const run = runOf(target);
    if (!run || !(run.coveringIds.length || run.aside)) return;
    const { coveringIds: ids, aside, element } = run;
    this.host.pane.emit("mark-over", { ids, aside, box: element.getClientRects()[0], focused });
  }

  // WordPointer and WordKeys treat this row as a <text-pane> with one text: they call the following methods

  get texts() {
    return [this.text];
  }

  /** Moves the focus to a word. @param {SummaryText} text @param {number} word @param {{focus?: boolean}} [options] */
  setCursor(text, word, { focus = true } = {}) {
    const span = text.words[word];
    if (!span) return;
    const [element] = text.elementsOf(span);
    this.#setTabStop(element);
    if (focus) element.focus();
  }

  /** Makes this word the only one that the Tab key reaches. @param {HTMLElement} element */
  #setTabStop(element) {
    if (this.#cursor) this.#cursor.tabIndex = -1;
    this.#cursor = element;
    element.tabIndex = 0;
  }

  focusWords() {
    this.#cursor?.focus();
  }

  /** Moves the focus to the row above or below. @param {unknown} _text @param {1 | -1} step */
  leaveText(_text, step) {
    this.host.leave(this, step);
  }

  announceSelection() {
    this.host.pane.announceSelection();
  }

  /** @param {string} name @param {Record<string, any>} [detail] */
  emit(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

customElements.define("gather-row", GatherRow);

/** The part of the pane's selection that is in a row, with the methods of Selection that WordPointer and WordKeys call. */
class RowSelection {
  /** @param {Selection} paneSelection @param {number} summary @param {() => Span} range that the row shows */
  constructor(paneSelection, summary, range) {
    this.paneSelection = paneSelection;
    this.summary = summary;
    this.range = range;
  }

  /** Returns the part if it overlaps the row's sentences, null otherwise. @param {{summary: number, start: number, end: number} | null} part */
  #ifInRange(part) {
    const { start, end } = this.range();
    return part && part.summary === this.summary && part.start < end && start < part.end ? part : null;
  }

  get drawn() {
    return this.#ifInRange(this.paneSelection.drawn);
  }

  get parts() {
    return this.paneSelection.parts.filter((part) => this.#ifInRange(part));
  }

  get isEmpty() {
    return this.parts.length === 0;
  }

  /** Replaces the part of this row that is being selected. @param {{summary: number, start: number, end: number} | null} part */
  draw(part) {
    if (this.paneSelection.drawn && !this.drawn) this.paneSelection.finishPart(); // words that were selected in another row stay selected
    this.paneSelection.draw(part);
  }

  finishPart() {
    this.paneSelection.finishPart();
  }

  clear() {
    this.paneSelection.remove({ summary: this.summary, ...this.range() });
  }
}
