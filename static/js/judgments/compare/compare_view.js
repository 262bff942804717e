/**
 * The compare view of ratings. Each summary is a card, in the column of its value on one question, so that judges can
 * rate summaries relative to each other. A card is moved by the keys of the values, by the buttons above the columns,
 * or by dragging it.
 * @import { KeyBinding, KeySection } from "../../elements/keyboard.js"
 * @import { RatingPanel } from "../rating.js"
 * @import { Question, Sheet } from "../sheet.js"
 */
import { build } from "pyramidion/elements/build.js";
import { CardDrag } from "pyramidion/judgments/compare/card_drag.js";
import { unusedValues } from "pyramidion/judgments/compare/every_value.js";
import { showPlaceText } from "pyramidion/judgments/judging_session.js";
import { labelOf, scaleElement, showValue, valuesOf } from "pyramidion/judgments/scales.js";

const MOST_COLUMNS = 11; // longer scales have columns for ranges of values
const CARD_LENGTH = 1000; // characters put into a card; its height cuts off most of them

export class CompareView {
  /** @type {Map<Sheet, HTMLElement>} */
  #cards = new Map();
  /**
   * The columns; `values` is [null] in the column of summaries without a value.
   * @type {{values: (number | null)[], element: HTMLElement, list: HTMLElement, count: HTMLElement}[]}
   */
  #columns = [];

  /** @param {RatingPanel} panel @param {Question} question */
  constructor(panel, question) {
    this.panel = panel;
    this.page = panel.page;
    this.sheets = /** @type {Sheet[]} */ (panel.page.sheets);
    this.question = question;
    this.element = build("div", { class: "compare" });
    this.drag = new CardDrag(this.element, ".compare-column", {
      card: (target) => this.#draggable(target),
      drop: (card, column) => this.#drop(card, column),
    });
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("focusin", (event) => this.#follow(event));
    this.page.sessions?.addEventListener("change", this.#onChange);
    this.#build();
  }

  /** Stops following changes of the sheets. */
  close() {
    this.page.sessions?.removeEventListener("change", this.#onChange);
    this.drag.cancel();
  }

  #onChange = (/** @type {Event} */ event) => this.refresh(/** @type {CustomEvent} */ (event).detail.sheet);

  /** Builds the view of the current question. */
  #build() {
    const { question } = this;
    this.#columns = this.#columnValues().map((values) => this.#column(values));
    this.#cards = new Map(this.sheets.map((sheet) => [sheet, this.#card(sheet)]));
    this.rule = build("p", { class: "compare-rule" });
    this.current = build("div", { class: "compare-current" });
    this.element.replaceChildren(
      build("header", { class: "compare-header" }, this.#questionChoice(), ...this.#buttons()),
      build("p", { class: "question-text", text: question.text }),
      this.rule, this.current,
      build("div", { class: "compare-columns" }, ...this.#columns.map(({ element }) => element)),
    );
    for (const sheet of this.sheets) this.refresh(sheet);
  }

  /** The values of each column. The first column is for summaries without a value. @returns {(number | null)[][]} */
  #columnValues() {
    const values = valuesOf(this.question);
    const size = Math.ceil(values.length / MOST_COLUMNS);
    const columnCount = Math.ceil(values.length / size);
    return [[null], ...Array.from({ length: columnCount }, (_, i) => values.slice(i * size, (i + 1) * size))];
  }

  /** @param {(number | null)[]} values */
  #column(values) {
    const [first] = values;
    const last = values[values.length - 1];
    const title = first === null ? "Not judged" : values.length > 1 ? `${first} to ${last}` : labelOf(this.question, first);
    const count = build("span", { class: "tabular quiet" });
    const list = build("ol", {});
    const data = { value: first === null ? "" : first };
    const element = build("section", { class: "compare-column", "aria-label": title, data }, build("h3", {}, title, " ", count), list);
    return { values, element, list, count };
  }

  #questionChoice() {
    const questions = this.sheets[0].sheetQuestions;
    if (questions.length < 2) return build("h2", { class: "pane-title", text: this.question.name });
    const options = questions.map(({ key, name }) => build("option", { value: key, selected: key === this.question.key, text: name }));
    const select = build("select", { "aria-label": "Question", on: { change: () => this.#choose(questions[select.selectedIndex]) } }, ...options);
    return build("h2", {}, select);
  }

  #buttons() {
    const button = (/** @type {string} */ text, /** @type {() => void} */ click) => build("button", { type: "button", text, on: { click } });
    return [button("Finish all complete sheets", () => this.page.finishComplete()), button("Read the summary", () => this.panel.toggleCompare())];
  }

  /** @param {Sheet} sheet */
  #card(sheet) {
    const { text = "", dir = "auto" } = sheet.summary ?? {};
    const button = build("button", { type: "button", class: "compare-card", tabindex: "-1", data: { sheet: sheet.number } },
      build("span", { class: "number" }, build("span", { class: "visually-hidden", text: "Summary " }), String(sheet.number)),
      build("span", { class: "card-value tabular" }),
      build("span", { class: "card-text", dir, text: text.trim().slice(0, CARD_LENGTH) }));
    return build("li", {}, button);
  }

  /** Puts the card of a sheet into the column of its value. @param {Sheet} sheet */
  refresh(sheet) {
    const card = this.#cards.get(sheet);
    const value = sheet.value(this.question.key);
    const column = this.#columns.find(({ values }) => values.includes(value));
    if (!card || !column) return;
    if (card.parentElement !== column.list) this.#insert(card, column.list, sheet);
    for (const { list, count } of this.#columns) count.textContent = String(list.children.length);
    this.#describe(sheet, card, value, column.values.length > 1);
    this.#showRule();
    if (sheet === this.page.sheet) this.#showScale(sheet);
  }

  /**
   * Puts a card into a list, in the judge's order; the card keeps the focus.
   * @param {HTMLElement} card @param {HTMLElement} list @param {Sheet} sheet
   */
  #insert(card, list, sheet) {
    const hadFocus = card.contains(document.activeElement);
    const numberOf = (/** @type {Element} */ each) => Number(/** @type {HTMLElement} */ (each.firstElementChild).dataset.sheet);
    list.insertBefore(card, [...list.children].find((each) => numberOf(each) > sheet.number) ?? null);
    if (hadFocus) /** @type {HTMLElement} */ (card.firstElementChild).focus();
  }

  /**
   * Shows the state of a sheet on its card.
   * @param {Sheet} sheet @param {HTMLElement} card @param {number | null} value @param {boolean} isRange
   */
  #describe(sheet, card, value, isRange) {
    const button = /** @type {HTMLElement} */ (card.firstElementChild);
    const states = [isRange ? String(value) : "", sheet.judgment(this.question.key)?.skipped ? "skipped" : "", sheet.isFinished ? "finished" : ""];
    /** @type {HTMLElement} */ (button.querySelector(".card-value")).textContent = states.filter(Boolean).join(", ");
    button.classList.toggle("fixed", !sheet.editable);
  }

  /** Shows which values must still be used. */
  #showRule() {
    const unused = this.page.data.instrument.every_value ? unusedValues(this.sheets) : [];
    if (this.rule) this.rule.textContent = unused.join(" ");
  }

  /** Shows the scale of the current sheet above the columns, for judging without dragging. @param {Sheet} sheet */
  #showScale(sheet) {
    const { current, question } = this;
    const value = sheet.value(question.key);
    const shown = /** @type {HTMLElement | null} */ (current?.querySelector(".scale") ?? null);
    if (shown && current?.dataset.sheet === `${sheet.number} ${sheet.editable}`) return showValue(shown, value);
    const title = `Summary ${sheet.number}`;
    const scale = scaleElement(question, { id: "compare-scale", value, disabled: !sheet.editable, name: `${question.name} of summary ${sheet.number}`, judge: (chosen) => this.panel.judgeHere(chosen) });
    current?.replaceChildren(build("span", { text: title }), scale);
    if (current) current.dataset.sheet = `${sheet.number} ${sheet.editable}`;
  }

  // The current card

  /** Makes the card of a sheet the current one. @param {Sheet} sheet @param {Question} [question] to show instead of the current one */
  showSheet(sheet, question = this.question) {
    if (question !== this.question) {
      this.question = question;
      this.#build();
    }
    this.panel.place = { question: this.question, item: null };
    for (const [each, card] of this.#cards) {
      const button = /** @type {HTMLElement} */ (card.firstElementChild);
      const isCurrent = each === sheet;
      button.tabIndex = isCurrent ? 0 : -1;
      if (isCurrent) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    this.refresh(sheet);
    showPlaceText(this.page, `${this.question.name}: summary ${sheet.number}`);
    const button = /** @type {HTMLElement} */ (this.#cards.get(sheet)?.firstElementChild);
    button.scrollIntoView({ block: "nearest", inline: "nearest" });
    const isElsewhere = this.element.contains(document.activeElement) && !document.activeElement?.closest(".compare-card");
    if (!isElsewhere && document.activeElement !== button) button.focus({ preventScroll: true });
  }

  /** @param {EventTarget | null} target @returns {Sheet | undefined} the sheet of the card that contains it */
  #sheetOf(target) {
    const card = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(".compare-card")) : null;
    return this.sheets.find(({ number }) => String(number) === card?.dataset.sheet);
  }

  /** Makes the sheet of the focused card the current one. @param {FocusEvent} event */
  #follow({ target }) {
    const sheet = this.#sheetOf(target);
    if (sheet && sheet !== this.page.sheet) this.page.goToSheet(sheet);
  }

  /**
   * Goes to the sheet of a clicked card; a double click or Enter (`detail` 0) opens its summary.
   * @param {MouseEvent} event
   */
  #click({ target, detail }) {
    const sheet = this.#sheetOf(target);
    if (!sheet) return;
    this.page.goToSheet(sheet);
    if (detail !== 1) this.panel.toggleCompare();
  }

  /** Goes to the next card without a value; stays if there is none. Called when a card gets its first value. */
  goToNextOpen() {
    const index = this.sheets.indexOf(this.page.sheet);
    const inOrder = [...this.sheets.slice(index + 1), ...this.sheets.slice(0, index)];
    const next = inOrder.find((sheet) => sheet.editable && !sheet.isAnswered({ question: this.question, item: null }));
    this.page.goToSheet(next ?? this.page.sheet);
  }

  /**
   * Moves to another card in the column, or in the nearest column that has cards.
   * @param {number} columnStep @param {number} cardStep
   */
  move(columnStep, cardStep) {
    const columns = this.#columns.map(({ list }) => [...list.children]).filter((cards) => cards.length);
    const card = /** @type {Element} */ (this.#cards.get(this.page.sheet));
    const index = columns.findIndex((cards) => cards.includes(card));
    const target = columns[index + columnStep];
    const row = (columns[index]?.indexOf(card) ?? 0) + cardStep;
    const button = target?.[columnStep ? Math.min(row, target.length - 1) : row]?.firstElementChild;
    if (button) /** @type {HTMLElement} */ (button).focus();
  }

  // Moving cards

  /** @param {EventTarget | null} target @returns {HTMLElement | null} */
  #draggable(target) {
    const sheet = this.#sheetOf(target);
    return sheet?.editable ? /** @type {HTMLElement} */ (/** @type {Element} */ (target).closest(".compare-card")) : null;
  }

  /** @param {HTMLElement} card @param {HTMLElement} element of the column */
  #drop(card, element) {
    const sheet = this.#sheetOf(card);
    const column = this.#columns.find((each) => each.element === element);
    const value = column?.values[0] ?? null;
    if (!sheet || !column || column.values.includes(sheet.value(this.question.key))) return;
    this.page.goToSheet(sheet);
    if (column.values.length > 1) return this.page.notice("This column covers several values: type the value above.");
    this.panel.judge({ question: this.question, item: null }, value);
  }

  /** Shows another question. @param {Question} question */
  #choose(question) {
    this.showSheet(this.page.sheet, question);
  }

  /** @param {number} step */
  #moveByQuestions(step) {
    const questions = this.sheets[0].sheetQuestions;
    const target = questions[questions.findIndex(({ key }) => key === this.question.key) + step];
    if (target) this.#choose(target);
  }

  #escape() {
    if (this.drag.isMoving) this.drag.cancel();
    else this.panel.toggleCompare();
  }

  /** @returns {KeySection[]} */
  get sections() {
    /** @type {KeyBinding[]} */
    const questionKeys = this.sheets[0].sheetQuestions.length > 1
      ? [["Q Shift+Q", "next and previous question", () => this.#moveByQuestions(1), () => this.#moveByQuestions(-1)]] : [];
    /** @type {KeyBinding[]} */
    const bindings = [
      ["← →", "previous and next column", () => this.move(-1, 0), () => this.move(1, 0)],
      ["↑ ↓", "previous and next summary in the column", () => this.move(0, -1), () => this.move(0, 1)],
      ...questionKeys,
      ["Delete", "clear the value", () => this.panel.judge({ question: this.question, item: null }, null)],
      ["V Esc", "read the summary", () => this.panel.toggleCompare(), () => this.#escape()],
    ];
    return [{ title: "Comparing", bindings }];
  }
}
