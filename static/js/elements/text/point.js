// @ts-check
/**
 * Which place in a text a point of the window means.
 * @typedef {import("./runs.js").Run} Run
 */
import { runOf } from "pyramidion/elements/text/runs.js";

/**
 * The run at a point of a text, or the nearest one.
 * @param {import("./summary_text.js").SummaryText} text @param {number} x @param {number} y @returns {Run | undefined}
 */
export function runAtPoint(text, x, y) {
  const under = document.elementFromPoint(x, y);
  const direct = under && text.contains(under) ? runOf(under) : undefined;
  if (direct) return direct;
  let best;
  let least = Infinity;
  for (const run of text.runs.list) {
    for (const box of run.element.getClientRects()) {
      const away = distance(box, x, y);
      if (away < least) [best, least] = [run, away];
    }
  }
  return best;
}

/** Lines count more than columns: a point below a line means that line's words first. @param {DOMRect} box */
function distance(box, /** @type {number} */ x, /** @type {number} */ y) {
  const aside = Math.max(box.left - x, 0, x - box.right);
  const above = Math.max(box.top - y, 0, y - box.bottom);
  return aside + 4 * above;
}

/**
 * The boundary between two characters nearest to a point within a run.
 * @param {import("./summary_text.js").SummaryText} text @param {Run} run @param {number} x @param {number} y
 * @returns {number} code-point offset
 */
export function characterAtPoint(text, run, x, y) {
  const node = /** @type {Text} */ (run.element.firstChild);
  const base = text.points.toUtf16(run.start);
  const range = new Range();
  let nearest = base;
  let least = Infinity;
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(node.data)) {
    range.setStart(node, index);
    range.setEnd(node, index + segment.length);
    const box = range.getBoundingClientRect();
    const first = text.dir === "rtl" ? box.right : box.left;
    const last = text.dir === "rtl" ? box.left : box.right;
    const away = 4 * Math.max(box.top - y, 0, y - box.bottom);
    for (const [edge, at] of [[first, index], [last, index + segment.length]]) {
      const value = Math.abs(x - edge) + away;
      if (value < least) [nearest, least] = [base + at, value];
    }
  }
  return text.points.fromUtf16(nearest);
}
