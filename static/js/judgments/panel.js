/**
 * The base class of the panels: how the sheets of one kind of instrument are shown and filled in. The page (judging_session.js) has
 * the sheets, saves, and moves between sheets; the panel shows one sheet and moves between its places.
 * @import { JudgingSession } from "./judging_session.js"
 * @import { Place, Question, Sheet } from "./sheet.js"
 */
import { editComment } from "pyramidion/elements/inline_editing.js";
import { keysOf } from "pyramidion/judgments/scales.js";

export class Panel {
  /** The place that the keys judge. @type {Place | null} */
  place = null;
  /** @type {Sheet | null} */
  shownSheet = null;

  /** @param {JudgingSession} page */
  constructor(page) {
    this.page = page;
    this.data = page.data;
    this.body = /** @type {HTMLElement} */ (page.find("[data-panel]"));
  }

  /** The sheet that is shown. @returns {Sheet} */
  get sheet() {
    return /** @type {Sheet} */ (this.shownSheet);
  }

  /**
   * Shows a sheet and goes to a place: its first open place, or simply its first if the sheet cannot be edited.
   * @param {Sheet} sheet @param {Place | null} [place] to go to instead
   */
  show(sheet, place = null) {
    if (this.shownSheet && sheet !== this.shownSheet) this.#focusPanel();
    this.shownSheet = sheet;
    this.build();
    const open = sheet.editable ? sheet.openPlaces[0] : null;
    this.goTo(place ?? open ?? sheet.places[0] ?? null);
  }

  /** Moves the focus from outside into the panel; otherwise Space could press “Finish” again, on the next sheet. */
  #focusPanel() {
    const { activeElement } = document;
    if (activeElement !== document.body && !this.body.contains(activeElement)) this.body.focus({ preventScroll: true });
  }

  // Subclasses override these

  /** Builds the elements of the sheet in `body`. */
  build() {}

  /** Shows changed judgments. @param {Set<string>} changed their ids */
  update(changed) {}

  /** Shows which place is the current one. */
  showPlace() {}

  /** The element below which the comment on a place is written. @param {Place} place @returns {HTMLElement | null} */
  commentHost(place) {
    return null;
  }

  /**
   * Sentences that say what the sheet lacks. The server checks again; this check is immediate.
   * @param {Sheet} sheet @returns {string[]}
   */
  missing(sheet) {
    const open = sheet.openPlaces.length;
    return open ? [open === 1 ? "1 judgment is missing." : `${open} judgments are missing.`] : [];
  }

  /** Sentences that say what prevents finishing the topic's last sheet. @returns {string[]} */
  topicObstacles() {
    return [];
  }

  /**
   * A sentence about a side effect of finishing, such as “6 units without a mark count 0.”; "" if there is none.
   * @param {Sheet} sheet
   */
  finishNote(sheet) {
    return "";
  }

  /** The keys of a question's values. @param {Question} question @returns {Map<string, number>} */
  keysFor(question) {
    return keysOf(question);
  }

  /** Key sections for this kind of instrument only. @returns {import("../elements/keyboard.js").KeySection[]} */
  get sections() {
    return [];
  }

  // The following is the same for all kinds

  /** Makes a place the current one. @param {Place | null} place */
  goTo(place) {
    this.place = place;
    this.showPlace();
  }

  /** Moves by a number of places within the sheet. @param {number} step */
  move(step) {
    const { places } = this.sheet;
    const index = places.findIndex((place) => isSame(place, this.place));
    const target = places[index + step];
    if (target) this.goTo(target);
  }

  /** Judges the current place, and goes on to the next open one. @param {number} value */
  judgeHere(value) {
    if (this.place && this.judge(this.place, value)) this.goToNextOpen();
  }

  /**
   * Judges a place with its radio buttons. Arrow keys pass through values, so after them the judge stays at the place.
   * @param {Place} place @param {number} value @param {boolean} byArrowKeys
   */
  judgeByScale(place, value, byArrowKeys) {
    if (!isSame(place, this.place)) this.goTo(place);
    if (byArrowKeys) this.judge(place, value);
    else this.judgeHere(value);
  }

  /**
   * Judges a place.
   * @param {Place} place @param {number | null} value null clears it @returns {boolean} whether that was possible
   */
  judge({ question, item }, value) {
    return this.page.applyEdits([{ verb: "judge", question: question.key, ...withItem(item), value }]);
  }

  /** Goes to a place that prevents finishing. */
  goToMissing() {
    this.goToNextOpen();
  }

  /** Goes to the next open place after the current one; stays if there is none. */
  goToNextOpen() {
    const { places } = this.sheet;
    const index = places.findIndex((place) => isSame(place, this.place));
    const isOpen = (/** @type {Place} */ place) => !this.sheet.isAnswered(place);
    const next = places.slice(index + 1).find(isOpen) ?? places.find(isOpen);
    if (next) this.goTo(next);
    else this.showPlace();
  }

  /** Skips the current place if its question is optional, or undoes the skip. */
  toggleSkipped() {
    const { place } = this;
    if (!place) return;
    if (!place.question.optional) return this.page.notice("This question cannot be skipped.", { isProblem: true });
    const isSkipped = this.sheet.judgment(place.question.key, place.item)?.skipped ?? false;
    const edit = { verb: isSkipped ? "unskip" : "skip", question: place.question.key, ...withItem(place.item) };
    if (this.page.applyEdits([edit]) && !isSkipped) this.goToNextOpen();
  }

  /** Scrolls the texts by most of their height. @param {number} step -1 or 1 */
  scrollTexts(step) {
    const texts = [...this.body.querySelectorAll(".session-texts")].at(-1);
    texts?.scrollBy({ top: step * 0.8 * texts.clientHeight });
  }

  /** Opens a field for the comment on the current place. */
  comment() {
    const { place } = this;
    const host = place && this.commentHost(place);
    if (!host) return;
    const { question, item } = place;
    host.dataset.item = [this.sheet.id, question.key, item ?? ""].join(":"); // the name of an unsaved draft
    const before = this.sheet.judgment(question.key, item)?.comment ?? "";
    const edit = { verb: "comment_judgment", question: question.key, ...withItem(item) };
    editComment(host, before, (comment) => this.page.applyEdits([{ ...edit, comment, was: before }]));
  }

  /** The keys that judge the current place. @returns {import("../elements/keyboard.js").KeyBinding[]} */
  get valueBindings() {
    const keys = this.place ? this.keysFor(this.place.question) : new Map();
    if (!keys.size) return [];
    return [[[...keys.keys()].join(" "), "judge, and go on", ...[...keys.values()].map((value) => () => this.judgeHere(value))]];
  }
}

/** Whether two places are the same. @param {Place | null} a @param {Place | null} b */
export function isSame(a, b) {
  return a?.question.key === b?.question.key && a?.item === b?.item;
}

/** The field of an edit that names its item, if it has one. @param {number | null} item */
export const withItem = (item) => (item === null ? {} : { item });
