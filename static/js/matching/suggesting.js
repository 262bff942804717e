/**
 * Suggests SCUs with similar words when the user asks: for the selected words of the peer or, without a selection, for the
 * current unit (the focused or else the selected unit). If the user accepts a suggestion, the edit records that it was suggested.
 * @typedef {{id: string, label: string, weight: number, matchCount: number}} Suggestion  matchCount: the number of units matched to it
 */
import { build } from "pyramidion/elements/build.js";
import { ChoicePopup } from "pyramidion/elements/choice_popup.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";
import { SIMILAR } from "pyramidion/matching/unit_editing.js";
import { fetchSimilar, spansParameter } from "pyramidion/work/similar.js";

const DIGIT_KEYS = 5; // the keys 1 to 5 choose the first suggestions

/** <similar-scus>: the popup with suggestions, in which the user chooses an SCU. @extends {ChoicePopup<string | null>} */
class SimilarScus extends ChoicePopup {
  /** The boxes of the text's first and last line, for `placeAt`. @type {{first: DOMRect, last: DOMRect} | null} */
  #boxes = null;

  connectedCallback() {
    this.hidden = true;
    this.tabIndex = -1;
    this.setAttribute("role", "dialog");
    this.setAttribute("aria-label", "Similar SCUs");
    this.status = build("p", { class: "similar-status", role: "status" });
    this.listBox = build("ul", { role: "listbox", id: "similar-list", "aria-label": "SCUs, the most similar first", tabindex: "0" });
    this.replaceChildren(this.status, this.listBox);
    this.addEventListener("keydown", (event) => this.#onKey(event));
    this.addEventListener("pointerdown", (event) => event.preventDefault());
    this.listBox.addEventListener("click", (event) => this.#choose(this.optionIndexOf(event.target)));
    this.addEventListener("focusout", (event) => this.contains(/** @type {Node | null} */ (event.relatedTarget)) || this.close(null, { restoreFocus: false }));
  }

  /**
   * Opens the popup, which shows the text `waiting` until the suggestions arrive.
   * @param {{boxes: {first: DOMRect, last: DOMRect}, waiting: string}} options @returns {Promise<string | null>} the id of the chosen SCU; null if cancelled
   */
  ask({ boxes, waiting }) {
    this.close(null);
    this.#boxes = boxes;
    return this.openWith(() => {
      this.showText(waiting);
      this.focus({ preventScroll: true });
    });
  }

  /** Shows a sentence instead of the list. @param {string} text */
  showText(text) {
    this.listBox?.replaceChildren();
    if (this.listBox) this.listBox.hidden = true;
    this.#showStatus(text);
  }

  /** Lists the suggestions. @param {Suggestion[]} suggestions best first */
  show(suggestions) {
    if (!this.isOpen || !this.listBox) return;
    this.listBox.replaceChildren(...suggestions.map(optionFor));
    this.listBox.hidden = false;
    this.activate(0);
    this.#showStatus(`${suggestions.length} ${suggestions.length === 1 ? "similar SCU" : "similar SCUs"}: press a number or Enter to match`);
    this.listBox.focus({ preventScroll: true });
  }

  /** @param {string} text */
  #showStatus(text) {
    if (this.status) this.status.textContent = text;
    if (this.#boxes) this.placeAt(this.#boxes);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    const number = Number(event.key);
    if (step) this.activate(this.activeIndex + step);
    else if (event.key === "Enter") this.#choose(this.activeIndex);
    else if (number >= 1 && number <= DIGIT_KEYS) this.#choose(number - 1);
    else if (event.key === "Escape") this.close(null);
    else return;
    event.preventDefault();
  }

  /** Closes the popup with the option at this index, if there is one. @param {number} index */
  #choose(index) {
    const id = this.options[index]?.dataset.id;
    if (id) this.close(id);
  }
}

/** Returns the popup's option for a suggestion. @param {Suggestion} suggestion @param {number} i its index */
function optionFor({ id, label, weight, matchCount }, i) {
  const number = build("kbd", { text: i < DIGIT_KEYS ? String(i + 1) : "", "aria-hidden": "true" });
  const matchedText = matchCount > 1 ? `✓ ×${matchCount}` : matchCount ? "✓" : "";
  const matches = build("span", { class: "done", text: matchedText, title: matchedText ? "Matched already" : null });
  return build("li", { role: "option", id: `similar-${id}`, data: { id } }, number, weightBadge(weight), build("span", { text: label }), matches);
}

customElements.define("similar-scus", SimilarScus);

const NOTHING_SIMILAR = "This release has no SCU with similar words.";
const UNREACHABLE = "The server does not answer. Try again later.";

export class Suggesting {
  /** Counts requests, so that answers to older requests can be ignored. */
  #requestCount = 0;

  /**
   * @param {import("./matching.js").Matching} matching @param {import("../elements/text/text_pane.js").TextPane} pane
   * @param {import("../elements/page.js").Page} page @param {import("./unit_editing.js").UnitEditing} unitEditing @param {string} url
   */
  constructor(matching, pane, page, unitEditing, url) {
    this.matching = matching;
    this.pane = pane;
    this.page = page;
    this.unitEditing = unitEditing;
    this.url = url;
  }

  /** Handlers by intent (an event that names what the user wants). @type {Record<string, (detail: any) => void>} */
  intents = { similar: ({ unit }) => this.suggest(unit) };

  /** Whether suggestions may be shown: the project offers them, and this page can be edited. */
  get canSuggest() {
    return this.matching.isEditable() && this.matching.settings.suggestions === "on";
  }

  /** Suggests SCUs, and matches the words to the chosen SCU. @param {string} [id] of a unit to suggest SCUs for; by default, for the selected words or else for the current unit */
  async suggest(id = "") {
    const { matching, pane } = this;
    const selectedParts = id ? [] : pane.selection.parts;
    const unit = selectedParts.length ? undefined : matching.unit(id || matching.focusedOrSelectedUnitId);
    const parts = unit ? unit.parts : selectedParts;
    const boxes = unit ? this.page.find("unit-list").boxesOf(unit.id) : pane.selectionBoxes;
    if (!this.canSuggest || !parts.length || !boxes) return;
    this.page.find("selection-bar").hide();
    const chosenScu = this.#popup.ask({ boxes, waiting: "Comparing …" });
    this.#fetchAndShow(parts);
    const scu = await chosenScu;
    this.#requestCount += 1; // suggestions that arrive after this are ignored
    if (scu === null) pane.announceSelection(); // shows the bar at the selected words again
    else if (unit) this.unitEditing.rematchTo(unit.id, scu, SIMILAR);
    else this.unitEditing.match(scu, SIMILAR);
  }

  /** @returns {SimilarScus} */
  get #popup() {
    return this.page.find("similar-scus");
  }

  /** Returns the ids of similar SCUs, best first; none if the project does not offer suggestions. @param {{start: number, end: number}[]} parts */
  async similarIds(parts) {
    const answer = this.canSuggest ? await fetchSimilar(this.url, { spans: spansParameter(parts) }) : null;
    return answer && "scus" in answer ? answer.scus.map(({ id }) => id) : [];
  }

  /** Asks the server, and shows what it suggests. @param {{start: number, end: number}[]} parts */
  async #fetchAndShow(parts) {
    const requestNumber = (this.#requestCount += 1);
    const answer = await fetchSimilar(this.url, { spans: spansParameter(parts) });
    if (requestNumber !== this.#requestCount || !this.#popup.isOpen) return;
    const refusal = answer && "refused" in answer ? answer.refused : "";
    const scus = answer && "scus" in answer ? answer.scus : [];
    const suggestions = scus.flatMap(({ id }) => (this.matching.scusById.has(id) ? [this.#suggestion(id)] : []));
    if (suggestions.length) this.#popup.show(suggestions);
    else this.#popup.showText(answer ? refusal || NOTHING_SIMILAR : UNREACHABLE);
  }

  /** Returns an SCU as a suggestion. @param {string} id */
  #suggestion(id) {
    const { matching } = this;
    return { id, label: matching.labelOf(id), weight: matching.weightOf(id) ?? 0, matchCount: matching.matchCountOf(id) };
  }
}
