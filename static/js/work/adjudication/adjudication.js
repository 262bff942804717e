/**
 * <adjudication-desk>: an adjudicator decides each difference between the sources of a consensus by a click or a key. A
 * decision is a group of edits of the consensus, saved, undone and redone like any other.
 * @import { Difference } from "./comparison.js"
 */
import { Choices, united } from "pyramidion/work/adjudication/choices.js";
import { askFree, choiceName, decisionPanel } from "pyramidion/work/adjudication/decision_panel.js";
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
import { followOthers } from "pyramidion/work/states/stage.js";
import { pageData } from "pyramidion/elements/page.js";
import { UndoButtons } from "pyramidion/work/log/undo_buttons.js";

const MOST_EDITS = 400; // in a group; the server takes 500

class Adjudication extends DifferenceDesk {
  /** Which differences are listed. @type {"open" | "decided" | "all"} */
  status = "open";
  /** Notes written before the decision, by difference. @type {Map<string, string>} */
  notes = new Map();
  #gate = new PressGate((changed) => this.#showChanges(changed));

  connectedCallback() {
    const data = pageData();
    this.compare(data);
    this.editable = Boolean(data.editable);
    this.kind = kindOf(data.kind);
    this.choices = new Choices(/** @type {any} */ (this.comparison), this.kind.decisions, newId);
    this.#openSession(data, this.kind);
    this.#bind();
    this.status = this.open.length ? "open" : "all";
    this.begin();
    this.#showCounts();
    if (this.editable && this.session) followOthers(this.session, { isDragging: () => false, notice: (text) => this.notice(text) });
  }

  /** @param {any} data @param {import("../kinds.js").Kind} kind */
  #openSession(data, kind) {
    this.session = pageSession(data, kind);
    this.session.addEventListener("change", (event) => {
      if (this.classList.contains("ready")) this.#gate.take(/** @type {CustomEvent} */ (event).detail.changed);
    });
    this.session.addEventListener("stale", () => location.reload());
    new RefusedEdits(this, this.session, (group, { message }) => ({
      question: {
        title: "This decision could not be saved", message, current: "the consensus as it is", keep: null,
        mine: describe(kind.reducer.verbs, group.edits, { before: {}, after: {} }),
      },
      alternative: null,
    })).watch(`adjudication-${data.topic.key}`);
    this.undoing = new UndoButtons(this, this.session, { url: data.urls.history, editable: () => Boolean(this.editable) });
    this.session.open();
  }

  #bind() {
    addEventListener("focus", () => this.session?.recheck());
    for (const button of this.querySelectorAll("[data-status]")) {
      button.addEventListener("click", () => this.#list(/** @type {any} */ (/** @type {HTMLElement} */ (button).dataset.status)));
    }
    this.find("[data-finish]")?.form.addEventListener("submit", (/** @type {Event} */ event) => {
      if (!this.session?.pending.length) return;
      event.preventDefault();
      this.notice("Wait until everything is saved.", { isProblem: true });
    });
  }

  // Decisions

  /** @param {Difference} difference @returns {import("../edits/types.js").Decision | undefined} */
  decision({ key }) {
    return this.session?.state.images.get(DECISION + key);
  }

  /** The differences that are not decided. */
  get open() {
    return (this.comparison?.differences ?? []).filter((difference) => !this.decision(difference));
  }

  /** @param {Difference} difference */
  lists(difference) {
    return this.status === "all" || Boolean(this.decision(difference)) === (this.status === "decided");
  }

  /** @param {Difference} difference */
  decisionText(difference) {
    const decision = this.decision(difference);
    return decision ? `✓ ${decision.choice === "agree" ? "all agree" : choiceName(decision.choice)}` : "";
  }

  /** @param {string} letter */
  isChosen(letter) {
    return Boolean(this.difference && this.decision(this.difference)?.choice === letter);
  }

  get foot() {
    const { difference, session } = this;
    const legend = build("p", { class: "legend" },
      build("span", { class: "lit own", text: "only this one" }), " ", build("span", { class: "lit shared", text: "another too" }), " ",
      build("span", { class: "lit theirs", text: "only another" }));
    if (!difference || !session || !this.choices) return [];
    const decision = this.decision(difference);
    const shown = {
      difference, decision, editable: Boolean(this.editable), rules: this.choices.rules, workspace: this.data.urls.workspace,
      sources: this.comparison?.sources ?? [], possible: this.choices.possible(difference),
      superseded: decision ? [] : this.choices.superseded(session.state, difference),
      made: (decision?.scus ?? decision?.units ?? []).map((id) => session.state.images.get(id)),
      note: this.notes.get(difference.key) ?? decision?.note ?? "",
    };
    return [decisionPanel(shown, {
      choose: (choice) => this.decide(choice), reopen: () => this.reopen(), note: (text) => this.#note(text),
      relabel: (edit) => this.do([edit]),
    }), legend];
  }

  // Deciding

  /** @param {any[]} edits @returns {boolean} whether it was done */
  do(edits) {
    if (!edits.length || !this.session) return false;
    const refused = this.session.propose(edits);
    if (refused) this.notice(refused.message, { isProblem: true });
    return !refused;
  }

  /** @param {string} choice */
  async decide(choice) {
    const { difference, choices, session } = this;
    if (!difference || !choices || !session || !this.editable || !choices.possible(difference).includes(choice)) return;
    const made = choice === "free" ? await this.#free(difference) : undefined;
    if (made === null) return;
    const note = this.notes.get(difference.key) ?? this.decision(difference)?.note ?? "";
    const next = this.#after(difference);
    if (!this.do(choices.edits(session.state, difference, choice, { note, made }))) return;
    this.notes.delete(difference.key);
    if (choice !== "free" && next) this.choose(next);
    this.notice(`Decided: ${choiceName(choice)}. ${this.#remainingText}`);
  }

  /** The next undecided difference after this one in the list, else from the top; "" if none is left. @param {Difference} difference */
  #after(difference) {
    const { listed } = this;
    const at = listed.findIndex(({ key }) => key === difference.key);
    const rest = [...listed.slice(at + 1), ...listed.slice(0, Math.max(at, 0))];
    return rest.find((next) => !this.decision(next))?.key ?? this.open.find(({ key }) => key !== difference.key)?.key ?? "";
  }

  /** @param {Difference} difference */
  async #free(difference) {
    const { comparison } = this;
    if (!comparison) return null;
    const { labels, pieces } = comparison.pieces(difference);
    const answer = await askFree(this, labels, pieces);
    return answer && [{ label: answer.label, matched: null, parts: united(answer.parts) }];
  }

  reopen() {
    const { difference, choices, session } = this;
    if (difference && choices && session) this.do(choices.reopening(session.state, difference));
  }

  /** @param {string} text */
  #note(text) {
    const { difference } = this;
    if (!difference) return;
    const decision = this.decision(difference);
    if (decision) this.notes.delete(difference.key);
    if (!decision) this.notes.set(difference.key, text);
    else if (text !== decision.note) this.do([{ verb: "decide", difference: difference.key, ...without(decision, "id"), note: text }]);
  }

  /** Makes the same choice for all open differences in the list, in one step if possible. @param {string} choice */
  #decideAll(choice) {
    const { choices, session } = this;
    if (!choices || !session) return;
    const waiting = this.listed.filter((difference) => !this.decision(difference) && choices.possible(difference).includes(choice));
    /** @type {any[][]} */
    const groups = [[]];
    for (const difference of waiting) {
      const edits = choices.edits(session.state, difference, choice, { note: this.notes.get(difference.key) ?? "" });
      if (groups[groups.length - 1].length + edits.length > MOST_EDITS) groups.push([]);
      groups[groups.length - 1].push(...edits);
    }
    if (groups.every((edits) => this.do(edits))) this.notice(`Decided ${waiting.length}: ${choiceName(choice)}. ${this.#remainingText}`);
  }

  get #remainingText() {
    const left = this.open.length;
    return left ? `${left} undecided.` : "Everything is decided.";
  }

  // Display

  /** @param {"open" | "decided" | "all"} status */
  #list(status) {
    this.status = status;
    this.shape = "";
    if (!this.listed.some(({ key }) => key === this.chosen)) this.chosen = this.listed[0]?.key ?? this.chosen;
    this.refresh();
    this.#showCounts();
  }

  /** @param {Set<string>} keys of images that changed */
  #showChanges(keys) {
    const changed = [...keys];
    const touched = changed.filter((key) => key.startsWith(DECISION)).map((key) => key.slice(DECISION.length));
    // A difference that somebody else reopens must not move this user away from the current one.
    const mine = Boolean(this.session?.pending.length);
    const reopened = mine && touched.find((key) => this.comparison?.difference(key) && !this.session?.state.images.has(DECISION + key));
    if (reopened && this.status !== "all") this.status = "open";
    if (reopened) this.chosen = reopened;
    const note = /** @type {HTMLInputElement | null} */ (document.activeElement);
    if (note?.id === "decision-note" && this.difference) this.notes.set(this.difference.key, note.value);
    const place = this.view.contains(note) ? note?.id || "h2" : "";
    this.refresh();
    this.#showCounts();
    if (place) /** @type {HTMLElement | null} */ (this.view.querySelector(place === "h2" ? "h2" : `#${place}`))?.focus();
  }

  refresh() {
    super.refresh();
    this.#offerAll();
  }

  #showCounts() {
    const left = this.open.length;
    const all = this.comparison?.differences.length ?? 0;
    this.showFigure("undecided", left ? `${left} of ${all} undecided` : `all ${all} decided`);
    const counts = { open: left, decided: all - left, all };
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-status]"))) {
      const status = /** @type {keyof counts} */ (button.dataset.status);
      button.setAttribute("aria-pressed", String(this.status === status));
      const count = button.querySelector("b");
      if (count) count.textContent = String(counts[status]);
    }
    const finish = this.find("[data-finish]");
    if (finish) finish.disabled = left > 0;
  }

  /** Offers the same choice for all listed differences if the list is filtered by kind. */
  #offerAll() {
    const box = this.find("[data-all]");
    const waiting = this.listed.filter((difference) => !this.decision(difference));
    const offers = this.editable && this.shape && waiting.length > 1 && this.choices ? this.choices.possible(waiting[0]) : [];
    const common = offers.filter((choice) => choice !== "free" && choice !== "merge");
    box.replaceChildren(...common.map((choice) => build("button", { type: "button", class: "plain", data: { allOf: choice },
      on: { click: () => this.#decideAll(choice) } }, `All ${waiting.length}: ${choiceName(choice)}`)));
    box.hidden = !common.length;
  }

  // Keys

  /** @returns {import("../../elements/keyboard.js").Section[]} */
  get keys() {
    const next = () => this.difference && this.choose(this.#after(this.difference) || this.chosen);
    /** @type {import("../../elements/keyboard.js").Row} */
    const nextRow = ["N", "next undecided", next];
    if (!this.editable) return [...super.keys, { title: "Deciding", rows: [nextRow] }];
    const letters = (this.comparison?.sources ?? []).map(({ letter }) => letter).slice(0, 9);
    const take = letters.map((letter) => () => this.decide(this.difference?.kind === "same" ? "agree" : letter));
    return [...super.keys, {
      title: "Deciding",
      rows: [
        [letters.slice(0, 4).join(" "), "take this side", ...take],
        [letters.map((_, i) => i + 1).join(" "), "the same, by number", ...take],
        ["O", "both", () => this.decide("both")],
        ["M", "merge into one", () => this.decide("merge")],
        ["E", "edit freely", () => this.decide("free")],
        ["X", "leave open again", () => this.reopen()],
        ["W", "write a note", () => this.find("#decision-note")?.focus()],
        nextRow,
        ...(this.undoing?.rows ?? []),
      ],
    }];
  }
}

/** @param {any} object @param {string} field */
function without(object, field) {
  const { [field]: _, ...rest } = object;
  return rest;
}

customElements.define("adjudication-desk", Adjudication);
