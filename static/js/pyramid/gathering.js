// @ts-check
/**
 * The way in by similar sentences: one is pinned, and of each other summary one stands under it, chosen by the person or,
 * where the project allows it, ranked; and what is worded like a selection or an SCU. Nothing is asked of the server
 * unless somebody wants it.
 *
 * @typedef {import("../pyramid_workspace.js").PyramidWorkspace} Desk
 * @typedef {import("../elements/gather_row.js").GatherRow} GatherRow
 * @typedef {import("../elements/gather_row.js").Row} Row
 * @typedef {import("../workspace/similar.js").SimilarPassage} Passage
 * @typedef {{summary: number, start: number, end: number}} Part
 * @typedef {{kind: "sentence" | "words", parts: Part[]} | {kind: "scu", scu: string}} Pinned
 */
import { marksOf, ordered, partsOf, weightOf } from "pyramidion/pyramid/scus.js";
import { addParts, merge } from "pyramidion/pyramid/gestures.js";
import { rowOf as rowOfPassage, rowsOf } from "pyramidion/pyramid/gather_rows.js";
import { counted, shortened } from "pyramidion/pyramid/shown.js";
import { sentenceAt, wordsOf } from "pyramidion/text/pieces.js";
import { settled } from "pyramidion/workspace/settled.js";
import { preference } from "pyramidion/workspace/preferences.js";
import { similar, spansOf } from "pyramidion/workspace/similar.js";

const OFF = "This project shows no suggestions of similar text.";
const AWAY = "Similar text cannot be looked up now.";

export class Gathering {
  #ranked = preference("gather-ranked", "on");
  /** @type {Pinned | null} */
  #pinned = null;
  #questions = 0;
  /** @type {HTMLElement | null} */
  #back = null;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  begin() {
    const { desk } = this;
    desk.session.addEventListener("change", () => this.refresh());
    desk.pane.selection.addEventListener("change", () => this.refresh());
    this.strip.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @returns {import("../elements/gather_strip.js").GatherStrip} */
  get strip() {
    return this.desk.find("gather-strip");
  }

  get suggests() {
    return this.desk.data.settings.suggestions === "on";
  }

  /** @type {Record<string, (detail: any) => void>} */
  intents = {
    gather: () => this.pin(),
    similar: () => this.alike(),
    "gather-take": ({ row }) => this.#take(row),
    "gather-moved": () => this.refresh(),
    "gather-scu": ({ scu }) => this.#takeScu(scu),
    "gather-new": () => this.#newScu(),
    "gather-add": () => this.desk.writing.addOrAsk(),
    "gather-ranked": ({ on }) => this.#rank(on),
    "gather-close": () => this.close(),
  };

  /** @returns {Record<string, () => void>} */
  get keys() {
    const rows = this.strip.hidden ? [] : this.strip.rows.filter((row) => row.row.key);
    const taking = rows.map((row) => /** @type {const} */ ([row.row.key, () => this.#take(row)]));
    return { G: () => this.pin(), Y: () => this.alike(), ...Object.fromEntries(taking) };
  }

  // What is pinned

  /** Pins the selected words of one summary, else the sentence the keyboard is at. */
  pin() {
    const wanted = this.#selected() ?? this.#sentence();
    if (!wanted) return;
    if (!this.strip.hidden && JSON.stringify(wanted) === JSON.stringify(this.#pinned)) {
      this.#remember();
      this.strip.focusRows();
      return;
    }
    this.#open(wanted);
    if (this.suggests && this.#ranked.get() === "on") this.#askFor(wanted);
  }

  /** What is worded like the selected words, else like the selected SCU. */
  alike() {
    const { desk } = this;
    if (!this.suggests) {
      desk.notice(OFF);
      return;
    }
    const selected = this.#selected();
    /** @type {Pinned | null} */
    const wanted = selected ?? (desk.selected ? { kind: "scu", scu: desk.selected } : null);
    if (!wanted) desk.notice("Select words or an SCU to see what is like it.");
    else this.#ask(wanted);
  }

  /** @returns {{kind: "words", parts: Part[]} | null} what is selected in the summary drawn in last */
  #selected() {
    const { selection } = this.desk.pane;
    const last = selection.drawn ?? selection.parts[selection.parts.length - 1];
    if (!last) return null;
    return { kind: "words", parts: selection.in(last.summary).map(({ summary, start, end }) => ({ summary, start, end })) };
  }

  /** @returns {{kind: "sentence", parts: Part[]} | null} */
  #sentence() {
    const { place } = this.desk.pane;
    if (!place) return null;
    const { sentences, summary } = place.text;
    const span = wordsOf(sentences[sentenceAt(sentences, place.start)]);
    return span && { kind: "sentence", parts: [{ summary: summary.id, ...span }] };
  }

  // Showing it

  /** A pinned sentence with one of each other summary. @param {Exclude<Pinned, {kind: "scu"}>} pinned @param {Passage[]} [passages] */
  #open(pinned, passages = []) {
    this.#remember();
    this.#pinned = pinned;
    const { pane, narrowing } = this.desk;
    const rows = rowsOf(pinned.parts, passages, pane.texts, narrowing.pattern);
    const title = `Gathered around ${rows[0].summary.letter}${rows[0].from + 1}`;
    const ranked = this.suggests ? this.#ranked.get() === "on" : null;
    this.#show({ title, rows, ranked, fresh: this.desk.editable ? `New SCU with ${rows[0].summary.letter}${rows[0].from + 1}` : null });
    this.strip.says.textContent = this.desk.editable ? "Select in each what says the same." : "";
  }

  /** @param {import("../elements/gather_strip.js").View} view */
  #show(view) {
    this.strip.show(view, this.desk.pane);
    this.desk.classList.add("gathers");
    this.refresh();
  }

  /** Marks, what is lit and what is selected, as they are now. */
  refresh() {
    const { strip, desk } = this;
    if (strip.hidden) return;
    const marks = marksOf(desk.scus);
    const asides = desk.settingAside.spans;
    const lit = desk.pane.litParts;
    for (const row of strip.rows) {
      const { id } = row.row.summary;
      row.refresh(marks.get(id) ?? [], asides.get(id) ?? [], lit.filter((part) => part.summary === id));
    }
    const scu = desk.scu();
    strip.offer(scu ? `Add to “${shortened(desk.labelOf(scu.id), 24)}”` : "Add to…", !desk.pane.selection.empty);
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
    this.desk.classList.remove("gathers");
    if (focused && this.#back?.isConnected && this.#back !== document.body) this.#back.focus();
    else if (focused) this.desk.pane.focusCursor();
    return true;
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

  /** @param {Pinned} pinned @returns {Promise<import("../workspace/similar.js").Similar | null>} null too if something else was asked since */
  async #fetch(pinned) {
    this.#questions += 1;
    const question = this.#questions;
    await settled(this.desk.session);
    const asked = pinned.kind === "scu" ? { scu: pinned.scu } : { summary: pinned.parts[0].summary, spans: spansOf(pinned.parts) };
    const answer = await similar(this.desk.data.urls.similar, asked);
    if (question !== this.#questions) return null;
    if (!answer) this.desk.notice(AWAY, true);
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
    const { desk, strip } = this;
    const verb = pinned.kind === "scu" && desk.editable ? "Add" : "Select";
    const rows = (answer.passages ?? []).flatMap((passage, i) => {
      const text = desk.pane.text(passage.summary);
      return text ? [rowOfPassage(text, passage, { key: i < 9 ? String(i + 1) : "", verb, steps: false })] : [];
    });
    const title = pinned.kind === "scu" ? `Like “${shortened(desk.labelOf(pinned.scu), 48)}”` : "Like the selected words";
    const fresh = pinned.kind === "words" && desk.editable ? "New SCU" : null;
    this.#show({ title, rows, ranked: null, fresh });
    strip.showScus(this.#like(answer.scus, pinned.kind === "scu"));
    strip.says.textContent = `${rows.length === 1 ? "1 passage" : `${rows.length} passages`}, ${counted(answer.scus.length)}`;
  }

  /** @param {{id: string}[]} scus @param {boolean} ofScu */
  #like(scus, ofScu) {
    const { desk } = this;
    const verb = !desk.editable ? "Show" : ofScu ? "Merge" : "Add";
    return scus.flatMap(({ id }) => {
      const scu = desk.scu(id);
      return scu ? [{ id, label: desk.labelOf(id), weight: weightOf(scu), verb }] : [];
    });
  }

  // Taking what is shown

  /** @param {GatherRow} row */
  #take(row) {
    const { desk } = this;
    const { span } = row;
    if (!span) return;
    const summary = row.row.summary.id;
    const part = { summary, ...span, ...(row.row.passage ? { from: /** @type {const} */ ("similar") } : {}) };
    if (this.#pinned?.kind === "scu" && desk.editable) this.#addTo(this.#pinned.scu, part, row);
    else if (row.selection.empty) desk.pane.selection.add(part);
    else row.selection.clear();
    desk.pane.selectionDone();
  }

  /** @param {string} scu @param {Part & {from?: "similar"}} part @param {GatherRow} row */
  #addTo(scu, part, row) {
    const { desk } = this;
    desk.recent.set(scu, Date.now());
    if (!desk.do(addParts(scu, [part]))) return;
    desk.notice(`${row.row.summary.letter}${row.row.from + 1} is now in “${shortened(desk.labelOf(scu))}”.`);
  }

  /** @param {string} id */
  #takeScu(id) {
    const { desk } = this;
    const pinned = this.#pinned;
    if (!desk.editable || !pinned) desk.select(id);
    else if (pinned.kind === "scu") {
      if (desk.do(merge(pinned.scu, [id]))) this.#ask(pinned);
    } else {
      if (desk.pane.selection.empty) for (const part of pinned.parts) desk.pane.selection.add(part);
      desk.pane.selection.allSuggested();
      desk.writing.addTo(id);
    }
  }

  /** Of what is selected and, unless some of its words are, what is pinned. */
  #newScu() {
    const { selection } = this.desk.pane;
    const pinned = this.#pinned;
    if (pinned && pinned.kind !== "scu" && !selection.in(pinned.parts[0].summary).length) {
      for (const part of pinned.parts) selection.add(part);
    }
    this.desk.writing.newScu("");
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape") this.close();
    else if (event.key.toUpperCase() === "N" && this.desk.editable && this.strip.fresh) this.#newScu();
    else return;
    event.preventDefault();
  }
}
