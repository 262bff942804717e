/**
 * The names of document sentences on the page: “41.3” is the third sentence of document 41. Judges type them, so
 * documents with long keys are named by their number in the topic instead.
 * @import { Item, Text } from "../sheet.js"
 */
import { spansFromOffsets } from "pyramidion/texts/pieces.js";

const LONGEST_KEY = 4; // characters

export class SentenceNames {
  /** The name of each item, by its position. @type {Map<number, string>} */
  #names = new Map();
  /** The items by name. @type {Map<string, Item>} */
  #items = new Map();
  /** The items by names that use the number of the document, which judges can type too. @type {Map<string, Item>} */
  #itemsByNumber = new Map();

  /** @param {Item[]} items the sentences of all documents @param {(Text & {key: string})[]} documents in their order */
  constructor(items, documents) {
    const hasShortKeys = documents.every(({ key }) => key.length <= LONGEST_KEY);
    this.labels = new Map(documents.map(({ key }, index) => [key, hasShortKeys ? key : String(index + 1)]));
    const starts = new Map(documents.map(({ key, sentences }) => [key, spansFromOffsets(sentences).map(({ start }) => start)]));
    const counts = /** @type {Record<string, number>} */ ({});
    for (const item of items) {
      const key = item.document_key ?? "";
      counts[key] = (counts[key] ?? 0) + 1;
      // Sentences are numbered within the document, even if the list of items leaves some out.
      const number = (starts.get(key)?.indexOf(item.start ?? -1) ?? -1) + 1 || counts[key];
      const name = `${this.labels.get(key) ?? key}.${number}`;
      this.#names.set(item.position, name);
      this.#items.set(name.toLowerCase(), item);
      const documentNumber = documents.findIndex((document) => document.key === key) + 1;
      this.#itemsByNumber.set(`${documentNumber}.${number}`, item);
    }
  }

  /** @param {number} position of an item */
  nameOf(position) {
    return this.#names.get(position) ?? String(position);
  }

  /**
   * Returns the sentence with this name. A number alone names a sentence in the document of `near`.
   * @param {string} text as typed @param {Item | null} [near] @returns {Item | undefined}
   */
  itemNamed(text, near = null) {
    const typed = text.trim().toLowerCase().replace(",", ".");
    const label = this.labels.get(near?.document_key ?? "") ?? "";
    return this.#items.get(typed) ?? this.#items.get(`${label}.${typed}`.toLowerCase()) ?? this.#itemsByNumber.get(typed);
  }

  /** Whether more typing could still name a sentence. @param {string} text as typed @param {Item | null} [near] */
  isBeginning(text, near = null) {
    const typed = text.trim().toLowerCase().replace(",", ".");
    const label = (this.labels.get(near?.document_key ?? "") ?? "").toLowerCase();
    return [...this.#items.keys(), ...this.#itemsByNumber.keys()].some((name) => name.startsWith(typed) || name.startsWith(`${label}.${typed}`));
  }
}
