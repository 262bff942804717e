/**
 * Utility sessions: a judge rates how useful each sentence of the documents is, and marks sentences that say no more
 * than another.
 */
import { askDialog } from "pyramidion/elements/ask_dialog.js";
import { build } from "pyramidion/elements/build.js";
import { cellsElement } from "pyramidion/judgments/sentences/cells.js";
import { Histogram } from "pyramidion/judgments/sentences/histogram.js";
import { commentOf, startSession } from "pyramidion/judgments/judging_session.js";
import { MarkField } from "pyramidion/judgments/sentences/mark_field.js";
import { showValue, valuesOf } from "pyramidion/judgments/scales.js";
import { positionOf } from "pyramidion/judgments/sentences/sentence_rows.js";
import { SentencesPanel } from "pyramidion/judgments/sentences/sentences_panel.js";

const MOST_EDITS = 500; // the server accepts no more edits in one group
const ARROWS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);

export class UtilityPanel extends SentencesPanel {
  /**
   * Whether the last input was an arrow key. A value chosen by arrow key leaves the judge in its row, to change it
   * again.
   */
  #isByArrow = false;

  build() {
    const { sheet } = this;
    const rows = this.makeRows({
      controls: (item, name) => this.#controls(item, name),
      documentControls: (key) => (sheet.editable ? [this.#restButton(key)] : []),
    });
    this.markField = new MarkField(rows, (item, to) => this.#mark(item, to));
    this.histogram = new Histogram(valuesOf(this.question));
    this.openCountLine = build("p", { class: "tabular quiet" });
    const side = build("aside", { class: "session-side", "aria-label": "Your values" },
      build("h2", { class: "pane-title", text: "Your values" }), this.histogram.element, this.openCountLine);
    rows.element.addEventListener("keydown", (event) => (this.#isByArrow = ARROWS.has(event.key)));
    rows.element.addEventListener("pointerdown", () => (this.#isByArrow = false));
    rows.element.addEventListener("change", (event) => this.#change(event));
    rows.element.addEventListener("click", (event) => this.#click(event));
    this.body.replaceChildren(build("div", { class: "session-sentences" }, rows.element), side);
    for (const { position } of sheet.itemsToJudge) if (sheet.judgment(this.question.key, position)) this.#refreshRow(position);
    this.#refreshCounts();
  }

  /** @param {import("./sheet.js").Item} item @param {string} name */
  #controls({ position }, name) {
    const question = this.placeOf(position).question;
    const disabled = !this.sheet.editable;
    const cells = cellsElement(question, { name: `value-${position}`, label: `${question.name} of ${name}`, value: this.sheet.value(question.key, position), disabled });
    const button = build("button", { type: "button", class: "plain mark-button", data: { mark: "" }, title: "Says no more than another sentence (S)", "aria-label": `${name} says no more than …`, text: "⊂" });
    return [cells, build("div", { class: "row-marks" }), build("div", { class: "row-comment" }), ...(disabled ? [] : [button])];
  }

  /** @param {string} key of a document */
  #restButton(key) {
    const label = `Rest ${this.question.minimum}`;
    return build("button", { type: "button", class: "plain", text: label, title: `Judge the open sentences of this document as ${this.question.minimum} (R)`, on: { click: () => this.judgeRest(key) } });
  }

  /** A radio button was chosen with the mouse or an arrow key. @param {Event} event */
  #change(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const position = positionOf(input);
    if (input.type !== "radio" || position === null) return;
    this.place = this.placeOf(position);
    if (!this.judge(this.place, Number(input.value))) return this.#refreshRow(position);
    if (this.#isByArrow) this.showPlace();
    else this.goToNextOpen();
  }

  /** @param {Event} event */
  #click(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const position = positionOf(target);
    if (position === null) return;
    const { to, unmark } = /** @type {HTMLElement} */ (target.closest("button"))?.dataset ?? {};
    if (target.closest("[data-mark]")) this.openMark(position);
    else if (unmark) this.#unmark(position, Number(unmark));
    else if (to) this.showSentence(Number(to));
    else if (!target.closest("label") && this.rows?.rowOf(position)) this.goTo(this.placeOf(position));
  }

  /** @param {Set<string>} changed */
  update(changed) {
    for (const id of changed) this.#refreshRow(Number(id.slice(id.indexOf(":") + 1)));
    this.#refreshCounts();
  }

  /** Shows the judgment of a sentence. @param {number} position */
  #refreshRow(position) {
    const row = this.rows?.rowOf(position);
    const judgment = this.sheet.judgment(this.question.key, position);
    if (!row) return;
    showValue(/** @type {Element} */ (row.querySelector(".cells")), judgment?.value ?? null);
    row.classList.toggle("answered", judgment?.value != null);
    row.classList.toggle("skipped", judgment?.skipped ?? false);
    row.querySelector(".row-marks")?.replaceChildren(...(judgment?.marks ?? []).map((to) => this.#markElement(position, to)));
    const comment = commentOf(judgment?.comment);
    row.querySelector(".row-comment")?.replaceChildren(...(comment ? [comment] : []));
  }

  /**
   * The chip “⊂ 41.3” beside a sentence.
   * @param {number} position of the sentence @param {number} to position of the other sentence
   */
  #markElement(position, to) {
    const { sheet, rows } = this;
    const name = rows?.names.nameOf(to) ?? "";
    const text = sheet.items.find((item) => item.position === to)?.text ?? "";
    const jump = build("button", { type: "button", class: "plain", data: { to }, title: text }, build("span", { class: "visually-hidden", text: "says no more than " }), `⊂ ${name}`);
    const remove = build("button", { type: "button", class: "plain", data: { unmark: to }, "aria-label": `Remove: ${rows?.names.nameOf(position)} says no more than ${name}`, text: "×" });
    return build("span", { class: "mark-chip" }, jump, ...(sheet.editable ? [remove] : []));
  }

  /** Shows how many sentences of each document are judged, and the histogram. */
  #refreshCounts() {
    const { sheet, question, rows } = this;
    if (!rows) return;
    const counts = new Map();
    let total = 0;
    let open = 0;
    for (const [key, items] of rows.itemsByDocument) {
      let answered = 0;
      const judged = items.filter((item) => item.judged);
      for (const { position } of judged) {
        const judgment = sheet.judgment(question.key, position);
        if (judgment?.value != null) counts.set(judgment.value, (counts.get(judgment.value) ?? 0) + 1);
        if (judgment && (judgment.value !== null || judgment.skipped)) answered += 1;
      }
      total += judged.length;
      open += judged.length - answered;
      rows.showCount(key, `${answered} of ${judged.length}`);
    }
    this.histogram?.show(counts);
    if (this.openCountLine) this.openCountLine.textContent = open ? `${open} of ${total} sentences are open.` : `All ${total} sentences are judged.`;
  }

  // Sentences that say no more than others

  /**
   * Opens the field in which to type what a sentence says no more than.
   * @param {number | null | undefined} position of this sentence
   */
  openMark(position) {
    const item = this.sheet.items.find((each) => each.position === position);
    if (!item || !this.sheet.editable) return;
    this.goTo(this.placeOf(item.position));
    this.markField?.open(item);
  }

  /** @param {import("./sheet.js").Item} item @param {import("./sheet.js").Item} to @returns {boolean} whether that was possible */
  #mark(item, to) {
    if (this.sheet.marks(item.position).includes(to.position)) return true;
    return this.page.applyEdits([{ verb: "mark", item: item.position, to: to.position }]);
  }

  /** @param {number} item position of the sentence @param {number} to position of the other sentence */
  #unmark(item, to) {
    if (this.page.applyEdits([{ verb: "unmark", item, to }])) this.goTo(this.placeOf(item));
  }

  /** Removes the last mark of the current sentence. */
  unmarkLast() {
    const item = this.place?.item;
    const last = item == null ? undefined : this.sheet.marks(item).at(-1);
    if (item == null || last === undefined) return this.page.notice("This sentence has no ⊂ mark to remove.");
    this.#unmark(item, last);
  }

  // A whole document

  /**
   * Gives the lowest value to the open sentences of a document, in one undo step, after a confirmation.
   * @param {string} [key] by default the current document
   */
  async judgeRest(key = this.currentDocument) {
    const { question, sheet } = this;
    const items = (this.rows?.itemsByDocument.get(key) ?? []).filter((item) => item.judged);
    const isOpen = (/** @type {import("./sheet.js").Item} */ { position }) => !sheet.isAnswered(this.placeOf(position));
    const open = items.filter(isOpen).slice(0, MOST_EDITS);
    if (!sheet.editable) return;
    if (!open.length) return this.page.notice("All sentences of this document are judged.");
    const count = open.length === 1 ? "1 open sentence" : `${open.length} open sentences`;
    const content = [build("p", { text: `This judges the ${count} of document ${this.rows?.names.labels.get(key) ?? key} as ${question.minimum}. You can undo it in one step.` })];
    if (!(await askDialog(this.page, { title: `Rest ${question.minimum}?`, content, confirm: `Judge ${count} as ${question.minimum}` }))) return this.showPlace();
    const edits = open.filter(isOpen).map(({ position }) => ({ verb: "judge", question: question.key, item: position, value: question.minimum }));
    if (edits.length && this.page.applyEdits(edits)) this.goToNextOpen();
  }

  /** Clears the value of the current sentence. */
  clearHere() {
    const { place } = this;
    if (place && this.sheet.value(place.question.key, place.item) !== null) this.judge(place, null);
  }

  get sections() {
    const restText = `judge the open sentences of the document as ${this.question.minimum}`;
    /** @type {import("../elements/keyboard.js").KeyBinding[]} */
    const bindings = [
      ...this.movingKeys,
      ["S", "mark ⊂: says no more than the sentence whose number you type", () => this.openMark(this.place?.item)],
      ["Shift+S", "remove the last ⊂ mark", () => this.unmarkLast()],
      ["Delete", "clear the value", () => this.clearHere()],
      ["R", restText, () => this.judgeRest()],
    ];
    return [{ title: "Sentences", bindings }];
  }
}

startSession(UtilityPanel);
