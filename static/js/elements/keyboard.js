// @ts-check
/** Single keys of a workspace: they rest while someone writes, and where they are turned off. */
import { singleKeys } from "pyramidion/elements/keys_dialog.js";

/**
 * @param {() => Record<string, (event: KeyboardEvent) => void>} keys what each key does now, letters in upper case; "Shift+F"
 *   goes before "F"
 */
export function listenToKeys(keys) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, select, dialog[open]")) return;
    const letter = event.key.length === 1;
    if (letter && event.key !== "?" && singleKeys.get() === "off") return;
    const name = letter ? event.key.toUpperCase() : event.key;
    const known = keys();
    const does = (event.shiftKey && known[`Shift+${name}`]) || known[name];
    if (!does) return;
    event.preventDefault();
    does(event);
  });
}
