/**
 * <gather-row>: some sentences of a summary in the gather strip. Words are selected in it as in the texts. Enter or its
 * button selects the suggested passage, else the sentence.
 * @import { Span, Summary } from "../../texts/pieces.js"
 * @typedef {{summary: Summary, from: number, to: number, passage: Span | null, key: string, steps: boolean, verb: string}} Row
 *   from, to: its sentences; passage: the suggested words; steps: whether it has buttons for other sentences
 * @typedef {object} Host
 * @property {import("../../elements/text/text_pane.js").TextPane} pane
 * @property {(row: GatherRow) => void} take
 * @property {(row: GatherRow, step: 1 | -1) => void} leave
 * @property {(row: GatherRow) => void} moved
 * @import { Selection } from "../../elements/text/selection.js"
 * @import { SummaryText } from "../../elements/text/summary_text.js"
 * @typedef {{summary: number, start: number, end: number}} Part
 */
import { build, keyCap } from "pyramidion/elements/build.js";
import { handlersOf, nameOf, within } from "pyramidion/elements/keyboard.js";
import { runOf } from "pyramidion/elements/text/runs.js";
import "pyramidion/elements/text/summary_text.js";
import { WordKeys } from "pyramidion/elements/text/word_keys.js";
import { WordPointer } from "pyramidion/elements/text/word_pointer.js";
import { occurrences, sentenceAt, clipToRange, spanOfWords } from "pyramidion/texts/pieces.js";

/** The row with the sentences of a passage. @param {SummaryText} text @param {Part} passage @param {{key: string, verb: string, steps: boolean}} options @returns {Row} */
export function passageRow(text, passage, options) {
  const { sentences, summary } = text;
  const [from, to] = [sentenceAt(sentences, passage.start), sentenceAt(sentences, passage.end - 1)];
  return { ...options, summary, from, to, passage: { start: passage.start, end: passage.end } };
}

/**
 * Rows for the pinned passage and for each other summary: its most similar passage, else its first sentence that matches the
 * search, else its first sentence.
 * @param {Part[]} pinned in one summary @param {Part[]} passages best first @param {SummaryText[]} texts
 * @param {RegExp | null} pattern @returns {Row[]}
 */
export function rowsOf(pinned, passages, texts, pattern) {
  const [{ summary, start }] = pinned;
  const { end } = pinned[pinned.length - 1];
  const own = /** @type {SummaryText} */ (texts.find((text) => text.summary.id === summary));
  const otherTexts = texts.filter((text) => text !== own && text.words.length);
  const first = { ...passageRow(own, { summary, start, end }, { key: "0", verb: "Select", steps: false }), passage: null };
  return [first, ...otherTexts.map((text, i) => {
    const options = { key: i < 9 ? String(i + 1) : "", verb: "Select", steps: true };
    const best = passages.find((passage) => passage.summary === text.summary.id);
    if (best) return passageRow(text, best, options);
    const from = firstMatch(text, pattern);
    return { ...options, summary: text.summary, from, to: from, passage: null };
  })];
}

/** The number of the first sentence that matches, else 0. @param {SummaryText} text @param {RegExp | null} pattern */
function firstMatch(text, pattern) {
  const [match] = pattern ? occurrences(text.summary.text, pattern) : [];
  return match ? sentenceAt(text.sentences, text.points.fromUtf16(match.start)) : 0;
}

/** @type {import("../../elements/keyboard.js").Row} */
export const STEP_ROW = ["Alt+↑↓", "in a row: another sentence of that summary", within(({ key, target }) => {
  const row = /** @type {GatherRow | null | undefined} */ (/** @type {Element} */ (target).closest("gather-row"));
  row?.step(key === "ArrowUp" ? -1 : 1);
})];

export class GatherRow extends HTMLElement {
  editable = false;
  done = false;
  /** @type {any[]} */
  litParts = [];
  /** @type {HTMLElement | null} */
  #cursor = null;

  /** @param {Row} row @param {Host} host */
  begin(row, host) {
    this.host = host;
    this.row = row;
    this.setAttribute("role", "group");
    this.selection = new RowSelection(host.pane.selection, row.summary.id, () => this.range);
    this.text = /** @type {SummaryText} */ (document.createElement("summary-text"));
    const take = () => host.take(this);
    this.button = build("button", { type: "button", class: "plain take", on: { click: take } }, build("span"), row.key ? keyCap(row.key) : null);
    this.replaceChildren(this.text, build("span", { class: "row-tools" }, ...(row.steps ? this.#steps() : []), this.button));
    this.addEventListener("keydown", (event) => this.#press(event), true);
    this.pointer = new WordPointer(/** @type {any} */ (this));
    new WordKeys(/** @type {any} */ (this));
    this.addEventListener("mark-click", (event) => host.pane.tell("mark-click", /** @type {CustomEvent} */ (event).detail));
    this.addEventListener("pointerover", (event) => this.#over(event.target, false));
    this.addEventListener("focusin", (event) => this.#over(event.target, true));
    this.addEventListener("pointerout", () => host.pane.tell("mark-out"));
    this.show(row.from, row.to, row.passage);
  }

  #steps() {
    const { letter } = this.row.summary;
    const step = (/** @type {string} */ text, /** @type {string} */ name, /** @type {1 | -1} */ by) =>
      build("button", { type: "button", class: "plain picture", title: name, "aria-label": name, on: { click: () => this.step(by) } }, text);
    return [step("‹", `Previous sentence of ${letter}`, -1), step("›", `Next sentence of ${letter}`, 1)];
  }

  /** @param {number} from @param {number} to @param {Span | null} passage */
  show(from, to, passage) {
    this.row = { ...this.row, from, to, passage };
    this.text.show(this.row.summary, { from, to });
    this.text.suggest(passage ? [passage] : []);
    this.setAttribute("aria-label", `${this.row.summary.letter}${from + 1}${passage ? ", suggested" : ""}`);
    const first = this.text.runs.list.find((run) => run.word >= 0);
    this.#cursor = null;
    if (first) this.#rove(first.element);
  }

  /** The range of the summary that the row shows. @returns {Span} */
  get range() {
    const { sentences } = this.text;
    return { start: sentences[0].start, end: sentences[sentences.length - 1].end };
  }

  /** The span that the button selects: the suggested passage, else all words. @returns {Span | null} */
  get span() {
    const words = this.text.sentences.flatMap((sentence) => spanOfWords(sentence) ?? []);
    if (this.row.passage) return this.row.passage;
    return words.length ? { start: words[0].start, end: words[words.length - 1].end } : null;
  }

  /** Shows another sentence of the same summary. @param {1 | -1} by */
  step(by) {
    const to = (by < 0 ? this.row.from : this.row.to) + by;
    const whole = this.host.pane.text(this.row.summary.id);
    if (!this.row.steps || !whole?.sentences[to]) return;
    const inWords = this.text.contains(document.activeElement);
    this.show(to, to, null);
    if (inWords) this.#cursor?.focus();
    this.host.moved(this);
  }

  /**
   * @param {import("../../elements/text/summary_text.js").Mark[]} marks of the summary @param {Span[]} asides
   * @param {Span[]} lit the parts of the selected SCU
   */
  refresh(marks, asides, lit) {
    const { range } = this;
    this.text.mark(clipToRange(marks, range), clipToRange(asides, range));
    this.text.light(clipToRange(lit, range));
    this.text.select(clipToRange(this.selection.parts, range));
    this.classList.toggle("taken", !this.selection.empty);
    if (!this.done) this.#name(this.selection.empty ? this.row.verb : "Deselect");
  }

  /** Marks the passage as added, or not. @param {boolean} done */
  finish(done) {
    this.done = done;
    this.#name(done ? "Added" : this.row.verb);
    this.button.setAttribute("aria-disabled", String(done));
  }

  /** @param {string} verb */
  #name(verb) {
    const label = this.button.firstElementChild;
    if (label) label.textContent = verb;
    this.button.setAttribute("aria-label", `${verb} ${this.row.summary.letter}${this.row.from + 1}`);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (!runOf(event.target) || event.ctrlKey || event.metaKey) return;
    const steps = handlersOf([STEP_ROW])[nameOf(event)];
    if (steps) steps(event);
    else if (event.key === "Enter" && !event.altKey) this.host.take(this);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {EventTarget | null} target @param {boolean} focused */
  #over(target, focused) {
    const run = runOf(target);
    if (!run || !(run.keys.length || run.aside)) return;
    const { keys, aside, element } = run;
    this.host.pane.tell("mark-over", { keys, aside, box: element.getClientRects()[0], focused });
  }

  // The methods of <text-pane> that WordPointer and WordKeys call

  get texts() {
    return [this.text];
  }

  /** @param {SummaryText} text @param {number} word @param {boolean} [focus] */
  setCursor(text, word, focus = true) {
    const at = text.words[word];
    if (!at) return;
    const [element] = text.elementsOf(at);
    this.#rove(element);
    if (focus) element.focus();
  }

  /** @param {HTMLElement} element */
  #rove(element) {
    if (this.#cursor) this.#cursor.tabIndex = -1;
    this.#cursor = element;
    element.tabIndex = 0;
  }

  focusWords() {
    this.#cursor?.focus();
  }

  /** @param {unknown} _text @param {1 | -1} step */
  leaveText(_text, step) {
    this.host.leave(this, step);
  }

  selectionDone() {
    this.host.pane.selectionDone();
  }

  /** @param {string} name @param {Record<string, any>} [detail] */
  tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

customElements.define("gather-row", GatherRow);

class RowSelection {
  /** @param {Selection} whole @param {number} summary @param {() => Span} range that the row shows */
  constructor(whole, summary, range) {
    this.whole = whole;
    this.summary = summary;
    this.range = range;
  }

  /** @param {{summary: number, start: number, end: number} | null} part */
  #inRange(part) {
    const { start, end } = this.range();
    return part && part.summary === this.summary && part.start < end && start < part.end ? part : null;
  }

  get drawn() {
    return this.#inRange(this.whole.drawn);
  }

  get parts() {
    return this.whole.parts.filter((part) => this.#inRange(part));
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
