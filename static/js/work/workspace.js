// @ts-check
/**
 * What the pyramid and the peer workspace have in common: the page's data, the edits' way to the server, what is said
 * where, and keys. A subclass says what an intent and a key do and what is selected.
 */
import "pyramidion/work/sync/decision_dialog.js";
import "pyramidion/projects/guidelines_panel.js";
import "pyramidion/elements/keys_dialog.js";
import "pyramidion/elements/name_tip.js";
import "pyramidion/work/sync/save_state.js";
import "pyramidion/pyramids/list/scu_filter.js";
import "pyramidion/elements/selection_bar.js";
import { tellAboutStorage } from "pyramidion/work/sync/storage_notices.js";
import "pyramidion/elements/text/text_pane.js";
import "pyramidion/pyramids/type_ahead.js";
import { pageSession } from "pyramidion/work/sync/page_session.js";
import { copySelectedWords } from "pyramidion/elements/text/copy.js";
import { followSelection } from "pyramidion/elements/text/follow_selection.js";
import { listenToKeys } from "pyramidion/elements/keyboard.js";
import { ListHead } from "pyramidion/pyramids/list/list_head.js";
import { catchUp, followOthers } from "pyramidion/work/states/live_view.js";
import { NotesDoor } from "pyramidion/work/notes/notes_door.js";
import { Narrowing } from "pyramidion/pyramids/list/narrowing.js";
import { followMarks } from "pyramidion/work/marks.js";
import { Page } from "pyramidion/elements/page.js";
import { isTurn, tellTurn, watchStage } from "pyramidion/work/states/stage.js";
import { StepsBack } from "pyramidion/work/log/undo.js";

const STATES = /** @type {Record<string, string>} */ ({
  in_progress: "in progress",
  in_review: "in review",
  submitted: "finished",
  returned: "returned",
});

export class Workspace extends Page {
  narrowing = new Narrowing();
  #head = new ListHead(this);
  /** @type {NotesDoor | null} */
  notes = null;

  /**
   * @param {any} data of the page
   * @param {{reducer: any, read: (data: any) => any, counted: (state: any) => any}} kind
   * @param {import("../texts/pieces.js").Summary[]} summaries
   */
  begin(data, kind, summaries) {
    this.data = data;
    this.editable = Boolean(data.editable);
    this.openNotes = Number(data.open_notes);
    this.pane.show(summaries, this.editable);
    this.texts = new Map(this.pane.texts.map((text) => [text.summary.id, text.points]));
    this.session = pageSession(data, kind);
    this.session.addEventListener("stale", () => catchUp(this));
    this.session.addEventListener("edits", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
    this.session.addEventListener("barred", () => catchUp(this));
    this.showState(data.state);
    this.#bindWindow();
    this.#bindPane();
    this.#head.bind();
  }

  ready() {
    this.steps = new StepsBack(this);
    this.describe();
    this.#selectAddressed();
    addEventListener("hashchange", () => this.#selectAddressed());
    this.session.open();
    followOthers(this);
    watchStage(this);
    this.notes = new NotesDoor(this);
    tellAboutStorage(this.session);
    this.classList.add("ready");
  }

  /** Other pages link to an SCU (#scu-...) or unit (#unit-...) here. */
  #selectAddressed() {
    const [, kind, id] = /^#(scu|unit)-(.+)$/.exec(location.hash) ?? [];
    if (kind) this.#intend({ name: `select-${kind}`, [kind]: id });
  }

  #bindWindow() {
    addEventListener("focus", () => this.session.wake().then(() => catchUp(this)));
    this.addEventListener("intent", (event) => this.#intend(/** @type {CustomEvent} */ (event).detail));
    listenToKeys(() => this.keys);
    copySelectedWords(this.pane);
  }

  #bindPane() {
    const { pane } = this;
    pane.addEventListener("selection", () => this.selectionChanged());
    pane.selection.addEventListener("change", () => this.#selecting());
    followMarks(this);
    followSelection(this.bar, pane);
  }

  /** @param {string} name @param {import("./sync/refused_edits.js").Decisions} decisions */
  watchSaving(name, decisions) {
    const save = /** @type {import("./sync/save_state.js").SaveState} */ (this.find("save-state"));
    save.watch(this.session, { decide: () => decisions.ask(), resume: () => this.session.resume(), name });
  }

  // Parts of the page

  /** @returns {import("../elements/text/text_pane.js").TextPane} */
  get pane() {
    return this.find("text-pane");
  }

  /** @returns {import("../elements/selection_bar.js").SelectionBar} */
  get bar() {
    return this.find("selection-bar");
  }

  /** @returns {import("../pyramids/type_ahead.js").TypeAhead} */
  get ahead() {
    return this.find("type-ahead");
  }

  /** @returns {import("../pyramids/list/scu_list.js").ScuList} */
  get list() {
    return this.find("scu-list");
  }

  /** @returns {import("../pyramids/list/pyramid_tiers.js").PyramidTiers} */
  get tiers() {
    return this.find("pyramid-tiers");
  }

  /** @returns {import("../elements/name_tip.js").NameTip} */
  get tip() {
    return this.find("name-tip");
  }

  /** @returns {import("../pyramids/list/scu_filter.js").ScuFilter} */
  get filter() {
    return this.find("scu-filter");
  }

  /** @returns {import("../pyramids/scus.js").Order} */
  get order() {
    return this.find("[data-order]").value;
  }

  // What a subclass knows

  /** What each intent does. @returns {Record<string, (detail: any) => void>} */
  get intents() {
    return {};
  }

  /** What each key does. @returns {Record<string, () => void>} */
  get keys() {
    return {};
  }

  /** What is selected, besides words. */
  get selectedSays() {
    return "";
  }

  /** What notes are on: "pyramid" or "peer annotation". */
  noun = "pyramid";

  /** What is selected, for a note on it. @returns {{id: string, name: string, place: any, parts: {summary: number, letter: string}[]} | null} */
  get noted() {
    return null;
  }

  /** @param {string} _id @returns {string | null} null if it is gone */
  nameOfNoted(_id) {
    return null;
  }

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

  /** Names for what covers a word. @param {string[]} keys @returns {{label: string, weight: number | null}[]} */
  namesOf(keys) {
    return keys.map((label) => ({ label, weight: null }));
  }

  arrange() {}

  selectionChanged() {}

  /** What covers a word has been asked for. @param {string} _key */
  chooseMark(_key) {}

  /** Selects again what is selected now. @returns {() => void} */
  remember() {
    return () => {};
  }

  /** The one of these that is selected. @param {string[]} _keys */
  chosenOf(_keys) {
    return "";
  }

  /** @param {string} _id @param {boolean} [_reveal] */
  select(_id, _reveal) {}

  // Keys and intents

  /** @param {{name: string, [field: string]: any}} detail */
  #intend({ name, ...detail }) {
    this.intents[name]?.(detail);
  }

  /** The keys as the dialog of keys shows them, fetched when somebody asks. @returns {Promise<import("../elements/keys_dialog.js").Section[]>} */
  async keySections() {
    return [];
  }

  async #showKeys() {
    try {
      const sections = await this.keySections();
      this.find("keys-dialog").show(sections);
    } catch {
      this.notice("The keys could not be fetched. Try again in a moment.", true);
    }
  }

  /** Keys that change nothing. */
  readingKeys() {
    const find = () => this.find("[data-find]").focus();
    return {
      "?": () => this.#showKeys(),
      F: find,
      H: () => this.find("guidelines-panel").toggle(),
      "Shift+C": () => this.notes?.toggle(),
      "Shift+F": () => this.filter.toggle(true),
      "/": find,
      J: () => this.#walk(1),
      K: () => this.#walk(-1),
      T: () => this.pane.focusCursor(),
      L: () => this.list.focusRow(),
    };
  }

  /** @param {1 | -1} step */
  #walk(step) {
    const id = this.list.neighbour(step);
    if (!id) return;
    const listed = this.list.contains(document.activeElement);
    this.select(id);
    if (listed) this.list.focusRow(id);
  }

  // Words being selected

  #selecting() {
    this.bar.hide();
    this.tip.hide();
    this.describe();
  }

  /**
   * Offers what can be done with the selected words.
   * @param {import("../elements/selection_bar.js").Choice[]} choices
   */
  offer(choices) {
    const boxes = this.editable ? this.pane.selectionBoxes : null;
    if (boxes) this.bar.show(choices, boxes, this.pane.getBoundingClientRect());
    else this.bar.hide();
    this.describe();
  }

  // What is said

  /** @param {string} [covering] what is to be said of the focused word */
  describe(covering = "") {
    const { parts } = this.pane.selection;
    const line = this.find("[data-says]");
    if (!parts.length) {
      line.textContent = covering ? `This word is ${covering}` : this.selectedSays;
      return;
    }
    line.textContent = this.pane.selectionSays;
  }

  /** Says how many SCUs the list shows, where it does not show them all. @param {number} all */
  tellShown(all) {
    this.#head.tell(all);
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
    this.notice(""); // what was said of the gesture before
    const refused = this.session.propose(edits);
    if (refused) this.notice(refused.message, true);
    return !refused;
  }

  /** What has been done, by whomever: a change of the state ends editing here. @param {any[]} edits */
  #hear(edits) {
    const turn = edits.findLast(({ verb }) => isTurn(verb));
    if (turn) tellTurn(this, turn);
  }
}
