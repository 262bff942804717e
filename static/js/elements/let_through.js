// @ts-check
const CLASS = "let-through";

/**
 * Lets the pointer reach what is under a floating element while Ctrl, Cmd, Shift or Alt is held: with these one goes on
 * selecting words, also where the element has come to lie.
 * @param {HTMLElement} element
 */
export function letThrough(element) {
  const listen = (/** @type {KeyboardEvent | PointerEvent} */ event) =>
    element.classList.toggle(CLASS, event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  addEventListener("keydown", listen, true);
  addEventListener("keyup", listen, true);
  addEventListener("pointermove", listen, { capture: true, passive: true });
  addEventListener("blur", () => element.classList.remove(CLASS));
}
