/** A small histogram of a judge's own values: a column for each value of the scale. */
import { build } from "pyramidion/elements/build.js";

const HEIGHT = 48; // px of the highest column

export class Histogram {
  /** @param {number[]} values of the scale */
  constructor(values) {
    this.columns = new Map(values.map((value) => [value, { bar: build("span", { class: "bar" }), count: build("span", { class: "count" }) }]));
    const columns = [...this.columns].map(([value, { bar, count }]) => build("span", { class: "column" }, count, bar, build("span", { class: "value", text: String(value) })));
    this.element = build("div", { class: "histogram", role: "img" }, ...columns);
  }

  /** @param {Map<number, number>} counts of judgments by value */
  show(counts) {
    const highest = Math.max(1, ...counts.values());
    const parts = [];
    for (const [value, { bar, count }] of this.columns) {
      const number = counts.get(value) ?? 0;
      bar.style.setProperty("height", `${Math.round((HEIGHT * number) / highest)}px`);
      const text = number ? String(number) : "";
      if (count.textContent !== text) count.textContent = text;
      if (number) parts.push(`${value}: ${number}`);
    }
    this.element.setAttribute("aria-label", parts.length ? `Your values: ${parts.join(", ")}` : "No values yet");
  }
}
