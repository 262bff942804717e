/**
 * The base class of <judging-session>: the page on which a judge fills in all sheets of an instrument on one topic. It saves the
 * judgments, moves between sheets and finishes them; the panel of the kind shows a sheet (see panel.js).
 * @import { Panel } from "./panel.js"
 * @import { Place } from "./sheet.js"
 */
import { build } from "pyramidion/elements/build.js";
import { listenToKeys } from "pyramidion/elements/keyboard.js";
import { Page, pageData } from "pyramidion/elements/page.js";
import { SHEET_KIND } from "pyramidion/judgments/kind.js";
import { Sheet } from "pyramidion/judgments/sheet.js";
import { SheetSessions } from "pyramidion/judgments/sheet_sessions.js";
import { askToFinish, changeState } from "pyramidion/judgments/sheet_states.js";
import { SheetStrip } from "pyramidion/judgments/sheet_strip.js";
import { WorkClock } from "pyramidion/judgments/work_clock.js";
import { RefusedGroup } from "pyramidion/work/edits/refusals.js";
import { UndoButtons } from "pyramidion/work/log/undo_buttons.js";
import { catchUp } from "pyramidion/work/states/state_changes.js";
import { warnAboutStorage } from "pyramidion/work/sync/page_session.js";
import { RefusedEdits } from "pyramidion/work/sync/refused_edits.js";
import "pyramidion/work/sync/save_state.js";

export class JudgingSession extends Page {
  /** The class of the panel; each kind of instrument has its own. @type {new (page: JudgingSession) => Panel} */
  panelClass = /** @type {any} */ (null);
  /**
   * The sheet and place of each edit made on this page, oldest first, for undo.
   * @type {{sheet: Sheet, place: Place | null}[]}
   */
  #editedPlaces = [];

  connectedCallback() {
    this.data = pageData();
    this.sheets = this.data.sheets.map((/** @type {any} */ row) => new Sheet(row, this.data));
    this.sheet = this.sheets.find((/** @type {Sheet} */ sheet) => !sheet.isFinished) ?? this.sheets[0];
    this.sessions = new SheetSessions(this.sheets);
    this.strip = new SheetStrip(this.find("[data-strip]"), this.sheets, (sheet) => this.goToSheet(sheet));
    this.clock = new WorkClock(this.data.pace, (text) => this.notice(text));
    this.panel = new this.panelClass(this);
    this.sessions.addEventListener("change", (event) => this.#showChanges(/** @type {CustomEvent} */ (event).detail));
    for (const sheet of this.sheets) sheet.session.addEventListener("locked", () => this.#catchUp(sheet));
    addEventListener("focus", () => this.sessions.recheck(this.sheet).then(() => this.#catchUp(this.sheet)));
    this.undoButtons = new UndoButtons(this, this.sheet.session, {
      url: this.sheet.urls.history, editable: () => this.sheet.editable, beforeUndo: () => this.#returnToLastEdit(),
    });
    this.#watchSaving();
    this.find("[data-finish]")?.addEventListener("click", () => this.finish());
    this.find("[data-reopen]")?.addEventListener("click", () => this.reopen());
    this.find("[data-look-again]")?.addEventListener("click", () => this.goToSheet(this.sheets[0]));
    this.find("[data-guidelines]")?.addEventListener("click", () => this.toggleGuidelines());
    this.find("[data-close-guidelines]")?.addEventListener("click", () => this.toggleGuidelines());
    listenToKeys(() => this.keys);
    this.goToSheet(this.sheet);
    if (!this.sheets.some((/** @type {Sheet} */ sheet) => sheet.isBegun || sheet.isFinished)) this.toggleGuidelines();
    this.sessions.open();
    warnAboutStorage(this.sheet.session);
    this.classList.add("ready");
  }

  /** Connects <save-state> and the dialog about refused edits with the sessions of all sheets. */
  #watchSaving() {
    const { data, sessions } = this;
    /** @type {(group: any, refusal: any) => RefusedGroup} */
    const describe = (group, refusal) => {
      const { session } = sessions.sheetOf(group);
      return new RefusedGroup(group, refusal, SHEET_KIND, { state: () => session.state, labelOf: String, words: () => "" });
    };
    const fileNameStart = [data.project.slug, data.instrument.key, data.topic.key, data.owner].join("-"); // for downloading edits
    new RefusedEdits(this, /** @type {any} */ (sessions), describe).connectSaveState(fileNameStart);
  }

  // Moving between sheets

  /** Shows a sheet. @param {Sheet} sheet @param {Place | null} [place] to go to */
  goToSheet(sheet, place = null) {
    this.sheet = sheet;
    this.undoButtons?.follow(sheet.session, sheet.urls.history);
    this.find("[data-done]").hidden = true;
    this.panel?.show(sheet, place);
    this.find("[data-panel]").scrollTop = 0;
    this.#showSheetState();
  }

  /** Moves by a number of sheets in the judge's order. @param {number} step */
  moveBySheets(step) {
    const target = this.sheets[this.sheets.indexOf(this.sheet) + step];
    if (target) this.goToSheet(target);
  }

  /** The next sheet after the current one that is neither finished nor being finished. @returns {Sheet | undefined} */
  get nextUnfinished() {
    const index = this.sheets.indexOf(this.sheet);
    const others = [...this.sheets.slice(index + 1), ...this.sheets.slice(0, index)];
    return others.find((sheet) => !sheet.isFinished && !sheet.submission);
  }

  /** Goes to the next place that is not judged, on any sheet. */
  goToOpenPlace() {
    const index = this.sheets.indexOf(this.sheet);
    const inOrder = [this.sheet, ...this.sheets.slice(index + 1), ...this.sheets.slice(0, index)];
    const sheet = inOrder.find((each) => each.editable && each.openPlaces.length);
    if (!sheet) return this.notice("All sheets are judged.");
    if (sheet === this.sheet) this.panel?.goToNextOpen();
    else this.goToSheet(sheet);
  }

  // Judging

  /**
   * Applies edits to the current sheet as one gesture, or shows why they are refused.
   * @param {any[]} edits @returns {boolean} whether they were applied
   */
  applyEdits(edits) {
    this.notice("");
    if (!this.sheet.editable) {
      this.notice(this.sheet.isFinished ? "This sheet is finished: reopen it to change it." : "You can read this sheet, but not change it.", { isProblem: true });
      return false;
    }
    const refused = this.sheet.session.propose(edits);
    if (refused) this.notice(refused.message, { isProblem: true });
    else this.#editedPlaces.push({ sheet: this.sheet, place: this.panel?.place ?? null });
    this.clock?.tick();
    return !refused;
  }

  /** Goes to the place of the last edit, so that the judge sees what undo changes. */
  #returnToLastEdit() {
    const { sheet, place } = this.#editedPlaces.pop() ?? {};
    if (!sheet?.editable) return;
    if (sheet !== this.sheet) this.goToSheet(sheet, place);
    else if (place) this.panel?.goTo(place);
  }

  /** Shows changed judgments. @param {{changed: Set<string>, sheet: Sheet}} detail of the sessions' “change” event */
  #showChanges({ changed, sheet }) {
    if (!changed.size) return;
    this.strip?.refresh(sheet, this.sheet);
    if (sheet === this.sheet) this.panel?.update(changed);
  }

  // Finishing

  /** Finishes the sheet, and goes on to the next unfinished one. If judgments are missing, shows which instead. */
  async finish() {
    const { sheet, panel } = this;
    if (!sheet.editable) return this.#goToNextOrEnd();
    const missing = panel?.missing(sheet) ?? [];
    if (missing.length) {
      this.notice(missing.join(" "), { isProblem: true });
      return panel?.goToMissing();
    }
    const note = panel?.finishNote(sheet);
    sheet.submission = this.#change(sheet, "submit").finally(() => (sheet.submission = null));
    if (note) this.notice(note);
    // The next sheet is shown before the server answers, but “Topic done” only after it has accepted all sheets.
    if (!this.nextUnfinished) await Promise.all(this.sheets.map(({ submission }) => submission));
    this.#goToNextOrEnd();
  }

  /** Finishes all complete sheets, after a confirmation. */
  async finishComplete() {
    const { panel } = this;
    const open = this.sheets.filter(({ editable }) => editable);
    const complete = open.filter((sheet) => panel && !panel.missing(sheet).length);
    if (!complete.length) return this.notice("No unfinished sheet is complete.", { isProblem: true });
    // If the server refused the last sheet, the others would already be finished and could not be changed.
    const obstacles = complete.length === open.length ? panel?.topicObstacles() ?? [] : [];
    if (obstacles.length) return this.notice(obstacles.join(" "), { isProblem: true });
    if (!(await askToFinish(this, complete.length, this.sheets.length))) return;
    let count = 0;
    for (const sheet of complete) {
      if (!(await this.#change(sheet, "submit"))) return;
      count += 1;
    }
    this.#goToNextOrEnd();
    this.notice(count === 1 ? "1 sheet is finished." : `${count} sheets are finished.`);
  }

  async reopen() {
    if (await this.#change(this.sheet, "reopen")) this.goToSheet(this.sheet);
  }

  /**
   * Changes the state of a sheet.
   * @param {Sheet} sheet @param {"submit" | "reopen"} verb @returns {Promise<boolean>} whether it succeeded
   */
  async #change(sheet, verb) {
    const problem = await changeState(sheet, verb);
    if (problem) this.notice(`Sheet ${sheet.number}: ${problem}`, { isProblem: true });
    this.#showSheetState(sheet);
    return !problem;
  }

  #goToNextOrEnd() {
    const next = this.nextUnfinished;
    if (next) return this.goToSheet(next);
    if (!this.sheet.isFinished) return; // the server has refused to finish it
    const done = this.find("[data-done]");
    done.hidden = false;
    done.querySelector("a, button")?.focus();
  }

  /** Loads a sheet's state from the server, where it or its instrument may have changed. @param {Sheet} sheet */
  #catchUp(sheet) {
    catchUp(sheet.session, sheet.urls.self, ({ state, editable }) => {
      if (state === sheet.state && editable === sheet.editable) return;
      Object.assign(sheet, { state, editable });
      if (sheet === this.sheet) this.goToSheet(sheet, this.panel?.place);
      else this.#showSheetState(sheet);
    });
  }

  /** Updates a sheet's button in the strip, and the state of the current sheet in the header. @param {Sheet} [sheet] */
  #showSheetState(sheet = this.sheet) {
    this.strip?.refresh(sheet, this.sheet);
    const { number, editable, isFinished, items } = this.sheet;
    const unfinished = this.sheets.filter((/** @type {Sheet} */ each) => !each.isFinished).length;
    this.showStatus("place", this.sheets.length > 1 ? `${number} of ${this.sheets.length}` : "");
    this.showStatus("left", this.clock?.timeLeft(unfinished) ?? "");
    this.find("[data-finish]").hidden = !editable;
    this.find("[data-reopen]").hidden = !isFinished || this.data.instrument.state !== "open";
    this.find("[data-finished]").hidden = !isFinished;
    this.classList.toggle("read-only", !editable);
    this.dataset.items = String(items.length);
  }

  toggleGuidelines() {
    const panel = this.find("[data-guidelines-panel]");
    panel.hidden = !panel.hidden;
    this.find("[data-guidelines]").setAttribute("aria-expanded", String(!panel.hidden));
  }

  /** @returns {import("../elements/keyboard.js").KeyBinding[]} */
  get #sheetBindings() {
    if (this.sheets.length < 2) return [];
    return [["PageUp PageDown", "previous and next sheet", () => this.moveBySheets(-1), () => this.moveBySheets(1)]];
  }

  /** @returns {import("../elements/keyboard.js").KeySection[]} */
  get keys() {
    const panel = /** @type {Panel} */ (this.panel);
    return [
      {
        title: "Judging",
        bindings: [
          ...panel.valueBindings,
          ["Backspace", "back to the previous judgment", () => panel.move(-1)],
          ["-", "skip an optional question", () => panel.toggleSkipped()],
          ["C", "comment", () => panel.comment()],
          ["J", "next open judgment, on any sheet", () => this.goToOpenPlace()],
          ["Shift+Enter", "finish the sheet and go on", () => this.finish()],
        ],
      },
      ...panel.sections,
      {
        title: "Everywhere",
        bindings: [
          ...this.#sheetBindings,
          ["Shift+↑ Shift+↓", "scroll the texts", () => panel.scrollTexts(-1), () => panel.scrollTexts(1)],
          ["I", "guidelines", () => this.toggleGuidelines()],
          ...(this.undoButtons?.bindings ?? []),
          ["?", "all keys", () => this.showKeys(this.keys)],
        ],
      },
    ];
  }
}

/**
 * Shows a short text about the current place in the status line; screen readers announce it.
 * @param {JudgingSession} page @param {string} text
 */
export function showPlaceText(page, text) {
  const element = page.find("[data-status-text]");
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Defines <judging-session> with the panel of a kind of instrument.
 * @param {new (page: JudgingSession) => Panel} panelClass
 */
export function startSession(panelClass) {
  if (customElements.get("judging-session")) return; // a page has one kind of session: the first that it loads
  customElements.define("judging-session", class extends JudgingSession {
    panelClass = panelClass;
  });
}

/** The comment on a judgment, as an element; null if there is none. @param {string} [comment] */
export function commentOf(comment) {
  return comment ? build("p", { class: "comment", text: comment }) : null;
}
