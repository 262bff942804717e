/**
 * Gathering: the user pins a passage, and the strip shows it with one sentence of each other summary, to find words with the same
 * meaning. The user chooses these sentences; if the project allows it, the most similar passages are suggested. The strip can also
 * show text similar to the selected words or to an SCU. The server is asked only if the user wants suggestions.
 * @typedef {{summary: number, start: number, end: number}} Part
 * @typedef {{type: "sentence" | "words", parts: Part[]} | {type: "scu", scu: string}} Pinned  what other text is compared with
 */
import { handlersOf, keyNameOf, onlyWhen, skippedByListenToKeys } from "pyramidion/elements/keyboard.js";
import { storedText } from "pyramidion/elements/preferences.js";
import { passageContent, rowContents, STEP_BINDING } from "pyramidion/pyramids/gathering/gather_row.js";
import { marksOf, partsOf, weightOf } from "pyramidion/pyramids/scus.js";
import { scuCountText, shortened } from "pyramidion/pyramids/display_data.js";
import { StripActions } from "pyramidion/pyramids/gathering/strip_actions.js";
import { sentenceAt, spanOfWords } from "pyramidion/texts/pieces.js";
import { untilSettled } from "pyramidion/work/sync/page_session.js";
import { fetchSimilar, spansParameter } from "pyramidion/work/similar.js";

const SUGGESTIONS_OFF = "This project shows no suggestions of similar text.";
const UNREACHABLE = "Similar text cannot be searched now. Try again later.";

export class Gathering {
  /** Whether the strip shows a list of similar passages instead of one row for each summary. */
  #showsSimilar = false;
  /** Whether each row first shows its summary's passage that is most similar to the pinned passage: “on” or “off”. */
  #ranked = storedText("gather-ranked", "on");
  /** What the strip compares with other text; null while the strip is closed. @type {Pinned | null} */
  #pinned = null;
  /** Counts requests, so that answers to older requests can be ignored. */
  #requestCount = 0;
  /** What the buttons of the strip do. @type {StripActions} */
  #actions;
  /** The words of all SCUs as marks, by summary. @type {ReturnType<typeof marksOf>} */
  #marks = new Map();
  /** The element that had the focus before the strip. @type {HTMLElement | null} */
  #focusBefore = null;

  /**
   * @param {import("../pyramid.js").Pyramid} pyramid @param {import("../../elements/text/text_pane.js").TextPane} pane
   * @param {import("./gather_strip.js").GatherStrip} strip
   * @param {{scuEditing: import("../scu_editing.js").ScuEditing, setAsideSpans: () => Map<number, import("../../texts/pieces.js").Span[]>,
   *          searchPattern: () => RegExp | null, url: string}} options setAsideSpans: by summary; searchPattern: what the user searches for in the list; url: of the requests for similar text
   */
  constructor(pyramid, pane, strip, options) {
    this.pyramid = pyramid;
    this.pane = pane;
    this.strip = strip;
    this.options = options;
    this.#actions = new StripActions(pyramid, pane, options.scuEditing);
    pyramid.session.addEventListener("change", () => this.#refreshMarks());
    pane.selection.addEventListener("change", () => this.refresh());
    strip.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Handlers by intent (an event that names what the user wants). @type {Record<string, (detail: any) => void>} */
  intents = {
    gather: () => this.pin(),
    similar: () => this.findSimilar(),
    "similar-scu": ({ scu }) => this.#showSimilar({ type: "scu", scu }),
    "gather-take": ({ row }) => this.#actions.take(row, this.#pinned),
    "gather-sentence-changed": () => this.refresh(),
    "gather-scu": ({ scu }) => this.#takeScu(scu),
    "gather-new": () => this.#actions.newScu(this.#pinned),
    "gather-add": () => this.options.scuEditing.addToSelectedOrAsk(),
    "gather-ranked": ({ on }) => this.#setRanked(on),
    "gather-close": () => this.close(),
  };

  /** @returns {import("../../elements/keyboard.js").KeyBinding[]} */
  get bindings() {
    const rowWithKey = (/** @type {KeyboardEvent} */ { key }) => this.strip.rows.find(({ content }) => content.key === key);
    const take = (/** @type {KeyboardEvent} */ event) => {
      const row = rowWithKey(event);
      if (row) this.#actions.take(row, this.#pinned);
    };
    return [
      ["G", "gather around the sentence or the selected words; again: go to the strip", () => this.pin()],
      ["Y", "show text similar to the selected words or SCU; again: go to the strip", () => this.findSimilar()],
      ...onlyWhen(() => !this.strip.hidden, [["1 … 9", "select that row’s words; 0: the pinned words", take]]),
      STEP_BINDING,
      ...(this.pyramid.isEditable() ? [this.#newScuBinding] : []),
    ];
  }

  /** @type {import("../../elements/keyboard.js").KeyBinding} */
  #newScuBinding = ["N", "in the strip: new SCU with the pinned words", skippedByListenToKeys(() => this.strip.offersNewScu && this.#actions.newScu(this.#pinned))];

  /** @type {import("../../elements/keyboard.js").KeyBinding} */
  #closeBinding = ["Esc", "close the strip", skippedByListenToKeys(() => this.close())];

  // Pinning

  /** Pins the selected words of one summary or, without a selection, the sentence of the focused word. */
  pin() {
    const target = this.#selectedWords() ?? this.#focusedSentence();
    if (!target) return;
    if (this.#isShown(target, { asSimilar: false })) {
      this.#rememberFocus();
      this.strip.focusRows();
      return;
    }
    this.#showRows(target);
    if (this.pyramid.canFindSimilar && this.#ranked.get() === "on") this.#showRankedRows(target);
  }

  /** Shows text similar to the selected words or, without a selection, to the selected SCU. */
  findSimilar() {
    const { pyramid } = this;
    if (!pyramid.canFindSimilar) return pyramid.notice(SUGGESTIONS_OFF);
    const selectedWords = this.#selectedWords();
    /** @type {Pinned | null} */
    const target = selectedWords ?? (pyramid.selectedScuId ? { type: "scu", scu: pyramid.selectedScuId } : null);
    if (!target) pyramid.notice("Select words or an SCU to find similar text.");
    else if (this.#isShown(target, { asSimilar: true })) this.strip.focusSimilarScus();
    else this.#showSimilar(target);
  }

  /** Whether the strip already shows this target. @param {Pinned} target @param {{asSimilar: boolean}} options asSimilar: as a list of similar passages */
  #isShown(target, { asSimilar }) {
    return !this.strip.hidden && asSimilar === this.#showsSimilar && JSON.stringify(target) === JSON.stringify(this.#pinned);
  }

  /** @returns {{type: "words", parts: Part[]} | null} the selected parts in one summary: that of the latest part */
  #selectedWords() {
    const { selection } = this.pane;
    const last = selection.drawn ?? selection.parts[selection.parts.length - 1];
    if (!last) return null;
    return { type: "words", parts: selection.partsIn(last.summary).map(({ start, end }) => ({ summary: last.summary, start, end })) };
  }

  /** @returns {{type: "sentence", parts: Part[]} | null} */
  #focusedSentence() {
    const { cursorPlace: place } = this.pane;
    if (!place) return null;
    const { sentences, summary } = place.text;
    const span = spanOfWords(sentences[sentenceAt(sentences, place.start)]);
    return span && { type: "sentence", parts: [{ summary: summary.id, ...span }] };
  }

  // Display

  /** Pins a passage, and shows it with a row for each other summary. @param {Exclude<Pinned, {type: "scu"}>} pinned @param {import("../../work/similar.js").SimilarPassage[]} [passages] */
  #showRows(pinned, passages = []) {
    this.#rememberFocus();
    this.#pinned = pinned;
    const rows = rowContents(pinned.parts, passages, this.pane.texts, this.options.searchPattern());
    const title = `Gathered around ${rows[0].summary.letter}${rows[0].from + 1}`;
    const ranked = this.pyramid.canFindSimilar ? this.#ranked.get() === "on" : null;
    this.#showsSimilar = false;
    this.#show({ title, rows, ranked, newScuText: this.pyramid.isEditable() ? `New SCU with ${rows[0].summary.letter}${rows[0].from + 1}` : null });
    this.strip.status.textContent = this.pyramid.isEditable() ? "In each row, select the words with the same meaning." : "";
  }

  /** Shows content in the strip. @param {import("./gather_strip.js").View} view */
  #show(view) {
    this.strip.show(view, this.pane);
    this.#workspace?.classList.add("gathers");
    this.#refreshMarks();
  }

  #refreshMarks() {
    if (this.strip.hidden) return;
    this.#marks = marksOf(this.pyramid.scus);
    this.refresh();
  }

  /** Updates highlights, selection and buttons of the rows. */
  refresh() {
    const { strip, pyramid, pane } = this;
    if (strip.hidden) return;
    const asides = this.options.setAsideSpans();
    const pinnedScu = this.#pinned?.type === "scu" ? pyramid.scu(this.#pinned.scu) : null;
    const pinnedParts = pinnedScu ? partsOf(pinnedScu) : [];
    for (const row of strip.rows) {
      const { summary, passage } = row.content;
      if (pinnedScu) row.showAdded(pinnedParts.some((part) => passage && part.summary === summary.id && part.start <= passage.start && passage.end <= part.end));
      row.refresh(this.#marks.get(summary.id) ?? [], asides.get(summary.id) ?? [], pane.highlightedParts.filter((part) => part.summary === summary.id));
    }
    const scu = pyramid.selectedScu;
    strip.updateAddButton(scu ? `Add to “${shortened(pyramid.labelOf(scu.id), 24)}”` : "Add to…", !pane.selection.isEmpty);
  }

  get #workspace() {
    return this.strip.closest("pyramid-workspace");
  }

  /** Remembers where the focus returns when the strip closes. */
  #rememberFocus() {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!this.strip.contains(focused)) this.#focusBefore = focused;
  }

  /** Closes the strip. @returns {boolean} whether it was open */
  close() {
    if (this.strip.hidden) return false;
    const hadFocus = this.strip.contains(document.activeElement);
    this.#requestCount += 1;
    this.#pinned = null;
    this.strip.hidden = true;
    this.#workspace?.classList.remove("gathers");
    if (hadFocus && this.#focusBefore?.isConnected && this.#focusBefore !== document.body) this.#focusBefore.focus();
    else if (hadFocus) this.pane.focusCursor();
    return true;
  }

  /** Acts on a similar SCU (see `StripActions.takeScu`); after a merge, searches again. @param {string} id */
  #takeScu(id) {
    const merged = this.#actions.takeScu(id, this.#pinned);
    if (merged && this.#pinned) this.#showSimilar(this.#pinned);
  }

  // Asking the server

  /** Turns the suggested passages of the rows on or off. @param {boolean} on */
  #setRanked(on) {
    this.#ranked.set(on ? "on" : "off");
    this.#requestCount += 1;
    const pinned = this.#pinned;
    if (!pinned || pinned.type === "scu") return;
    if (on) this.#showRankedRows(pinned);
    else this.#showRows(pinned);
  }

  /** Fetches what is similar to the pinned words or SCU. @param {Pinned} pinned @returns {Promise<import("../../work/similar.js").Similar | null>} null if the request failed or a newer one was made */
  async #fetch(pinned) {
    const requestNumber = (this.#requestCount += 1);
    await untilSettled(this.pyramid.session); // so that the server searches the SCUs as this page shows them
    const parameters = pinned.type === "scu" ? { scu: pinned.scu } : { summary: pinned.parts[0].summary, spans: spansParameter(pinned.parts) };
    const answer = await fetchSimilar(this.options.url, parameters);
    if (requestNumber !== this.#requestCount) return null;
    if (answer && !("refused" in answer)) return answer;
    this.pyramid.notice(/** @type {{ refused: string } | null} */ (answer)?.refused ?? UNREACHABLE, { isProblem: true });
    return null;
  }

  /** Shows each other summary's most similar passage in its row. @param {Exclude<Pinned, {type: "scu"}>} pinned */
  async #showRankedRows(pinned) {
    this.strip.status.textContent = "Looking for similar passages…";
    const answer = await this.#fetch(pinned);
    if (this.#pinned !== pinned) return;
    if (!answer) {
      this.strip.status.textContent = "";
      return;
    }
    this.#showRows(pinned, answer.passages ?? []);
    this.strip.status.textContent = answer.passages?.length ? "The most similar passages are marked." : "No similar passages in the other summaries.";
  }

  /** Shows passages and SCUs similar to these words or this SCU. @param {Pinned} pinned */
  async #showSimilar(pinned) {
    this.#rememberFocus();
    this.#pinned = pinned;
    const answer = await this.#fetch(pinned);
    if (!answer || this.#pinned !== pinned) return;
    const { pyramid, strip } = this;
    const action = pinned.type === "scu" && pyramid.isEditable() ? "Add" : "Select";
    const rows = (answer.passages ?? []).flatMap((passage, i) => {
      const text = this.pane.text(passage.summary);
      return text ? [passageContent(text, passage, { key: i < 9 ? String(i + 1) : "", action, canStep: false })] : [];
    });
    const title = pinned.type === "scu" ? `Similar to “${shortened(pyramid.labelOf(pinned.scu), 48)}”` : "Similar to the selected words";
    const newScuText = pinned.type === "words" && pyramid.isEditable() ? "New SCU" : null;
    this.#showsSimilar = true;
    this.#show({ title, rows, ranked: null, newScuText });
    strip.showSimilarScus(this.#similarScus(answer.scus, pinned));
    strip.status.textContent = `${rows.length} ${rows.length === 1 ? "passage" : "passages"}, ${scuCountText(answer.scus.length)}`;
  }

  /** Returns the data with which the strip shows similar SCUs. @param {{id: string}[]} scus @param {Pinned} pinned what they are similar to */
  #similarScus(scus, pinned) {
    const { pyramid } = this;
    const action = !pyramid.isEditable() ? "Show" : pinned.type === "scu" ? "Merge" : "Add";
    return scus.flatMap(({ id }) => {
      const scu = pyramid.scu(id);
      return scu ? [{ id, label: pyramid.labelOf(id), weight: weightOf(scu), action }] : [];
    });
  }

  /** Handles the strip's own keys: Esc, and N if a new SCU can be made. @param {KeyboardEvent} event */
  #onKey(event) {
    const handler = event.defaultPrevented ? null : handlersOf([this.#newScuBinding, this.#closeBinding])[keyNameOf(event)];
    if (!handler || (event.key !== "Escape" && !(this.pyramid.isEditable() && this.strip.offersNewScu))) return;
    event.preventDefault();
    handler(event);
  }
}
