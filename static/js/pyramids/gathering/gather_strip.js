/**
 * <gather-strip>: below the texts: sentences of several summaries under one another, and similar SCUs.
 * Intents: `gather-take` {row}, `gather-scu` {scu}, `gather-new`, `gather-add`, `gather-ranked` {on}, `gather-moved`,
 * `gather-close`.
 * @import { GatherRow, Row } from "./gather_row.js"
 * @typedef {{id: string, label: string, weight: number, verb: string}} LikeScu
 * @typedef {{title: string, rows: Row[], newScu: string | null, ranked: boolean | null}} View
 *   newScu: the label of the button for a new SCU, null for none; ranked: null without suggestions
 */
import { build, intend, keyCap, stepTo } from "pyramidion/elements/build.js";
import "pyramidion/pyramids/gathering/gather_row.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";

export class GatherStrip extends HTMLElement {
  /** @type {GatherRow[]} */
  rows = [];
  /** Whether it has a button for a new SCU. */
  newScu = false;

  connectedCallback() {
    this.hidden = true;
    this.setAttribute("role", "region");
    this.says = build("span", { class: "quiet", role: "status" });
    this.heading = build("h2", {});
    this.tools = build("div", { class: "strip-tools" });
    this.list = build("div", { class: "strip-rows" });
    this.like = build("div", { class: "strip-scus", role: "group", "aria-label": "Similar SCUs" });
    const head = build("div", { class: "strip-head" }, this.heading, this.says, this.tools);
    this.replaceChildren(head, build("div", { class: "strip-body" }, this.list, this.like));
    this.like.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** @param {View} view @param {import("../../elements/text/text_pane.js").TextPane} pane */
  show(view, pane) {
    const focused = this.contains(document.activeElement);
    this.hidden = false;
    this.newScu = view.newScu !== null;
    this.setAttribute("aria-label", view.title);
    this.heading.textContent = view.title;
    this.rows = view.rows.map((row) => this.#row(row, pane));
    this.list.replaceChildren(...this.rows);
    this.list.scrollTop = 0;
    this.like.replaceChildren();
    this.#showTools(view);
    if (focused) this.focusRows();
  }

  /** @param {Row} row @param {import("../../elements/text/text_pane.js").TextPane} pane */
  #row(row, pane) {
    const element = /** @type {GatherRow} */ (document.createElement("gather-row"));
    element.begin(row, {
      pane,
      take: (taken) => intend(this, "gather-take", { row: taken }),
      leave: (leaving, step) => this.rows[this.rows.indexOf(leaving) + step]?.focusWords(),
      moved: () => intend(this, "gather-moved"),
    });
    return element;
  }

  /** @param {View} view */
  #showTools({ newScu, ranked }) {
    const sends = (/** @type {string} */ name) => ({ click: () => intend(this, name) });
    const box = build("input", { type: "checkbox", on: { change: () => intend(this, "gather-ranked", { on: box.checked }) } });
    box.checked = Boolean(ranked);
    this.add = build("button", { type: "button", on: sends("gather-add") }, build("span"), keyCap("A"));
    this.tools.replaceChildren(
      ranked === null ? "" : build("label", { class: "strip-ranked" }, box, "Ranked"),
      newScu === null ? "" : build("button", { type: "button", class: "primary", on: sends("gather-new") }, newScu, keyCap("N")),
      newScu === null ? "" : this.add,
      build("button", { type: "button", class: "plain", on: sends("gather-close") }, "Close", keyCap("Esc")),
    );
  }

  /** @param {string} text of the button that adds @param {boolean} enabled */
  offer(text, enabled) {
    if (!this.add?.firstElementChild) return;
    this.add.firstElementChild.textContent = text;
    this.add.disabled = !enabled;
  }

  /** @param {LikeScu[]} scus */
  showScus(scus) {
    const option = (/** @type {LikeScu} */ { id, label, weight, verb }, /** @type {number} */ i) =>
      build("button", { type: "button", class: "like-scu", tabindex: i ? "-1" : "0", "aria-label": `${verb} “${label}”, weight ${weight}`,
        on: { click: () => intend(this, "gather-scu", { scu: id }) } },
      weightBadge(weight), build("span", { text: label }), build("span", { class: "quiet", text: verb }));
    this.like.replaceChildren(scus.length ? build("h3", { text: "Similar SCUs" }) : "", ...scus.map(option));
  }

  focusRows() {
    const row = this.rows.find(({ row: { key } }) => key !== "0") ?? this.rows[0];
    if (row) row.focusWords();
    else /** @type {HTMLElement | null} */ (this.querySelector("button"))?.focus();
  }

  /** Focuses the first similar SCU, else the rows. */
  focusLike() {
    const first = /** @type {HTMLElement | null} */ (this.like.querySelector("button"));
    if (first) first.focus();
    else this.focusRows();
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const buttons = /** @type {HTMLElement[]} */ ([...this.like.querySelectorAll("button")]);
    const to = stepTo(event, buttons.indexOf(/** @type {HTMLElement} */ (event.target)), buttons.length);
    if (to === undefined) return;
    event.preventDefault();
    for (const button of buttons) button.tabIndex = button === buttons[to] ? 0 : -1;
    buttons[to].focus();
  }
}

customElements.define("gather-strip", GatherStrip);
