/** Rating sessions: a summary beside questions about it, each with a row of values. */
import { build, keyCap } from "pyramidion/elements/build.js";
import { unusedValues } from "pyramidion/judgments/compare/every_value.js";
import { commentOf, showPlaceText, startSession } from "pyramidion/judgments/judging_session.js";
import { isSame, Panel } from "pyramidion/judgments/panel.js";
import { scaleElement, showValue } from "pyramidion/judgments/scales.js";
import { judgedTexts } from "pyramidion/judgments/texts.js";

export class RatingPanel extends Panel {
  /** The view of all summaries, while it is open. @type {import("./compare/compare_view.js").CompareView | null} */
  compare = null;

  /**
   * Shows a sheet, or its card while the compare view is open.
   * @param {import("./sheet.js").Sheet} sheet @param {import("./sheet.js").Place | null} [place]
   */
  show(sheet, place = null) {
    if (!this.compare) return super.show(sheet, place);
    this.shownSheet = sheet;
    this.compare.showSheet(sheet, place?.question);
  }

  /**
   * Goes to a place; shows its question while the compare view is open.
   * @param {import("./sheet.js").Place | null} place
   */
  goTo(place) {
    if (this.compare) this.compare.showSheet(this.sheet, place?.question);
    else super.goTo(place);
  }

  build() {
    const { sheet, data } = this;
    this.rows = sheet.sheetQuestions.map((question) => this.#row(question));
    this.body.replaceChildren(
      build("div", { class: "session-texts" }, ...judgedTexts(sheet, data)),
      build("div", { class: "session-questions" }, ...this.rows, this.#actions()),
    );
    this.update();
  }

  /** The buttons that act on all summaries. */
  #actions() {
    const button = (/** @type {string} */ text, /** @type {string} */ key, /** @type {() => void} */ click) => build("button", { type: "button", on: { click } }, text, keyCap(key));
    return build("p", { class: "actions" },
      this.page.sheets.length > 1 ? button("Compare", "V", () => this.toggleCompare()) : null,
      this.#isByQuestion ? button("Finish all complete sheets", "F", () => this.page.finishComplete()) : null);
  }

  /** Whether judges answer one question for all sheets before the next question. */
  get #isByQuestion() {
    return this.data.instrument.walk === "question";
  }

  /** The element of a question. @param {import("./sheet.js").Question} question */
  #row(question) {
    const place = { question, item: null };
    const id = `scale-${question.key}`;
    const scale = scaleElement(question, {
      id, value: this.sheet.value(question.key), disabled: !this.sheet.editable, describedBy: `${id}-text`,
      judge: (value, byArrowKeys) => this.judgeByScale(place, value, byArrowKeys),
    });
    return build("section", { class: "question", data: { question: question.key }, on: { click: () => this.goTo(place) } },
      build("h3", { text: question.name }), build("p", { class: "question-text", id: `${id}-text`, text: question.text }),
      scale, build("div", { class: "question-comment" }));
  }

  update() {
    if (this.compare) return; // the compare view listens to changes itself
    for (const row of this.rows ?? []) {
      const key = row.dataset.question ?? "";
      const judgment = this.sheet.judgment(key);
      showValue(/** @type {Element} */ (row.querySelector(".scale")), judgment?.value ?? null);
      row.classList.toggle("answered", judgment?.value != null);
      row.classList.toggle("skipped", judgment?.skipped ?? false);
      const comment = commentOf(judgment?.comment);
      row.querySelector(".question-comment")?.replaceChildren(...(comment ? [comment] : []));
    }
  }

  showPlace() {
    for (const row of this.rows ?? []) {
      const isCurrent = row.dataset.question === this.place?.question.key;
      row.classList.toggle("current", isCurrent);
      if (isCurrent) row.scrollIntoView({ block: "nearest" });
    }
    if (this.place) showPlaceText(this.page, this.place.question.name);
  }

  /** Goes to the next open place; if judging goes by question, to the same question on the next sheet. */
  goToNextOpen() {
    const { page, place, sheet } = this;
    if (this.compare) return this.compare.goToNextOpen();
    if (!this.#isByQuestion || !place) return super.goToNextOpen();
    const { question } = place;
    const index = page.sheets.indexOf(sheet);
    const later = page.sheets.slice(index + 1).find((/** @type {import("./sheet.js").Sheet} */ each) => !each.isAnswered(place));
    if (later) return page.goToSheet(later, { question, item: null });
    for (const each of sheet.questions) {
      const openPlace = { question: each, item: null };
      const isOpen = (/** @type {import("./sheet.js").Sheet} */ other) => !other.isAnswered(openPlace);
      const openSheet = page.sheets.find(isOpen);
      if (openSheet) return page.goToSheet(openSheet, openPlace);
    }
    this.showPlace();
  }

  /** @param {import("./sheet.js").Place} place */
  commentHost(place) {
    const row = this.rows?.find((each) => isSame(place, { question: place.question, item: null }) && each.dataset.question === place.question.key);
    return /** @type {HTMLElement | null} */ (row?.querySelector(".question-comment") ?? null);
  }

  /** @param {number} step */
  move(step) {
    if (this.compare) this.compare.move(0, step);
    else super.move(step);
  }

  /**
   * Judges the current place and goes on; in the compare view, stays if this only replaces a value.
   * @param {number} value
   */
  judgeHere(value) {
    const wasOpen = this.place && !this.sheet.isAnswered(this.place);
    if (!this.compare || wasOpen) super.judgeHere(value);
    else if (this.place) this.judge(this.place, value);
  }

  // All summaries

  /** Opens or closes the compare view. Its module is loaded when first used. */
  async toggleCompare() {
    const question = this.place?.question ?? this.sheet.sheetQuestions[0];
    if (this.compare) {
      this.compare.close();
      this.compare = null;
      return this.page.goToSheet(this.sheet, { question, item: null });
    }
    try {
      const { CompareView } = await import("pyramidion/judgments/compare/compare_view.js");
      if (this.compare) return;
      this.compare = new CompareView(this, question);
    } catch {
      return this.page.notice("The view could not be loaded. Try again in a moment.", { isProblem: true });
    }
    this.body.replaceChildren(this.compare.element);
    this.show(this.sheet);
  }

  topicObstacles() {
    return this.data.instrument.every_value ? unusedValues(this.page.sheets) : [];
  }

  get sections() {
    /** @type {import("../elements/keyboard.js").KeyBinding[]} */
    const finishing = this.#isByQuestion || this.compare ? [["F", "finish all complete sheets", () => this.page.finishComplete()]] : [];
    const [compareSection] = this.compare?.sections ?? [];
    if (compareSection) return [{ ...compareSection, bindings: [...compareSection.bindings, ...finishing] }];
    /** @type {import("../elements/keyboard.js").KeyBinding[]} */
    const bindings = [
      ["↑ ↓", "previous and next question", () => this.move(-1), () => this.move(1)],
      ["V", "compare the summaries", () => this.toggleCompare()],
      ...finishing,
    ];
    return [{ title: "Questions", bindings }];
  }
}

startSession(RatingPanel);
