/**
 * <unit-list>: the units of the peer, in text order. The focus stays on its unit, and moves to a neighbour if that unit is
 * removed.
 * Intents: `select-unit` {unit}, `toggle-picked-unit` {unit} (Ctrl/Cmd or Shift + click), and those of its rows.
 * @import { Shown } from "./unit_row.js"
 */
import { build, intend, stepTo } from "pyramidion/elements/build.js";
import { UnitRow } from "pyramidion/matching/unit_row.js";

const NOTHING_YET = "Nothing is marked yet. Select words in the peer and match them to an SCU.";

export class UnitList extends HTMLElement {
  /** In the order shown. @type {Map<string, UnitRow>} */
  #rows = new Map();

  connectedCallback() {
    this.empty = build("div", { class: "empty-list", tabindex: "-1" });
    this.ol = build("ol", { hidden: true });
    this.replaceChildren(this.empty, this.ol);
    this.addEventListener("click", (event) => this.#choose(event));
    this.addEventListener("keydown", (event) => this.#walk(event));
  }

  get ids() {
    return [...this.#rows.keys()];
  }

  /** @param {Shown[]} units @param {{selected: string, picked: Set<string>, editable: boolean, similar: boolean}} options */
  show(units, { selected, picked, editable, similar }) {
    const focused = this.#focus();
    const reachable = units.some((unit) => unit.id === selected) ? selected : (units[0]?.id ?? "");
    const old = this.#rows;
    this.#rows = new Map(units.map(({ id }) => [id, old.get(id) ?? new UnitRow(id)]));
    for (const [id, row] of old) if (!this.#rows.has(id)) row.item.remove();
    let before = this.ol?.firstElementChild ?? null;
    for (const unit of units) {
      const row = /** @type {UnitRow} */ (this.#rows.get(unit.id));
      const state = { current: unit.id === selected, reachable: unit.id === reachable, picked: picked.has(unit.id) };
      row.update(unit, { ...state, editable, similar });
      if (row.item === before) before = before.nextElementSibling;
      else this.ol?.insertBefore(row.item, before);
    }
    this.#showEmpty(units.length === 0, editable);
    if (focused && !this.contains(document.activeElement)) this.#refocus(focused, [...old.keys()]);
  }

  /** @param {boolean} empty @param {boolean} editable */
  #showEmpty(empty, editable) {
    if (!this.empty || !this.ol) return;
    this.empty.textContent = editable ? NOTHING_YET : "Nothing is marked.";
    this.empty.hidden = !empty;
    this.ol.hidden = empty;
  }

  /** Where in the list the focus is. */
  #focus() {
    const element = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!element || !this.contains(element)) return null;
    const item = /** @type {HTMLElement | null} */ (element.closest("li.unit"));
    return { id: item?.dataset.item ?? "", tool: element.dataset.tool ?? "" };
  }

  /** @param {{id: string, tool: string}} focused @param {string[]} before the units before */
  #refocus({ id, tool }, before) {
    const at = before.indexOf(id);
    const nearest = [...before.slice(at), ...before.slice(0, Math.max(at, 0)).reverse()].find((unit) => this.#rows.has(unit));
    const row = this.#rows.get(nearest ?? this.ids[0] ?? "");
    if (nearest === id && tool) row?.tool(tool)?.focus({ preventScroll: true });
    // The tool may be gone too, or hidden.
    if (!this.contains(document.activeElement)) (row?.button ?? this.empty)?.focus();
  }

  /** @param {string} id */
  focusUnit(id) {
    this.#rows.get(id)?.button.focus({ preventScroll: true });
  }

  /** The place of a popup about a unit. @param {string} id */
  boxesOf(id) {
    const box = this.#rows.get(id)?.button.getBoundingClientRect() ?? new DOMRect();
    return { first: box, last: box };
  }

  /** The focused unit; "" if none. */
  get focused() {
    const element = document.activeElement;
    const item = element && this.contains(element) ? /** @type {HTMLElement | null} */ (element.closest("li.unit")) : null;
    return item?.dataset.item ?? "";
  }

  /** @param {string} id */
  row(id) {
    return this.#rows.get(id);
  }

  reveal() {
    this.querySelector(".unit.current")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {MouseEvent} event */
  #choose(event) {
    const button = event.target instanceof Element ? event.target.closest("button[data-unit]") : null;
    if (!(button instanceof HTMLElement)) return;
    const picking = event.ctrlKey || event.metaKey || event.shiftKey;
    intend(this, picking ? "toggle-picked-unit" : "select-unit", { unit: button.dataset.unit, toggle: true });
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const buttons = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("button[data-unit]")]);
    const to = stepTo(event, buttons.indexOf(/** @type {HTMLElement} */ (event.target)), buttons.length);
    if (to === undefined) return;
    event.preventDefault();
    buttons[to].focus();
  }
}

customElements.define("unit-list", UnitList);
