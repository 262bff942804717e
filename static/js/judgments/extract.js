/** Extract sessions: a judge chooses sentences of the documents to make an extract of a required size. */
import { build } from "pyramidion/elements/build.js";
import { skippedByListenToKeys } from "pyramidion/elements/keyboard.js";
import { commentOf, startSession } from "pyramidion/judgments/judging_session.js";
import { positionOf } from "pyramidion/judgments/sentences/sentence_rows.js";
import { SentencesPanel } from "pyramidion/judgments/sentences/sentences_panel.js";

const CHOSEN = 1;

export class ExtractPanel extends SentencesPanel {
  /** The elements of comments, by row. @type {Map<HTMLElement, HTMLElement>} */
  #comments = new Map();

  /** @param {import("./judging_session.js").JudgingSession} page */
  constructor(page) {
    super(page);
    // Not one of the page's key bindings, so that Space can still press a focused button or scroll a dialog.
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  build() {
    const { sheet } = this;
    const isDisabled = !sheet.editable;
    this.#comments.clear();
    const rows = this.makeRows({
      row: () => ({ role: "checkbox", "aria-checked": "false", "aria-disabled": isDisabled && "true" }),
      controls: () => [build("span", { class: "check-mark", "aria-hidden": "true" })],
    });
    this.count = build("p", { class: "extract-count tabular", role: "status" });
    this.chosenList = build("ol", { class: "chosen-sentences" });
    const side = build("aside", { class: "session-side", "aria-label": "Your extract" },
      build("h2", { class: "pane-title", text: "Your extract" }), this.count, this.chosenList);
    rows.element.addEventListener("click", (event) => this.#click(event));
    side.addEventListener("click", (event) => this.#showChosen(event));
    this.body.replaceChildren(build("div", { class: "session-sentences" }, rows.element), side);
    for (const { position } of sheet.itemsToJudge) if (sheet.judgment(this.question.key, position)) this.#refreshRow(position);
    this.#refreshExtract();
  }

  /** @param {import("./sheet.js").Sheet} sheet */
  #chosen(sheet) {
    return sheet.itemsToJudge.filter(({ position }) => sheet.value(sheet.itemQuestions[0].key, position) === CHOSEN);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const target = /** @type {Element} */ (event.target);
    const isInPanel = target === document.body || target === this.body || target.matches(".sentence-row");
    if (event.key !== " " || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isInPanel) return;
    event.preventDefault();
    this.toggle();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const position = positionOf(event.target);
    const hasSelection = getSelection()?.isCollapsed === false; // the judge selected words to copy them
    if (position === null || !this.rows?.rowOf(position) || hasSelection) return;
    this.goTo(this.placeOf(position));
    this.toggle();
  }

  /** Goes to the sentence of the clicked entry in the list of chosen sentences. @param {MouseEvent} event */
  #showChosen(event) {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button[data-to]"));
    if (button) this.goTo(this.placeOf(Number(button.dataset.to)));
  }

  /** Adds the current sentence to the extract, or removes it. */
  toggle() {
    const { place } = this;
    if (!place) return;
    this.judge(place, this.sheet.value(place.question.key, place.item) === CHOSEN ? null : CHOSEN);
  }

  /** @param {Set<string>} changed */
  update(changed) {
    for (const id of changed) this.#refreshRow(Number(id.slice(id.indexOf(":") + 1)));
    this.#refreshExtract();
  }

  /** @param {number} position */
  #refreshRow(position) {
    const row = this.rows?.rowOf(position);
    const judgment = this.sheet.judgment(this.question.key, position);
    if (!row) return;
    row.setAttribute("aria-checked", String(judgment?.value === CHOSEN));
    const comment = commentOf(judgment?.comment);
    if (comment || this.#comments.has(row)) this.#commentElement(row).replaceChildren(...(comment ? [comment] : []));
  }

  /**
   * The element for the comment on a sentence. It comes after the row, because a checkbox cannot contain a field.
   * @param {HTMLElement} row
   */
  #commentElement(row) {
    const element = this.#comments.get(row) ?? build("div", { class: "row-comment" });
    if (!element.isConnected) row.after(element);
    this.#comments.set(row, element);
    return element;
  }

  /** @param {import("./sheet.js").Place} place */
  commentHost({ item }) {
    const row = this.rows?.rowOf(item);
    return row ? this.#commentElement(row) : null;
  }

  /** Lists the chosen sentences, and counts them against the required size. */
  #refreshExtract() {
    const { sheet, rows } = this;
    const chosen = this.#chosen(sheet);
    const size = sheet.size ?? 0;
    if (!rows || !this.count) return;
    this.count.textContent = `${chosen.length} of ${size} chosen`;
    this.count.classList.toggle("problem", chosen.length > size);
    this.count.classList.toggle("complete", chosen.length === size);
    for (const [key, items] of rows.itemsByDocument) {
      const count = items.filter((item) => chosen.includes(item)).length;
      rows.showCount(key, count ? `${count} chosen` : "");
    }
    const entries = chosen.map(({ position, text }) => build("li", {}, build("button", { type: "button", class: "plain", data: { to: position } },
      build("span", { class: "number", text: rows.names.nameOf(position) }), " ", build("bdi", { text: text.trim() }))));
    this.chosenList?.replaceChildren(...entries);
  }

  /**
   * Only the number of chosen sentences matters; the others need no judgment.
   * @param {import("./sheet.js").Sheet} sheet
   */
  missing(sheet) {
    const { length } = this.#chosen(sheet);
    return length === sheet.size ? [] : [`${length} of ${sheet.size} sentences are chosen: choose exactly ${sheet.size}.`];
  }

  goToNextOpen() {
    this.showPlace();
  }

  get valueBindings() {
    return /** @type {import("../elements/keyboard.js").KeyBinding[]} */ ([["Space", "choose the sentence, or remove it", skippedByListenToKeys(() => {})]]);
  }

  get sections() {
    return [{ title: "Sentences", bindings: this.movingKeys }];
  }
}

startSession(ExtractPanel);
