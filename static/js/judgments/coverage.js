/**
 * Coverage sessions: how much of each unit of a model summary another summary expresses, and in which of its sentences.
 */
import { build, keyCap } from "pyramidion/elements/build.js";
import { onlyWhen } from "pyramidion/elements/keyboard.js";
import { judgedBefore } from "pyramidion/judgments/as_before.js";
import { commentOf, showPlaceText, startSession } from "pyramidion/judgments/judging_session.js";
import { ModelUnits } from "pyramidion/judgments/model_units.js";
import { isSame, Panel } from "pyramidion/judgments/panel.js";
import { labelOf, scaleElement, showValue } from "pyramidion/judgments/scales.js";
import { SentenceMarks } from "pyramidion/judgments/sentence_marks.js";
import { shownTexts, textSection } from "pyramidion/judgments/texts.js";
/** @import { Item, Place, Question, Sheet, Text } from "./sheet.js" */

const NO_MARK = "Mark a sentence first: a value above 0 needs one.";

export class CoveragePanel extends Panel {
  /** The place of the scale that is shown. @type {Place | null} */
  #scalePlace = null;

  build() {
    const { sheet, data } = this;
    const model = /** @type {Text & {letter: string}} */ (data.models.find((/** @type {any} */ each) => each.letter === sheet.modelLetter));
    const summary = /** @type {Text} */ (sheet.summary);
    this.units = new ModelUnits(model, sheet.items, (item) => this.goTo({ question: sheet.itemQuestions[0], item }));
    this.sentences = new SentenceMarks(sheet.sentences, summary.dir, (position) => this.toggleMark(position));
    this.sentences.setReadOnly(!sheet.editable);
    this.sheetQuestionButtons = sheet.sheetQuestions.map((question) => this.#questionButton(question));
    this.scaleArea = build("section", { class: "coverage-scale", "aria-label": "Judgment" });
    this.#scalePlace = null;
    this.body.replaceChildren(
      build("div", { class: "session-texts" }, textSection(`Model summary ${model.letter}`, this.units.element, ...this.sheetQuestionButtons)),
      build("div", { class: "session-texts summary-side" }, textSection("Summary", this.sentences.element), ...shownTexts(data)),
      this.scaleArea,
    );
    for (const { position } of sheet.itemsToJudge) this.#refreshUnit(position);
  }

  /** The button that leads to a question about the whole sheet. @param {Question} question */
  #questionButton(question) {
    return build("button", { type: "button", class: "last-question", title: question.text, data: { question: question.key }, on: { click: () => this.goTo({ question, item: null }) } },
      build("span", { text: question.name }), build("span", { class: "unit-value" }));
  }

  // Judging

  /** Marks a sentence for the current unit, or removes its mark. @param {number} to the sentence's position */
  toggleMark(to) {
    const item = this.place?.item ?? null;
    if (item === null) return this.page.notice("Choose a unit first: sentences are marked for a unit.", { isProblem: true });
    this.page.applyEdits([{ verb: this.sheet.marks(item).includes(to) ? "unmark" : "mark", item, to }]);
  }

  /** Judges a place, unless a value above 0 lacks a mark. @param {Place} place @param {number | null} value */
  judge(place, value) {
    if (value && place.item !== null && !this.sheet.marks(place.item).length && this.sheet.editable) {
      this.page.notice(NO_MARK, { isProblem: true });
      this.#refreshScale();
      return false;
    }
    return super.judge(place, value);
  }

  /** Gives the current unit the value that it has on another sheet where the same words are marked. */
  judgeAsBefore() {
    const before = this.#judgmentOfSameWords;
    if (before) this.judgeHere(before.value);
    else this.page.notice("No other sheet gives these words another value for this unit.");
  }

  /** The other sheet on which the same words have another value for the current unit; null if there is none. */
  get #judgmentOfSameWords() {
    const { place, page, sheet } = this;
    return place && place.item !== null ? judgedBefore(sheet, place.question.key, place.item, page.sheets) : null;
  }

  // Showing

  /** @param {Set<string>} changed */
  update(changed) {
    for (const id of changed) {
      const item = id.split(":")[1];
      if (item) this.#refreshUnit(Number(item));
    }
    this.#refreshMarks();
    this.#refreshScale();
  }

  /** Shows the value of a unit in the model. @param {number} position */
  #refreshUnit(position) {
    const value = this.sheet.value(this.sheet.itemQuestions[0].key, position);
    const hasMarks = this.sheet.marks(position).length > 0;
    this.units?.showValue(position, value, (value === null && hasMarks) || (value !== null && value > 0 && !hasMarks));
  }

  #refreshMarks() {
    const item = this.place?.item ?? null;
    this.sentences?.show(item === null ? [] : this.sheet.marks(item), unitsBySentence(this.sheet));
  }

  showPlace() {
    const { place } = this;
    this.units?.showCurrent(place?.item ?? null);
    for (const button of this.sheetQuestionButtons ?? []) {
      button.classList.toggle("current", place?.item === null && button.dataset.question === place.question.key);
    }
    this.#refreshMarks();
    this.#refreshScale();
    if (place) showPlaceText(this.page, this.#placeText(place));
  }

  /** @param {Place} place */
  #placeText({ question, item }) {
    if (item === null) return question.name;
    const open = this.sheet.itemsToJudge.filter(({ position }) => !this.sheet.isAnswered({ question, item: position })).length;
    return `Unit ${item}, ${open || "all"} ${open ? "not judged" : "judged"}`;
  }

  /** Shows the scale, comment and hint of the current place. */
  #refreshScale() {
    const { place, scaleArea } = this;
    if (!place || !scaleArea) return;
    if (!isSame(place, this.#scalePlace)) this.#buildScale(place);
    const judgment = this.sheet.judgment(place.question.key, place.item);
    showValue(/** @type {Element} */ (scaleArea.querySelector(".scale")), judgment?.value ?? null);
    const comment = commentOf(judgment?.comment);
    scaleArea.querySelector(".scale-comment")?.replaceChildren(...(comment ? [comment] : []));
    scaleArea.querySelector(".scale-hint")?.replaceChildren(...this.#hint(place));
    for (const button of this.sheetQuestionButtons ?? []) {
      const value = this.sheet.value(button.dataset.question ?? "");
      /** @type {HTMLElement} */ (button.lastElementChild).textContent = value === null ? "–" : String(value);
    }
  }

  /** @param {Place} place */
  #buildScale(place) {
    const { question, item } = place;
    const hadFocus = this.scaleArea?.contains(document.activeElement);
    const unit = this.sheet.items.find(({ position }) => position === item);
    const title = unit ? build("p", { class: "scale-unit", dir: "auto" }, build("span", { class: "number", text: `Unit ${item} ` }), unit.text) : build("p", { class: "scale-unit", text: question.name });
    const scale = scaleElement(question, {
      id: "scale-here", value: null, disabled: !this.sheet.editable, isNamed: question.maximum > 10, describedBy: "scale-question",
      name: unit ? `${question.name} of unit ${item}: ${unit.text}` : question.name,
      judge: (value, byArrowKeys) => this.judgeByScale(place, value, byArrowKeys),
    });
    this.scaleArea?.replaceChildren(title, build("p", { class: "scale-question", id: "scale-question", text: question.text }),
      build("div", { class: "scale-row" }, scale, build("p", { class: "scale-hint", "aria-live": "polite" })), build("div", { class: "scale-comment" }));
    this.#scalePlace = place;
    if (hadFocus) /** @type {HTMLElement | null} */ (scale.querySelector("input"))?.focus();
  }

  /** What the judge should know about the current place. @param {Place} place @returns {(Node | string)[]} */
  #hint({ question, item }) {
    const { sheet } = this;
    if (item === null) {
      const marked = unitsBySentence(sheet).size;
      return [`${sheet.sentences.length - marked} of ${sheet.sentences.length} sentences are not marked.`];
    }
    const before = this.#judgmentOfSameWords;
    if (before) {
      const value = question.maximum > 10 ? question.labels[before.value] ?? String(before.value) : labelOf(question, before.value);
      const button = build("button", { type: "button", disabled: !sheet.editable, on: { click: () => this.judgeAsBefore() } }, "As before ", keyCap("B"));
      return [`The same words had ${value} on sheet ${before.sheet.number}. `, button];
    }
    if (sheet.value(question.key, item) && !sheet.marks(item).length) return ["Its value is above 0, but no sentence is marked."];
    return [];
  }

  // Finishing

  /** @param {Sheet} sheet */
  missing(sheet) {
    const { withoutValue, withoutMark } = incompleteUnits(sheet);
    const unanswered = sheet.sheetQuestions.filter((question) => !sheet.isAnswered({ question, item: null })).map(({ name }) => name);
    return [
      withoutValue.length ? `Sentences are marked, but no value is given: unit ${withoutValue.join(", ")}.` : "",
      withoutMark.length ? `A value above 0 needs a marked sentence: unit ${withoutMark.join(", ")}.` : "",
      unanswered.length ? `Not answered yet: ${unanswered.join(", ")}.` : "",
    ].filter(Boolean);
  }

  goToMissing() {
    const { withoutValue, withoutMark } = incompleteUnits(this.sheet);
    const [item] = [...withoutValue, ...withoutMark];
    if (item !== undefined) return this.goTo({ question: this.sheet.itemQuestions[0], item });
    const open = this.sheet.openPlaces.find((place) => place.item === null);
    if (open) this.goTo(open);
  }

  /** @param {Sheet} sheet */
  finishNote(sheet) {
    const [question] = sheet.itemQuestions;
    const count = sheet.itemsToJudge.filter(({ position }) => !sheet.marks(position).length && sheet.value(question.key, position) === null).length;
    if (!count) return "";
    return count === 1 ? "1 unit without a mark counts 0." : `${count} units without a mark count 0.`;
  }

  /** @param {Place} place */
  commentHost(place) {
    return isSame(place, this.#scalePlace) ? /** @type {HTMLElement | null} */ (this.scaleArea?.querySelector(".scale-comment") ?? null) : null;
  }

  get sections() {
    const noControlHasFocus = () => !document.activeElement?.matches("button, a, input");
    return [{
      title: "Units and sentences",
      bindings: /** @type {import("../elements/keyboard.js").KeyBinding[]} */ ([
        ["↑ ↓", "previous and next unit", () => this.move(-1), () => this.move(1)],
        ["← →", "previous and next sentence", () => this.sentences?.move(-1), () => this.sentences?.move(1)],
        ...onlyWhen(noControlHasFocus, [["Space", "mark the sentence, or remove its mark", () => this.sentences?.toggleHere()]]),
        ["B", "give the value that the same words have on another sheet", () => this.judgeAsBefore()],
      ]),
    }];
  }
}

/**
 * Returns, by the position of each marked sentence, the units it is marked for.
 * @param {Sheet} sheet @returns {Map<number, number[]>}
 */
function unitsBySentence(sheet) {
  const units = new Map();
  for (const { position } of sheet.itemsToJudge) {
    for (const sentence of sheet.marks(position)) units.set(sentence, [...(units.get(sentence) ?? []), position]);
  }
  return units;
}

/** Returns the positions of the units that prevent finishing. @param {Sheet} sheet */
function incompleteUnits(sheet) {
  const [question] = sheet.itemQuestions;
  const units = sheet.itemsToJudge.map(({ position }) => ({ position, value: sheet.value(question.key, position), hasMarks: sheet.marks(position).length > 0 }));
  return {
    withoutValue: units.filter(({ value, hasMarks }) => value === null && hasMarks).map(({ position }) => position),
    withoutMark: units.filter(({ value, hasMarks }) => value && !hasMarks).map(({ position }) => position),
  };
}

startSession(CoveragePanel);
