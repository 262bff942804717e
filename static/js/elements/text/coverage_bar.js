/**
 * How much of a text is covered, in one SCU or in several, and how much is set aside: as a bar and a number.
 * @import { Coverage } from "../../texts/pieces.js"
 */
import { build } from "pyramidion/elements/build.js";

const NS = "http://www.w3.org/2000/svg";
const WIDTH = 64;
const HEIGHT = 6;

export function coverageBar() {
  const svg = document.createElementNS(NS, "svg");
  const [aside, shared, once] = ["aside-fill", "shared-fill", "covered-fill"].map(rectangle);
  svg.append(rectangle("covered-track"), aside, once, shared);
  svg.setAttribute("width", String(WIDTH));
  svg.setAttribute("height", String(HEIGHT));
  svg.setAttribute("aria-hidden", "true");
  const number = build("span", { class: "tabular", "aria-hidden": "true" });
  const aloud = build("span", { class: "visually-hidden" });
  const element = build("span", { class: "coverage" }, svg, number, aloud);
  return {
    element,
    /** @param {Coverage} coverage */
    show(coverage) {
      const { words, covered, shared: several, aside: left } = coverage;
      // Each reaches from the left edge to its end; the shorter ones lie on top.
      for (const [fill, count] of /** @type {[SVGElement, number][]} */ ([[shared, several], [once, covered], [aside, covered + left]])) {
        fill.setAttribute("width", String(words ? (WIDTH * count) / words : 0));
      }
      number.textContent = percent(covered, words);
      aloud.textContent = `, ${inWords(coverage)}`;
      element.title = inWords(coverage);
    },
  };
}

/** All figures, as a tooltip has them. @param {Coverage} coverage */
export function inWords({ words, covered, shared, aside, open }) {
  const several = shared ? ` (${shared} in more than one)` : "";
  const left = aside ? `${aside} set aside, ` : "";
  return `${covered} of ${words} words covered${several}, ${left}${open} open`;
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
