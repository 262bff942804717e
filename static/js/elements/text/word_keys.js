// @ts-check
/**
 * Walking over words and selecting them from the keyboard: arrows, Home and End; with Shift they select; Alt+Shift+arrows
 * change the selection by single characters; Space selects a word, E its sentence, P keeps a part and begins another.
 * Alt+up and down go by sentences, Page up and down by summaries, O and I to the open words.
 *
 * @typedef {import("./summary_text.js").SummaryText} SummaryText
 */
import { singleKeys } from "pyramidion/elements/keys_dialog.js";
import { runOf } from "pyramidion/elements/text/runs.js";
import { along, openAway, sentenceAway, sentenceEdge, textAway } from "pyramidion/elements/text/word_walk.js";

export class WordKeys {
  /** @type {null | {text: SummaryText, word: number}} */
  #anchor = null;

  /** @param {import("./text_pane.js").TextPane} pane */
  constructor(pane) {
    this.pane = pane;
    pane.addEventListener("keydown", (event) => this.#press(event));
    pane.addEventListener("focusin", (event) => this.#focus(event));
  }

  /** @param {FocusEvent} event */
  #focus(event) {
    const run = runOf(event.target);
    const text = run?.element.closest("summary-text");
    if (run && text) this.pane.setCursor(/** @type {SummaryText} */ (text), run.word, false);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const run = runOf(event.target);
    const text = /** @type {SummaryText | null} */ (run?.element.closest("summary-text") ?? null);
    if (!run || !text || event.ctrlKey || event.metaKey) return;
    if (event.altKey && event.shiftKey && event.key.startsWith("Arrow")) {
      this.#byCharacter(text, event);
    } else if (event.key === " ") {
      this.#extend(text, run.word, run.word);
      event.preventDefault();
    } else if (event.key === "Enter" && run.keys.length && this.pane.selection.empty) {
      this.pane.tell("mark-click", { keys: run.keys, box: run.element.getClientRects()[0] });
      event.preventDefault();
    } else if (!this.#leap(text, run.word, event) && !event.altKey) {
      this.#walk(text, run.word, event);
    }
  }

  /** @param {SummaryText} text @param {number} word @param {KeyboardEvent} event @returns {boolean} whether it was such a key */
  #leap(text, word, event) {
    if (event.shiftKey) return false;
    if (event.key.toUpperCase() === "E" && !event.altKey && singleKeys.get() !== "off") {
      this.#extend(text, sentenceEdge(text, word, false), sentenceEdge(text, word, true));
      event.preventDefault();
      return true;
    }
    const to = away(this.pane.texts.filter((one) => one.words.length), { text, word }, event);
    if (!to) return false;
    event.preventDefault();
    this.#anchor = null;
    this.pane.setCursor(to.text, to.word);
    return true;
  }

  /** @param {SummaryText} text @param {number} word @param {KeyboardEvent} event */
  #walk(text, word, event) {
    const to = along({ text, word }, event.key);
    if (to === null) return;
    event.preventDefault();
    if (to < 0 || to >= text.words.length) {
      if (!event.shiftKey) this.pane.leaveText(text, to < 0 ? -1 : 1);
      return;
    }
    if (event.shiftKey) this.#extend(text, word, to);
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
    if (!drawn || drawn.summary !== text.summary.id || !event.key.match(/Left|Right/)) return;
    event.preventDefault();
    const end = Math.min(text.points.length, drawn.end + (forward ? 1 : -1));
    if (end > drawn.start) this.pane.selection.draw({ ...drawn, end });
  }
}

/**
 * To a sentence, a summary or open words.
 * @param {SummaryText[]} texts
 * @param {import("./word_walk.js").Place} from
 * @param {KeyboardEvent} event
 */
function away(texts, from, { key, altKey }) {
  if (altKey && key === "ArrowDown") return sentenceAway(texts, from, 1);
  if (altKey && key === "ArrowUp") return sentenceAway(texts, from, -1);
  if (altKey) return null;
  if (key === "PageDown") return textAway(texts, from, 1);
  if (key === "PageUp") return textAway(texts, from, -1);
  if (singleKeys.get() === "off") return null;
  if (key === "o" || key === "O") return openAway(texts, from, 1);
  return key === "i" || key === "I" ? openAway(texts, from, -1) : null;
}
