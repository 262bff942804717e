/**
 * The base class of panels that ask one question about each sentence of the documents.
 * @import { KeyBinding } from "../../elements/keyboard.js"
 * @import { Place, Question } from "../sheet.js"
 */
import { showPlaceText } from "pyramidion/judgments/judging_session.js";
import { Panel } from "pyramidion/judgments/panel.js";
import { SentenceRows } from "pyramidion/judgments/sentences/sentence_rows.js";

export class SentencesPanel extends Panel {
  /** @returns {Question} */
  get question() {
    return this.sheet.itemQuestions[0];
  }

  /** @param {number} position @returns {Place} */
  placeOf(position) {
    return { question: this.question, item: position };
  }

  /** Builds the rows of the sheet. @param {Omit<ConstructorParameters<typeof SentenceRows>[2], "go">} options */
  makeRows(options) {
    this.rows = new SentenceRows(this.sheet, this.data.documents, { ...options, go: (position) => this.goTo(this.placeOf(position)) });
    return this.rows;
  }

  showPlace() {
    const { place, rows } = this;
    if (!place || !rows || place.item === null) return;
    rows.showCurrent(place.item);
    showPlaceText(this.page, `Sentence ${rows.names.nameOf(place.item)}`);
  }

  /** @param {number} step -1 or 1 */
  scrollTexts(step) {
    const list = this.body.querySelector(".session-sentences");
    list?.scrollBy({ top: step * 0.8 * list.clientHeight });
  }

  /** Goes to a sentence, or only scrolls to it if it is not judged. @param {number} position */
  showSentence(position) {
    if (this.rows?.rowOf(position)) this.goTo(this.placeOf(position));
    else document.getElementById(`sentence-${position}`)?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Place} place */
  commentHost({ item }) {
    return /** @type {HTMLElement | null} */ (this.rows?.rowOf(item)?.querySelector(".row-comment") ?? null);
  }

  get currentDocument() {
    return this.sheet.items.find(({ position }) => position === this.place?.item)?.document_key ?? "";
  }

  /** Goes to the first sentence of another document. @param {number} step */
  moveByDocuments(step) {
    const firstItems = [...(this.rows?.itemsByDocument.values() ?? [])].map((items) => items.find((item) => item.judged));
    const index = firstItems.findIndex((item) => item?.document_key === this.currentDocument);
    const target = firstItems[index + step];
    if (target) this.goTo(this.placeOf(target.position));
  }

  /** The keys that move between sentences and documents. @returns {KeyBinding[]} */
  get movingKeys() {
    return [
      ["↑ ↓", "previous and next sentence", () => this.move(-1), () => this.move(1)],
      ["PageUp PageDown", "previous and next document", () => this.moveByDocuments(-1), () => this.moveByDocuments(1)],
    ];
  }
}
