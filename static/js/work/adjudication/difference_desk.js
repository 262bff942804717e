/**
 * The base class of the pages of differences and of adjudication: the list of differences with its filters, the current
 * difference, and the keys that move between differences.
 * @import { Difference } from "./comparison.js"
 * @typedef {{key: string, shape: string, label: string, status: string}} ListEntry  status: the name of the
 *   choice or, for an undecided difference in extent (which words are in an item), the percentage of words that all sides have
 */
import { build } from "pyramidion/elements/build.js";
import { listenToKeys } from "pyramidion/elements/keyboard.js";
import { Page } from "pyramidion/elements/page.js";
import { Comparison, shapeName, SHAPES } from "pyramidion/work/adjudication/comparison.js";
import "pyramidion/work/adjudication/difference_view.js";

/** <difference-list>: the differences as buttons; the event `go` {key} reports the clicked difference. */
class DifferenceList extends HTMLElement {
  /** The keys of the listed differences. @type {string[]} */
  differenceKeys = [];
  #currentKey = "";

  /** Shows the differences. @param {ListEntry[]} entries @param {string} currentKey of the current difference @param {string} emptyText */
  show(entries, currentKey, emptyText) {
    const hadFocus = this.contains(document.activeElement);
    this.differenceKeys = entries.map(({ key }) => key);
    this.#currentKey = currentKey;
    this.replaceChildren(
      entries.length
        ? build("ol", { "aria-label": "Differences" }, ...entries.map((entry) => this.#entryElement(entry)))
        : build("p", { class: "empty-list", text: emptyText }),
    );
    if (hadFocus) this.focusCurrent();
    this.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }

  focusCurrent() {
    /** @type {HTMLElement | null} */ (this.querySelector("[aria-current=true], button"))?.focus();
  }

  /** Returns the list item of a difference. @param {ListEntry} entry */
  #entryElement({ key, shape, label, status }) {
    const isCurrent = key === this.#currentKey;
    return build("li", {},
      build("button", { type: "button", class: "difference-row", "aria-current": isCurrent ? "true" : null,
        tabindex: isCurrent || (!this.differenceKeys.includes(this.#currentKey) && key === this.differenceKeys[0]) ? "0" : "-1",
        data: { key, shape }, on: { click: () => this.dispatchEvent(new CustomEvent("go", { detail: { key } })) } },
        build("span", { class: "shape", text: shapeName(shape) }),
        build("span", { class: "label", text: label, dir: "auto" }),
        build("span", { class: "decided", text: status })));
  }
}

customElements.define("difference-list", DifferenceList);

export class DifferenceDesk extends Page {
  /** The key of the current difference. */
  currentKey = "";
  /** The shape (the kind of difference, see SHAPES) to which the list is filtered; "" for all. */
  shapeFilter = "";
  list = /** @type {DifferenceList} */ (this.find("difference-list"));
  view = /** @type {import("./difference_view.js").DifferenceView} */ (this.find("difference-view"));

  /** Prepares the page; then the subclass calls `begin`. @param {any} data of the page */
  setUp(data) {
    this.data = data;
    this.comparison = new Comparison(data);
    this.list.addEventListener("keydown", (event) => {
      const step = event.ctrlKey || event.metaKey || event.altKey ? 0 : { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.walk(/** @type {1 | -1} */ (step));
    });
    this.list.addEventListener("go", (event) => this.goTo(/** @type {CustomEvent} */ (event).detail.key));
    listenToKeys(() => this.keys);
    addEventListener("hashchange", () => this.#goToDifferenceInUrl());
    this.find("[data-keys]")?.addEventListener("click", () => this.showKeys(this.keys));
  }

  /** The current difference. @returns {Difference | undefined} */
  get difference() {
    return this.comparison?.difference(this.currentKey);
  }

  // Subclasses override these

  /** Whether a difference may be listed, before the list is filtered by shape. @param {Difference} _difference */
  isListed(_difference) {
    return true;
  }

  /** Returns the name of the choice; "" if the difference is undecided. @param {Difference} _difference */
  decisionText(_difference) {
    return "";
  }

  /** The elements below the sides. @returns {Node[]} */
  get foot() {
    return [];
  }

  /** Whether the current difference was decided for the side of this source. @param {string} _letter */
  isChosen(_letter) {
    return false;
  }

  /** The keys of the keyboard and their handlers. @returns {import("../../elements/keyboard.js").KeySection[]} */
  get keys() {
    return [{
      title: "Differences",
      bindings: [
        ["J", "next", () => this.walk(1)],
        ["K", "previous", () => this.walk(-1)],
        ["L", "to the list", () => this.list.focusCurrent()],
        ["F", "next filter", () => this.#nextFilter()],
        ["Shift+F", "all kinds", () => this.filter("")],
        ["?", "these keys", () => this.showKeys(this.keys)],
      ],
    }];
  }

  // The list

  /** The differences in the list, in its order. @returns {Difference[]} */
  get listed() {
    const all = this.comparison?.differences ?? [];
    const order = new Map(SHAPES.map(([shape], i) => [shape, i]));
    const listed = all.filter((difference) => this.isListed(difference) && (this.shapeFilter ? difference.shape === this.shapeFilter : true));
    return listed.sort((a, b) => (order.get(a.shape) ?? 0) - (order.get(b.shape) ?? 0) || b.alike - a.alike);
  }

  /** Shows the filters, the list and the current difference again. */
  refresh() {
    const listed = this.listed;
    this.#showFilters();
    const entries = listed.map((difference) => ({
      key: difference.key, shape: difference.shape, label: this.comparison?.labelOf(difference) ?? "",
      status: this.decisionText(difference) || (difference.kind === "extent" ? `${Math.min(99, Math.round(100 * difference.alike))} %` : ""),
    }));
    this.list.show(entries, this.currentKey, "There are no differences of this kind.");
    this.#showCurrent(listed);
  }

  /** Shows the current difference. @param {Difference[]} listed */
  #showCurrent(listed) {
    const index = listed.findIndex(({ key }) => key === this.currentKey);
    const position = index < 0 ? "" : `${index + 1} of ${listed.length}`;
    const options = { position, isChosen: (/** @type {string} */ letter) => this.isChosen(letter), foot: this.foot };
    if (this.comparison) this.view.show(this.comparison, this.difference, options);
  }

  #showFilters() {
    const counts = this.comparison?.countsByShape((difference) => this.isListed(difference)) ?? new Map();
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const chip = (/** @type {string} */ shape, /** @type {string} */ name, /** @type {number} */ count) =>
      build("button", { type: "button", class: "chip", "aria-pressed": String(this.shapeFilter === shape), data: { shape },
        on: { click: () => this.filter(shape) } }, name, build("b", { text: ` ${count}` }));
    const shownShapes = SHAPES.filter(([shape]) => counts.get(shape) || shape === this.shapeFilter);
    const chipBox = this.find("[data-filters]");
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const focusedShape = chipBox.contains(focused) ? (focused?.dataset.shape ?? null) : null;
    chipBox.replaceChildren(chip("", "All", total), ...shownShapes.map(([shape, name]) => chip(shape, name, counts.get(shape))));
    if (focusedShape !== null) chipBox.querySelector(`[data-shape="${focusedShape}"]`)?.focus();
  }

  /** Lists only the differences of a shape. @param {string} shape "" for all */
  filter(shape) {
    this.shapeFilter = shape;
    if (!this.listed.some(({ key }) => key === this.currentKey)) this.currentKey = this.listed[0]?.key ?? "";
    this.refresh();
  }

  #nextFilter() {
    const counts = this.comparison?.countsByShape((difference) => this.isListed(difference)) ?? new Map();
    const shapes = ["", ...SHAPES.map(([shape]) => shape).filter((shape) => counts.get(shape))];
    this.filter(shapes[(shapes.indexOf(this.shapeFilter) + 1) % shapes.length]);
  }

  /** Makes a difference the current one. @param {string} key */
  goTo(key) {
    this.currentKey = key;
    history.replaceState(null, "", `#d-${key}`);
    this.refresh();
  }

  #goToDifferenceInUrl() {
    const [, key] = /^#d-([0-9a-f]+)$/.exec(location.hash) ?? [];
    if (key && this.comparison?.difference(key)) this.goTo(key);
  }

  /** Goes to the difference in the URL or, if there is none, to the first. */
  begin() {
    this.currentKey = this.listed[0]?.key ?? this.comparison?.differences[0]?.key ?? "";
    this.refresh();
    this.#goToDifferenceInUrl();
    this.classList.add("ready");
  }

  /** Goes to the next or previous difference in the list. @param {1 | -1} step */
  walk(step) {
    const { differenceKeys } = this.list;
    const index = differenceKeys.indexOf(this.currentKey);
    const next = index < 0 ? differenceKeys.at(step > 0 ? 0 : -1) : differenceKeys[index + step];
    if (next) this.goTo(next);
  }
}
