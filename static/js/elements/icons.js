// @ts-check
/** Our own small pictures, drawn with strokes in the colour of the text. */
const NS = "http://www.w3.org/2000/svg";

const PATHS = {
  label: "M2.5 8.5v-6h6l5 5-6 6zM5.5 5.5h.01",
  move: "M2.5 8h9M8 4l4 4-4 4M14 3v10",
  comment: "M2.5 3h11v8h-6l-3 2.5V11h-2z",
  unsure: "M5.2 5.6A2.8 2.8 0 1 1 9 8.2c-.7.4-1 .9-1 1.8M8 13h.01",
  discuss: "M1.5 2.5h8.5v6H6l-2.5 2.2V8.5h-2zM12 6.5h2.5v5H13v2l-2.3-2H7.5",
  remove: "M4 4l8 8M12 4l-8 8",
};

/** @param {keyof typeof PATHS} name @returns {SVGSVGElement} */
export function icon(name) {
  const svg = document.createElementNS(NS, "svg");
  const path = document.createElementNS(NS, "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 16 16", width: "16", height: "16", "aria-hidden": "true" })) {
    svg.setAttribute(key, value);
  }
  svg.setAttribute("class", "icon");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
