// @ts-check
/**
 * <difference-list>: the differences that are shown, one of them at hand. Tells "choose" with {key}.
 * @typedef {{key: string, shape: string, label: string, decided: string}} Row  decided: the choice in a word, or how much is
 *   shared
 */
import { build } from "pyramidion/elements/build.js";
import { shapeName } from "pyramidion/work/adjudication/comparison.js";

export class DifferenceList extends HTMLElement {
  /** @type {string[]} */
  keys = [];
  #chosen = "";

  /** @param {Row[]} rows @param {string} chosen @param {string} none what is said where there are no rows */
  show(rows, chosen, none) {
    const focused = this.contains(document.activeElement);
    this.keys = rows.map(({ key }) => key);
    this.#chosen = chosen;
    this.replaceChildren(
      rows.length
        ? build("ol", { "aria-label": "Differences" }, ...rows.map((row) => this.#row(row)))
        : build("p", { class: "empty-list", text: none }),
    );
    if (focused) this.focusChosen();
    this.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }

  focusChosen() {
    const at = /** @type {HTMLElement | null} */ (this.querySelector("[aria-current=true], button"));
    at?.focus();
  }

  /** @param {Row} row */
  #row({ key, shape, label, decided }) {
    const current = key === this.#chosen;
    return build("li", {},
      build("button", { type: "button", class: "difference-row", "aria-current": current ? "true" : null,
        tabindex: current || (!this.keys.includes(this.#chosen) && key === this.keys[0]) ? "0" : "-1",
        data: { key, shape }, on: { click: () => this.#choose(key) } },
        build("span", { class: "shape", text: shapeName(shape) }),
        build("span", { class: "label", text: label, dir: "auto" }),
        build("span", { class: "decided", text: decided })));
  }

  /** @param {string} key */
  #choose(key) {
    this.dispatchEvent(new CustomEvent("choose", { detail: { key } }));
  }
}

customElements.define("difference-list", DifferenceList);
