/**
 * The base class of the workspaces of pyramids and peer annotations: it saves edits and handles selected words, notes, notices and
 * keys. An *intent* is an event in which an element names what the user wants, for example "delete-scu"; a subclass defines the
 * handlers of the intents, the keys, and what is selected.
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
import { catchUp, followOthers, isStateChange, showStateChange, STATES, guardStateChanges } from "pyramidion/work/states/state_changes.js";
import { pageSession, warnAboutStorage } from "pyramidion/work/sync/page_session.js";
import { RefusedEdits } from "pyramidion/work/sync/refused_edits.js";
import "pyramidion/work/sync/save_state.js";

export class Workspace extends Page {
  /** @type {LazyNotes | null} */
  notes = null;
  pane = /** @type {import("../elements/text/text_pane.js").TextPane} */ (this.find("text-pane"));
  bar = /** @type {import("../elements/selection_bar.js").SelectionBar} */ (this.find("selection-bar"));
  tip = /** @type {import("../elements/name_tip.js").NameTip} */ (this.find("name-tip"));

  /** Sets up the session, which saves edits, and the texts; then the subclass shows its own elements and calls `ready`. @param {any} data of the page @param {import("./kinds.js").Kind} kind @param {import("../texts/pieces.js").Summary[]} summaries */
  begin(data, kind, summaries) {
    this.data = data;
    this.kind = kind;
    this.editable = Boolean(data.editable);
    this.openNotes = Number(data.open_notes); // how many threads of notes are open
    this.pane.show(summaries, this.editable);
    this.texts = new Map(this.pane.texts.map((text) => [text.summary.id, text.points])); // the CodePoints of each summary, by its id
    this.session = pageSession(data, kind);
    this.session.addEventListener("stale", () => this.#catchUp());
    this.session.addEventListener("edits", (event) => this.#handleEdits(/** @type {CustomEvent} */ (event).detail));
    this.session.addEventListener("locked", () => this.#catchUp());
    this.showState(data.state);
    addEventListener("focus", () => this.session.recheck().then(() => this.#catchUp()));
    this.addEventListener("intent", (event) => this.#handleIntent(/** @type {CustomEvent} */ (event).detail));
    listenToKeys(() => this.keys);
    const { pane, tip, markHandlers } = this;
    pane.addEventListener("selection", () => this.selectedWordsChanged());
    pane.selection.addEventListener("change", () => this.#hidePopups());
    followMarks(pane, this.find("mark-choice"), { tip, hasPopup: () => this.hasPopup, showInStatusLine: (text) => this.updateStatusLine(text), ...markHandlers });
    this.bar.follow(pane);
  }

  /** Connects undo, notes and other people's edits, and opens the session. */
  ready() {
    const { session, data } = this;
    this.undoButtons = new UndoButtons(this, session, { url: data.urls.history, editable: () => this.editable });
    this.updateStatusLine();
    this.#selectFromUrl();
    addEventListener("hashchange", () => this.#selectFromUrl());
    session.open();
    const isDragging = () => this.pane.pointer?.isDragging ?? false;
    followOthers(session, { isDragging, refresh: () => this.notes?.refresh(), notice: (text) => this.notice(text) });
    guardStateChanges(session, (text) => this.notice(text, { isProblem: true }));
    this.notes = new LazyNotes(this, this.openNotes > 0, {
      ...this.noteSubject, url: data.urls.notes, letterOf: (summary) => this.letterOf(summary), showCount: (open) => this.showNotes(open),
    });
    warnAboutStorage(session);
    this.classList.add("ready");
  }

  /** Selects the SCU (#scu-...) or unit (#unit-...) in the URL: other pages link to it. */
  #selectFromUrl() {
    const [, kind, id] = /^#(scu|unit)-(.+)$/.exec(location.hash) ?? [];
    if (kind) this.#handleIntent({ name: `select-${kind}`, [kind]: id });
  }

  /** Shows whether edits are saved, and asks what to do with refused edits. @param {string} name a part of the file name for downloading pending edits @param {import("./edits/refusals.js").Lookup} lookup */
  watchSaving(name, lookup) {
    const describe = (/** @type {any} */ group, /** @type {any} */ refusal) => new RefusedGroup(group, refusal, this.kind, lookup);
    new RefusedEdits(this, this.session, describe).connectSaveState(`${this.data.project.slug}-${name}-${this.data.owner}`);
  }

  // Subclasses override these

  /** The handler of each intent. @returns {Record<string, (detail: any) => void>} */
  get intents() {
    return {};
  }

  /** The keys and their handlers. @returns {import("../elements/keyboard.js").KeySection[]} */
  get keys() {
    return [];
  }

  /** Describes the selected SCU or unit in the status line while no words are selected. */
  get selectedItemText() {
    return "";
  }

  /** The pyramid or peer annotation that notes are about. @type {Pick<import("./notes/lazy_notes.js").Subject, "noun" | "selected" | "nameOf">} */
  noteSubject = { noun: "work", selected: () => null, nameOf: () => null };

  /** @type {Pick<import("./marks.js").MarkHandlers, "labelsAndWeightsOf" | "selectedOf" | "choose" | "selectionRestorer">} */
  markHandlers = { labelsAndWeightsOf: () => [], selectedOf: () => "", choose: () => {}, selectionRestorer: () => () => {} };

  /** Shows the number of open threads of notes. @param {number} openCount */
  showNotes(openCount) {
    this.openNotes = openCount;
    this.showStatus("notes", openCount ? String(openCount) : "");
  }

  /** Called when the user has selected or deselected words. */
  selectedWordsChanged() {}

  /** Whether a popup is above the texts. */
  get hasPopup() {
    return !this.bar.hidden;
  }

  // The following methods are the same in all workspaces

  /** Returns the letter of a model summary. @param {number} summary its id */
  letterOf(summary) {
    const models = this.data.summaries ?? this.data.release.models;
    return models.find((/** @type {any} */ model) => model.id === summary)?.letter ?? "";
  }

  /** Calls the handler of an intent. @param {{name: string, [field: string]: any}} detail of the event */
  #handleIntent({ name, ...detail }) {
    this.intents[name]?.(detail);
  }

  #hidePopups() {
    this.bar.hide();
    this.tip.hide();
    this.updateStatusLine();
  }

  /** Shows the toolbar with actions on the selected words; hides it if no words are selected. @param {import("../elements/selection_bar.js").BarAction[]} actions */
  showActions(actions) {
    const boxes = this.editable ? this.pane.selectionBoxes : null;
    if (boxes) this.bar.show(actions, boxes, this.pane.getBoundingClientRect());
    else this.bar.hide();
    this.updateStatusLine();
  }

  /**
   * Describes the selected words. If no words are selected, describes what covers the focused word; if nothing covers it, describes
   * the selected SCU or unit.
   * @param {string} [marks] the SCUs or units that cover the focused word, as a text
   */
  updateStatusLine(marks = "") {
    const words = this.pane.selection.isEmpty ? "" : this.pane.selectedWordsText;
    this.find("[data-status-text]").textContent = words || (marks ? `This word is ${marks}` : this.selectedItemText);
  }

  /** Shows the state of the work: “in progress”, “finished” ... @param {string} state */
  showState(state) {
    this.data.state = state;
    this.showStatus("state", STATES[state] ?? state);
  }

  /** Applies edits as one gesture, or shows why they are refused. @param {any[]} edits @returns {boolean} whether they were applied */
  applyEdits(edits) {
    if (!edits.length) return false;
    this.notice(""); // clears the notice of the previous gesture
    const refused = this.session.propose(edits);
    if (refused) this.notice(refused.message, { isProblem: true });
    return !refused;
  }

  /** Handles edits of all users that the server has logged: if one of them changed the state, editing ends on this page. @param {any[]} edits */
  #handleEdits(edits) {
    const change = edits.findLast(({ verb }) => isStateChange(verb));
    if (change) this.#showStateChange(change);
  }

  /** Reads the page's data again, and ends editing if the state of the work has changed. `stage`: the state and its latest change. */
  #catchUp() {
    catchUp(this.session, this.data.urls.self, ({ state, stage: change }) => state !== this.data.state && this.#showStateChange(change));
  }

  /** Ends editing until the page is reloaded, because the state was changed on another page. @param {any} change */
  #showStateChange(change) {
    this.editable = false;
    this.showState(change.state);
    showStateChange(change);
    const restoreSelection = this.markHandlers.selectionRestorer();
    restoreSelection(); // shows the details of the selected SCU or unit without the tools for editing
  }
}
