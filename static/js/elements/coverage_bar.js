// @ts-check
/** How much of a text is covered, as a bar and a number. */
import { build } from "pyramidion/elements/build.js";

const NS = "http://www.w3.org/2000/svg";
const WIDTH = 64;
const HEIGHT = 4;

export function coverageBar() {
  const svg = document.createElementNS(NS, "svg");
  const fill = rectangle("covered-fill");
  svg.append(rectangle("covered-track"), fill);
  svg.setAttribute("width", String(WIDTH));
  svg.setAttribute("height", String(HEIGHT));
  svg.setAttribute("aria-hidden", "true");
  const number = build("span", { class: "tabular" });
  const element = build("span", { class: "coverage" }, svg, number);
  return {
    element,
    /** @param {number} covered @param {number} words */
    show(covered, words) {
      fill.setAttribute("width", String(words ? (WIDTH * covered) / words : 0));
      number.textContent = percent(covered, words);
      element.title = `${covered} of ${words} words are in an SCU`;
    },
  };
}

/** @param {number} part @param {number} whole */
export function percent(part, whole) {
  if (!whole) return "–";
  const share = (100 * part) / whole;
  // 100 % means all: one open word in a thousand must not be rounded away, nor one covered.
  const shown = part === whole ? 100 : Math.min(99, part ? Math.max(1, Math.round(share)) : 0);
  return `${shown} %`;
}

/** @param {string} name */
function rectangle(name) {
  const rect = document.createElementNS(NS, "rect");
  rect.setAttribute("class", name);
  rect.setAttribute("width", String(WIDTH));
  rect.setAttribute("height", String(HEIGHT));
  rect.setAttribute("rx", String(HEIGHT / 2));
  return rect;
}
