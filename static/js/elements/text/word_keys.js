/**
 * Handles the keys with which the user moves from word to word and selects words.
 * @import { KeyBinding } from "../keyboard.js"
 * @import { SummaryText } from "./summary_text.js"
 * @import { Place } from "./word_walk.js"
 */
import { handlersOf, isShortcutTurnedOff, keyNameOf, skippedByListenToKeys } from "pyramidion/elements/keyboard.js";
import { runOf } from "pyramidion/elements/text/runs.js";
import { nextOpenWord, nextSentence, nextText, sentenceEdge, wordAfterKey } from "pyramidion/elements/text/word_walk.js";

export class WordKeys {
  /** The word from which Shift with an arrow key extends the drawn part (the part that is being selected). @type {null | Place} */
  #anchor = null;

  /** @param {import("./text_pane.js").TextPane} pane */
  constructor(pane) {
    this.pane = pane;
    const handlers = handlersOf(this.bindings());
    pane.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || isShortcutTurnedOff(event)) return;
      const name = keyNameOf(event);
      (handlers[name] ?? handlers[name.replace("Shift+", "")])?.(event); // the handlers of arrow keys look at Shift themselves
    });
    pane.addEventListener("focusin", (event) => {
      const place = placeOf(event);
      if (place) this.pane.setCursor(place.text, place.word, { focus: false });
    });
  }

  /**
   * Returns the key bindings; the options adapt their texts to the workspace.
   * @param {{openTerm?: string, enterText?: string, ctrlDragText?: string, hasSeveralTexts?: boolean}} [options] openTerm: what the
   *   workspace calls words that are not covered
   * @param {KeyBinding} [finishBinding] the key that finishes the drawn part @returns {KeyBinding[]}
   */
  bindings({ openTerm = "open", enterText = "select what covers the word", ctrlDragText = "another part", hasSeveralTexts = true } = {}, finishBinding = undefined) {
    const step = atWord((from, event) => this.#step(from, event));
    /** @type {(findPlace: typeof nextSentence, direction: 1 | -1) => (event: KeyboardEvent) => void} */
    const jump = (findPlace, direction) => atWord((from, event) =>
      !event.shiftKey && this.#jumpTo(findPlace(this.pane.texts.filter(({ words }) => words.length), from, direction)));
    /** @type {KeyBinding} */
    const summaryBinding = ["PageDown PageUp", "next, previous summary", jump(nextText, 1), jump(nextText, -1)];
    return [
      ["← → ↑ ↓", "from word to word", step],
      ["Home End", "first, last word of the sentence", step],
      ["Alt+↓ Alt+↑", "next, previous sentence", jump(nextSentence, 1), jump(nextSentence, -1)],
      ...(hasSeveralTexts ? [summaryBinding] : []),
      ["O I", `next, previous ${openTerm} words`, jump(nextOpenWord, 1), jump(nextOpenWord, -1)],
      ["Shift+←→", "select words", step],
      ["Space E", "select the word, the sentence", atWord(({ text, word }) => this.#selectTo(text, word, word)), atWord((from, event) => this.#selectSentence(from, event))],
      ...(finishBinding ? [finishBinding] : []),
      ["Alt+Shift+←→", "move the end of the part by one character", atWord(({ text }, event) => this.#moveEndByCharacter(text, event))],
      ["Enter", enterText, atWord((_, event) => this.#openMark(event))],
      ["Ctrl+drag", ctrlDragText],
      ["Alt+drag", "single characters"],
      ["Shift+click", "extend to here"],
    ];
  }

  /** Acts like a click on a covered word. @param {KeyboardEvent} event */
  #openMark({ target }) {
    const run = runOf(target);
    if (!run?.coveringIds.length || !this.pane.selection.isEmpty) return false;
    this.pane.emit("mark-click", { ids: run.coveringIds, box: run.element.getClientRects()[0] });
  }

  /** Selects the sentence of the focused word. @param {Place} from @param {KeyboardEvent} event */
  #selectSentence({ text, word }, { shiftKey }) {
    if (shiftKey) return false;
    this.#selectTo(text, sentenceEdge(text, word, "first"), sentenceEdge(text, word, "last"));
  }

  /** Moves the focus to a word, if there is one. @param {Place | null} place */
  #jumpTo(place) {
    if (!place) return false;
    this.#anchor = null;
    this.pane.setCursor(place.text, place.word);
  }

  /** Handles an arrow key, Home or End; with Shift, extends the selection. @param {Place} from @param {KeyboardEvent} event */
  #step({ text, word }, { key, shiftKey }) {
    const target = /** @type {number} */ (wordAfterKey({ text, word }, key)); // not null, because only keys that move are bound to #step
    if (target < 0 || target >= text.words.length) {
      if (!shiftKey) this.pane.leaveText(text, target < 0 ? -1 : 1);
      return;
    }
    if (shiftKey) this.#selectTo(text, word, target);
    else this.#anchor = null;
    this.pane.setCursor(text, target);
  }

  /** Selects the words from the anchor to another word. If no part is being extended, the anchor becomes `word`. @param {SummaryText} text @param {number} word @param {number} target */
  #selectTo(text, word, target) {
    const { drawn } = this.pane.selection;
    const isExtending = this.#anchor?.text === text && drawn?.summary === text.summary.id;
    if (!isExtending) this.#anchor = { text, word };
    const [first, last] = [this.#anchor?.word ?? word, target].sort((a, b) => a - b);
    const [start, end] = [text.words[first].start, text.words[last].end];
    if (!isExtending && drawn) this.pane.selection.clear();
    this.pane.selection.draw({ summary: text.summary.id, start, end });
    this.pane.announceSelection();
  }

  /** Moves the end of the drawn part by one character. @param {SummaryText} text @param {KeyboardEvent} event */
  #moveEndByCharacter(text, event) {
    const { drawn } = this.pane.selection;
    const isForward = (event.key === "ArrowRight") === (text.dir !== "rtl"); // in right-to-left text, the left arrow moves forward
    if (!drawn || drawn.summary !== text.summary.id || !event.key.match(/Left|Right/)) return false;
    const end = Math.min(text.points.length, drawn.end + (isForward ? 1 : -1));
    if (end > drawn.start) this.pane.selection.draw({ ...drawn, end });
  }
}

/** Returns the word on which an event happened. @param {Event} event @returns {Place | null} */
function placeOf({ target }) {
  const run = runOf(target);
  const text = /** @type {SummaryText | null} */ (run?.element.closest("summary-text") ?? null);
  return run && text ? { text, word: run.word } : null;
}

/** Makes a key handler that acts on the focused word. @param {(from: Place, event: KeyboardEvent) => void | boolean} handle returns false if the browser shall handle the key */
function atWord(handle) {
  return skippedByListenToKeys((event) => {
    const from = placeOf(event);
    if (from && handle(from, event) !== false) event.preventDefault();
  });
}
