/**
 * <unit-editor>: a text as numbered units. A click between two words splits a unit, and a click on a number joins the unit to the one
 * before; keys do the same. The form around it gets the indexes of the units' first words.
 * @typedef {{name: string, text: string, dir: string, begins: number[], firstWords: number[]}} EditorData  begins: for each
 *   word, the offset in code points at which a unit starting with this word begins. name: the prefix of unit numbers
 */
import { build } from "pyramidion/elements/build.js";
import { UnitBoundaries } from "pyramidion/judgments/unit_boundaries.js";
import { CodePoints } from "pyramidion/texts/code_points.js";

export class UnitEditor extends HTMLElement {
  connectedCallback() {
    const form = /** @type {HTMLFormElement} */ (this.closest("form"));
    this.data = /** @type {EditorData} */ (JSON.parse(document.getElementById("editor-data")?.textContent ?? ""));
    this.noun = this.dataset.noun ?? "unit";
    this.field = /** @type {HTMLInputElement} */ (form.elements.namedItem("first_words"));
    this.undoButton = /** @type {HTMLButtonElement} */ (form.querySelector("[data-undo]"));
    this.status = /** @type {HTMLElement} */ (form.querySelector("[data-status]"));
    this.units = new UnitBoundaries(this.data.firstWords, this.data.begins.length);
    this.#show();
    this.units.addEventListener("split", (event) => this.#split(/** @type {CustomEvent<number>} */ (event).detail));
    this.units.addEventListener("join", (event) => this.#join(/** @type {CustomEvent<number>} */ (event).detail));
    this.#listen(form);
  }

  #show() {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", `The text in ${this.noun}s`);
    this.setAttribute("aria-describedby", "editor-help");
    const points = new CodePoints(this.data.text);
    const { begins } = this.data;
    /** The elements of the words; each includes the text up to the next word. @type {HTMLElement[]} */
    this.words = begins.map((begin, i) => {
      const text = points.slice(begin, begins[i + 1] ?? points.length);
      return build("span", { class: "word", tabindex: i ? "-1" : "0", data: { word: String(i) }, text });
    });
    const firsts = this.units.list;
    this.replaceChildren(...firsts.map((first, i) => this.#unit(this.words.slice(first, firsts[i + 1]))));
    this.#renumber(this.firstElementChild);
  }

  /** Returns the element of a unit. @param {HTMLElement[]} words */
  #unit(words) {
    const number = build("button", { type: "button", class: "number", tabindex: "-1" });
    return build("div", { class: "unit" }, number, build("p", {}, ...words));
  }

  /** @param {HTMLFormElement} form */
  #listen(form) {
    this.addEventListener("pointermove", (event) => this.#showCut(this.#boundaryAt(event)));
    this.addEventListener("pointerleave", () => this.#showCut(-1));
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#pressKey(event));
    this.undoButton?.addEventListener("click", () => this.#undo());
    form.addEventListener("keydown", (event) => {
      const inField = event.target instanceof HTMLInputElement && event.target.type !== "hidden";
      if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || inField) return;
      event.preventDefault();
      this.#undo();
    });
    let isSent = false;
    form.addEventListener("submit", () => (isSent = true));
    window.addEventListener("beforeunload", (event) => {
      if (this.units?.canUndo && !isSent) event.preventDefault();
    });
  }

  /** Returns the word before which a click would split; -1 if there is none. @param {MouseEvent} event */
  #boundaryAt(event) {
    const word = wordOf(event.target);
    if (word < 0 || !this.words || !this.units) return -1;
    const boxes = [...this.words[word].getClientRects()];
    const box = boxes.find(({ top, bottom }) => event.clientY >= top && event.clientY <= bottom) ?? boxes[0];
    // A word may wrap onto the next line: only in its last box does the word end.
    const isSecondHalf = boxes.length > 1 ? box === boxes[boxes.length - 1] : (event.clientX > box.left + box.width / 2) !== (this.data?.dir === "rtl");
    const boundary = word + (isSecondHalf ? 1 : 0);
    return boundary < this.words.length && !this.units.firsts.has(boundary) ? boundary : -1;
  }

  /** Shows where a click would split. @param {number} boundary */
  #showCut(boundary) {
    if (boundary === this.shownCut) return;
    this.querySelector(".cut")?.classList.remove("cut");
    if (boundary >= 0) this.words?.[boundary].classList.add("cut");
    this.shownCut = boundary;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const number = event.target instanceof Element ? event.target.closest(".number") : null;
    const first = number ? wordOf(number.parentElement?.querySelector(".word") ?? null) : -1;
    if (first > 0) this.units?.join(first);
    else if (!number) this.units?.split(this.#boundaryAt(event));
    this.#showCut(-1);
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    const word = wordOf(event.target);
    if (word < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = this.#targetOf(event.key, word);
    if (target !== undefined) this.#focus(target);
    else if (event.key === "Enter" || event.key === " ") this.units?.split(word);
    else if (event.key === "Backspace") this.units?.join(word);
    else return;
    event.preventDefault();
  }

  /** Returns the word to which a key moves; undefined if it does not move. @param {string} key @param {number} word */
  #targetOf(key, word) {
    const forward = this.data?.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (key === "ArrowRight" || key === "ArrowLeft") return word + (key === forward ? 1 : -1);
    const unit = this.words?.[word].closest(".unit");
    if (key === "ArrowUp") return wordOf(unit?.previousElementSibling?.querySelector(".word") ?? null);
    if (key === "ArrowDown") return wordOf(unit?.nextElementSibling?.querySelector(".word") ?? null);
    if (key === "Home") return wordOf(unit?.querySelector(".word") ?? null);
    if (key === "End") return wordOf(unit?.querySelector(".word:last-child") ?? null);
    return undefined;
  }

  /** Moves the focus to a word, if there is one. @param {number} index */
  #focus(index) {
    const word = this.words?.[index];
    if (!word) return;
    this.querySelector('.word[tabindex="0"]')?.setAttribute("tabindex", "-1");
    word.tabIndex = 0;
    word.focus();
  }

  /** @param {number} word the first word of the new unit */
  #split(word) {
    const unit = this.words?.[word].closest(".unit");
    if (!unit) return;
    const next = this.units?.list.find((first) => first > word);
    const hadFocus = this.contains(document.activeElement);
    unit.after(this.#unit(this.words?.slice(word, next) ?? []));
    this.#changed(unit, `Split: ${this.#count()}.`);
    if (hadFocus) this.#focus(word);
  }

  /** @param {number} word the first word of the unit that is joined to the one before */
  #join(word) {
    const unit = this.words?.[word].closest(".unit");
    const before = unit?.previousElementSibling;
    if (!unit || !before) return;
    const hadFocus = this.contains(document.activeElement);
    before.querySelector("p")?.append(...unit.querySelectorAll(".word"));
    unit.remove();
    this.#changed(before, `Joined: ${this.#count()}.`);
    if (hadFocus) this.#focus(word);
  }

  #undo() {
    const word = this.units?.undo() ?? -1;
    if (word >= 0) this.#focus(word);
  }

  #count() {
    const count = this.units?.firsts.size ?? 0;
    return `${count} ${this.noun}${count === 1 ? "" : "s"}`;
  }

  /**
   * Updates what depends on the units.
   * @param {Element} from the first unit whose number may have changed @param {string} message
   */
  #changed(from, message) {
    this.#renumber(from);
    if (this.field) this.field.value = this.units?.list.join(",") ?? "";
    if (this.undoButton) this.undoButton.disabled = !this.units?.canUndo;
    if (this.status) this.status.textContent = message;
  }

  /** Numbers the units from this one on. @param {Element | null} from */
  #renumber(from) {
    const previous = from?.previousElementSibling?.querySelector(".number");
    let number = previous ? Number(/** @type {HTMLElement} */ (previous).dataset.number) : 0;
    for (let unit = from; unit; unit = unit.nextElementSibling) {
      number += 1;
      const button = /** @type {HTMLButtonElement} */ (unit.querySelector(".number"));
      const label = `${this.data?.name}.${number}`;
      button.dataset.number = String(number);
      button.textContent = label;
      button.disabled = number === 1;
      button.setAttribute("aria-label", number === 1 ? label : `${label}: join to the ${this.noun} before`);
    }
  }
}

/**
 * Returns the index of the word that contains an element, or is the element; -1 if none.
 * @param {EventTarget | null} element
 */
function wordOf(element) {
  const word = element instanceof Element ? /** @type {HTMLElement | null} */ (element.closest("[data-word]")) : null;
  return word ? Number(word.dataset.word) : -1;
}

customElements.define("unit-editor", UnitEditor);
