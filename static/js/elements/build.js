/**
 * Creates an element with properties and children. Strings become text nodes: nothing is ever parsed as HTML.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [properties] `class`, `text`, `on` (listeners by event) and `data` (data-* attributes); every
 *   other property becomes an attribute, unless it is false, null or undefined
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function build(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  const { class: classes, text, on = {}, data = {}, ...attributes } = properties;
  if (classes) element.className = classes;
  if (text !== undefined) element.textContent = text;
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  for (const [name, value] of Object.entries(data)) element.dataset[name] = value;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  element.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false)));
  return element;
}

/** Returns a <kbd> element with the name of a key, for buttons and hints. @param {string} key */
export function keyCap(key) {
  return build("kbd", { text: key, "aria-hidden": "true" });
}

/**
 * Returns the index of the list item to which an arrow key, Home or End moves; undefined for other keys, or if there is no such item.
 * @param {KeyboardEvent} event @param {number} index of the current item; -1 if there is none @param {number} count of the list's items
 */
export function indexAfterKey({ key, ctrlKey, metaKey, altKey }, index, count) {
  if (ctrlKey || metaKey || altKey || index < 0) return undefined;
  const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }[key];
  return target !== undefined && target >= 0 && target < count ? target : undefined;
}

/** Asks the workspace to do something: dispatches an `intent` event. @param {Element} from @param {string} name @param {Record<string, any>} [detail] */
export function sendIntent(from, name, detail = {}) {
  from.dispatchEvent(new CustomEvent("intent", { bubbles: true, detail: { name, ...detail } }));
}
