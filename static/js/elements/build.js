/**
 * An element with its properties and children. Texts become text nodes: nothing is ever parsed as HTML.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [properties] class, text, on (listeners), data (data-*), else attributes; false and null
 *   leave an attribute out
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

/** Text with a key beside it, as buttons and hints have it. @param {string} key */
export function keyCap(key) {
  return build("kbd", { text: key, "aria-hidden": "true" });
}

/** The number that an arrow key, Home or End leads to from one of several. @param {KeyboardEvent} event @param {number} at @param {number} count */
export function stepTo({ key, ctrlKey, metaKey, altKey }, at, count) {
  if (ctrlKey || metaKey || altKey || at < 0) return undefined;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[key];
  return to !== undefined && to >= 0 && to < count ? to : undefined;
}

/** Tells the workspace what the person wants done. @param {Element} from @param {string} name @param {Record<string, any>} [detail] */
export function intend(from, name, detail = {}) {
  from.dispatchEvent(new CustomEvent("intent", { bubbles: true, detail: { name, ...detail } }));
}
