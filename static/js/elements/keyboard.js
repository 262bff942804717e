/**
 * Key bindings, used both by the listeners and by the dialog that lists the keys. Single-letter keys do nothing while the user is
 * writing, or if the user has turned them off.
 * @typedef {((event: KeyboardEvent) => void) & {hasOwnListener?: boolean, isActive?: () => boolean}} Handler  hasOwnListener:
 *   `listenToKeys` skips it, because other code listens to its keys; isActive: whether its keys do something now
 * @typedef {[names: string, meaning: string, ...handlers: Handler[]]} KeyBinding  names: of keys, separated by spaces;
 *   meaning: what the keys do, for the dialog; handlers: one for each name, one for all names, or none for a pointer gesture
 *   ("Ctrl+drag", "Shift+click")
 * @typedef {{title: string, bindings: KeyBinding[]}} KeySection
 */
import { storedText } from "pyramidion/elements/preferences.js";

/** Whether single-letter keys are "on" or "off". */
export const singleKeys = storedText("single-keys", "on");

/** The names in keyboard events of keys that have other names in bindings. */
const EVENT_NAMES = /** @type {Record<string, string>} */ ({
  "←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown", Esc: "Escape", Space: " ",
});

/** The keys that move between radio buttons. */
const RADIO_KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " "]);

/** Returns the names that keyboard events use for a name in a binding: "Alt+↑↓" gives "Alt+ArrowUp" and "Alt+ArrowDown". @param {string} label the name in the binding @returns {string[]} */
function eventNamesOf(label) {
  const [, modifiers, keys] = /** @type {RegExpExecArray} */ (/^((?:\w+\+)*)(.+)$/u.exec(label));
  // In "1 … 9", "…" is one of three names and stands for all other digits.
  const eachKey = keys === "…" ? [..."02345678"] : /^[←→↑↓]+$/u.test(keys) ? [...keys] : [keys];
  return eachKey.map((key) => modifiers + (EVENT_NAMES[key] ?? key));
}

/** Returns the active handlers by key name; if several bindings have the same key, the first of them counts. @param {KeyBinding[]} bindings @returns {Record<string, Handler>} */
export function handlersOf(bindings) {
  /** @type {Record<string, Handler>} */
  const byName = {};
  for (const [names, , ...handlers] of bindings) {
    names.split(" ").forEach((label, i) => {
      const handler = handlers[i] ?? handlers[0];
      if (handler && (handler.isActive?.() ?? true)) for (const name of eventNamesOf(label)) byName[name] ??= handler;
    });
  }
  return byName;
}

/** Returns the pressed key as `handlersOf` names it: "Alt+Shift+ArrowLeft", letters in upper case. @param {KeyboardEvent} event */
export function keyNameOf({ key, altKey, shiftKey, ctrlKey, metaKey }) {
  const name = key.length === 1 ? key.toUpperCase() : key;
  return `${ctrlKey || metaKey ? "Ctrl+" : ""}${altKey ? "Alt+" : ""}${shiftKey ? "Shift+" : ""}${name}`;
}

/** Whether this key is a single-letter shortcut and the user has turned these off. @param {KeyboardEvent} event */
export function isShortcutTurnedOff({ key }) {
  return key.length === 1 && key !== "?" && key !== " " && singleKeys.get() === "off";
}

/** Makes `listenToKeys` skip a handler, because other code listens to its keys. @param {(event: KeyboardEvent) => void} handler @returns {Handler} */
export function skippedByListenToKeys(handler) {
  return Object.assign(handler, { hasOwnListener: true });
}

/** Returns the bindings, changed so that their keys do something only while `isActive()` is true. @param {() => boolean} isActive @param {KeyBinding[]} bindings @returns {KeyBinding[]} */
export function onlyWhen(isActive, bindings) {
  return bindings.map(([names, meaning, ...handlers]) =>
    [names, meaning, ...handlers.map((handler) => Object.assign(handler.bind(null), { isActive }))]);
}

/** Listens to the keys of the whole document. @param {() => KeySection[]} sections returns the current bindings */
export function listenToKeys(sections) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input:not([type=radio]), textarea, select, dialog[open]") || isShortcutTurnedOff(event)) return;
    if (target.matches("input[type=radio]") && RADIO_KEYS.has(event.key)) return;
    const handlers = handlersOf(sections().flatMap(({ bindings }) => bindings.filter(([, , handler]) => !handler?.hasOwnListener)));
    const name = keyNameOf(event);
    const handler = handlers[name] ?? handlers[name.replace("Shift+", "")]; // "?" needs Shift on most keyboards
    if (!handler) return;
    event.preventDefault();
    handler(event);
  });
}

/** Whether the user is typing text. */
export function isWriting() {
  return Boolean(document.activeElement?.matches("input:not([type=checkbox]), textarea, select"));
}

/** Whether the user is typing text, answering a dialog or choosing from a popup. */
export function isInteracting() {
  return isWriting() || Boolean(document.querySelector("dialog[open], type-ahead:not([hidden]), mark-choice:not([hidden])"));
}
