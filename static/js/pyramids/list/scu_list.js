/**
 * <scu-list>: the SCUs, in sections or not; arrow keys move, Enter or a click selects.
 * Intents: `select-scu` {scu}, `toggle-picked` {scu} (Ctrl/Cmd or Shift + click).
 * @import { Shown } from "./scu_row.js"
 * @typedef {{title: string, key: string, ids: string[]}} Section
 */
import { build, intend, stepTo } from "pyramidion/elements/build.js";
import { ScuRow } from "pyramidion/pyramids/list/scu_row.js";

export class ScuList extends HTMLElement {
  /** @type {Map<string, ScuRow>} */
  #rows = new Map();
  /** @type {Map<string, {section: HTMLElement, heading: HTMLElement, list: HTMLOListElement}>} */
  #sections = new Map();
  #selected = "";
  #reachable = "";
  /** In the order shown. @type {string[]} */
  ids = [];

  connectedCallback() {
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#press(event));
    this.empty = build("div", { class: "empty-list", tabindex: "-1", hidden: true });
    this.append(this.empty);
  }

  /** Refreshes the row of an SCU. @param {Shown} shown */
  update(shown) {
    const row = this.#rows.get(shown.id) ?? new ScuRow(shown.id);
    this.#rows.set(shown.id, row);
    row.update(shown);
  }

  /**
   * Shows these sections, moving only elements that are not in their place.
   * @param {Section[]} sections @param {string} emptyText shown if there are no sections
   */
  arrange(sections, emptyText) {
    const focused = /** @type {HTMLElement | null} */ (this.contains(document.activeElement) ? document.activeElement : null);
    this.ids = sections.flatMap((section) => section.ids);
    const keys = new Set(sections.map((section) => section.key));
    for (const [key, { section }] of this.#sections) if (!keys.has(key)) section.remove();
    let before = this.firstElementChild;
    for (const section of sections) {
      const shown = this.#section(section.key);
      if (shown.heading.textContent !== section.title) shown.heading.textContent = section.title;
      shown.heading.hidden = !section.title;
      before = inPlace(this, shown.section, before);
      this.#fill(shown.list, section.ids);
    }
    this.empty.textContent = emptyText;
    this.empty.hidden = this.ids.length > 0;
    this.#rove();
    if (focused && document.activeElement !== focused) this.#refocus(focused);
  }

  /** Restores the focus of an element that was moved or removed. @param {HTMLElement} element */
  #refocus(element) {
    if (element.isConnected) element.focus({ preventScroll: true });
    else if (this.ids.length) this.#rows.get(this.#reachable)?.button.focus({ preventScroll: true });
    else this.empty?.focus();
  }

  /** @param {HTMLOListElement} list @param {string[]} ids */
  #fill(list, ids) {
    const shownIds = new Set(ids);
    const items = /** @type {HTMLElement[]} */ ([...list.children]);
    for (const item of items) if (!shownIds.has(item.dataset.item ?? "")) item.remove();
    let before = list.firstElementChild;
    for (const id of ids) before = inPlace(list, /** @type {ScuRow} */ (this.#rows.get(id)).item, before);
  }

  /** @param {string} key */
  #section(key) {
    let shown = this.#sections.get(key);
    if (!shown) {
      const heading = build("h2", { class: "tier-head" });
      const list = build("ol");
      shown = { heading, list, section: build("section", {}, heading, list) };
      this.#sections.set(key, shown);
    }
    return shown;
  }

  /** @param {string} id */
  forget(id) {
    this.#rows.get(id)?.item.remove();
    this.#rows.delete(id);
  }

  /** @param {string} id "" for none @param {Node | null} details */
  select(id, details) {
    if (id !== this.#selected) this.#rows.get(this.#selected)?.select(false, null);
    this.#selected = id;
    const row = this.#rows.get(id);
    if (!row) return;
    const rebuild = () => {
      row.select(true, details);
      return row.details;
    };
    if (!keepingFocus(row.details, rebuild)) row.button.focus({ preventScroll: true });
    this.#rove();
  }

  /** Brings the selected SCU into view. */
  reveal() {
    this.#rows.get(this.#selected)?.item.scrollIntoView({ block: "nearest" });
  }

  /** @param {Set<string>} ids SCUs picked to be merged */
  pick(ids) {
    for (const [id, row] of this.#rows) row.item.classList.toggle("picked", ids.has(id));
  }

  /** @param {string} id */
  row(id) {
    return this.#rows.get(id);
  }

  focusRow(id = this.#selected || this.ids[0]) {
    this.#rows.get(id)?.button.focus();
  }

  /** The SCU before or after the selected one, as shown. @param {1 | -1} step */
  neighbour(step) {
    const at = this.ids.indexOf(this.#selected);
    return this.ids[at < 0 ? (step > 0 ? 0 : this.ids.length - 1) : at + step];
  }

  /** Exactly one row can be reached with Tab: the selected one, else the first. */
  #rove() {
    const id = this.ids.includes(this.#selected) ? this.#selected : (this.ids[0] ?? "");
    if (id === this.#reachable && this.#rows.get(id)?.button.tabIndex === 0) return;
    const old = this.#rows.get(this.#reachable);
    if (old) old.button.tabIndex = -1;
    this.#reachable = id;
    const row = this.#rows.get(id);
    if (row) row.button.tabIndex = 0;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const button = event.target instanceof Element ? event.target.closest("button[data-scu]") : null;
    const scu = button instanceof HTMLElement ? button.dataset.scu : undefined;
    if (!scu) return;
    const picking = event.ctrlKey || event.metaKey || event.shiftKey;
    intend(this, picking ? "toggle-picked" : "select-scu", { scu, toggle: true });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const button = event.target instanceof Element ? event.target.closest("button[data-scu]") : null;
    const to = button instanceof HTMLElement && stepTo(event, this.ids.indexOf(button.dataset.scu ?? ""), this.ids.length);
    if (typeof to !== "number") return;
    event.preventDefault();
    this.focusRow(this.ids[to]);
  }
}

/**
 * @param {Element} parent @param {Element} child @param {Element | null} before the element at its place now
 * @returns {Element | null} the element at the next place
 */
function inPlace(parent, child, before) {
  if (child === before) return before.nextElementSibling;
  parent.insertBefore(child, before);
  return before;
}

/**
 * Refreshes a list and keeps the focus on its row, or on the next row if that one is gone.
 * @param {ScuList} list @param {() => void} refresh @param {() => void} otherwise moves the focus if no row is left
 */
export function refreshKeepingRowFocus(list, refresh, otherwise) {
  const { activeElement } = document;
  const item = list.contains(activeElement) ? /** @type {HTMLElement | null | undefined} */ (activeElement?.closest("li.scu")) : null;
  const id = item?.dataset.item ?? "";
  const before = list.ids;
  refresh();
  if (!item || list.contains(document.activeElement)) return;
  const at = before.indexOf(id);
  const nearest = [id, ...before.slice(at + 1), ...before.slice(0, Math.max(at, 0)).reverse()];
  const remaining = nearest.find((scu) => list.ids.includes(scu));
  if (remaining) list.focusRow(remaining);
  else otherwise();
}

customElements.define("scu-list", ScuList);

/** A key that identifies an element of the details after they are rebuilt. @param {Element | null} element */
function identity(element) {
  if (!(element instanceof HTMLElement)) return "";
  const summary = /** @type {HTMLElement | null} */ (element.closest("[data-summary]"))?.dataset.summary ?? "";
  return [summary, element.dataset.part ?? "", element.dataset.does ?? element.title].join("|");
}

/**
 * Rebuilds `root` and restores the focus to the corresponding element.
 * @param {Element | null | undefined} root @param {() => Element | null | undefined} rebuild returns the new root
 * @returns {boolean} false if the focus was within and could not be restored
 */
function keepingFocus(root, rebuild) {
  const focused = document.activeElement;
  const within = Boolean(root?.contains(focused));
  const focusedKey = within ? identity(focused) : "";
  const rebuilt = rebuild();
  if (!within) return true;
  const successor = [...(rebuilt?.querySelectorAll("button, [tabindex='0']") ?? [])].find((element) => identity(element) === focusedKey);
  if (!(successor instanceof HTMLElement) || successor.hidden) return false;
  successor.focus({ preventScroll: true });
  return document.activeElement === successor;
}
