const GAP = 8;

/**
 * Puts a floating element below (or above, where there is no room) what it belongs to, within the window. Positions are set
 * through the style object: the content security policy forbids style attributes, not this.
 * @param {HTMLElement} element @param {{first: DOMRect, last: DOMRect}} boxes first and last line of what it belongs to
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

const NEAR = 4;
const LOOKS = [0.02, 0.16, 0.33, 0.5, 0.67, 0.84, 0.98]; // along its width, at two heights, words are looked for

/**
 * Puts a floating bar where it hides the fewest words: below what it belongs to, above it, or after its last word.
 * @param {HTMLElement} element @param {{first: DOMRect, last: DOMRect}} boxes @param {DOMRect} bounds
 */
export function placeWhereItHidesLeast(element, { first, last }, bounds) {
  const { width, height } = element.getBoundingClientRect();
  const middle = last.left + last.width / 2 - width / 2;
  const left = Math.max(NEAR, Math.min(Math.max(middle, bounds.left + NEAR), bounds.right - NEAR - width));
  const after = { left: last.right + 2 * NEAR, top: last.top + last.height / 2 - height / 2 };
  const above = { left, top: first.top - NEAR - height };
  const places = [{ left, top: last.bottom + NEAR }, above, after].filter(({ left: x, top }) =>
    top >= bounds.top + NEAR && top + height <= bounds.bottom - NEAR && x + width <= bounds.right - NEAR);
  const hidden = places.map((place) => wordsUnder(element, new DOMRect(place.left, place.top, width, height)));
  const best = places[hidden.indexOf(Math.min(...hidden))] ?? { left, top: Math.max(bounds.top + NEAR, above.top) };
  element.style.setProperty("top", `${Math.round(best.top)}px`);
  element.style.setProperty("left", `${Math.round(best.left)}px`);
}

/** @param {HTMLElement} element that is to be put there @param {DOMRect} box */
function wordsUnder(element, box) {
  const spots = LOOKS.flatMap((share) => [0.25, 0.75].map((depth) =>
    document.elementsFromPoint(box.left + share * box.width, box.top + depth * box.height)));
  return spots.filter((there) => there.find((one) => !element.contains(one))?.matches(".word, .gap")).length;
}
