/**
 * <unit-list>: the units of the peer, in text order. If the focused unit is removed, the focus moves to a neighbour.
 * Intents (events that name what the user wants): `select-unit` {unit, toggle} (toggle: deselect the unit if it is selected),
 * `toggle-picked-unit` {unit} (Ctrl/Cmd or Shift + click), and the intents of its rows.
 * @import { UnitData } from "./unit_row.js"
 */
import { build, indexAfterKey, sendIntent } from "pyramidion/elements/build.js";
import { UnitRow } from "pyramidion/matching/unit_row.js";

const NOTHING_YET = "Nothing is marked yet. Select words in the peer and match them to an SCU.";

export class UnitList extends HTMLElement {
  /** Rows by unit, in their order in the list. @type {Map<string, UnitRow>} */
  #rows = new Map();

  connectedCallback() {
    this.empty = build("div", { class: "empty-list", tabindex: "-1" });
    this.list = build("ol", { hidden: true });
    this.replaceChildren(this.empty, this.list);
    this.addEventListener("click", (event) => this.#choose(event));
    this.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** The ids of the listed units, in their order. */
  get ids() {
    return [...this.#rows.keys()];
  }

  /**
   * Shows the units. Keeps the elements of units that stay, so that they keep the focus.
   * @param {UnitData[]} units
   * @param {{selectedUnitId: string, pickedUnits: Set<string>, editable: boolean, canSuggest: boolean}} options
   */
  show(units, { selectedUnitId, pickedUnits, editable, canSuggest }) {
    const focused = this.#focusedUnitAndTool();
    const tabStopId = units.some((unit) => unit.id === selectedUnitId) ? selectedUnitId : (units[0]?.id ?? "");
    const oldRows = this.#rows;
    this.#rows = new Map(units.map(({ id }) => [id, oldRows.get(id) ?? new UnitRow(id)]));
    for (const [id, row] of oldRows) if (!this.#rows.has(id)) row.item.remove();
    let next = this.list?.firstElementChild ?? null;
    for (const unit of units) {
      const row = /** @type {UnitRow} */ (this.#rows.get(unit.id));
      const state = { isSelected: unit.id === selectedUnitId, isTabStop: unit.id === tabStopId, isPicked: pickedUnits.has(unit.id) };
      row.update(unit, { ...state, editable, canSuggest });
      if (row.item === next) next = next.nextElementSibling;
      else this.list?.insertBefore(row.item, next);
    }
    this.#showEmpty(units.length === 0, editable);
    if (focused && !this.contains(document.activeElement)) this.#refocus(focused, [...oldRows.keys()]);
  }

  /** Shows the list, or a text instead of an empty list. @param {boolean} isEmpty @param {boolean} editable */
  #showEmpty(isEmpty, editable) {
    if (!this.empty || !this.list) return;
    this.empty.textContent = editable ? NOTHING_YET : "Nothing is marked.";
    this.empty.hidden = !isEmpty;
    this.list.hidden = isEmpty;
  }

  /** Returns the focused unit's id and its focused button's name (`data-tool`); null if the focus is elsewhere. */
  #focusedUnitAndTool() {
    const element = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!element || !this.contains(element)) return null;
    const item = /** @type {HTMLElement | null} */ (element.closest("li.unit"));
    return { id: item?.dataset.item ?? "", tool: element.dataset.tool ?? "" };
  }

  /** Focuses the same button again or, if it is gone, the nearest unit. @param {{id: string, tool: string}} focused @param {string[]} oldIds the units listed before */
  #refocus({ id, tool }, oldIds) {
    const index = oldIds.indexOf(id);
    const nearest = [...oldIds.slice(index), ...oldIds.slice(0, Math.max(index, 0)).reverse()].find((unit) => this.#rows.has(unit));
    const row = this.#rows.get(nearest ?? this.ids[0] ?? "");
    if (nearest === id && tool) row?.findTool(tool)?.focus({ preventScroll: true });
    // The button may have been removed or hidden.
    if (!this.contains(document.activeElement)) (row?.button ?? this.empty)?.focus();
  }

  /** @param {string} id */
  focusUnit(id) {
    this.#rows.get(id)?.button.focus({ preventScroll: true });
  }

  /** Returns the boxes beside which a popup about a unit is placed. @param {string} id */
  boxesOf(id) {
    const box = this.#rows.get(id)?.button.getBoundingClientRect() ?? new DOMRect();
    return { first: box, last: box };
  }

  /** The id of the unit with the focus; "" if the focus is elsewhere. */
  get focusedId() {
    const element = document.activeElement;
    const item = element && this.contains(element) ? /** @type {HTMLElement | null} */ (element.closest("li.unit")) : null;
    return item?.dataset.item ?? "";
  }

  /** @param {string} id */
  row(id) {
    return this.#rows.get(id);
  }

  /** Scrolls to the selected unit. */
  reveal() {
    this.querySelector(".unit.current")?.scrollIntoView({ block: "nearest" });
  }

  /** Selects the clicked unit or, with a modifier key, picks it to be joined. @param {MouseEvent} event */
  #choose(event) {
    const button = event.target instanceof Element ? event.target.closest("button[data-unit]") : null;
    if (!(button instanceof HTMLElement)) return;
    const isPicking = event.ctrlKey || event.metaKey || event.shiftKey;
    sendIntent(this, isPicking ? "toggle-picked-unit" : "select-unit", { unit: button.dataset.unit, toggle: true });
  }

  /** Moves the focus to another unit with the arrow keys, Home or End. @param {KeyboardEvent} event */
  #walk(event) {
    const buttons = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("button[data-unit]")]);
    const newIndex = indexAfterKey(event, buttons.indexOf(/** @type {HTMLElement} */ (event.target)), buttons.length);
    if (newIndex === undefined) return;
    event.preventDefault();
    buttons[newIndex].focus();
  }
}

customElements.define("unit-list", UnitList);
