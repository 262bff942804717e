/**
 * <gather-strip>: a panel below the texts, in which the user compares a passage (the *pinned* passage) with passages of other
 * summaries, one in each row, and with similar SCUs. Intents (events that name what the user wants): `gather-take` {row} (select or add
 * its words), `gather-scu` {scu}, `gather-new` (make an SCU), `gather-add` (add the selected words to an SCU), `gather-ranked` {on},
 * `gather-sentence-changed` (a row shows another sentence), `gather-close`.
 * @import { GatherRow, RowContent } from "./gather_row.js"
 * @typedef {{id: string, label: string, weight: number, action: string}} SimilarScu  action: what a click does: "Show", "Add" or "Merge"
 * @typedef {{title: string, rows: RowContent[], newScuText: string | null, ranked: boolean | null}} View
 *   newScuText: the text of the button for a new SCU, null for no button; ranked: whether each row first shows its summary's
 *   passage that is most similar to the pinned passage, null if the project shows no suggestions
 */
import { build, indexAfterKey, keyCap, sendIntent } from "pyramidion/elements/build.js";
import "pyramidion/pyramids/gathering/gather_row.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";

export class GatherStrip extends HTMLElement {
  /** The rows, from top to bottom. @type {GatherRow[]} */
  rows = [];
  offersNewScu = false;

  connectedCallback() {
    this.hidden = true;
    this.setAttribute("role", "region");
    this.status = build("span", { class: "quiet", role: "status" });
    this.heading = build("h2", {});
    this.tools = build("div", { class: "strip-tools" });
    this.list = build("div", { class: "strip-rows" });
    this.similarList = build("div", { class: "strip-scus", role: "group", "aria-label": "Similar SCUs" });
    const head = build("div", { class: "strip-head" }, this.heading, this.status, this.tools);
    this.replaceChildren(head, build("div", { class: "strip-body" }, this.list, this.similarList));
    this.similarList.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** Opens the strip. @param {View} view @param {import("../../elements/text/text_pane.js").TextPane} pane */
  show(view, pane) {
    const hadFocus = this.contains(document.activeElement);
    this.hidden = false;
    this.offersNewScu = view.newScuText !== null;
    this.setAttribute("aria-label", view.title);
    this.heading.textContent = view.title;
    this.rows = view.rows.map((content) => this.#rowElement(content, pane));
    this.list.replaceChildren(...this.rows);
    this.list.scrollTop = 0;
    this.similarList.replaceChildren();
    this.#showTools(view);
    if (hadFocus) this.focusRows();
  }

  /** Returns the element of a row. @param {RowContent} content @param {import("../../elements/text/text_pane.js").TextPane} pane */
  #rowElement(content, pane) {
    const element = /** @type {GatherRow} */ (document.createElement("gather-row"));
    element.begin(content, {
      pane,
      take: (row) => sendIntent(this, "gather-take", { row }),
      leave: (row, step) => this.rows[this.rows.indexOf(row) + step]?.focusWords(),
      sentenceChanged: () => sendIntent(this, "gather-sentence-changed"),
    });
    return element;
  }

  /** Shows the buttons of the strip. @param {View} view */
  #showTools({ newScuText, ranked }) {
    const sendOnClick = (/** @type {string} */ name) => ({ click: () => sendIntent(this, name) });
    const box = build("input", { type: "checkbox", on: { change: () => sendIntent(this, "gather-ranked", { on: box.checked }) } });
    box.checked = Boolean(ranked);
    this.addButton = build("button", { type: "button", on: sendOnClick("gather-add") }, build("span"), keyCap("A"));
    this.tools.replaceChildren(
      ranked === null ? "" : build("label", { class: "strip-ranked" }, box, "By similarity"),
      newScuText === null ? "" : build("button", { type: "button", class: "primary", on: sendOnClick("gather-new") }, newScuText, keyCap("N")),
      newScuText === null ? "" : this.addButton,
      build("button", { type: "button", class: "plain", on: sendOnClick("gather-close") }, "Close", keyCap("Esc")),
    );
  }

  /** Updates the button that adds the selected words to an SCU. @param {string} text @param {boolean} enabled */
  updateAddButton(text, enabled) {
    if (!this.addButton?.firstElementChild) return;
    this.addButton.firstElementChild.textContent = text;
    this.addButton.disabled = !enabled;
  }

  /** Lists similar SCUs. @param {SimilarScu[]} scus */
  showSimilarScus(scus) {
    const scuButton = (/** @type {SimilarScu} */ { id, label, weight, action }, /** @type {number} */ i) =>
      build("button", { type: "button", class: "like-scu", tabindex: i ? "-1" : "0", "aria-label": `${action} “${label}”, weight ${weight}`,
        on: { click: () => sendIntent(this, "gather-scu", { scu: id }) } },
      weightBadge(weight), build("span", { text: label }), build("span", { class: "quiet", text: action }));
    this.similarList.replaceChildren(scus.length ? build("h3", { text: "Similar SCUs" }) : "", ...scus.map(scuButton));
  }

  /** Focuses the row below that of the pinned passage, which has the key 0. If there is no other row, focuses the row of the pinned passage. */
  focusRows() {
    const row = this.rows.find(({ content: { key } }) => key !== "0") ?? this.rows[0];
    if (row) row.focusWords();
    else /** @type {HTMLElement | null} */ (this.querySelector("button"))?.focus();
  }

  /** Focuses the first similar SCU or, if there is none, the rows. */
  focusSimilarScus() {
    const first = /** @type {HTMLElement | null} */ (this.similarList.querySelector("button"));
    if (first) first.focus();
    else this.focusRows();
  }

  /** Moves the focus among the similar SCUs. @param {KeyboardEvent} event */
  #walk(event) {
    const buttons = /** @type {HTMLElement[]} */ ([...this.similarList.querySelectorAll("button")]);
    const newIndex = indexAfterKey(event, buttons.indexOf(/** @type {HTMLElement} */ (event.target)), buttons.length);
    if (newIndex === undefined) return;
    event.preventDefault();
    for (const button of buttons) button.tabIndex = button === buttons[newIndex] ? 0 : -1;
    buttons[newIndex].focus();
  }
}

customElements.define("gather-strip", GatherStrip);
