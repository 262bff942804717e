// @ts-check
/** Above the list of SCUs: what is looked for in labels and texts, filters, the order, and how many the list shows. */
import { counted } from "pyramidion/pyramids/shown.js";
import { patternFor } from "pyramidion/texts/find.js";
import { bindChoice, preference } from "pyramidion/elements/preferences.js";

export class ListHead {
  #places = 0;
  #order = preference("scu-order", "weight");
  #view = preference("texts-view", "grid");

  /** @param {import("../../work/workspace.js").Workspace} desk */
  constructor(desk) {
    this.desk = desk;
  }

  bind() {
    const { desk } = this;
    const find = /** @type {HTMLInputElement} */ (desk.find("[data-find]"));
    find.addEventListener("input", () => this.#look(find.value));
    find.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "Enter") desk.list.focusRow(desk.list.ids[0]);
      if (event.key === "Escape") this.#look((find.value = ""));
      if (event.key === "ArrowDown" || event.key === "Enter") event.preventDefault();
    });
    desk.filter.addEventListener("filters", (event) => this.#narrow({ filters: /** @type {CustomEvent} */ (event).detail.filters }));
    bindChoice(desk.querySelector("[data-order]"), this.#order, () => desk.arrange());
    bindChoice(desk.querySelector("[data-view-choice]"), this.#view, () => (desk.pane.dataset.view = this.#view.get()));
    desk.pane.dataset.view = this.#view.get();
  }

  /** @param {string} sought */
  #look(sought) {
    const pattern = patternFor(sought);
    this.#places = this.desk.pane.find(pattern);
    this.#narrow({ pattern });
  }

  /** @param {Parameters<import("./narrowing.js").Narrowing["ask"]>[0]} asked */
  #narrow(asked) {
    this.desk.narrowing.ask(asked);
    this.desk.arrange();
  }

  /** Says how many SCUs the list shows, where it does not show them all. @param {number} all */
  tell(all) {
    const { list, narrowing } = this.desk;
    const places = narrowing.pattern ? `, ${this.#places} ${this.#places === 1 ? "place" : "places"} in the texts` : "";
    const shown = list.ids.length;
    const said = (shown === all ? counted(all) : `${shown} of ${counted(all)}`) + places;
    const line = this.desk.find("[data-hits]");
    const text = narrowing.active ? said : "";
    if (line.textContent !== text) line.textContent = text;
  }
}
