/**
 * Key maps: what listens to keys and what the dialog of keys shows derive from the same rows. Single keys rest while someone
 * writes, and where they are turned off.
 * @typedef {((event: KeyboardEvent) => void) & {within?: boolean, when?: () => boolean}} Handler  within: an element listens to
 *   its keys itself; when: whether they do something now
 * @typedef {[names: string, says: string, ...does: Handler[]]} Row  a handler for each name, or one for all; none: a gesture of
 *   the pointer, whose name ends in "click" or "rag"
 * @typedef {{title: string, rows: Row[]}} Section
 */
import { preference } from "pyramidion/elements/preferences.js";

export const singleKeys = preference("single-keys", "on");

const NAMES = /** @type {Record<string, string>} */ ({
  "←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown", Esc: "Escape", Space: " ",
});

/** The names of keys as events have them: "Alt+↑↓" are two. @param {string} shown @returns {string[]} */
function named(shown) {
  const [, held, keys] = /** @type {RegExpExecArray} */ (/^((?:\w+\+)*)(.+)$/u.exec(shown));
  const each = keys === "…" ? [..."02345678"] : /^[←→↑↓]+$/u.test(keys) ? [...keys] : [keys]; // "1 … 9"
  return each.map((key) => held + (NAMES[key] ?? key));
}

/** What each key does; of several rows with a key the first has it. @param {Row[]} rows @returns {Record<string, Handler>} */
export function handlersOf(rows) {
  /** @type {Record<string, Handler>} */
  const handlers = {};
  for (const [names, , ...does] of rows) {
    names.split(" ").forEach((shown, i) => {
      const handler = does[i] ?? does[0];
      if (handler?.when?.() ?? handler) for (const name of named(shown)) handlers[name] ??= handler;
    });
  }
  return handlers;
}

/** A key as key maps name it: "Alt+Shift+ArrowLeft"; letters are in upper case. @param {KeyboardEvent} event */
export function nameOf({ key, altKey, shiftKey, ctrlKey, metaKey }) {
  const name = key.length === 1 ? key.toUpperCase() : key;
  return `${ctrlKey || metaKey ? "Ctrl+" : ""}${altKey ? "Alt+" : ""}${shiftKey ? "Shift+" : ""}${name}`;
}

/** Whether a key is off. @param {KeyboardEvent} event */
export function isOff({ key }) {
  return key.length === 1 && key !== "?" && key !== " " && singleKeys.get() === "off";
}

/** Marks the handler of a key that an element listens to itself. @param {(event: KeyboardEvent) => void} does @returns {Handler} */
export function within(does) {
  return Object.assign(does, { within: true });
}

/** Rows whose keys do something at times only. @param {() => boolean} when @param {Row[]} rows @returns {Row[]} */
export function during(when, rows) {
  return rows.map(([names, says, ...does]) => [names, says, ...does.map((handler) => Object.assign(handler.bind(null), { when }))]);
}

/** @param {() => Section[]} sections */
export function listenToKeys(sections) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, select, dialog[open]") || isOff(event)) return;
    const known = handlersOf(sections().flatMap(({ rows }) => rows.filter(([, , does]) => !does?.within)));
    const name = nameOf(event);
    const does = known[name] ?? known[name.replace("Shift+", "")];
    if (!does) return;
    event.preventDefault();
    does(event);
  });
}

/** Somebody is typing. */
export function isWriting() {
  return Boolean(document.activeElement?.matches("input:not([type=checkbox]), textarea, select"));
}

/** Somebody is typing, answers a question, or is about to choose. */
export function isAtWork() {
  return isWriting() || Boolean(document.querySelector("dialog[open], type-ahead:not([hidden]), mark-choice:not([hidden])"));
}
