/** The session of a rating: a summary, and questions about it as rows of values. */
import { build, keyCap } from "pyramidion/elements/build.js";
import { unusedValues } from "pyramidion/judgments/compare/every_value.js";
import { commentOf, showPlaceText, startSession } from "pyramidion/judgments/judging_session.js";
import { isSame, Panel } from "pyramidion/judgments/panel.js";
import { scaleElement, showValue } from "pyramidion/judgments/scales.js";
import { judgedTexts } from "pyramidion/judgments/texts.js";

export class RatingPanel extends Panel {
  /** The view of all summaries, while it is open. @type {import("./compare/compare_view.js").CompareView | null} */
  compare = null;

  /** Shows a sheet; in the compare view, its card. @param {import("./sheet.js").Sheet} sheet @param {import("./sheet.js").Place | null} [place] */
  show(sheet, place = null) {
    if (!this.compare) return super.show(sheet, place);
    this.shownSheet = sheet;
    this.compare.showSheet(sheet, place?.question);
  }

  /** In the compare view, shows the question of a place. @param {import("./sheet.js").Place | null} place */
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

  /** The buttons for all summaries. */
  #actions() {
    const button = (/** @type {string} */ text, /** @type {string} */ key, /** @type {() => void} */ click) => build("button", { type: "button", on: { click } }, text, keyCap(key));
    return build("p", { class: "actions" },
      this.page.sheets.length > 1 ? button("Compare", "V", () => this.toggleCompare()) : null,
      this.#isByQuestion ? button("Finish all complete sheets", "F", () => this.page.finishComplete()) : null);
  }

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
    if (this.compare) return; // it follows the changes of all sheets itself
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

  /** With `walk` “question”, judging goes on to the same question on the next sheet. */
  goOn() {
    const { page, place, sheet } = this;
    if (this.compare) return this.compare.goOn();
    if (!this.#isByQuestion || !place) return super.goOn();
    const { question } = place;
    const index = page.sheets.indexOf(sheet);
    const later = page.sheets.slice(index + 1).find((/** @type {import("./sheet.js").Sheet} */ each) => !each.isAnswered(place));
    if (later) return page.goToSheet(later, { question, item: null });
    const open = sheet.questions.flatMap((each) =>
      page.sheets.filter((/** @type {any} */ one) => !one.isAnswered({ question: each, item: null })).map((/** @type {any} */ one) => ({ sheet: one, question: each })));
    if (open.length) return page.goToSheet(open[0].sheet, { question: open[0].question, item: null });
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

  /** In the compare view, a summary that already had a value keeps the focus. @param {number} value */
  judgeHere(value) {
    const wasOpen = this.place && !this.sheet.isAnswered(this.place);
    if (!this.compare || wasOpen) super.judgeHere(value);
    else if (this.place) this.judge(this.place, value);
  }

  // All summaries

  /** Opens the compare view, whose module is loaded at the first use, or closes it. */
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
    const [compared] = this.compare?.sections ?? [];
    if (compared) return [{ ...compared, bindings: [...compared.bindings, ...finishing] }];
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
