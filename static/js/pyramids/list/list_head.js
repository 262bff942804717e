// @ts-check
/** Above the list of SCUs: what is looked for in labels and texts, filters, the order, and how many the list shows. */
import { bindChoice, preference } from "pyramidion/elements/preferences.js";
import { counted } from "pyramidion/pyramids/shown.js";
import { patternFor } from "pyramidion/texts/pieces.js";

export class ListHead {
  #places = 0;
  #order = preference("scu-order", "weight");
  #view = preference("texts-view", "grid");

  /**
   * @param {import("../../elements/page.js").Page} page @param {import("./filters.js").Narrowing} narrowing
   * @param {() => void} arrange puts the list in order
   */
  constructor(page, narrowing, arrange) {
    this.page = page;
    this.narrowing = narrowing;
    this.arrange = arrange;
    const list = (this.list = /** @type {import("./scu_list.js").ScuList} */ (page.find("scu-list")));
    const pane = (this.pane = /** @type {import("../../elements/text/text_pane.js").TextPane} */ (page.find("text-pane")));
    const find = /** @type {HTMLInputElement} */ (page.find("[data-find]"));
    find.addEventListener("input", () => this.#look(find.value));
    find.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "Enter") list.focusRow(list.ids[0]);
      if (event.key === "Escape") this.#look((find.value = ""));
      if (event.key === "ArrowDown" || event.key === "Enter") event.preventDefault();
    });
    page.find("scu-filter").addEventListener("filters", (/** @type {CustomEvent} */ { detail: { filters } }) => this.#narrow({ filters }));
    bindChoice(page.querySelector("[data-order]"), this.#order, arrange);
    bindChoice(page.querySelector("[data-view-choice]"), this.#view, () => (pane.dataset.view = this.#view.get()));
    pane.dataset.view = this.#view.get();
  }

  /** @param {string} sought */
  #look(sought) {
    const pattern = patternFor(sought);
    this.#places = this.pane.find(pattern);
    this.#narrow({ pattern });
  }

  /** @param {Parameters<import("./filters.js").Narrowing["ask"]>[0]} asked */
  #narrow(asked) {
    this.narrowing.ask(asked);
    this.arrange();
  }

  /** Says how many SCUs the list shows, where it does not show them all. @param {number} all */
  tell(all) {
    const { pattern, active } = this.narrowing;
    const places = pattern ? `, ${this.#places} ${this.#places === 1 ? "place" : "places"} in the texts` : "";
    const shown = this.list.ids.length;
    const text = active ? (shown === all ? counted(all) : `${shown} of ${counted(all)}`) + places : "";
    const line = this.page.find("[data-hits]");
    if (line.textContent !== text) line.textContent = text;
  }
}
