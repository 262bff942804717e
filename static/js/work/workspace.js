/**
 * What all workspaces share: the page's data, saving of edits, selection of words, notes, notices and keys. A subclass defines
 * the intents, the keys and what is selected.
 */
import { listenToKeys } from "pyramidion/elements/keyboard.js";
import "pyramidion/elements/name_tip.js";
import { Page } from "pyramidion/elements/page.js";
import "pyramidion/elements/selection_bar.js";
import "pyramidion/elements/text/text_pane.js";
import "pyramidion/projects/guidelines_panel.js";
import { RefusedGroup } from "pyramidion/work/edits/refusals.js";
import { UndoButtons } from "pyramidion/work/log/undo_buttons.js";
import { followMarks } from "pyramidion/work/marks.js";
import { LazyNotes } from "pyramidion/work/notes/lazy_notes.js";
import { catchUp, followOthers, isStateChange, showStateChange, STATES, watchStage } from "pyramidion/work/states/stage.js";
import { pageSession, warnAboutStorage } from "pyramidion/work/sync/page_session.js";
import { RefusedEdits } from "pyramidion/work/sync/refused_edits.js";
import "pyramidion/work/sync/save_state.js";

export class Workspace extends Page {
  /** @type {LazyNotes | null} */
  notes = null;

  /** @param {any} data of the page @param {import("./kinds.js").Kind} kind @param {import("../texts/pieces.js").Summary[]} summaries */
  begin(data, kind, summaries) {
    this.data = data;
    this.kind = kind;
    this.editable = Boolean(data.editable);
    this.openNotes = Number(data.open_notes);
    this.pane.show(summaries, this.editable);
    this.texts = new Map(this.pane.texts.map((text) => [text.summary.id, text.points]));
    this.session = pageSession(data, kind);
    this.session.addEventListener("stale", () => this.#catchUp());
    this.session.addEventListener("edits", (event) => this.#handleEdits(/** @type {CustomEvent} */ (event).detail));
    this.session.addEventListener("barred", () => this.#catchUp());
    this.showState(data.state);
    addEventListener("focus", () => this.session.wake().then(() => this.#catchUp()));
    this.addEventListener("intent", (event) => this.#intend(/** @type {CustomEvent} */ (event).detail));
    listenToKeys(() => this.keys);
    this.#bindPane();
  }

  #bindPane() {
    const { pane } = this;
    pane.addEventListener("selection", () => this.selectionChanged());
    pane.selection.addEventListener("change", () => this.#selecting());
    const { tip, covering } = this;
    followMarks(pane, this.find("mark-choice"), { tip, floats: () => this.floats, describe: (text) => this.describe(text), ...covering });
    this.bar.follow(pane);
  }

  ready() {
    const { session, data } = this;
    this.undoing = new UndoButtons(this, session, { url: data.urls.history, editable: () => this.editable });
    this.describe();
    this.#selectFromUrl();
    addEventListener("hashchange", () => this.#selectFromUrl());
    session.open();
    const busy = () => this.pane.pointer?.busy ?? false;
    followOthers(session, { busy, refresh: () => this.notes?.refresh(), notice: (text) => this.notice(text) });
    watchStage(session, (text) => this.notice(text, true));
    this.notes = new LazyNotes(this, data.open_notes, {
      ...this.subject, url: data.urls.notes, letterOf: (summary) => this.letterOf(summary), count: (open) => this.showNotes(open),
    });
    warnAboutStorage(session);
    this.classList.add("ready");
  }

  /** Other pages link to an SCU (#scu-...) or unit (#unit-...) here. */
  #selectFromUrl() {
    const [, kind, id] = /^#(scu|unit)-(.+)$/.exec(location.hash) ?? [];
    if (kind) this.#intend({ name: `select-${kind}`, [kind]: id });
  }

  /** @param {string} name of the file for downloading pending edits @param {import("./edits/refusals.js").Known} known */
  watchSaving(name, known) {
    const describe = (/** @type {any} */ group, /** @type {any} */ refusal) => new RefusedGroup(group, refusal, this.kind, known);
    new RefusedEdits(this, this.session, describe).watch(name);
  }

  pane = /** @type {import("../elements/text/text_pane.js").TextPane} */ (this.find("text-pane"));
  bar = /** @type {import("../elements/selection_bar.js").SelectionBar} */ (this.find("selection-bar"));
  tip = /** @type {import("../elements/name_tip.js").NameTip} */ (this.find("name-tip"));
  // For subclasses

  /** The handler of each intent. @returns {Record<string, (detail: any) => void>} */
  get intents() {
    return {};
  }

  /** The keys and their handlers. @returns {import("../elements/keyboard.js").Section[]} */
  get keys() {
    return [];
  }

  /** A text for what is selected, apart from words. */
  get selectionText() {
    return "";
  }

  /** The pyramid or peer annotation that notes are about. @type {Pick<import("./notes/lazy_notes.js").Subject, "noun" | "selected" | "nameOf">} */
  subject = { noun: "work", selected: () => null, nameOf: () => null };

  /** The SCUs or units that cover words. @type {Pick<import("./marks.js").Covering, "namesOf" | "chosenOf" | "choose" | "remember">} */
  covering = { namesOf: () => [], chosenOf: () => "", choose: () => {}, remember: () => () => {} };

  /** The letter of a model summary. @param {number} summary */
  letterOf(summary) {
    const models = this.data.summaries ?? this.data.release.models;
    return models.find((/** @type {any} */ model) => model.id === summary)?.letter ?? "";
  }

  /** Shows the number of open threads of notes. @param {number} open */
  showNotes(open) {
    this.openNotes = open;
    this.figure("notes", open ? String(open) : "");
  }

  selectionChanged() {}

  /** Whether a popup is above the texts. */
  get floats() {
    return !this.bar.hidden;
  }

  // Keys and intents

  /** @param {{name: string, [field: string]: any}} detail */
  #intend({ name, ...detail }) {
    this.intents[name]?.(detail);
  }

  // Words being selected

  #selecting() {
    this.bar.hide();
    this.tip.hide();
    this.describe();
  }

  /** Shows the choices for the selected words. @param {import("../elements/selection_bar.js").Choice[]} choices */
  offer(choices) {
    const boxes = this.editable ? this.pane.selectionBoxes : null;
    if (boxes) this.bar.show(choices, boxes, this.pane.getBoundingClientRect());
    else this.bar.hide();
    this.describe();
  }

  // Texts of the page

  /** @param {string} [covering] what covers the focused word */
  describe(covering = "") {
    const words = this.pane.selection.empty ? "" : this.pane.selectedWordsText;
    this.find("[data-says]").textContent = words || (covering ? `This word is ${covering}` : this.selectionText);
  }

  /** @param {string} state */
  showState(state) {
    this.data.state = state;
    this.figure("state", STATES[state] ?? state);
  }

  // To the server and back

  /** Does a gesture, or shows why it is refused. @param {any[]} edits @returns {boolean} whether it was done */
  do(edits) {
    if (!edits.length) return false;
    this.notice(""); // the notice of the last gesture
    const refused = this.session.propose(edits);
    if (refused) this.notice(refused.message, true);
    return !refused;
  }

  /** Handles edits from the log, by anybody: a change of the state ends editing on this page. @param {any[]} edits */
  #handleEdits(edits) {
    const change = edits.findLast(({ verb }) => isStateChange(verb));
    if (change) this.#showStateChange(change);
  }

  #catchUp() {
    catchUp(this.session, this.data.urls.self, ({ state, stage }) => state !== this.data.state && this.#showStateChange(stage));
  }

  /** The state was changed elsewhere: ends editing until the page is reloaded. @param {any} change */
  #showStateChange(change) {
    this.editable = false;
    this.showState(change.state);
    showStateChange(change);
    this.covering.remember()();
  }
}
