/**
 * Dragging in the list: a contributor of the selected SCU onto another SCU (move), an SCU onto another one (merge), or an SCU
 * between two others (reorder, if the list is sorted by position).
 * @typedef {{scu: string, summary: number | null}} Dragged  summary: null for the whole SCU
 * @typedef {object} Actions  what a drop does
 * @property {(dropped: {scu: string, summary: number | null, to: string}) => void} drop
 * @property {(scu: string, target: string, side: "before" | "after") => void} reorder
 * @property {() => boolean} canReorder
 */
const EDGE = 0.25; // fraction of a row's height at its top and at its bottom; an SCU dropped there is put between two rows

/** Listens to drags in the list. @param {HTMLElement} list @param {Actions} actions */
export function moveByDragging(list, actions) {
  /** @type {Dragged | null} */
  let dragged = null;
  /** @type {{item: HTMLElement, className: string} | null} */
  let markedTarget = null;
  const mark = (/** @type {typeof markedTarget} */ target) => {
    markedTarget?.item.classList.remove(markedTarget.className);
    markedTarget = target;
    markedTarget?.item.classList.add(markedTarget.className);
  };
  const end = () => {
    dragged = null;
    mark(null);
  };
  list.addEventListener("pointerdown", (event) => {
    const button = event.target instanceof Element ? event.target.closest(".scu-button") : null;
    button?.setAttribute("draggable", "true"); // set only here, because rows of a read-only list must not be draggable
  });
  list.addEventListener("dragstart", (event) => {
    dragged = draggedBy(event);
    const text = event.target instanceof Element ? event.target.querySelector(".quote, .label")?.textContent : "";
    if (dragged) event.dataTransfer?.setData("text/plain", text ?? "");
  });
  list.addEventListener("dragover", (event) => {
    mark(dragged && dropTarget(event, dragged, actions.canReorder()));
    if (markedTarget) event.preventDefault();
  });
  list.addEventListener("dragleave", (event) => {
    if (!list.contains(/** @type {Node | null} */ (event.relatedTarget))) mark(null);
  });
  list.addEventListener("drop", (event) => {
    const target = dragged && dropTarget(event, dragged, actions.canReorder());
    const to = target?.item.dataset.item;
    if (!dragged || !target || !to) return;
    event.preventDefault();
    const source = dragged;
    end(); // the drop may remove the dragged element, and then no dragend event follows
    if (target.className === "drop-here") actions.drop({ ...source, to });
    else actions.reorder(source.scu, to, target.className === "drop-before" ? "before" : "after");
  });
  list.addEventListener("dragend", end);
}

/** Returns the contributor or SCU that a drag has begun to move; null if neither. @param {DragEvent} event @returns {Dragged | null} */
function draggedBy({ target }) {
  const element = target instanceof Element ? target : null;
  const item = /** @type {HTMLElement | null} */ (element?.closest("li.scu") ?? null);
  const contributor = /** @type {HTMLElement | null} */ (element?.closest(".contributor") ?? null);
  if (!item || !(contributor ?? element?.closest(".scu-button"))) return null;
  return { scu: item.dataset.item ?? "", summary: contributor ? Number(contributor.dataset.summary) : null };
}

/** Returns the row under the pointer, and the CSS class that shows what a drop would do there; null if nothing can be dropped. @param {DragEvent} event @param {Dragged} dragged @param {boolean} canReorder */
function dropTarget(event, dragged, canReorder) {
  const item = event.target instanceof Element ? event.target.closest("li.scu") : null;
  if (!(item instanceof HTMLElement) || item.dataset.item === dragged.scu) return null;
  const box = item.getBoundingClientRect();
  const relativeY = (event.clientY - box.top) / box.height; // 0 at the top of the row, 1 at its bottom
  const reorderClass = canReorder && dragged.summary === null && (relativeY < EDGE ? "drop-before" : relativeY > 1 - EDGE && "drop-after");
  return { item, className: reorderClass || "drop-here" };
}
