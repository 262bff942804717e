/** <name-tip>: names what covers the word under the pointer or the focus. */
import { build } from "pyramidion/elements/build.js";
import { placeAt } from "pyramidion/elements/place.js";

export class NameTip extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "tooltip");
    this.hidden = true;
  }

  /** @param {{label: string, weight: number | null}[]} names @param {DOMRect} box */
  show(names, box) {
    this.replaceChildren(...names.map(({ label, weight }) => build("div", {}, weightBadge(weight), build("span", { text: label }))));
    this.hidden = false;
    placeAt(this, { first: box, last: box });
  }

  hide() {
    this.hidden = true;
  }
}

/** @param {number | null} weight null: no SCU @param {string} [none] what stands for no SCU */
export function weightBadge(weight, none = "–") {
  const text = weight === null ? none : String(weight);
  return build("span", { class: `weight weight-${Math.min(weight ?? 0, 5)}`, text });
}

customElements.define("name-tip", NameTip);
