/** Tools: the small buttons in the details of an SCU or unit. @typedef {keyof typeof ICON_PATHS} IconName */
import { build, keyCap } from "pyramidion/elements/build.js";

const SVG = "http://www.w3.org/2000/svg";

/** The icons, drawn in a square of 16 by 16. */
const ICON_PATHS = {
  label: "M2.5 8.5v-6h6l5 5-6 6zM5.5 5.5h.01",
  move: "M2.5 8h9M8 4l4 4-4 4M14 3v10",
  comment: "M2.5 3h11v8h-6l-3 2.5V11h-2z",
  unsure: "M5.2 5.6A2.8 2.8 0 1 1 9 8.2c-.7.4-1 .9-1 1.8M8 13h.01",
  discuss: "M1.5 2.5h8.5v6H6l-2.5 2.2V8.5h-2zM12 6.5h2.5v5H13v2l-2.3-2H7.5",
  remove: "M4 4l8 8M12 4l-8 8",
};

/** Returns an icon. @param {IconName} name @returns {SVGSVGElement} */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 16 16", width: "16", height: "16", "aria-hidden": "true" })) {
    svg.setAttribute(key, value);
  }
  svg.setAttribute("class", "icon");
  path.setAttribute("d", ICON_PATHS[name]);
  svg.append(path);
  return svg;
}

/**
 * Returns a small text button.
 * @param {string} text @param {string} title @param {() => void} click
 * @param {{kind?: string, key?: string, name?: string}} [options] kind: a CSS class; key: the key that does the same; name: the value of `data-tool`
 */
export function toolButton(text, title, click, { kind = "", key = "", name = "" } = {}) {
  const data = name ? { tool: name } : {};
  return build("button", { type: "button", class: `plain ${kind}`, title, data, on: { click } }, text, key ? keyCap(key) : null);
}

/** Sets whether a toggle button is pressed, and returns the button. @param {HTMLButtonElement} button @param {boolean} isOn */
export function withPressed(button, isOn) {
  button.setAttribute("aria-pressed", String(isOn));
  return button;
}

/** Returns a small button with an icon. @param {IconName} name @param {string} title @param {() => void} click @param {string} [kind] a CSS class */
export function iconToolButton(name, title, click, kind = "") {
  const properties = { type: "button", class: `plain picture ${kind}`, title, "aria-label": title, on: { click } };
  return build("button", properties, icon(name));
}

/** Returns a button that gives a part the bounds of the selected words. It is hidden; the workspace shows it while words are selected. @param {string} words the words of the part @param {() => void} click */
export function setToSelectionButton(words, click) {
  const button = toolButton("Set to selection", `Give “${words}” the bounds of the selected words`, click);
  button.classList.add("needs-selection");
  button.hidden = true;
  return button;
}
