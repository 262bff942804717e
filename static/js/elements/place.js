/** Positions floating elements next to a text, through the style object: the content security policy forbids style attributes. */
const GAP = 8; // px between the text and the floating element, and to the edges of the window

/**
 * Positions an element below the text, or above it if there is no room below.
 * @param {HTMLElement} element @param {{first: DOMRect, last: DOMRect}} boxes of the text's first and last line
 * @param {DOMRect} [bounds] the element stays within them
 */
export function placeAt(element, { first, last }, bounds = new DOMRect(0, 0, innerWidth, innerHeight)) {
  const { width, height } = element.getBoundingClientRect();
  const below = last.bottom + GAP;
  const fitsBelow = below + height <= bounds.bottom - GAP;
  const top = fitsBelow ? below : Math.max(bounds.top + GAP, first.top - GAP - height);
  const left = Math.min(Math.max(last.left + last.width / 2 - width / 2, bounds.left + GAP), bounds.right - GAP - width);
  element.style.setProperty("top", `${Math.round(top)}px`);
  element.style.setProperty("left", `${Math.round(Math.max(GAP, left))}px`);
}

const NEAR_GAP = 4; // px; the GAP of placeWhereItHidesLeast
// The points at which countHiddenSamples looks for words, as fractions of the element's width and height.
const SAMPLED_X = [0.02, 0.16, 0.33, 0.5, 0.67, 0.84, 0.98];
const SAMPLED_Y = [0.25, 0.75];

/**
 * Positions an element where it hides the fewest words: below the text, above it, or after its last word.
 * @param {HTMLElement} element @param {{first: DOMRect, last: DOMRect}} boxes of the text's first and last line
 * @param {DOMRect} bounds the element stays within them
 */
export function placeWhereItHidesLeast(element, { first, last }, bounds) {
  const { width, height } = element.getBoundingClientRect();
  const centred = last.left + last.width / 2 - width / 2;
  const left = Math.max(NEAR_GAP, Math.min(Math.max(centred, bounds.left + NEAR_GAP), bounds.right - NEAR_GAP - width));
  const below = { left, top: last.bottom + NEAR_GAP };
  const above = { left, top: first.top - NEAR_GAP - height };
  const after = { left: last.right + 2 * NEAR_GAP, top: last.top + last.height / 2 - height / 2 };
  const places = [below, above, after].filter(({ left: x, top }) =>
    top >= bounds.top + NEAR_GAP && top + height <= bounds.bottom - NEAR_GAP && x + width <= bounds.right - NEAR_GAP);
  const hiddenCounts = places.map((place) => countHiddenSamples(element, new DOMRect(place.left, place.top, width, height)));
  // If no place fits within the bounds, the element goes above the text.
  const best = places[hiddenCounts.indexOf(Math.min(...hiddenCounts))] ?? { left, top: Math.max(bounds.top + NEAR_GAP, above.top) };
  element.style.setProperty("top", `${Math.round(best.top)}px`);
  element.style.setProperty("left", `${Math.round(best.left)}px`);
}

/** Returns how many sampled points of `box` are on words or between words. @param {HTMLElement} element that would cover the box @param {DOMRect} box */
function countHiddenSamples(element, box) {
  const stacks = SAMPLED_X.flatMap((x) => SAMPLED_Y.map((y) => document.elementsFromPoint(box.left + x * box.width, box.top + y * box.height)));
  return stacks.filter((stack) => stack.find((layer) => !element.contains(layer))?.matches(".word, .gap")).length;
}
