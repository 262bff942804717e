/** <name-tip>: a tooltip with the labels and weights of the SCUs or units that cover the word under the pointer. */
import { build } from "pyramidion/elements/build.js";
import { placeAt } from "pyramidion/elements/place.js";

export class NameTip extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "tooltip");
    this.hidden = true;
  }

  /** @param {{label: string, weight: number | null}[]} entries @param {DOMRect} box of the word */
  show(entries, box) {
    this.replaceChildren(...entries.map(({ label, weight }) => build("div", {}, weightBadge(weight), build("span", { text: label }))));
    this.hidden = false;
    placeAt(this, { first: box, last: box });
  }

  hide() {
    this.hidden = true;
  }
}

/** Returns a badge with a weight. @param {number | null} weight null if there is no SCU @param {string} [textForNull] */
export function weightBadge(weight, textForNull = "–") {
  const text = weight === null ? textForNull : String(weight);
  return build("span", { class: `weight weight-${Math.min(weight ?? 0, 5)}`, text });
}

customElements.define("name-tip", NameTip);
