/**
 * One sheet of the session: its texts and items, and the judgments as the page shows them.
 * @import { Judgment } from "./verbs.js"
 * @typedef {{text: string, sentences: number[], dir: string}} Text  sentences: start, end, start, end ... in code points
 * @typedef {{position: number, text: string, start: number | null, end: number | null, heading: string, judged: boolean,
 *            document_key: string | null}} Item
 * @typedef {import("./verbs.js").QuestionRule & {name: string, text: string, labels: Record<string, string>,
 *            anchors: Record<string, string>}} Question
 * @typedef {{question: Question, item: number | null}} Place  what one key press judges: a question
 *            about an item, or about the whole sheet
 */
import { SHEET_KIND } from "pyramidion/judgments/kind.js";
import { judgmentId } from "pyramidion/judgments/verbs.js";
import { pageSession } from "pyramidion/work/sync/page_session.js";

const FINISHED_STATES = ["submitted", "adjudicated"];

export class Sheet {
  /** Resolves when the server has answered the request to finish the sheet; null if there is none. @type {Promise<boolean> | null} */
  submission = null;

  /** @param {any} row of the sheet in the page's data @param {any} data the page's data */
  constructor(row, data) {
    const { code = "", model = null, size = null, items = [] } = data.lists[row.list] ?? {};
    this.id = /** @type {number} */ (row.id);
    this.number = /** @type {number} */ (row.number); // in the judge's own order
    this.state = /** @type {string} */ (row.state);
    this.editable = /** @type {boolean} */ (row.editable);
    this.summary = /** @type {Text | null} */ (row.summary);
    this.items = /** @type {Item[]} */ (items);
    this.sentences = /** @type {Item[]} */ (row.sentences);
    this.listCode = code;
    this.modelLetter = /** @type {string | null} */ (model);
    this.size = /** @type {number | null} */ (size); // the number of items that an extract must have
    this.urls = row.urls;
    this.questions = /** @type {Question[]} */ (data.instrument.questions);
    this.session = pageSession({ ...row, instrument: data.instrument, items, settings: {} }, SHEET_KIND);
  }

  get isFinished() {
    return FINISHED_STATES.includes(this.state);
  }

  /** The items that can be judged. */
  get itemsToJudge() {
    return this.items.filter(({ judged }) => judged);
  }

  get itemQuestions() {
    return this.questions.filter(({ per }) => per === "item");
  }

  get sheetQuestions() {
    return this.questions.filter(({ per }) => per === "sheet");
  }

  /**
   * Everything to judge, in the order of judging: each item with its questions, then the questions about the sheet.
   * @returns {Place[]}
   */
  get places() {
    const perItem = this.itemsToJudge.flatMap(({ position }) => this.itemQuestions.map((question) => ({ question, item: position })));
    return [...perItem, ...this.sheetQuestions.map((question) => ({ question, item: null }))];
  }

  /**
   * @param {string} question the question's key @param {number | null} [item] the item's position
   * @returns {Judgment | undefined}
   */
  judgment(question, item = null) {
    return this.session.state.snapshots.get(judgmentId(question, item));
  }

  /**
   * @param {string} question the question's key @param {number | null} [item] the item's position
   * @returns {number | null} null if not judged
   */
  value(question, item = null) {
    return this.judgment(question, item)?.value ?? null;
  }

  /**
   * The positions of the sentences or items that are marked for an item.
   * @param {number} item the item's position @returns {number[]}
   */
  marks(item) {
    return this.judgment(this.itemQuestions[0]?.key ?? "", item)?.marks ?? [];
  }

  /** Whether a place has a value or was skipped. @param {Place} place */
  isAnswered({ question, item }) {
    const judgment = this.judgment(question.key, item);
    return judgment !== undefined && (judgment.value !== null || judgment.skipped);
  }

  /** The places that are not judged yet. */
  get openPlaces() {
    return this.places.filter((place) => !this.isAnswered(place));
  }

  /** Whether the judge has judged anything on this sheet. */
  get isBegun() {
    return this.session.state.snapshots.size > 0;
  }
}
