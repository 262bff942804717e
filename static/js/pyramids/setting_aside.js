/**
 * Words that are left out on purpose: setting them aside, and undoing that.
 * @import { Span } from "../texts/pieces.js"
 * @typedef {{summary: number, start: number, end: number}} SelectedPart
 */
import { ASIDE } from "pyramidion/pyramids/edits/scu_images.js";
import { countTouchedWords } from "pyramidion/texts/pieces.js";
import { runOf } from "pyramidion/elements/text/runs.js";

export class SettingAside {
  /** @param {import("./pyramid.js").Pyramid} pyramid @param {import("../elements/text/text_pane.js").TextPane} pane */
  constructor(pyramid, pane) {
    this.pyramid = pyramid;
    this.pane = pane;
    this.intents = { "set-aside": () => this.toggle(), "take-back": () => this.toggle() };
  }

  /** @type {import("../elements/keyboard.js").Row[]} */
  rows = [["X", "set aside, or include again", () => this.toggle()]];

  /** The spans that are set aside. @returns {Map<number, Span[]>} by summary */
  get spans() {
    const spans = new Map();
    for (const [key, image] of this.pyramid.session.state.images) {
      if (key.startsWith(ASIDE)) spans.set(image.summary, image.spans.map((/** @type {[number, number]} */ [start, end]) => ({ start, end })));
    }
    return spans;
  }

  /** @param {number} summary @returns {Span[]} */
  #in(summary) {
    return this.spans.get(summary) ?? [];
  }

  /** Whether every word of the parts is set aside. @param {SelectedPart[]} parts */
  #areAside(parts) {
    return parts.every(({ summary, start, end }) => {
      const words = this.pane.text(summary)?.words.filter((word) => word.start < end && start < word.end) ?? [];
      return words.length > 0 && countTouchedWords(words, this.#in(summary)) === words.length;
    });
  }

  /** The button for the bar at the selected words. @returns {import("../elements/selection_bar.js").Choice} */
  get choice() {
    const isAside = this.#areAside(this.pane.selection.parts);
    return { name: isAside ? "take-back" : "set-aside", label: isAside ? "Include again" : "Set aside", key: "X" };
  }

  /** Sets the selected words aside or undoes that; without a selection, the passage at the keyboard's word. */
  toggle() {
    const selected = this.pane.selection.parts;
    const parts = selected.length ? selected : this.#passage;
    if (!parts.length) {
      this.pyramid.notice("Select the words to set aside first.");
      return;
    }
    const isAside = this.#areAside(parts);
    const verb = isAside ? "unset_aside" : "set_aside";
    if (!this.pyramid.do(parts.map((part) => ({ verb, ...part })))) return;
    this.pane.selection.clear();
    this.pyramid.notice(isAside ? "No longer set aside." : "Set aside.");
  }

  /** @returns {SelectedPart[]} */
  get #passage() {
    const run = runOf(document.activeElement);
    const text = /** @type {import("../elements/text/summary_text.js").SummaryText | null} */ (run?.element.closest("summary-text"));
    if (!run || !text) return [];
    const summary = text.summary.id;
    return this.#in(summary).filter(({ start, end }) => start < run.end && run.start < end).map((span) => ({ summary, ...span }));
  }
}
