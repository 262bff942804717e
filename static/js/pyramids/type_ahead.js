/**
 * <type-ahead>: a popup in which an SCU is chosen by typing a few letters of its label. `ask` resolves to the choice.
 * @typedef {{id: string, label: string, weight: number, hint: string, isSimilar?: boolean}} Item  hint: the words of its contributors, which are searched too
 */
import { build } from "pyramidion/elements/build.js";
import { ChoicePopup } from "pyramidion/elements/choice_popup.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";

const NOT_FOUND = 3; // the rank of an item that does not match
const MAX_OPTIONS = 50;
const PAGE = 8; // options that PageUp and PageDown pass
const NO_MATCH = "No SCU contains these words";

/** @extends {ChoicePopup<{id: string} | {label: string} | null>} */
export class TypeAhead extends ChoicePopup {
  /** The SCUs among which the user chooses. @type {Item[]} */
  #items = [];
  #offerNew = false; // whether a new SCU may be chosen

  connectedCallback() {
    this.hidden = true;
    const listeners = { input: () => this.#listMatches(), keydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event) };
    const combobox = { role: "combobox", "aria-expanded": "true", "aria-autocomplete": "list" };
    const text = { type: "text", autocomplete: "off", spellcheck: "false" };
    this.input = build("input", { ...combobox, ...text, "aria-controls": "type-ahead-list", on: listeners });
    const list = { role: "listbox", id: "type-ahead-list", "aria-label": "SCUs", tabindex: "-1" };
    this.listBox = build("ul", list);
    this.listBox.addEventListener("click", (event) => this.#choose(this.optionIndexOf(event.target)));
    this.addEventListener("pointerdown", (event) => event.target === this.input || event.preventDefault()); // a click keeps the focus in the field
    this.addEventListener("focusout", () => this.close(null, { restoreFocus: false }));
    this.replaceChildren(this.input, this.listBox);
  }

  /**
   * Opens the popup.
   * @param {{title: string, items: Item[], boxes: {first: DOMRect, last: DOMRect}, offerNew?: boolean, similarIds?: Promise<string[]>}} question
   *   boxes: of the first and last line of the text or row that the popup is placed beside; offerNew: whether a new SCU may be chosen;
   *   similarIds: the ids of the items to list first, with the word “similar”
   * @returns {Promise<{id: string} | {label: string} | null>} the chosen SCU, the label for a new SCU, or null if cancelled
   */
  ask({ title, items, boxes, offerNew = false, similarIds }) {
    this.close(null);
    similarIds?.then((ids) => this.#items === items && this.#listSimilarFirst(ids));
    this.#items = items;
    this.#offerNew = offerNew;
    return this.openWith(() => {
      this.input.value = "";
      this.input.placeholder = title;
      this.input.setAttribute("aria-label", title);
      this.#listMatches();
      this.placeAt(boxes);
      this.input.focus();
    });
  }

  /** Lists similar items first, unless the user has begun to choose. @param {string[]} ids */
  #listSimilarFirst(ids) {
    const similar = this.#items.filter(({ id }) => ids.includes(id)).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    const others = this.#items.filter(({ id }) => !ids.includes(id));
    this.#items = [...similar.map((item) => ({ ...item, isSimilar: true })), ...others];
    if (!this.input.value && !this.activeIndex) this.#listMatches();
  }

  #listMatches() {
    const query = this.input.value.trim();
    const matches = bestMatches(this.#items, query).slice(0, MAX_OPTIONS);
    const options = matches.map((item) => this.#option(item));
    if (this.#offerNew && query) options.push(this.#option({ id: "", label: `New SCU “${query}”`, weight: null }));
    if (!options.length) options.push(build("li", { class: "none", role: "option", "aria-disabled": "true", text: NO_MATCH }));
    this.listBox.replaceChildren(...options);
    this.activate(0, this.input);
  }

  /** Returns the list's option for an SCU; without an id, for a new SCU. @param {{id: string, label: string, weight: number | null, isSimilar?: boolean}} item */
  #option({ id, label, weight, isSimilar }) {
    const properties = { role: "option", id: `option-${id || "new"}`, data: { id } };
    return build("li", properties, weightBadge(weight, "+"), build("span", { text: label }),
      isSimilar ? build("small", { class: "quiet", text: "similar" }) : null);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[event.key];
    event.stopPropagation();
    if (step) this.activate(this.activeIndex + step, this.input);
    else if (event.key === "Enter") this.#choose(this.activeIndex);
    else if (event.key === "Escape") this.close(null);
    else return;
    event.preventDefault();
  }

  /** Closes the popup with the option at this index, if there is one. @param {number} index */
  #choose(index) {
    const id = this.options[index]?.dataset.id;
    if (id !== undefined) this.close(id ? { id } : { label: this.input.value.trim() });
  }
}

/**
 * Returns the items that match: first the items whose label begins with the query, then the items whose label has all its words, then
 * the items whose label and hint together have all its words.
 * @param {Item[]} items @param {string} query
 */
function bestMatches(items, query) {
  const words = query.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  if (!words.length) return items;
  const rankOf = (/** @type {Item} */ item) => {
    const label = item.label.toLocaleLowerCase();
    if (label.startsWith(words.join(" "))) return 0;
    if (words.every((word) => label.includes(word))) return 1;
    return words.every((word) => label.includes(word) || item.hint.toLocaleLowerCase().includes(word)) ? 2 : NOT_FOUND;
  };
  return items
    .map((item, i) => ({ item, i, rank: rankOf(item) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((a, b) => a.rank - b.rank || a.i - b.i)
    .map(({ item }) => item);
}

customElements.define("type-ahead", TypeAhead);
