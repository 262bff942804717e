/**
 * <scu-list>: the SCUs, in one section per weight or in a single section; arrow keys move the focus, Enter or a click selects.
 * Intents (events that name what the user wants; scu: an id): `select-scu` {scu, toggle} (toggle: deselect it if it is selected),
 * `toggle-picked` {scu} (Ctrl/Cmd or Shift + click: pick the SCU to be merged, or unpick it).
 * @import { RowData } from "./scu_row.js"
 * @typedef {{title: string, key: string, ids: string[]}} ListSection  key: identifies the section when the list is arranged again
 */
import { build, indexAfterKey, sendIntent } from "pyramidion/elements/build.js";
import { ScuRow } from "pyramidion/pyramids/list/scu_row.js";

export class ScuList extends HTMLElement {
  /** The rows by SCU, also rows that are not listed now. @type {Map<string, ScuRow>} */
  #rows = new Map();
  /** The elements of the sections by key. @type {Map<string, {section: HTMLElement, heading: HTMLElement, list: HTMLOListElement}>} */
  #sections = new Map();
  #selectedId = ""; // of the selected SCU
  /** The id of the only SCU whose row the Tab key reaches. */
  #tabStopId = "";
  /** Ids of the listed SCUs, in their order. @type {string[]} */
  ids = [];

  connectedCallback() {
    this.addEventListener("click", (event) => this.#onClick(event));
    this.addEventListener("keydown", (event) => this.#onKey(event));
    this.empty = build("div", { class: "empty-list", tabindex: "-1", hidden: true });
    this.append(this.empty);
  }

  /** Refreshes the row of an SCU. @param {RowData} data */
  update(data) {
    const row = this.#rows.get(data.id) ?? new ScuRow(data.id);
    this.#rows.set(data.id, row);
    row.update(data);
  }

  /** Shows these sections. Moves only the elements that are not in their place. @param {ListSection[]} sections @param {string} emptyText shown if there are no sections */
  arrange(sections, emptyText) {
    const focused = /** @type {HTMLElement | null} */ (this.contains(document.activeElement) ? document.activeElement : null);
    this.ids = sections.flatMap((section) => section.ids);
    const keys = new Set(sections.map((section) => section.key));
    for (const [key, { section }] of this.#sections) if (!keys.has(key)) section.remove();
    let nextElement = this.firstElementChild;
    for (const { key, title, ids } of sections) {
      const { section, heading, list } = this.#sectionElements(key);
      if (heading.textContent !== title) heading.textContent = title;
      heading.hidden = !title;
      nextElement = putBefore(this, section, nextElement);
      this.#fill(list, ids);
    }
    this.empty.textContent = emptyText;
    this.empty.hidden = this.ids.length > 0;
    this.#setTabStop();
    if (focused && document.activeElement !== focused) this.#refocus(focused);
  }

  /** Restores the focus of an element that was moved or removed. @param {HTMLElement} element */
  #refocus(element) {
    if (element.isConnected) element.focus({ preventScroll: true });
    else if (this.ids.length) this.#rows.get(this.#tabStopId)?.button.focus({ preventScroll: true });
    else this.empty?.focus();
  }

  /** Lists exactly the rows of these SCUs. @param {HTMLOListElement} list @param {string[]} ids */
  #fill(list, ids) {
    const shownIds = new Set(ids);
    const items = /** @type {HTMLElement[]} */ ([...list.children]);
    for (const item of items) if (!shownIds.has(item.dataset.item ?? "")) item.remove();
    let nextItem = list.firstElementChild;
    for (const id of ids) nextItem = putBefore(list, /** @type {ScuRow} */ (this.#rows.get(id)).item, nextItem);
  }

  /** Returns the elements of a section, created at first use. @param {string} key */
  #sectionElements(key) {
    let elements = this.#sections.get(key);
    if (!elements) {
      const heading = build("h2", { class: "tier-head" });
      const list = build("ol");
      elements = { heading, list, section: build("section", {}, heading, list) };
      this.#sections.set(key, elements);
    }
    return elements;
  }

  /** @param {string} id */
  removeRow(id) {
    this.#rows.get(id)?.item.remove();
    this.#rows.delete(id);
  }

  /** Shows an SCU as the selected one, with its details. @param {string} id "" for none @param {Node | null} details */
  select(id, details) {
    if (id !== this.#selectedId) this.#rows.get(this.#selectedId)?.showSelected(false);
    this.#selectedId = id;
    const row = this.#rows.get(id);
    if (!row) return;
    const rebuild = () => {
      row.showSelected(true, details);
      return row.details;
    };
    if (!rebuildKeepingFocus(row.details, rebuild)) row.button.focus({ preventScroll: true });
    this.#setTabStop();
  }

  /** Brings the selected SCU into view. */
  reveal() {
    this.#rows.get(this.#selectedId)?.item.scrollIntoView({ block: "nearest" });
  }

  /** Shows which SCUs are picked to be merged. @param {Set<string>} ids */
  showPicked(ids) {
    for (const [id, row] of this.#rows) row.item.classList.toggle("picked", ids.has(id));
  }

  /** @param {string} id */
  row(id) {
    return this.#rows.get(id);
  }

  focusRow(id = this.#selectedId || this.ids[0]) {
    this.#rows.get(id)?.button.focus();
  }

  /** Returns the id of the listed SCU before or after the selected one. @param {1 | -1} step */
  neighbour(step) {
    const index = this.ids.indexOf(this.#selectedId);
    return index < 0 && step < 0 ? this.ids[this.ids.length - 1] : this.ids[index + step];
  }

  /** Makes Tab reach exactly one row: the selected one or, if it is not listed, the first. */
  #setTabStop() {
    const id = this.ids.includes(this.#selectedId) ? this.#selectedId : (this.ids[0] ?? "");
    if (id === this.#tabStopId && this.#rows.get(id)?.button.tabIndex === 0) return;
    const previous = this.#rows.get(this.#tabStopId);
    if (previous) previous.button.tabIndex = -1;
    this.#tabStopId = id;
    const row = this.#rows.get(id);
    if (row) row.button.tabIndex = 0;
  }

  /** Selects the clicked SCU or, with a modifier key, picks it. @param {MouseEvent} event */
  #onClick(event) {
    const button = event.target instanceof Element ? event.target.closest("button[data-scu]") : null;
    const scu = button instanceof HTMLElement ? button.dataset.scu : undefined;
    if (!scu) return;
    const isPicking = event.ctrlKey || event.metaKey || event.shiftKey;
    sendIntent(this, isPicking ? "toggle-picked" : "select-scu", { scu, toggle: true });
  }

  /** Moves the focus to another row. @param {KeyboardEvent} event */
  #onKey(event) {
    const button = event.target instanceof Element ? event.target.closest("button[data-scu]") : null;
    const targetIndex = button instanceof HTMLElement && indexAfterKey(event, this.ids.indexOf(button.dataset.scu ?? ""), this.ids.length);
    if (typeof targetIndex !== "number") return;
    event.preventDefault();
    this.focusRow(this.ids[targetIndex]);
  }
}

/** Puts a child before `next`, unless it is at that place already. @param {Element} parent @param {Element} child @param {Element | null} next @returns {Element | null} the element after the child */
function putBefore(parent, child, next) {
  if (child === next) return next.nextElementSibling;
  parent.insertBefore(child, next);
  return next;
}

/**
 * Refreshes the list. The focus stays on its row or, if that is gone, moves to the next row, else to the previous one.
 * @param {ScuList} list @param {() => void} refresh @param {() => void} focusElsewhere called if no row is left
 */
export function refreshKeepingRowFocus(list, refresh, focusElsewhere) {
  const { activeElement } = document;
  const item = list.contains(activeElement) ? /** @type {HTMLElement | null | undefined} */ (activeElement?.closest("li.scu")) : null;
  const id = item?.dataset.item ?? "";
  const idsBefore = list.ids;
  refresh();
  if (!item || list.contains(document.activeElement)) return;
  const index = idsBefore.indexOf(id);
  const idsToTry = [id, ...idsBefore.slice(index + 1), ...idsBefore.slice(0, Math.max(index, 0)).reverse()];
  const remainingId = idsToTry.find((other) => list.ids.includes(other));
  if (remainingId) list.focusRow(remainingId);
  else focusElsewhere();
}

customElements.define("scu-list", ScuList);

/** Returns a key by which an element of the details is found again after they are rebuilt. @param {Element | null} element */
function keyOf(element) {
  if (!(element instanceof HTMLElement)) return "";
  const summary = /** @type {HTMLElement | null} */ (element.closest("[data-summary]"))?.dataset.summary ?? "";
  return [summary, element.dataset.part ?? "", element.dataset.tool ?? element.title].join("|");
}

/**
 * Rebuilds `root` and restores the focus to the corresponding element.
 * @param {Element | null | undefined} root @param {() => Element | null | undefined} rebuild returns the new root
 * @returns {boolean} false if the focus was in `root` and could not be restored
 */
function rebuildKeepingFocus(root, rebuild) {
  const focused = document.activeElement;
  const hadFocus = Boolean(root?.contains(focused));
  const focusedKey = hadFocus ? keyOf(focused) : "";
  const rebuilt = rebuild();
  if (!hadFocus) return true;
  const successor = [...(rebuilt?.querySelectorAll("button, [tabindex='0']") ?? [])].find((element) => keyOf(element) === focusedKey);
  if (!(successor instanceof HTMLElement) || successor.hidden) return false;
  successor.focus({ preventScroll: true });
  return document.activeElement === successor;
}
