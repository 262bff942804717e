/** A model summary as running text that shows the number of each unit and the value that the judge gave it. */
import { build } from "pyramidion/elements/build.js";
import { CodePoints } from "pyramidion/texts/code_points.js";
/** @import { Item, Text } from "./sheet.js" */

const NOT_JUDGED = "–";

export class ModelUnits {
  /** The element of each judged unit, by position. @type {Map<number, HTMLElement>} */
  #units = new Map();

  /** @param {Text} model @param {Item[]} items units of the model in text order @param {(position: number) => void} goTo */
  constructor(model, items, goTo) {
    this.goTo = goTo;
    this.element = build("div", { class: "judged-text model-units", dir: model.dir }, ...this.#pieces(model, items));
  }

  /** The units, and the text between them. @param {Text} model @param {Item[]} items @returns {Node[]} */
  #pieces({ text }, items) {
    const points = new CodePoints(text);
    let end = 0;
    const pieces = items.flatMap((item) => {
      const before = points.slice(end, item.start ?? end);
      end = item.end ?? end;
      return [build("span", { class: "outside-units", text: before }), this.#unit(item)];
    });
    return [...pieces, build("span", { class: "outside-units", text: points.slice(end, points.length) })];
  }

  /** @param {Item} item */
  #unit({ position, text, judged }) {
    if (!judged) return build("span", { class: "outside-units", text });
    const element = build("span", { class: "model-unit", data: { position }, on: { click: () => this.goTo(position) } },
      build("span", { class: "unit-number", text: String(position) }), text, build("span", { class: "unit-value", text: NOT_JUDGED }));
    this.#units.set(position, element);
    return element;
  }

  /**
   * Shows the judgment of a unit.
   * @param {number} position @param {number | null} value
   * @param {boolean} isIncomplete whether its value or its mark is missing
   */
  showValue(position, value, isIncomplete) {
    const element = this.#units.get(position)?.querySelector(".unit-value");
    if (!element) return;
    element.textContent = value === null ? NOT_JUDGED : String(value);
    element.classList.toggle("judged", value !== null);
    element.classList.toggle("incomplete", isIncomplete);
  }

  /** Highlights the current unit. @param {number | null} position null if no unit is current */
  showCurrent(position) {
    for (const [each, element] of this.#units) {
      if (each === position) element.setAttribute("aria-current", "true");
      else element.removeAttribute("aria-current");
    }
    if (position !== null) this.#units.get(position)?.scrollIntoView({ block: "nearest" });
  }
}
