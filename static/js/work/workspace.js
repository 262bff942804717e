/**
 * What all workspaces share: the page's data, the edits' way to the server, the words being selected, notes, what the page
 * says, and keys. A subclass says what an intent and a key do and what is selected.
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
import { NotesDoor } from "pyramidion/work/notes/notes_door.js";
import { catchUp, followOthers, isTurn, showTurn, STATES, watchStage } from "pyramidion/work/states/stage.js";
import { pageSession, tellAboutStorage } from "pyramidion/work/sync/page_session.js";
import { RefusedEdits } from "pyramidion/work/sync/refused_edits.js";
import "pyramidion/work/sync/save_state.js";

export class Workspace extends Page {
  /** @type {NotesDoor | null} */
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
    this.session.addEventListener("edits", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
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
    this.#selectAddressed();
    addEventListener("hashchange", () => this.#selectAddressed());
    session.open();
    const busy = () => this.pane.pointer?.busy ?? false;
    followOthers(session, { busy, look: () => this.notes?.look(), notice: (text) => this.notice(text) });
    watchStage(session, (text) => this.notice(text, true));
    this.notes = new NotesDoor(this, data.open_notes, {
      ...this.subject, url: data.urls.notes, letterOf: (summary) => this.letterOf(summary), count: (open) => this.showNotes(open),
    });
    tellAboutStorage(session);
    this.classList.add("ready");
  }

  /** Other pages link to an SCU (#scu-...) or unit (#unit-...) here. */
  #selectAddressed() {
    const [, kind, id] = /^#(scu|unit)-(.+)$/.exec(location.hash) ?? [];
    if (kind) this.#intend({ name: `select-${kind}`, [kind]: id });
  }

  /** @param {string} name of a file with what is pending @param {import("./edits/refusals.js").Known} known */
  watchSaving(name, known) {
    const ask = (/** @type {any} */ group, /** @type {any} */ refusal) => new RefusedGroup(group, refusal, this.kind, known);
    new RefusedEdits(this, this.session, ask).watch(name);
  }

  pane = /** @type {import("../elements/text/text_pane.js").TextPane} */ (this.find("text-pane"));
  bar = /** @type {import("../elements/selection_bar.js").SelectionBar} */ (this.find("selection-bar"));
  tip = /** @type {import("../elements/name_tip.js").NameTip} */ (this.find("name-tip"));
  // What a subclass knows

  /** What each intent does. @returns {Record<string, (detail: any) => void>} */
  get intents() {
    return {};
  }

  /** What each key does. @returns {import("../elements/keyboard.js").Section[]} */
  get keys() {
    return [];
  }

  /** What is selected, besides words. */
  get selectedSays() {
    return "";
  }

  /** What notes are on. @type {Pick<import("./notes/notes_door.js").Subject, "noun" | "selected" | "nameOf">} */
  subject = { noun: "work", selected: () => null, nameOf: () => null };

  /** What covers words. @type {Pick<import("./marks.js").Covering, "namesOf" | "chosenOf" | "choose" | "remember">} */
  covering = { namesOf: () => [], chosenOf: () => "", choose: () => {}, remember: () => () => {} };

  /** The letter of a model summary. @param {number} summary */
  letterOf(summary) {
    const models = this.data.summaries ?? this.data.release.models;
    return models.find((/** @type {any} */ model) => model.id === summary)?.letter ?? "";
  }

  /** The notes have changed. @param {number} open */
  showNotes(open) {
    this.openNotes = open;
    this.figure("notes", open ? String(open) : "");
  }

  selectionChanged() {}

  /** Whether something floats above the texts. */
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

  /** Offers what can be done with the selected words. @param {import("../elements/selection_bar.js").Choice[]} choices */
  offer(choices) {
    const boxes = this.editable ? this.pane.selectionBoxes : null;
    if (boxes) this.bar.show(choices, boxes, this.pane.getBoundingClientRect());
    else this.bar.hide();
    this.describe();
  }

  // What the page says

  /** @param {string} [covering] what the focused word is in */
  describe(covering = "") {
    const words = this.pane.selection.empty ? "" : this.pane.selectionSays;
    this.find("[data-says]").textContent = words || (covering ? `This word is ${covering}` : this.selectedSays);
  }

  /** @param {string} state */
  showState(state) {
    this.data.state = state;
    this.figure("state", STATES[state] ?? state);
  }

  // To the server and back

  /** Does a gesture; says why if it cannot be. @param {any[]} edits @returns {boolean} whether it was done */
  do(edits) {
    if (!edits.length) return false;
    this.notice(""); // the notice of the last gesture
    const refused = this.session.propose(edits);
    if (refused) this.notice(refused.message, true);
    return !refused;
  }

  /** What has been done, by whomever: a change of the state ends editing here. @param {any[]} edits */
  #hear(edits) {
    const turn = edits.findLast(({ verb }) => isTurn(verb));
    if (turn) this.#tellTurn(turn);
  }

  #catchUp() {
    catchUp(this.session, this.data.urls.self, ({ state, stage }) => state !== this.data.state && this.#tellTurn(stage));
  }

  /** The state was changed elsewhere: nothing is edited here until the page is loaded anew. @param {any} turn */
  #tellTurn(turn) {
    this.editable = false;
    this.showState(turn.state);
    showTurn(turn);
    this.covering.remember()();
  }
}
