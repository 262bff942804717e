/**
 * Dragging in the list: a contributor of the selected SCU onto another SCU (move), an SCU onto another one (merge), or an SCU
 * between two others (reorder, if the list is sorted by position).
 * @typedef {{scu: string, summary: number | null}} Dragged  summary: null for the whole SCU
 * @typedef {object} Actions
 * @property {(dropped: {scu: string, summary: number | null, to: string}) => void} drop
 * @property {(scu: string, other: string, before: boolean) => void} reorder
 * @property {() => boolean} reorderable
 */
const EDGE = 0.25; // of a row's height at its top and bottom: a drop there is between rows

/** @param {HTMLElement} list @param {Actions} actions */
export function moveByDragging(list, actions) {
  /** @type {Dragged | null} */
  let dragged = null;
  /** @type {{item: HTMLElement, look: string} | null} */
  let over = null;
  const mark = (/** @type {typeof over} */ next) => {
    over?.item.classList.remove(over.look);
    over = next;
    over?.item.classList.add(over.look);
  };
  const end = () => {
    dragged = null;
    mark(null);
  };
  list.addEventListener("pointerdown", (event) => {
    const button = event.target instanceof Element ? event.target.closest(".scu-button") : null;
    button?.setAttribute("draggable", "true");
  });
  list.addEventListener("dragstart", (event) => {
    dragged = draggedBy(event);
    const text = event.target instanceof Element ? event.target.querySelector(".quote, .label")?.textContent : "";
    if (dragged) event.dataTransfer?.setData("text/plain", text ?? "");
  });
  list.addEventListener("dragover", (event) => {
    mark(dragged && target(event, dragged, actions.reorderable()));
    if (over) event.preventDefault();
  });
  list.addEventListener("dragleave", (event) => {
    if (!list.contains(/** @type {Node | null} */ (event.relatedTarget))) mark(null);
  });
  list.addEventListener("drop", (event) => {
    const drop = dragged && target(event, dragged, actions.reorderable());
    const to = drop?.item.dataset.item;
    if (!dragged || !drop || !to) return;
    event.preventDefault();
    const source = dragged;
    end(); // the drop may remove the dragged element, and then no dragend event follows
    if (drop.look === "drop-here") actions.drop({ ...source, to });
    else actions.reorder(source.scu, to, drop.look === "drop-before");
  });
  list.addEventListener("dragend", end);
}

/** @param {DragEvent} event @returns {Dragged | null} */
function draggedBy({ target }) {
  const element = target instanceof Element ? target : null;
  const item = /** @type {HTMLElement | null} */ (element?.closest("li.scu") ?? null);
  const block = /** @type {HTMLElement | null} */ (element?.closest(".contributor") ?? null);
  if (!item || !(block ?? element?.closest(".scu-button"))) return null;
  return { scu: item.dataset.item ?? "", summary: block ? Number(block.dataset.summary) : null };
}

/** @param {DragEvent} event @param {Dragged} dragged @param {boolean} reorderable */
function target(event, dragged, reorderable) {
  const item = event.target instanceof Element ? event.target.closest("li.scu") : null;
  if (!(item instanceof HTMLElement) || item.dataset.item === dragged.scu) return null;
  const box = item.getBoundingClientRect();
  const at = (event.clientY - box.top) / box.height;
  const between = reorderable && dragged.summary === null && (at < EDGE ? "drop-before" : at > 1 - EDGE && "drop-after");
  return { item, look: between || "drop-here" };
}
