/**
 * A bar and a percentage that show how many words of a text are in SCUs or units (*covered*), in several of them (*shared*), left out
 * on purpose (*set aside*), or none of these (*open*).
 * @import { Coverage } from "../../texts/pieces.js"
 */
import { build } from "pyramidion/elements/build.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 64; // px
const HEIGHT = 6; // px

export function coverageBar() {
  const svg = document.createElementNS(SVG, "svg");
  const [asideBar, sharedBar, coveredBar] = ["aside-fill", "shared-fill", "covered-fill"].map(rectangle);
  svg.append(rectangle("covered-track"), asideBar, coveredBar, sharedBar);
  svg.setAttribute("width", String(WIDTH));
  svg.setAttribute("height", String(HEIGHT));
  svg.setAttribute("aria-hidden", "true");
  const percentage = build("span", { class: "tabular", "aria-hidden": "true" });
  const spoken = build("span", { class: "visually-hidden" });
  const element = build("span", { class: "coverage" }, svg, percentage, spoken);
  return {
    element,
    /** Draws the bar. @param {Coverage} coverage */
    show(coverage) {
      const { words, covered, shared, aside } = coverage;
      // All bars begin at the left edge; shorter bars are drawn over longer bars.
      const countByBar = /** @type {[SVGElement, number][]} */ ([[sharedBar, shared], [coveredBar, covered], [asideBar, covered + aside]]);
      for (const [bar, count] of countByBar) bar.setAttribute("width", String(words ? (WIDTH * count) / words : 0));
      percentage.textContent = percent(covered, words);
      spoken.textContent = `, ${describeCoverage(coverage)}`;
      element.title = describeCoverage(coverage);
    },
  };
}

/** Returns all counts as a sentence, for tooltips and screen readers. @param {Coverage} coverage */
export function describeCoverage({ words, covered, shared, aside, open }) {
  const sharedText = shared ? ` (${shared} in more than one)` : "";
  const asideText = aside ? `${aside} set aside, ` : "";
  return `${covered} of ${words} words covered${sharedText}, ${asideText}${open} open`;
}

/** Returns “62 %”, or “–” for a share of nothing. @param {number} part @param {number} whole */
export function percent(part, whole) {
  if (!whole) return "–";
  const share = (100 * part) / whole;
  // 100 % means all and 0 % none: rounding must not hide the only open or the only covered word.
  const rounded = part === whole ? 100 : Math.min(99, part ? Math.max(1, Math.round(share)) : 0);
  return `${rounded} %`;
}

/** Returns an SVG rectangle as long as the whole bar. @param {string} className */
function rectangle(className) {
  const rect = document.createElementNS(SVG, "rect");
  rect.setAttribute("class", className);
  rect.setAttribute("width", String(WIDTH));
  rect.setAttribute("height", String(HEIGHT));
  rect.setAttribute("rx", String(HEIGHT / 2));
  return rect;
}
