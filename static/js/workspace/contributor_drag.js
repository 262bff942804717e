// @ts-check
/**
 * Dragging a contributor of the selected SCU onto another SCU of the list.
 * @param {HTMLElement} list
 * @param {(dropped: {scu: string, summary: number, to: string}) => void} move
 */
export function moveByDragging(list, move) {
  /** @type {{scu: string, summary: number} | null} */
  let dragged = null;
  /** @type {Element | null} */
  let over = null;
  const mark = (/** @type {Element | null} */ item) => {
    over?.classList.remove("drop-here");
    over = item;
    over?.classList.add("drop-here");
  };
  const target = (/** @type {DragEvent} */ event) => {
    const item = event.target instanceof Element ? event.target.closest("li.scu") : null;
    return item instanceof HTMLElement && item.dataset.item !== dragged?.scu ? item : null;
  };
  list.addEventListener("dragstart", (event) => {
    const block = event.target instanceof Element ? event.target.closest(".contributor") : null;
    const item = block?.closest("li.scu");
    if (!(block instanceof HTMLElement) || !(item instanceof HTMLElement)) return;
    dragged = { scu: item.dataset.item ?? "", summary: Number(block.dataset.summary) };
    event.dataTransfer?.setData("text/plain", block.querySelector(".quote")?.textContent ?? "");
  });
  list.addEventListener("dragover", (event) => {
    const item = dragged && target(event);
    mark(item || null);
    if (item) event.preventDefault();
  });
  list.addEventListener("drop", (event) => {
    const to = target(event)?.dataset.item;
    if (!dragged || !to) return;
    event.preventDefault();
    move({ ...dragged, to });
  });
  list.addEventListener("dragend", () => {
    dragged = null;
    mark(null);
  });
}
