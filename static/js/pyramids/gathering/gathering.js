/**
 * Gathers similar sentences: below a pinned one, the strip shows one of each other summary, chosen by the user or, if the
 * project allows it, by similarity. It also shows text similar to a selection or an SCU. It asks the server only on demand.
 * @import { Row } from "./gather_row.js"
 * @typedef {{summary: number, start: number, end: number}} Part
 * @typedef {{kind: "sentence" | "words", parts: Part[]} | {kind: "scu", scu: string}} Pinned
 */
import { during, handlersOf, nameOf, within } from "pyramidion/elements/keyboard.js";
import { preference } from "pyramidion/elements/preferences.js";
import { passageRow, rowsOf, STEP_ROW } from "pyramidion/pyramids/gathering/gather_row.js";
import { marksOf, partsOf, weightOf } from "pyramidion/pyramids/scus.js";
import { scuCountText, shortened } from "pyramidion/pyramids/display_data.js";
import { StripActions } from "pyramidion/pyramids/gathering/strip_actions.js";
import { sentenceAt, spanOfWords } from "pyramidion/texts/pieces.js";
import { settled } from "pyramidion/work/sync/page_session.js";
import { similar, spansOf } from "pyramidion/work/similar.js";

const OFF = "This project shows no suggestions of similar text.";
const UNREACHABLE = "Similar text cannot be searched now. Try again later.";

export class Gathering {
  /** Whether the strip shows similar passages, instead of one row for each summary. */
  #showsSimilar = false;
  #ranked = preference("gather-ranked", "on");
  /** @type {Pinned | null} */
  #pinned = null;
  #questions = 0;
  /** @type {StripActions} */
  #taking;
  /** @type {ReturnType<typeof marksOf>} */
  #marks = new Map();
  /** @type {HTMLElement | null} */
  #returnFocus = null;

  /**
   * @param {import("../pyramid.js").Pyramid} pyramid @param {import("../../elements/text/text_pane.js").TextPane} pane
   * @param {import("./gather_strip.js").GatherStrip} strip
   * @param {{scuEditing: import("../scu_editing.js").ScuEditing, asides: () => Map<number, import("../../texts/pieces.js").Span[]>, pattern: () => RegExp | null, url: string}} uses asides: by summary; pattern: of the search; url: of similar text
   */
  constructor(pyramid, pane, strip, uses) {
    this.pyramid = pyramid;
    this.pane = pane;
    this.strip = strip;
    this.uses = uses;
    this.#taking = new StripActions(pyramid, pane, uses.scuEditing);
    pyramid.session.addEventListener("change", () => this.#mark());
    pane.selection.addEventListener("change", () => this.refresh());
    strip.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @type {Record<string, (detail: any) => void>} */
  intents = {
    gather: () => this.pin(),
    similar: () => this.alike(),
    "similar-scu": ({ scu }) => this.#ask({ kind: "scu", scu }),
    "gather-take": ({ row }) => this.#taking.take(row, this.#pinned),
    "gather-moved": () => this.refresh(),
    "gather-scu": ({ scu }) => this.#takeScu(scu),
    "gather-new": () => this.#taking.newScu(this.#pinned),
    "gather-add": () => this.uses.scuEditing.addOrAsk(),
    "gather-ranked": ({ on }) => this.#rank(on),
    "gather-close": () => this.close(),
  };

  /** @returns {import("../../elements/keyboard.js").Row[]} */
  get rows() {
    const numbered = (/** @type {KeyboardEvent} */ { key }) => this.strip.rows.find(({ row }) => row.key === key);
    const take = (/** @type {KeyboardEvent} */ event) => {
      const row = numbered(event);
      if (row) this.#taking.take(row, this.#pinned);
    };
    return [
      ["G", "gather around the sentence or the selected words; again: go to the strip", () => this.pin()],
      ["Y", "text similar to the selected words or SCU; again: go to the strip", () => this.alike()],
      ...during(() => !this.strip.hidden, [["1 … 9", "select that row’s words; 0: the pinned words", take]]),
      STEP_ROW,
      ...(this.pyramid.isEditable() ? this.#stripRows.slice(0, 1) : []),
    ];
  }

  /** @type {import("../../elements/keyboard.js").Row[]} */
  #stripRows = [
    ["N", "in the strip: new SCU with the pinned words", within(() => this.strip.newScu && this.#taking.newScu(this.#pinned))],
    ["Esc", "close the strip", within(() => this.close())],
  ];

  // Pinning

  /** Pins the selected words of one summary, else the sentence at the keyboard's word. */
  pin() {
    const target = this.#selected() ?? this.#sentence();
    if (!target) return;
    if (this.#isPinned(target, false)) {
      this.#remember();
      this.strip.focusRows();
      return;
    }
    this.#open(target);
    if (this.pyramid.suggests && this.#ranked.get() === "on") this.#askFor(target);
  }

  /** Shows text similar to the selected words, else to the selected SCU. */
  alike() {
    const { pyramid } = this;
    if (!pyramid.suggests) {
      pyramid.notice(OFF);
      return;
    }
    const selected = this.#selected();
    /** @type {Pinned | null} */
    const target = selected ?? (pyramid.selected ? { kind: "scu", scu: pyramid.selected } : null);
    if (!target) pyramid.notice("Select words or an SCU to find similar text.");
    else if (this.#isPinned(target, true)) this.strip.focusLike();
    else this.#ask(target);
  }

  /** Whether this is shown already. @param {Pinned} target @param {boolean} similar with similar passages */
  #isPinned(target, similar) {
    return !this.strip.hidden && similar === this.#showsSimilar && JSON.stringify(target) === JSON.stringify(this.#pinned);
  }

  /** @returns {{kind: "words", parts: Part[]} | null} the selected parts in the summary of the latest part */
  #selected() {
    const { selection } = this.pane;
    const last = selection.drawn ?? selection.parts[selection.parts.length - 1];
    if (!last) return null;
    return { kind: "words", parts: selection.in(last.summary).map(({ start, end }) => ({ summary: last.summary, start, end })) };
  }

  /** @returns {{kind: "sentence", parts: Part[]} | null} */
  #sentence() {
    const { place } = this.pane;
    if (!place) return null;
    const { sentences, summary } = place.text;
    const span = spanOfWords(sentences[sentenceAt(sentences, place.start)]);
    return span && { kind: "sentence", parts: [{ summary: summary.id, ...span }] };
  }

  // Display

  /** Shows a pinned passage with a row for each other summary. @param {Exclude<Pinned, {kind: "scu"}>} pinned @param {import("../../work/similar.js").SimilarPassage[]} [passages] */
  #open(pinned, passages = []) {
    this.#remember();
    this.#pinned = pinned;
    const rows = rowsOf(pinned.parts, passages, this.pane.texts, this.uses.pattern());
    const title = `Gathered around ${rows[0].summary.letter}${rows[0].from + 1}`;
    const ranked = this.pyramid.suggests ? this.#ranked.get() === "on" : null;
    this.#showsSimilar = false;
    this.#show({ title, rows, ranked, newScu: this.pyramid.isEditable() ? `New SCU with ${rows[0].summary.letter}${rows[0].from + 1}` : null });
    this.strip.says.textContent = this.pyramid.isEditable() ? "Select the words that say the same in each row." : "";
  }

  /** @param {import("./gather_strip.js").View} view */
  #show(view) {
    this.strip.show(view, this.pane);
    this.#workspace?.classList.add("gathers");
    this.#mark();
  }

  /** Updates the marks. */
  #mark() {
    if (this.strip.hidden) return;
    this.#marks = marksOf(this.pyramid.scus);
    this.refresh();
  }

  /** Updates highlights and selection. */
  refresh() {
    const { strip, pyramid, pane } = this;
    if (strip.hidden) return;
    const asides = this.uses.asides();
    const lit = pane.litParts;
    const pinned = this.#pinned?.kind === "scu" ? pyramid.scu(this.#pinned.scu) : null;
    const owned = pinned ? partsOf(pinned) : [];
    for (const row of strip.rows) {
      const { summary, passage } = row.row;
      if (pinned) row.finish(owned.some((part) => part.summary === summary.id && holds(part, passage)));
      row.refresh(this.#marks.get(summary.id) ?? [], asides.get(summary.id) ?? [], lit.filter((part) => part.summary === summary.id));
    }
    const scu = pyramid.scu();
    strip.offer(scu ? `Add to “${shortened(pyramid.labelOf(scu.id), 24)}”` : "Add to…", !pane.selection.empty);
  }

  get #workspace() {
    return this.strip.closest("pyramid-workspace");
  }

  /** Remembers where the focus returns when the strip closes. */
  #remember() {
    const at = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!this.strip.contains(at)) this.#returnFocus = at;
  }

  /** @returns {boolean} whether there was something to close */
  close() {
    if (this.strip.hidden) return false;
    const focused = this.strip.contains(document.activeElement);
    this.#questions += 1;
    this.#pinned = null;
    this.strip.hidden = true;
    this.#workspace?.classList.remove("gathers");
    if (focused && this.#returnFocus?.isConnected && this.#returnFocus !== document.body) this.#returnFocus.focus();
    else if (focused) this.pane.focusCursor();
    return true;
  }

  /** @param {string} id */
  #takeScu(id) {
    const merged = this.#taking.takeScu(id, this.#pinned);
    if (merged && this.#pinned) this.#ask(this.#pinned);
  }

  // Asking the server

  /** @param {boolean} on */
  #rank(on) {
    this.#ranked.set(on ? "on" : "off");
    this.#questions += 1;
    const pinned = this.#pinned;
    if (!pinned || pinned.kind === "scu") return;
    if (on) this.#askFor(pinned);
    else this.#open(pinned);
  }

  /** @param {Pinned} pinned @returns {Promise<import("../../work/similar.js").Similar | null>} also null if a newer request was made */
  async #fetch(pinned) {
    this.#questions += 1;
    const question = this.#questions;
    await settled(this.pyramid.session);
    const parameters = pinned.kind === "scu" ? { scu: pinned.scu } : { summary: pinned.parts[0].summary, spans: spansOf(pinned.parts) };
    const answer = await similar(this.uses.url, parameters);
    if (question !== this.#questions) return null;
    if (!answer) this.pyramid.notice(UNREACHABLE, true);
    return answer;
  }

  /** The most similar passage of each other summary. @param {Exclude<Pinned, {kind: "scu"}>} pinned */
  async #askFor(pinned) {
    this.strip.says.textContent = "Looking for similar passages…";
    const answer = await this.#fetch(pinned);
    if (this.#pinned !== pinned) return;
    if (!answer) {
      this.strip.says.textContent = "";
      return;
    }
    this.#open(pinned, answer.passages ?? []);
    const summaries = new Set(answer.passages?.map((passage) => passage.summary)).size;
    this.strip.says.textContent = summaries ? "The most similar passages are marked." : "No similar passages in the other summaries.";
  }

  /** @param {Pinned} pinned */
  async #ask(pinned) {
    this.#remember();
    this.#pinned = pinned;
    const answer = await this.#fetch(pinned);
    if (!answer || this.#pinned !== pinned) return;
    const { pyramid, strip } = this;
    const verb = pinned.kind === "scu" && pyramid.isEditable() ? "Add" : "Select";
    const rows = (answer.passages ?? []).flatMap((passage, i) => {
      const text = this.pane.text(passage.summary);
      return text ? [passageRow(text, passage, { key: i < 9 ? String(i + 1) : "", verb, steps: false })] : [];
    });
    const title = pinned.kind === "scu" ? `Similar to “${shortened(pyramid.labelOf(pinned.scu), 48)}”` : "Similar to the selected words";
    const newScu = pinned.kind === "words" && pyramid.isEditable() ? "New SCU" : null;
    this.#showsSimilar = true;
    this.#show({ title, rows, ranked: null, newScu });
    strip.showScus(this.#like(answer.scus, pinned.kind === "scu"));
    strip.says.textContent = `${rows.length} ${rows.length === 1 ? "passage" : "passages"}, ${scuCountText(answer.scus.length)}`;
  }

  /** @param {{id: string}[]} scus @param {boolean} ofScu */
  #like(scus, ofScu) {
    const { pyramid } = this;
    const verb = !pyramid.isEditable() ? "Show" : ofScu ? "Merge" : "Add";
    return scus.flatMap(({ id }) => {
      const scu = pyramid.scu(id);
      return scu ? [{ id, label: pyramid.labelOf(id), weight: weightOf(scu), verb }] : [];
    });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const handler = event.defaultPrevented ? null : handlersOf(this.#stripRows)[nameOf(event)];
    if (!handler || (event.key !== "Escape" && !(this.pyramid.isEditable() && this.strip.newScu))) return;
    event.preventDefault();
    handler(event);
  }
}

/** @param {{start: number, end: number}} part @param {{start: number, end: number} | null} passage */
function holds(part, passage) {
  return passage !== null && part.start <= passage.start && passage.end <= part.end;
}
