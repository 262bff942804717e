/**
 * Walking over words and selecting them from the keyboard.
 * @import { Row } from "../keyboard.js"
 * @import { SummaryText } from "./summary_text.js"
 * @import { Place } from "./word_walk.js"
 */
import { handlersOf, isOff, nameOf, within } from "pyramidion/elements/keyboard.js";
import { runOf } from "pyramidion/elements/text/runs.js";
import { along, openAway, sentenceAway, sentenceEdge, textAway } from "pyramidion/elements/text/word_walk.js";

const DRAGGING = /** @type {[string, string][]} */ ([["Alt+drag", "single characters"], ["Shift+click", "extend to here"]]);

export class WordKeys {
  /** @type {null | Place} */
  #anchor = null;

  /** @param {import("./text_pane.js").TextPane} pane */
  constructor(pane) {
    this.pane = pane;
    const handlers = handlersOf(this.rows());
    pane.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || isOff(event)) return;
      const name = nameOf(event);
      (handlers[name] ?? handlers[name.replace("Shift+", "")])?.(event);
    });
    pane.addEventListener("focusin", (event) => {
      const at = placeOf(event);
      if (at) this.pane.setCursor(at.text, at.word, false);
    });
  }

  /**
   * @param {{open?: string, mark?: string, another?: string, texts?: boolean}} [says] what open words and what covers a word are called, where another part may be, whether there are several texts
   * @param {Row} [keep] the row that keeps a part @returns {Row[]}
   */
  rows({ open = "open", mark = "select what covers the word", another = "another part", texts = true } = {}, keep = undefined) {
    const step = at((from, event) => this.#step(from, event));
    /** @type {(away: typeof sentenceAway, step: 1 | -1) => (event: KeyboardEvent) => void} */
    const leap = (away, by) => at((from, event) => !event.shiftKey && this.#leap(away(this.pane.texts.filter((one) => one.words.length), from, by)));
    /** @type {Row} */
    const summaries = ["PageDown PageUp", "next, previous summary", leap(textAway, 1), leap(textAway, -1)];
    return [
      ["← → ↑ ↓", "from word to word", step],
      ["Home End", "first, last word of the sentence", step],
      ["Alt+↓ Alt+↑", "next, previous sentence", leap(sentenceAway, 1), leap(sentenceAway, -1)],
      ...(texts ? [summaries] : []),
      ["O I", `next, previous ${open} words`, leap(openAway, 1), leap(openAway, -1)],
      ["Shift+←→", "select words", step],
      ["Space E", "select the word, the sentence", at(({ text, word }) => this.#extend(text, word, word)), at((from, event) => this.#sentence(from, event))],
      ...(keep ? [keep] : []),
      ["Alt+Shift+←→", "end the part a character earlier or later", at(({ text }, event) => this.#byCharacter(text, event))],
      ["Enter", mark, at((_, event) => this.#mark(event))],
      ["Ctrl+drag", another],
      ...DRAGGING,
    ];
  }

  /** @param {KeyboardEvent} event */
  #mark({ target }) {
    const run = runOf(target);
    if (!run?.keys.length || !this.pane.selection.empty) return false;
    this.pane.tell("mark-click", { keys: run.keys, box: run.element.getClientRects()[0] });
  }

  /** @param {Place} from @param {KeyboardEvent} event */
  #sentence({ text, word }, { shiftKey }) {
    if (shiftKey) return false;
    this.#extend(text, sentenceEdge(text, word, false), sentenceEdge(text, word, true));
  }

  /** @param {Place | null} to */
  #leap(to) {
    if (!to) return false;
    this.#anchor = null;
    this.pane.setCursor(to.text, to.word);
  }

  /** @param {Place} from @param {KeyboardEvent} event */
  #step({ text, word }, { key, shiftKey }) {
    const to = /** @type {number} */ (along({ text, word }, key));
    if (to < 0 || to >= text.words.length) {
      if (!shiftKey) this.pane.leaveText(text, to < 0 ? -1 : 1);
      return;
    }
    if (shiftKey) this.#extend(text, word, to);
    else this.#anchor = null;
    this.pane.setCursor(text, to);
  }

  /** @param {SummaryText} text @param {number} word @param {number} to */
  #extend(text, word, to) {
    const { drawn } = this.pane.selection;
    const going = this.#anchor?.text === text && drawn?.summary === text.summary.id;
    if (!going) this.#anchor = { text, word };
    const [first, last] = [this.#anchor?.word ?? word, to].sort((a, b) => a - b);
    const [start, end] = [text.words[first].start, text.words[last].end];
    if (!going && this.pane.selection.drawn) this.pane.selection.clear();
    this.pane.selection.draw({ summary: text.summary.id, start, end });
    this.pane.selectionDone();
  }

  /** @param {SummaryText} text @param {KeyboardEvent} event */
  #byCharacter(text, event) {
    const { drawn } = this.pane.selection;
    const forward = (event.key === "ArrowRight") === (text.dir !== "rtl");
    if (!drawn || drawn.summary !== text.summary.id || !event.key.match(/Left|Right/)) return false;
    const end = Math.min(text.points.length, drawn.end + (forward ? 1 : -1));
    if (end > drawn.start) this.pane.selection.draw({ ...drawn, end });
  }
}

/** @param {Event} event @returns {Place | null} */
function placeOf({ target }) {
  const run = runOf(target);
  const text = /** @type {SummaryText | null} */ (run?.element.closest("summary-text") ?? null);
  return run && text ? { text, word: run.word } : null;
}

/** A handler of keys pressed at a word; the key goes on where it answers false. @param {(from: Place, event: KeyboardEvent) => void | boolean} does */
function at(does) {
  return within((event) => {
    const from = placeOf(event);
    if (from && does(from, event) !== false) event.preventDefault();
  });
}
