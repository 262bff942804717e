/**
 * The way in by similar sentences: one is pinned, and of each other summary one stands under it, chosen by the person or,
 * where the project allows it, ranked; and what is worded like a selection or an SCU. Nothing is asked of the server
 * unless somebody wants it.
 * @import { Row } from "./gather_row.js"
 * @typedef {{summary: number, start: number, end: number}} Part
 * @typedef {{kind: "sentence" | "words", parts: Part[]} | {kind: "scu", scu: string}} Pinned
 */
import { during, handlersOf, nameOf, within } from "pyramidion/elements/keyboard.js";
import { preference } from "pyramidion/elements/preferences.js";
import { rowOf as rowOfPassage, rowsOf, STEP_ROW } from "pyramidion/pyramids/gathering/gather_row.js";
import { marksOf, partsOf, weightOf } from "pyramidion/pyramids/scus.js";
import { counted, shortened } from "pyramidion/pyramids/shown.js";
import { Taking } from "pyramidion/pyramids/gathering/taking.js";
import { sentenceAt, wordsOf } from "pyramidion/texts/pieces.js";
import { settled } from "pyramidion/work/sync/page_session.js";
import { similar, spansOf } from "pyramidion/work/similar.js";

const OFF = "This project shows no suggestions of similar text.";
const AWAY = "Similar text cannot be looked up now.";

export class Gathering {
  /** Whether what is like the pinned is shown, in place of a row for each summary. */
  #alike = false;
  #ranked = preference("gather-ranked", "on");
  /** @type {Pinned | null} */
  #pinned = null;
  #questions = 0;
  /** @type {Taking} */
  #taking;
  /** @type {ReturnType<typeof marksOf>} */
  #marks = new Map();
  /** @type {HTMLElement | null} */
  #back = null;

  /**
   * @param {import("../pyramid.js").Pyramid} pyramid @param {import("../../elements/text/text_pane.js").TextPane} pane
   * @param {import("./gather_strip.js").GatherStrip} strip
   * @param {{writing: import("../writing.js").PyramidWriting, asides: () => Map<number, import("../../texts/pieces.js").Span[]>, pattern: () => RegExp | null, url: string}} uses asides: by summary; pattern: what is looked for; url: of similar text
   */
  constructor(pyramid, pane, strip, uses) {
    this.pyramid = pyramid;
    this.pane = pane;
    this.strip = strip;
    this.uses = uses;
    this.#taking = new Taking(pyramid, pane, uses.writing);
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
    "gather-add": () => this.uses.writing.addOrAsk(),
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
      ["G", "pin the sentence or the selected words; again: go there", () => this.pin()],
      ["Y", "what is like the selected words or SCU; again: go there", () => this.alike()],
      ...during(() => !this.strip.hidden, [["1 … 9", "select that row’s words; 0 the pinned ones", take]]),
      STEP_ROW,
      ...(this.pyramid.isEditable() ? this.#stripRows.slice(0, 1) : []),
    ];
  }

  /** @type {import("../../elements/keyboard.js").Row[]} */
  #stripRows = [
    ["N", "in the strip: new SCU with what is pinned", within(() => this.strip.fresh && this.#taking.newScu(this.#pinned))],
    ["Esc", "close the strip", within(() => this.close())],
  ];

  // What is pinned

  /** Pins the selected words of one summary, else the sentence the keyboard is at. */
  pin() {
    const wanted = this.#selected() ?? this.#sentence();
    if (!wanted) return;
    if (this.#isPinned(wanted, false)) {
      this.#remember();
      this.strip.focusRows();
      return;
    }
    this.#open(wanted);
    if (this.pyramid.suggests && this.#ranked.get() === "on") this.#askFor(wanted);
  }

  /** What is worded like the selected words, else like the selected SCU. */
  alike() {
    const { pyramid } = this;
    if (!pyramid.suggests) {
      pyramid.notice(OFF);
      return;
    }
    const selected = this.#selected();
    /** @type {Pinned | null} */
    const wanted = selected ?? (pyramid.selected ? { kind: "scu", scu: pyramid.selected } : null);
    if (!wanted) pyramid.notice("Select words or an SCU to see what is like it.");
    else if (this.#isPinned(wanted, true)) this.strip.focusLike();
    else this.#ask(wanted);
  }

  /** Whether this is shown already. @param {Pinned} wanted @param {boolean} alike with what is like it */
  #isPinned(wanted, alike) {
    return !this.strip.hidden && alike === this.#alike && JSON.stringify(wanted) === JSON.stringify(this.#pinned);
  }

  /** @returns {{kind: "words", parts: Part[]} | null} what is selected in the summary drawn in last */
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
    const span = wordsOf(sentences[sentenceAt(sentences, place.start)]);
    return span && { kind: "sentence", parts: [{ summary: summary.id, ...span }] };
  }

  // Showing it

  /** A pinned sentence with one of each other summary. @param {Exclude<Pinned, {kind: "scu"}>} pinned @param {import("../../work/similar.js").SimilarPassage[]} [passages] */
  #open(pinned, passages = []) {
    this.#remember();
    this.#pinned = pinned;
    const rows = rowsOf(pinned.parts, passages, this.pane.texts, this.uses.pattern());
    const title = `Gathered around ${rows[0].summary.letter}${rows[0].from + 1}`;
    const ranked = this.pyramid.suggests ? this.#ranked.get() === "on" : null;
    this.#alike = false;
    this.#show({ title, rows, ranked, fresh: this.pyramid.isEditable() ? `New SCU with ${rows[0].summary.letter}${rows[0].from + 1}` : null });
    this.strip.says.textContent = this.pyramid.isEditable() ? "Select in each what says the same." : "";
  }

  /** @param {import("./gather_strip.js").View} view */
  #show(view) {
    this.strip.show(view, this.pane);
    this.#workspace?.classList.add("gathers");
    this.#mark();
  }

  /** What covers the texts has changed. */
  #mark() {
    if (this.strip.hidden) return;
    this.#marks = marksOf(this.pyramid.scus);
    this.refresh();
  }

  /** Shows what is lit and selected now. */
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

  /** Where the focus goes back to. */
  #remember() {
    const at = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!this.strip.contains(at)) this.#back = at;
  }

  /** @returns {boolean} whether there was something to close */
  close() {
    if (this.strip.hidden) return false;
    const focused = this.strip.contains(document.activeElement);
    this.#questions += 1;
    this.#pinned = null;
    this.strip.hidden = true;
    this.#workspace?.classList.remove("gathers");
    if (focused && this.#back?.isConnected && this.#back !== document.body) this.#back.focus();
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

  /** @param {Pinned} pinned @returns {Promise<import("../../work/similar.js").Similar | null>} null too if something else was asked since */
  async #fetch(pinned) {
    this.#questions += 1;
    const question = this.#questions;
    await settled(this.pyramid.session);
    const asked = pinned.kind === "scu" ? { scu: pinned.scu } : { summary: pinned.parts[0].summary, spans: spansOf(pinned.parts) };
    const answer = await similar(this.uses.url, asked);
    if (question !== this.#questions) return null;
    if (!answer) this.pyramid.notice(AWAY, true);
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
    const found = new Set(answer.passages?.map((passage) => passage.summary)).size;
    this.strip.says.textContent = found ? "The most similar passages are marked." : "Nothing in the other summaries is like it.";
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
      return text ? [rowOfPassage(text, passage, { key: i < 9 ? String(i + 1) : "", verb, steps: false })] : [];
    });
    const title = pinned.kind === "scu" ? `Like “${shortened(pyramid.labelOf(pinned.scu), 48)}”` : "Like the selected words";
    const fresh = pinned.kind === "words" && pyramid.isEditable() ? "New SCU" : null;
    this.#alike = true;
    this.#show({ title, rows, ranked: null, fresh });
    strip.showScus(this.#like(answer.scus, pinned.kind === "scu"));
    strip.says.textContent = `${rows.length} ${rows.length === 1 ? "passage" : "passages"}, ${counted(answer.scus.length)}`;
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
    const does = event.defaultPrevented ? null : handlersOf(this.#stripRows)[nameOf(event)];
    if (!does || (event.key !== "Escape" && !(this.pyramid.isEditable() && this.strip.fresh))) return;
    event.preventDefault();
    does(event);
  }
}

/** @param {{start: number, end: number}} part @param {{start: number, end: number} | null} passage */
function holds(part, passage) {
  return passage !== null && part.start <= passage.start && passage.end <= part.end;
}
