/**
 * The field in which a judge names the sentence that another one says no more than: its number is typed, or the sentence clicked.
 * @import { Item } from "../sheet.js"
 * @import { SentenceRows } from "./sentence_rows.js"
 */
import { build } from "pyramidion/elements/build.js";
import { positionOf } from "pyramidion/judgments/sentences/sentence_rows.js";

export class MarkField {
  /** The sentence that says no more than another one; null while the field is closed. @type {Item | null} */
  item = null;

  /** @param {SentenceRows} rows @param {(item: Item, to: Item) => boolean} mark returns whether it was possible */
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
    this.#say("type its number, or click it");
    this.rows.rowOf(item.position)?.querySelector(".row-sentence")?.after(this.element);
    this.rows.element.classList.add("choosing");
    this.element.scrollIntoView({ block: "nearest" });
    this.input.focus();
  }

  /** @param {{byKey?: boolean}} [options] byKey: gives the focus back to the row */
  close({ byKey = false } = {}) {
    const { item } = this;
    if (!item) return;
    this.item = null; // first, because removing the field ends its focus
    this.element.remove();
    this.rows.element.classList.remove("choosing");
    if (byKey) this.rows.showCurrent(item.position);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return this.close({ byKey: true });
    const target = this.rows.names.itemNamed(this.input.value, this.item);
    if (target) this.#choose(target);
    else this.#say(`There is no sentence ${this.input.value.trim() || "without a number"}.`, true);
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
    if (to.position === item.position) return this.#say("This is the sentence itself.", true);
    if (this.mark(item, to)) this.close({ byKey: true });
  }

  /** Shows the named sentence, or at once that there is none. */
  #check() {
    const { value } = this.input;
    const target = this.rows.names.itemNamed(value, this.item);
    if (target) this.#say(target.position === this.item?.position ? "This is the sentence itself." : target.text, target.position === this.item?.position);
    else if (this.rows.names.isBeginning(value, this.item)) this.#say("");
    else this.#say(`There is no sentence ${value.trim()}.`, true);
  }

  /** @param {string} text @param {boolean} [isProblem] */
  #say(text, isProblem = false) {
    this.answer.textContent = text;
    this.answer.classList.toggle("problem", isProblem);
    this.input.setAttribute("aria-invalid", String(isProblem));
  }
}
