/** The session of a rating: a summary, and questions about it as rows of values. */
import { build } from "pyramidion/elements/build.js";
import { commentOf, showPlaceText, startSession } from "pyramidion/judgments/judging_session.js";
import { isSame, Panel } from "pyramidion/judgments/panel.js";
import { scaleElement, showValue } from "pyramidion/judgments/scales.js";
import { judgedTexts } from "pyramidion/judgments/texts.js";

export class RatingPanel extends Panel {
  build() {
    const { sheet, data } = this;
    this.rows = sheet.sheetQuestions.map((question) => this.#row(question));
    this.body.replaceChildren(
      build("div", { class: "session-texts" }, ...judgedTexts(sheet, data)),
      build("div", { class: "session-questions" }, ...this.rows),
    );
    this.update();
  }

  /** The element of a question. @param {import("./sheet.js").Question} question */
  #row(question) {
    const place = { question, item: null };
    const id = `scale-${question.key}`;
    const scale = scaleElement(question, {
      id, value: this.sheet.value(question.key), disabled: !this.sheet.editable, describedBy: `${id}-text`,
      judge: (value) => {
        this.place = place;
        this.judgeHere(value);
      },
    });
    return build("section", { class: "question", data: { question: question.key }, on: { click: () => this.goTo(place) } },
      build("h3", { text: question.name }), build("p", { class: "question-text", id: `${id}-text`, text: question.text }),
      scale, build("div", { class: "question-comment" }));
  }

  update() {
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
    const isByQuestion = this.data.instrument.walk === "question";
    if (!isByQuestion || !place) return super.goOn();
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

  get sections() {
    return [{
      title: "Questions",
      bindings: /** @type {import("../elements/keyboard.js").KeyBinding[]} */ ([["↑ ↓", "previous and next question", () => this.move(-1), () => this.move(1)]]),
    }];
  }
}

startSession(RatingPanel);
