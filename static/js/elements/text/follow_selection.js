// @ts-check
/**
 * Keeps the bar at the selected words while things scroll.
 * @param {import("../selection_bar.js").SelectionBar} bar
 * @param {import("./text_pane.js").TextPane} pane
 */
export function followSelection(bar, pane) {
  let due = false;
  const move = () => {
    due = false;
    const boxes = bar.hidden ? null : pane.selectionBoxes;
    if (boxes) bar.move(boxes, pane.getBoundingClientRect());
  };
  const soon = () => {
    if (!due) requestAnimationFrame(move);
    due = true;
  };
  pane.addEventListener("scroll", soon, { capture: true, passive: true });
  addEventListener("resize", soon);
}
