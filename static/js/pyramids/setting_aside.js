/**
 * Sets words aside (leaves them out of all SCUs on purpose), and includes them again.
 * @import { Span } from "../texts/pieces.js"
 * @typedef {{summary: number, start: number, end: number}} SelectedPart
 */
import { ASIDE } from "pyramidion/pyramids/edits/scu_snapshots.js";
import { countTouchedWords } from "pyramidion/texts/pieces.js";
import { runOf } from "pyramidion/elements/text/runs.js";

export class SettingAside {
  /** @param {import("./pyramid.js").Pyramid} pyramid @param {import("../elements/text/text_pane.js").TextPane} pane */
  constructor(pyramid, pane) {
    this.pyramid = pyramid;
    this.pane = pane;
    this.intents = { "set-aside": () => this.toggle(), "include-again": () => this.toggle() };
  }

  /** @type {import("../elements/keyboard.js").KeyBinding[]} */
  bindings = [["X", "set aside, or include again", () => this.toggle()]];

  /** All spans that are set aside. @returns {Map<number, Span[]>} by summary */
  get spans() {
    const spans = new Map();
    for (const [key, aside] of this.pyramid.session.state.snapshots) { // SCUs and other objects that edits change, by id
      if (key.startsWith(ASIDE)) spans.set(aside.summary, aside.spans.map((/** @type {[number, number]} */ [start, end]) => ({ start, end })));
    }
    return spans;
  }


  /** Whether every word of the parts is set aside. @param {SelectedPart[]} parts */
  #areSetAside(parts) {
    const { spans } = this;
    return parts.every(({ summary, start, end }) => {
      const words = this.pane.text(summary)?.words.filter((word) => word.start < end && start < word.end) ?? [];
      return words.length > 0 && countTouchedWords(words, spans.get(summary) ?? []) === words.length;
    });
  }

  /** The button for the bar that appears at selected words. @returns {import("../elements/selection_bar.js").BarAction} */
  get barAction() {
    const isAside = this.#areSetAside(this.pane.selection.parts);
    return { name: isAside ? "include-again" : "set-aside", label: isAside ? "Include again" : "Set aside", key: "X" };
  }

  /** Sets the selected words aside, or includes them again; without a selection, includes again the span that is set aside at the focused word. */
  toggle() {
    const selectedParts = this.pane.selection.parts;
    const parts = selectedParts.length ? selectedParts : this.#asideAtFocus;
    if (!parts.length) return this.pyramid.notice("Select the words to set aside first.");
    const isAside = this.#areSetAside(parts);
    const verb = isAside ? "unset_aside" : "set_aside";
    if (!this.pyramid.applyEdits(parts.map((part) => ({ verb, ...part })))) return;
    this.pane.selection.clear();
    this.pyramid.notice(isAside ? "These words are no longer set aside." : "These words are set aside.");
  }

  /** The set-aside spans at the focused word. A run is the element of a word or of a gap between words. @returns {SelectedPart[]} */
  get #asideAtFocus() {
    const focusedRun = runOf(document.activeElement);
    const text = /** @type {import("../elements/text/summary_text.js").SummaryText | null} */ (focusedRun?.element.closest("summary-text"));
    if (!focusedRun || !text) return [];
    const summary = text.summary.id;
    return (this.spans.get(summary) ?? []).filter(({ start, end }) => start < focusedRun.end && focusedRun.start < end).map((span) => ({ summary, ...span }));
  }
}
