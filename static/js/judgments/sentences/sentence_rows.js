/**
 * The documents of a topic, one below another, with a row for each sentence. The rows are built once. A judgment
 * updates only its own row, because a topic may have 500 sentences.
 * @import { Item, Sheet, Text } from "../sheet.js"
 */
import { build } from "pyramidion/elements/build.js";
import { SentenceNames } from "pyramidion/judgments/sentences/sentence_names.js";

export class SentenceRows {
  /** The row of each item. @type {Map<number, HTMLElement>} */
  #rows = new Map();
  /** @type {HTMLElement | null} */
  #current = null;
  /**
   * The element in the header of each document that shows a count, by document key.
   * @type {Map<string, HTMLElement>}
   */
  #counts = new Map();

  /**
   * @param {Sheet} sheet @param {(Text & {key: string, title: string})[]} documents
   * @param {{controls?: (item: Item, name: string) => Node[], documentControls?: (key: string, items: Item[]) => Node[],
   *          row?: (item: Item) => Record<string, any>, go: (position: number) => void}} options
   *   controls: returns the elements beside the text of a judged sentence; row: returns more properties of its row;
   *   documentControls: returns the elements in a document's header; go: called when a row gets the focus
   */
  constructor(sheet, documents, options) {
    this.options = options;
    this.names = new SentenceNames(sheet.items, documents);
    const keys = [...new Set(sheet.items.map(({ document_key }) => document_key ?? ""))];
    this.itemsByDocument = new Map(keys.map((key) => [key, sheet.items.filter((item) => (item.document_key ?? "") === key)]));
    const documentByKey = new Map(documents.map((document) => [document.key, document]));
    const sections = keys.map((key) => this.#document(key, documentByKey.get(key)));
    this.element = build("div", { class: "sentence-rows", on: { focusin: (/** @type {FocusEvent} */ event) => this.#follow(event) } }, ...sections);
  }

  /** The element of a document. @param {string} key @param {{title: string, dir: string} | undefined} document */
  #document(key, document) {
    const items = this.itemsByDocument.get(key) ?? [];
    const label = this.names.labels.get(key) ?? key;
    const title = document?.title && document.title !== label ? document.title : label === key ? "" : key;
    const count = build("span", { class: "tabular quiet document-count" });
    this.#counts.set(key, count);
    const header = build("header", { class: "document-header" },
      build("h2", { class: "pane-title" }, `Document ${label}`, ...(title ? [" · ", build("bdi", { class: "document-title", text: title })] : [])),
      count, ...(this.options.documentControls?.(key, items) ?? []));
    const rows = items.map((item) => this.#row(item, document?.dir ?? "auto"));
    return build("section", { class: "document-rows", "aria-label": `Document ${label}`, data: { document: key } }, header, ...rows);
  }

  /** @param {Item} item @param {string} dir */
  #row(item, dir) {
    const { position, text, judged } = item;
    const name = this.names.nameOf(position);
    const id = `sentence-${position}`;
    const sentence = build("div", { class: "row-sentence", id },
      build("span", { class: "number", text: name }), " ", build("span", { class: "sentence-text", dir, text: text.trim() }));
    if (!judged) return build("div", { class: "sentence-row not-judged", data: { item: position } }, sentence);
    const properties = { role: "group", tabindex: "-1", ...this.options.row?.(item) };
    const row = build("div", { class: "sentence-row", "aria-labelledby": id, data: { item: position }, ...properties }, sentence, ...(this.options.controls?.(item, name) ?? []));
    this.#rows.set(position, row);
    return row;
  }

  /** Makes the focused row the current one. @param {FocusEvent} event */
  #follow(event) {
    const position = positionOf(event.target);
    const row = this.rowOf(position);
    if (position !== null && row && row !== this.#current) this.options.go(position);
  }

  /**
   * @param {number | null} position of an item @returns {HTMLElement | undefined} undefined if the item is not judged
   */
  rowOf(position) {
    return position === null ? undefined : this.#rows.get(position);
  }

  /**
   * Makes a row the current one, scrolls to it, and focuses it unless the focus is already inside.
   * @param {number | null} position of an item
   */
  showCurrent(position) {
    const row = this.rowOf(position);
    if (!row) return;
    if (row !== this.#current) {
      this.#current?.classList.remove("current");
      this.#current?.removeAttribute("aria-current");
      this.#current = row;
      row.classList.add("current");
      row.setAttribute("aria-current", "true");
    }
    row.scrollIntoView({ block: "nearest" });
    // The heights of rows that were never on the screen are estimates, until they are: then the row may be elsewhere.
    requestAnimationFrame(() => row === this.#current && row.scrollIntoView({ block: "nearest" }));
    if (!row.contains(document.activeElement)) row.focus({ preventScroll: true });
  }

  /** @param {string} key of a document @param {string} text */
  showCount(key, text) {
    const count = this.#counts.get(key);
    if (count && count.textContent !== text) count.textContent = text;
  }
}

/**
 * Returns the position of the item whose row contains an element; null outside rows.
 * @param {EventTarget | null} target
 */
export function positionOf(target) {
  const row = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(".sentence-row[data-item]")) : null;
  return row ? Number(row.dataset.item) : null;
}
