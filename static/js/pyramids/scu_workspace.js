/**
 * The base class of the two workspaces with a list of SCUs (for pyramids and for peers). It contains the list with its header and
 * filters, the tiers, the type-ahead (in which the user finds an SCU by typing its label), and their keys.
 */
import { bindSelect, storedText } from "pyramidion/elements/preferences.js";
import { ListFilter } from "pyramidion/pyramids/list/filters.js";
import "pyramidion/pyramids/list/pyramid_tiers.js";
import "pyramidion/pyramids/list/scu_filter.js";
import "pyramidion/pyramids/list/scu_list.js";
import { scuCountText } from "pyramidion/pyramids/display_data.js";
import "pyramidion/pyramids/type_ahead.js";
import { searchPattern } from "pyramidion/texts/pieces.js";
import { Workspace } from "pyramidion/work/workspace.js";

/** The header of the list: the search field, the button for filters, and the selects for its order and the layout of the texts. */
class ListHead {
  #textMatchCount = 0; // how often the search matches in the texts
  #order = storedText("scu-order", "weight");
  #view = storedText("texts-view", "grid");

  /** @param {import("../elements/page.js").Page} page @param {import("./list/filters.js").ListFilter} listFilter @param {() => void} arrange sorts and filters the list */
  constructor(page, listFilter, arrange) {
    this.page = page;
    this.listFilter = listFilter;
    this.arrange = arrange;
    const list = (this.list = /** @type {import("./list/scu_list.js").ScuList} */ (page.find("scu-list")));
    const pane = (this.pane = /** @type {import("../elements/text/text_pane.js").TextPane} */ (page.find("text-pane")));
    const searchField = /** @type {HTMLInputElement} */ (page.find("[data-find]"));
    searchField.addEventListener("input", () => this.#search(searchField.value));
    searchField.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "Enter") list.focusRow(list.ids[0]);
      if (event.key === "Escape") this.#search((searchField.value = ""));
      if (event.key === "ArrowDown" || event.key === "Enter") event.preventDefault();
    });
    page.find("scu-filter").addEventListener("filters", (/** @type {CustomEvent} */ { detail: { filters } }) => this.#filterBy({ filters }));
    bindSelect(page.querySelector("[data-order]"), this.#order, arrange);
    bindSelect(page.querySelector("[data-view-choice]"), this.#view, () => (pane.dataset.view = this.#view.get()));
    pane.dataset.view = this.#view.get();
  }

  /** Searches the texts and the SCUs. @param {string} query */
  #search(query) {
    const pattern = searchPattern(query);
    this.#textMatchCount = this.pane.highlightMatches(pattern);
    this.#filterBy({ pattern });
  }

  /** Filters the list. @param {Parameters<import("./list/filters.js").ListFilter["set"]>[0]} criteria */
  #filterBy(criteria) {
    this.listFilter.set(criteria);
    this.arrange();
  }

  /** Shows how many SCUs match, if a search or filter is active. @param {number} scuCount the number of all SCUs */
  showMatchCounts(scuCount) {
    const { pattern, isActive } = this.listFilter;
    const matchesText = pattern ? `, ${this.#textMatchCount} ${this.#textMatchCount === 1 ? "place" : "places"} in the texts` : "";
    const shownCount = this.list.ids.length;
    const scusText = shownCount === scuCount ? scuCountText(scuCount) : `${shownCount} of ${scuCountText(scuCount)}`;
    const text = isActive ? scusText + matchesText : "";
    const element = this.page.find("[data-hits]");
    if (element.textContent !== text) element.textContent = text;
  }
}

export class ScuWorkspace extends Workspace {
  listFilter = new ListFilter();
  typeAhead = /** @type {import("./type_ahead.js").TypeAhead} */ (this.find("type-ahead"));
  list = /** @type {import("./list/scu_list.js").ScuList} */ (this.find("scu-list"));
  tiers = /** @type {import("./list/pyramid_tiers.js").PyramidTiers} */ (this.find("pyramid-tiers"));
  filterForm = /** @type {import("./list/scu_filter.js").ScuFilter} */ (this.find("scu-filter"));

  /** Sets up the session, the texts and the list. @param {any} data of the page @param {import("../work/kinds.js").Kind} kind @param {import("../texts/pieces.js").Summary[]} summaries */
  begin(data, kind, summaries) {
    super.begin(data, kind, summaries);
    this.listHead = new ListHead(this, this.listFilter, () => this.arrange());
  }

  /** @returns {import("./scus.js").Order} */
  get order() {
    return this.find("[data-order]").value;
  }

  get hasPopup() {
    return super.hasPopup || this.typeAhead.isOpen;
  }

  /** Sorts and filters the list; each workspace overrides it. */
  arrange() {}

  /** Selects an SCU; each workspace overrides it. @param {string} _id "" for none @param {{reveal?: boolean}} [_options] whether to scroll to its parts */
  select(_id, _options) {}

  /** @type {import("../elements/keyboard.js").KeyBinding} */
  walkBinding = ["J K", "next, previous SCU", () => this.#walk(1), () => this.#walk(-1)];

  /** @type {import("../elements/keyboard.js").KeySection} */
  get globalKeys() {
    return {
      title: "Everywhere",
      bindings: [
        ["F /", "search labels and texts", () => this.find("[data-find]").focus()],
        ["Shift+F", "filter the list of SCUs", () => this.filterForm.toggle({ open: true })],
        ["H", "open or close the project’s guidelines", () => this.find("guidelines-panel").toggle()],
        ["Shift+C", "open or close the notes; those on the selection come first", () => this.notes?.toggle()],
        ["T L", "go to the texts, to the list", () => this.pane.focusCursor(), () => this.list.focusRow()],
        ...(this.editable ? (this.undoButtons?.bindings ?? []) : []),
        ["?", "show this list of keys", () => this.showKeys(this.keys)],
      ],
    };
  }

  /** Selects the next or previous SCU of the list. @param {1 | -1} step */
  #walk(step) {
    const id = this.list.neighbour(step);
    if (!id) return;
    const listHasFocus = this.list.contains(document.activeElement);
    this.select(id);
    if (listHasFocus) this.list.focusRow(id);
  }
}
