/**
 * The field that completes “this sentence says no more than …”: the judge types the number of the other sentence, or
 * clicks it.
 * @import { Item } from "../sheet.js"
 * @import { SentenceRows } from "./sentence_rows.js"
 */
import { build } from "pyramidion/elements/build.js";
import { positionOf } from "pyramidion/judgments/sentences/sentence_rows.js";

export class MarkField {
  /** The sentence whose row holds the field; null while the field is closed. @type {Item | null} */
  item = null;

  /**
   * @param {SentenceRows} rows @param {(item: Item, to: Item) => boolean} mark returns whether the mark was possible
   */
  constructor(rows, mark) {
    this.rows = rows;
    this.mark = mark;
    this.input = build("input", { type: "text", size: 6, maxlength: 12, autocomplete: "off", spellcheck: "false", "aria-label": "Says no more than sentence number", "aria-describedby": "mark-answer" });
    this.answer = build("span", { class: "mark-answer", id: "mark-answer", role: "status" });
    this.element = build("div", { class: "mark-field" }, build("span", { text: "says no more than" }), this.input, this.answer);
    this.input.addEventListener("input", () => this.#check());
    this.input.addEventListener("keydown", (event) => this.#press(event));
    this.input.addEventListener("blur", () => this.close());
    // While the field is open, a click on a sentence chooses it. The field keeps the focus.
    rows.element.addEventListener("mousedown", (event) => this.item && event.target !== this.input && event.preventDefault());
    rows.element.addEventListener("click", (event) => this.#click(event), { capture: true });
  }

  /** Opens the field in the row of a sentence. @param {Item} item */
  open(item) {
    this.item = item;
    this.input.value = "";
    this.#showAnswer("type its number, or click it");
    this.rows.rowOf(item.position)?.querySelector(".row-sentence")?.after(this.element);
    this.rows.element.classList.add("choosing");
    this.element.scrollIntoView({ block: "nearest" });
    this.input.focus();
  }

  /** @param {{returnFocus?: boolean}} [options] returnFocus: focuses the row again */
  close({ returnFocus = false } = {}) {
    const { item } = this;
    if (!item) return;
    this.item = null; // first, because removing the field makes it lose the focus, which calls close() again
    this.element.remove();
    this.rows.element.classList.remove("choosing");
    if (returnFocus) this.rows.showCurrent(item.position);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return this.close({ returnFocus: true });
    const name = this.input.value.trim();
    const target = this.rows.names.itemNamed(name, this.item);
    if (target) this.#choose(target);
    else this.#showAnswer(name ? `There is no sentence ${name}.` : "Type the number of a sentence.", true);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const position = this.item && positionOf(event.target);
    if (!position || this.element.contains(/** @type {Node} */ (event.target))) return;
    event.preventDefault();
    event.stopPropagation();
    const target = this.rows.names.itemNamed(this.rows.names.nameOf(position));
    if (target) this.#choose(target);
  }

  /** @param {Item} to */
  #choose(to) {
    const item = /** @type {Item} */ (this.item);
    if (to.position === item.position) return this.#showAnswer("This is the sentence itself.", true);
    if (this.mark(item, to)) this.close({ returnFocus: true });
  }

  /** Shows the text of the typed sentence, or that there is no such sentence. */
  #check() {
    const { value } = this.input;
    const target = this.rows.names.itemNamed(value, this.item);
    if (target) this.#showAnswer(target.position === this.item?.position ? "This is the sentence itself." : target.text, target.position === this.item?.position);
    else if (this.rows.names.isBeginning(value, this.item)) this.#showAnswer("");
    else this.#showAnswer(`There is no sentence ${value.trim()}.`, true);
  }

  /** @param {string} text @param {boolean} [isProblem] */
  #showAnswer(text, isProblem = false) {
    this.answer.textContent = text;
    this.answer.classList.toggle("problem", isProblem);
    this.input.setAttribute("aria-invalid", String(isProblem));
  }
}
