/**
 * The relations of the selected SCU, in its details and as lines between the cells of the tiers.
 * @typedef {object} RelationRow
 * @property {"needs" | "needed by" | "says also" | "said by"} name how the selected SCU is related to the other SCU
 * @property {string} other the id of the other SCU
 * @property {string} label of the other SCU
 * @property {number} weight of the other SCU
 * @property {{scu: string, to: string, kind: string}} relation from the SCU `scu` to the SCU `to`
 */
import { build, sendIntent } from "pyramidion/elements/build.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";
import { iconToolButton } from "pyramidion/elements/tool.js";
import { relationsOf } from "pyramidion/pyramids/edits/relations.js";
import { shownLabel, weightOf } from "pyramidion/pyramids/scus.js";

const NAMES = /** @type {const} */ ({ depends: ["needs", "needed by"], implies: ["says also", "said by"] });
const ORDER = Object.values(NAMES).flat();

/**
 * Returns the relations from and to an SCU, in the order of `NAMES`.
 * @param {string} id @param {any[]} scus all SCUs of the pyramid or release @param {import("../scus.js").Texts} texts
 * @returns {RelationRow[]}
 */
export function relationRows(id, scus, texts) {
  const scuById = new Map(scus.map((scu) => [scu.id, scu]));
  const rows = scus.flatMap((scu) => relationsOf(scu).flatMap(({ to, kind }) => {
    const other = scuById.get(scu.id === id ? to : scu.id);
    if (!other || (scu.id !== id && to !== id)) return [];
    const name = NAMES[kind][scu.id === id ? 0 : 1];
    return [{ name, other: other.id, label: shownLabel(other, texts), weight: weightOf(other), relation: { scu: scu.id, to, kind } }];
  }));
  return rows.sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name) || b.weight - a.weight);
}

/** Returns the list of relations; null if there are none. @param {RelationRow[]} rows @param {boolean} editable */
export function relationsElement(rows, editable) {
  if (!rows.length) return null;
  const names = ORDER.filter((name) => rows.some((row) => row.name === name));
  return build("dl", { class: "relations" }, ...names.flatMap((name) =>
    [build("dt", { text: name }), ...rows.filter((row) => row.name === name).map((row) => relationItem(row, editable))]));
}

/** @param {RelationRow} row @param {boolean} editable */
function relationItem({ name, other, label, weight, relation }, editable) {
  const item = build("dd");
  const select = () => sendIntent(item, "select-scu", { scu: other });
  item.append(weightBadge(weight), build("button", { type: "button", class: "plain", text: label, title: "Select this SCU", on: { click: select } }));
  if (editable) item.append(iconToolButton("remove", `Remove: ${name} “${label}”`, () => sendIntent(item, "unrelate-scus", relation), "danger"));
  return item;
}

const SVG = "http://www.w3.org/2000/svg";

/** Returns an SVG element. @param {string} name @param {Record<string, string | number>} attributes @param {...Element} children */
function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Returns a drawing of relations over the tiers: a line for each, dashed for “needs”, with a dot at the SCU that is needed or implied.
 * @param {RelationRow[]} rows @param {Map<string, HTMLElement>} cells by SCU @param {HTMLElement} host the element that the drawing covers
 */
export function relationLines(rows, cells, host) {
  const { left, top } = host.getBoundingClientRect();
  const centreOf = (/** @type {string} */ id) => {
    const box = cells.get(id)?.getBoundingClientRect() ?? new DOMRect();
    return { x: box.x + box.width / 2 - left, y: box.y + box.height / 2 - top };
  };
  const lines = rows.flatMap(({ relation: { scu, to, kind } }) => {
    const [from, end] = [centreOf(scu), centreOf(to)];
    const dashes = kind === "depends" ? { "stroke-dasharray": "3 2" } : {};
    return [svg("line", { x1: from.x, y1: from.y, x2: end.x, y2: end.y, ...dashes }), svg("circle", { cx: end.x, cy: end.y, r: 2.5 })];
  });
  return svg("svg", { class: "relation-lines", width: "100%", height: "100%", "aria-hidden": "true" }, ...lines);
}
