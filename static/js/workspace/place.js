// @ts-check
const GAP = 8;

/**
 * Puts a floating element below (or above, where there is no room) what it belongs to, within the window.
 * Positions are set through the style object: the content security policy forbids style attributes, not this.
 * @param {HTMLElement} element
 * @param {{first: DOMRect, last: DOMRect}} boxes first and last line of what it belongs to
 * @param {DOMRect} [bounds] to stay within
 */
export function placeAt(element, { first, last }, bounds = new DOMRect(0, 0, innerWidth, innerHeight)) {
  const { width, height } = element.getBoundingClientRect();
  const below = last.bottom + GAP;
  const room = below + height <= bounds.bottom - GAP;
  const top = room ? below : Math.max(bounds.top + GAP, first.top - GAP - height);
  const left = Math.min(Math.max(last.left + last.width / 2 - width / 2, bounds.left + GAP), bounds.right - GAP - width);
  element.style.setProperty("top", `${Math.round(top)}px`);
  element.style.setProperty("left", `${Math.round(Math.max(GAP, left))}px`);
}
