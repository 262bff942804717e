// @ts-check
/** Small buttons of the details: a word with its key, or a picture. */
import { build, keyCap } from "pyramidion/elements/build.js";
import { icon } from "pyramidion/elements/icons.js";

/**
 * @param {string} text @param {string} title @param {() => void} click
 * @param {{kind?: string, key?: string, does?: string}} [how] does: its name for scripts
 */
export function tool(text, title, click, { kind = "", key = "", does = "" } = {}) {
  const data = does ? { does } : {};
  return build("button", { type: "button", class: `plain ${kind}`, title, data, on: { click } }, text, key ? keyCap(key) : null);
}

/** Says of a button whether it is on. @param {HTMLButtonElement} button @param {boolean} on */
export function pressed(button, on) {
  button.setAttribute("aria-pressed", String(on));
  return button;
}

/** @param {Parameters<typeof icon>[0]} picture @param {string} title @param {() => void} click @param {string} [kind] */
export function pictureTool(picture, title, click, kind = "") {
  const properties = { type: "button", class: `plain picture ${kind}`, title, "aria-label": title, on: { click } };
  return build("button", properties, icon(picture));
}

/**
 * A button that gives a part the bounds of the selected words; shown while there are some (`needs-selection`).
 * @param {string} words of the part @param {() => void} click
 */
export function setToSelection(words, click) {
  const button = tool("Set to selection", `Give “${words}” the bounds of the selected words`, click);
  button.classList.add("needs-selection");
  button.hidden = true;
  return button;
}
