/**
 * The sentences of a summary as check boxes: the judge marks those that express the current unit. The keyboard moves a cursor, which
 * is the focused sentence.
 */
import { build } from "pyramidion/elements/build.js";
/** @import { Item } from "./sheet.js" */

export class SentenceMarks {
  #cursor = 0;

  /**
   * @param {Item[]} sentences @param {string} dir of the text
   * @param {(position: number) => void} toggle marks a sentence, or removes its mark
   */
  constructor(sentences, dir, toggle) {
    this.positions = sentences.map(({ position }) => position);
    this.toggle = toggle;
    this.rows = sentences.map(({ text }, index) => this.#row(text, index));
    this.element = build("div", { class: "judged-text sentence-marks", role: "group", "aria-label": "Sentences of the summary", dir }, ...this.rows);
    this.#setCursor(0);
  }

  /** @param {string} text @param {number} index */
  #row(text, index) {
    const click = () => {
      if (getSelection()?.isCollapsed === false) return; // the judge has selected words
      this.#setCursor(index);
      this.toggleHere();
    };
    return build("div", { class: "sentence", role: "checkbox", "aria-checked": "false", tabindex: "-1", on: { click, focus: () => this.#setCursor(index) } },
      build("span", { class: "number", text: String(this.positions[index]) }), build("span", { class: "sentence-text", text: text.trimEnd() }), " ",
      build("span", { class: "marked-for", "aria-hidden": "true" }));
  }

  /** @param {number} index */
  #setCursor(index) {
    this.rows[this.#cursor]?.setAttribute("tabindex", "-1");
    this.#cursor = index;
    this.rows[index]?.setAttribute("tabindex", "0");
    this.rows.forEach((row, i) => row.classList.toggle("cursor", i === index));
  }

  /** Moves the cursor by a number of sentences, and wraps around at the ends. @param {number} step */
  move(step) {
    const count = this.rows.length;
    if (!count) return;
    this.#setCursor((this.#cursor + step + count) % count);
    this.rows[this.#cursor].focus();
  }

  /** Marks the sentence at the cursor, or removes its mark. */
  toggleHere() {
    const position = this.positions[this.#cursor];
    if (position !== undefined) this.toggle(position);
  }

  /**
   * Shows the marks. @param {number[]} marked sentences that are marked for the current unit
   * @param {Map<number, number[]>} unitsBySentence the units for which each sentence is marked
   */
  show(marked, unitsBySentence) {
    this.rows.forEach((row, index) => {
      const position = this.positions[index];
      const units = unitsBySentence.get(position) ?? [];
      row.setAttribute("aria-checked", String(marked.includes(position)));
      row.classList.toggle("is-marked", units.length > 0);
      const markedFor = /** @type {HTMLElement} */ (row.lastElementChild);
      markedFor.textContent = units.length ? `unit ${units.join(", ")}` : "";
      row.title = units.length ? `Marked for unit ${units.join(", ")}` : "";
    });
  }

  /** Allows or forbids changes, for screen readers. @param {boolean} isReadOnly */
  setReadOnly(isReadOnly) {
    for (const row of this.rows) row.setAttribute("aria-readonly", String(isReadOnly));
  }
}
