/**
 * <adjudication-desk>: an adjudicator decides each difference between the compared annotations (the sources of the consensus). A decision
 * is a group of edits of the consensus, which is saved, undone and redone like any other edits.
 * @import { Difference } from "./comparison.js"
 */
import { Choices, mergeParts } from "pyramidion/work/adjudication/choices.js";
import { askForItem, choiceName, decisionPanel } from "pyramidion/work/adjudication/decision_panel.js";
import { DifferenceDesk } from "pyramidion/work/adjudication/difference_desk.js";
import { PressGate } from "pyramidion/work/adjudication/press_gate.js";
import { DECISION } from "pyramidion/work/edits/decision_verbs.js";
import { describe } from "pyramidion/work/edits/verb.js";
import { build } from "pyramidion/elements/build.js";
import "pyramidion/work/sync/save_state.js";
import { newId } from "pyramidion/work/edits/new_id.js";
import { kindOf } from "pyramidion/work/kinds.js";
import { pageSession } from "pyramidion/work/sync/page_session.js";
import { RefusedEdits } from "pyramidion/work/sync/refused_edits.js";
import { followOthers } from "pyramidion/work/states/state_changes.js";
import { pageData } from "pyramidion/elements/page.js";
import { UndoButtons } from "pyramidion/work/log/undo_buttons.js";

const MAX_EDITS = 400; // in a group; the server accepts 500

class Adjudication extends DifferenceDesk {
  /** Which differences the list contains; open: undecided differences. @type {"open" | "decided" | "all"} */
  status = "open";
  /** Notes on undecided differences, by key. @type {Map<string, string>} */
  notes = new Map();
  #pressGate = new PressGate((changed) => this.#showChanges(changed)); // shows no changes while a button is pressed

  connectedCallback() {
    const data = pageData();
    this.setUp(data);
    this.editable = Boolean(data.editable);
    this.kind = kindOf(data.kind);
    this.choices = new Choices(/** @type {any} */ (this.comparison), this.kind.decisions, newId);
    this.#openSession(data, this.kind);
    this.#listen();
    this.status = this.undecided.length ? "open" : "all";
    this.begin();
    this.#showCounts();
    if (this.editable && this.session) followOthers(this.session, { isDragging: () => false, notice: (text) => this.notice(text) });
  }

  /** Opens the session, which saves edits, and shows its state. @param {any} data of the page @param {import("../kinds.js").Kind} kind */
  #openSession(data, kind) {
    this.session = pageSession(data, kind);
    this.session.addEventListener("change", (event) => {
      if (this.classList.contains("ready")) this.#pressGate.showWhenReleased(/** @type {CustomEvent} */ (event).detail.changed);
    });
    this.session.addEventListener("stale", () => location.reload());
    const fileName = [data.project.slug, "adjudication", data.topic.key, data.peer?.summarizer].filter(Boolean).join("-");
    new RefusedEdits(this, this.session, (group, { message }) => ({
      question: {
        title: "This decision could not be saved", message, current: "The consensus as it is", keep: null,
        mine: describe(kind.reducer.verbs, group.edits, { before: {}, after: {} }),
      },
      alternative: null,
    })).connectSaveState(fileName);
    this.undoButtons = new UndoButtons(this, this.session, { url: data.urls.history, editable: () => Boolean(this.editable) });
    this.session.open();
  }

  #listen() {
    addEventListener("focus", () => this.session?.recheck());
    for (const button of this.querySelectorAll("[data-status]")) {
      button.addEventListener("click", () => this.#setStatus(/** @type {any} */ (/** @type {HTMLElement} */ (button).dataset.status)));
    }
    this.find("[data-finish]")?.form.addEventListener("submit", (/** @type {Event} */ event) => {
      if (!this.session?.pending.length) return;
      event.preventDefault();
      this.notice("Wait until everything is saved.", { isProblem: true });
    });
  }

  // What has been decided

  /** Returns the decision about a difference; undefined if it is undecided. @param {Difference} difference @returns {import("../edits/types.js").Decision | undefined} */
  decision({ key }) {
    return this.session?.state.snapshots.get(DECISION + key);
  }

  get undecided() {
    return (this.comparison?.differences ?? []).filter((difference) => !this.decision(difference));
  }

  /** @param {Difference} difference */
  isListed(difference) {
    return this.status === "all" || Boolean(this.decision(difference)) === (this.status === "decided");
  }

  /** @param {Difference} difference */
  decisionText(difference) {
    const decision = this.decision(difference);
    return decision ? `✓ ${decision.choice === "agree" ? "all agree" : choiceName(decision.choice)}` : "";
  }

  /** Whether the current difference was decided for a side. @param {string} letter of the side */
  isChosen(letter) {
    return Boolean(this.difference && this.decision(this.difference)?.choice === letter);
  }

  /** The elements below the sides: the decision panel and the legend. */
  get foot() {
    const { difference, session } = this;
    const legend = build("p", { class: "legend" },
      build("span", { class: "lit own", text: "only this side" }), " ", build("span", { class: "lit shared", text: "also another side" }), " ",
      build("span", { class: "lit theirs", text: "only another side" }));
    if (!difference || !session || !this.choices) return [];
    const decision = this.decision(difference);
    const panelData = {
      difference, decision, editable: Boolean(this.editable), rules: this.choices.rules, workspaceUrl: this.data.urls.workspace,
      sources: this.comparison?.sources ?? [], choices: this.choices.choicesFor(difference),
      supersededDecisions: decision ? [] : this.choices.supersededDecisions(session.state, difference),
      results: (decision?.scus ?? decision?.units ?? []).map((id) => session.state.snapshots.get(id)),
      note: this.notes.get(difference.key) ?? decision?.note ?? "",
    };
    return [decisionPanel(panelData, {
      choose: (choice) => this.decide(choice), reopen: () => this.reopen(), setNote: (text) => this.#setNote(text),
      relabel: (edit) => this.applyEdits([edit]),
    }), legend];
  }

  // Deciding

  /** Applies edits as one group, or shows why they are refused. @param {any[]} edits @returns {boolean} whether they were applied */
  applyEdits(edits) {
    if (!edits.length || !this.session) return false;
    const refused = this.session.propose(edits);
    if (refused) this.notice(refused.message, { isProblem: true });
    return !refused;
  }

  /** Decides the current difference, and goes to the next undecided difference. @param {string} choice */
  async decide(choice) {
    const { difference, choices, session } = this;
    if (!difference || !choices || !session || !this.editable || !choices.choicesFor(difference).includes(choice)) return;
    const items = choice === "free" ? await this.#composeItem(difference) : undefined;
    if (items === null) return;
    const note = this.notes.get(difference.key) ?? this.decision(difference)?.note ?? "";
    const next = this.#nextUndecided(difference);
    if (!this.applyEdits(choices.edits(session.state, difference, choice, { note, items }))) return;
    this.notes.delete(difference.key);
    if (choice !== "free" && next) this.goTo(next);
    this.notice(`Decided: ${choiceName(choice)}. ${this.#remainingText}`);
  }

  /** Returns the key of the next undecided difference: after this one in the list, else from the beginning of the list, else outside the list; "" for none. @param {Difference} difference */
  #nextUndecided(difference) {
    const { listed } = this;
    const index = listed.findIndex(({ key }) => key === difference.key);
    const others = [...listed.slice(index + 1), ...listed.slice(0, Math.max(index, 0))];
    return others.find((other) => !this.decision(other))?.key ?? this.undecided.find(({ key }) => key !== difference.key)?.key ?? "";
  }

  /** Asks the user to compose an item (an SCU or a unit). Returns it in a list; null if the user cancels. @param {Difference} difference */
  async #composeItem(difference) {
    const { comparison } = this;
    if (!comparison) return null;
    const { labels, sourceParts } = comparison.labelsAndParts(difference);
    const answer = await askForItem(this, labels, sourceParts);
    return answer && [{ label: answer.label, matched: null, parts: mergeParts(answer.parts) }];
  }

  reopen() {
    const { difference, choices, session } = this;
    if (difference && choices && session) this.applyEdits(choices.reopenEdits(session.state, difference));
  }

  /** Changes the note of the decision; while there is none, keeps the note on this page. @param {string} text */
  #setNote(text) {
    const { difference } = this;
    if (!difference) return;
    const decision = this.decision(difference);
    if (!decision) {
      this.notes.set(difference.key, text);
      return;
    }
    this.notes.delete(difference.key);
    const { id: _, ...fields } = decision;
    if (text !== decision.note) this.applyEdits([{ verb: "decide", difference: difference.key, ...fields, note: text }]);
  }

  /** Makes the same choice for all undecided differences in the list, in as few groups of edits as possible. @param {string} choice */
  #decideAll(choice) {
    const { choices, session } = this;
    if (!choices || !session) return;
    const undecided = this.listed.filter((difference) => !this.decision(difference) && choices.choicesFor(difference).includes(choice));
    /** @type {any[][]} */
    const groups = [[]];
    for (const difference of undecided) {
      const edits = choices.edits(session.state, difference, choice, { note: this.notes.get(difference.key) ?? "" });
      if (groups[groups.length - 1].length + edits.length > MAX_EDITS) groups.push([]);
      groups[groups.length - 1].push(...edits);
    }
    if (groups.every((edits) => this.applyEdits(edits))) this.notice(`Decided ${undecided.length}: ${choiceName(choice)}. ${this.#remainingText}`);
  }

  /** A sentence with the number of undecided differences. */
  get #remainingText() {
    const { length } = this.undecided;
    return length ? `${length} undecided.` : "Everything is decided.";
  }

  // Display

  /** Lists the open, the decided or all differences. @param {"open" | "decided" | "all"} status */
  #setStatus(status) {
    this.status = status;
    this.shapeFilter = "";
    if (!this.listed.some(({ key }) => key === this.currentKey)) this.currentKey = this.listed[0]?.key ?? this.currentKey;
    this.refresh();
    this.#showCounts();
  }

  /** Shows the list and the current difference again. @param {Set<string>} ids of the changed objects */
  #showChanges(ids) {
    const differenceKeys = [...ids].filter((id) => id.startsWith(DECISION)).map((id) => id.slice(DECISION.length));
    // A difference that somebody else reopens must not move this user away from the current one.
    const isOwnChange = Boolean(this.session?.pending.length);
    const reopenedKey = isOwnChange && differenceKeys.find((key) => this.comparison?.difference(key) && !this.session?.state.snapshots.has(DECISION + key));
    if (reopenedKey && this.status !== "all") this.status = "open";
    if (reopenedKey) this.currentKey = reopenedKey;
    const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
    if (focused?.id === "decision-note" && this.difference) this.notes.set(this.difference.key, focused.value);
    const focusSelector = this.view.contains(focused) ? (focused?.id ? `#${focused.id}` : "h2") : "";
    this.refresh();
    this.#showCounts();
    if (focusSelector) /** @type {HTMLElement | null} */ (this.view.querySelector(focusSelector))?.focus();
  }

  refresh() {
    super.refresh();
    this.#offerChoicesForAll();
  }

  #showCounts() {
    const open = this.undecided.length;
    const all = this.comparison?.differences.length ?? 0;
    this.showStatus("undecided", open ? `${open} of ${all} undecided` : `all ${all} decided`);
    const counts = { open, decided: all - open, all };
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-status]"))) {
      const status = /** @type {keyof counts} */ (button.dataset.status);
      button.setAttribute("aria-pressed", String(this.status === status));
      const badge = button.querySelector("b");
      if (badge) badge.textContent = String(counts[status]);
    }
    const finishButton = this.find("[data-finish]");
    if (finishButton) finishButton.disabled = open > 0;
  }

  /** Offers the same choice for all listed differences if the list is filtered by shape (the kind of difference). */
  #offerChoicesForAll() {
    const box = this.find("[data-all]");
    const undecided = this.listed.filter((difference) => !this.decision(difference));
    const possibleChoices = this.editable && this.shapeFilter && undecided.length > 1 && this.choices ? this.choices.choicesFor(undecided[0]) : [];
    const offeredChoices = possibleChoices.filter((choice) => choice !== "free" && choice !== "merge");
    box.replaceChildren(...offeredChoices.map((choice) => build("button", { type: "button", class: "plain", data: { allOf: choice },
      on: { click: () => this.#decideAll(choice) } }, `All ${undecided.length}: ${choiceName(choice)}`)));
    box.hidden = !offeredChoices.length;
  }

  // Keys

  /** @returns {import("../../elements/keyboard.js").KeySection[]} */
  get keys() {
    const next = () => this.difference && this.goTo(this.#nextUndecided(this.difference) || this.currentKey);
    /** @type {import("../../elements/keyboard.js").KeyBinding} */
    const nextBinding = ["N", "next undecided", next];
    if (!this.editable) return [...super.keys, { title: "Deciding", bindings: [nextBinding] }];
    const letters = (this.comparison?.sources ?? []).map(({ letter }) => letter).slice(0, 9);
    const takeSideHandlers = letters.map((letter) => () => this.decide(this.difference?.kind === "same" ? "agree" : letter));
    return [...super.keys, {
      title: "Deciding",
      bindings: [
        [letters.slice(0, 4).join(" "), "take this side", ...takeSideHandlers],
        [letters.map((_, i) => i + 1).join(" "), "take this side, by its number", ...takeSideHandlers],
        ["O", "both", () => this.decide("both")],
        ["M", "merge into one", () => this.decide("merge")],
        ["E", "edit freely", () => this.decide("free")],
        ["X", "reopen it", () => this.reopen()],
        ["W", "write a note", () => this.find("#decision-note")?.focus()],
        nextBinding,
        ...(this.undoButtons?.bindings ?? []),
      ],
    }];
  }
}

customElements.define("adjudication-desk", Adjudication);
