/** <pyramid-tiers>: draws the pyramid, one row of cells per weight with the heaviest on top; a click selects an SCU. */
import { build, sendIntent } from "pyramidion/elements/build.js";
import { relationLines } from "pyramidion/pyramids/list/scu_relations.js";

export class PyramidTiers extends HTMLElement {
  /** The cells by SCU. @type {Map<string, HTMLElement>} */
  #cells = new Map();
  #selected = ""; // the id of the selected SCU
  /** @type {import("./scu_relations.js").RelationRow[]} */
  #relations = []; // of the selected SCU
  #shownJson = ""; // what is drawn now, to skip updates without a change

  connectedCallback() {
    this.addEventListener("click", (event) => this.#choose(event));
    new ResizeObserver(() => this.#drawRelations()).observe(this);
  }

  /**
   * Draws one cell for each SCU. `matched`: whether a unit is matched to it, null in a pyramid; `absent`: whether it is marked as absent.
   * @param {{id: string, weight: number, label: string, matched: boolean | null, absent?: boolean}[]} scus heaviest first
   */
  show(scus) {
    const json = JSON.stringify(scus);
    if (json === this.#shownJson) return;
    this.#shownJson = json;
    this.#cells.clear();
    const weights = [...new Set(scus.map((scu) => scu.weight))];
    this.replaceChildren(...weights.map((weight) => this.#tier(weight, scus.filter((scu) => scu.weight === weight))));
    this.select(this.#selected, this.#relations);
  }

  /**
   * Returns the row of cells for a weight.
   * @param {number} weight @param {{id: string, label: string, matched: boolean | null, absent?: boolean}[]} scus
   */
  #tier(weight, scus) {
    const cells = scus.map(({ id, label, matched, absent }) => {
      const name = `${label}${matched === null ? "" : matched ? ", matched" : absent ? ", absent" : ", not matched"}`;
      const nameAttributes = { title: name, "aria-label": name };
      const colour = `cell-${Math.min(weight, 5)}`; // the style sheet has five colours
      const cell = build("button", { type: "button", class: `cell ${colour}`, tabindex: "-1", data: { scu: id }, ...nameAttributes });
      if (matched === false) cell.classList.add(absent ? "absent" : "open"); // open: drawn without a fill
      this.#cells.set(id, cell);
      return cell;
    });
    const row = build("div", { class: "tier-row" }, ...cells);
    const heading = build("span", { class: "tier-name" }, build("b", { text: String(weight) }), ` · ${scus.length}`);
    const label = `Weight ${weight}: ${scus.length} ${scus.length === 1 ? "SCU" : "SCUs"}`;
    return build("div", { class: "tier", role: "group", "aria-label": label }, row, heading);
  }

  /**
   * Marks the cell of the selected SCU, and draws its relations.
   * @param {string} id @param {import("./scu_relations.js").RelationRow[]} [relations]
   */
  select(id, relations = []) {
    this.#cells.get(this.#selected)?.classList.remove("current");
    this.#selected = id;
    this.#cells.get(id)?.classList.add("current");
    this.#relations = relations;
    this.#drawRelations();
  }

  #drawRelations() {
    this.querySelector(".relation-lines")?.remove();
    if (this.#relations.length) this.append(relationLines(this.#relations, this.#cells, this));
  }

  /** @param {MouseEvent} event */
  #choose(event) {
    const cell = event.target instanceof Element ? event.target.closest("button") : null;
    if (cell) sendIntent(this, "select-scu", { scu: cell.dataset.scu });
  }
}

customElements.define("pyramid-tiers", PyramidTiers);
