// @ts-check
/**
 * Walking over words and selecting them from the keyboard: arrows, Home and End; with Shift they select; Alt+Shift+arrows
 * change the selection by single characters; Space selects one word, P keeps a part and begins another.
 *
 * @typedef {import("../elements/summary_text.js").SummaryText} SummaryText
 */
import { runOf } from "pyramidion/text/runs.js";

export class WordKeys {
  /** @type {null | {text: SummaryText, word: number}} */
  #anchor = null;

  /** @param {import("../elements/text_pane.js").TextPane} pane */
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
      this.pane.tell("mark-click", { keys: run.keys });
      event.preventDefault();
    } else if (!event.altKey) {
      this.#walk(text, run.word, event);
    }
  }

  /** @param {SummaryText} text @param {number} word @param {KeyboardEvent} event */
  #walk(text, word, event) {
    const to = target(text, word, event.key);
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
 * The word a key leads to; null if the key leads nowhere.
 * @param {SummaryText} text
 * @param {number} word
 * @param {string} key
 */
function target(text, word, key) {
  const forward = text.dir === "rtl" ? -1 : 1;
  if (key === "ArrowRight") return word + forward;
  if (key === "ArrowLeft") return word - forward;
  if (key === "ArrowDown") return lineAway(text, word, 1);
  if (key === "ArrowUp") return lineAway(text, word, -1);
  if (key === "Home" || key === "End") return sentenceEdge(text, word, key === "End");
  return null;
}

/** @param {SummaryText} text @param {number} word @param {boolean} last */
function sentenceEdge(text, word, last) {
  const { start } = text.words[word];
  const sentence = text.sentences.find((one) => start < one.end) ?? text.sentences[0];
  const inside = sentence.pieces.filter((piece) => piece.word >= 0).map((piece) => piece.word);
  return last ? inside[inside.length - 1] : inside[0];
}

/** The word above or below. @param {SummaryText} text @param {number} word @param {1 | -1} step */
function lineAway(text, word, step) {
  const box = (/** @type {number} */ at) => text.elementsOf(text.words[at])[0].getBoundingClientRect();
  const from = box(word);
  const middle = from.left + from.width / 2;
  let at = word + step;
  let line = NaN;
  let best = at;
  let least = Infinity;
  for (; at >= 0 && at < text.words.length; at += step) {
    const here = box(at);
    if (Math.abs(here.top - from.top) < from.height / 2) continue;
    if (Number.isNaN(line)) line = here.top;
    if (Math.abs(here.top - line) > from.height / 2) break;
    const away = Math.abs(here.left + here.width / 2 - middle);
    if (away < least) [best, least] = [at, away];
  }
  return least === Infinity ? at : best;
}
