// @ts-check
/** Focus that survives when what belongs to the selected SCU is built anew. */

/** What an element within the details is, whichever time they are built. @param {Element | null} element */
function identity(element) {
  if (!(element instanceof HTMLElement)) return "";
  const summary = /** @type {HTMLElement | null} */ (element.closest("[data-summary]"))?.dataset.summary ?? "";
  return [summary, element.dataset.part ?? "", element.dataset.does ?? element.title].join("|");
}

/**
 * Does something that may build `root` anew; then the element like the one that had the focus has it again.
 * @param {Element | null | undefined} root @param {() => Element | null | undefined} rebuild answers the new root
 * @returns {boolean} false if the focus was within but has found no place
 */
export function keepingFocus(root, rebuild) {
  const focused = document.activeElement;
  const within = Boolean(root?.contains(focused));
  const sought = within ? identity(focused) : "";
  const fresh = rebuild();
  if (!within) return true;
  const again = [...(fresh?.querySelectorAll("button, [tabindex='0']") ?? [])].find((one) => identity(one) === sought);
  if (!(again instanceof HTMLElement) || again.hidden) return false;
  again.focus({ preventScroll: true });
  return document.activeElement === again;
}

/**
 * Does something after which rows of a list may be elsewhere or gone; the row that had the focus, else the next one that
 * stands, has it then.
 * @param {import("../pyramids/list/scu_list.js").ScuList} list @param {() => void} refresh @param {() => void} elsewhere if no row is left
 */
export function keepingRow(list, refresh, elsewhere) {
  const { activeElement } = document;
  const item = list.contains(activeElement) ? /** @type {HTMLElement | null | undefined} */ (activeElement?.closest("li.scu")) : null;
  const id = item?.dataset.item ?? "";
  const before = list.ids;
  refresh();
  if (!item || list.contains(document.activeElement)) return;
  const at = before.indexOf(id);
  const nearest = [id, ...before.slice(at + 1), ...before.slice(0, Math.max(at, 0)).reverse()];
  const stands = nearest.find((one) => list.ids.includes(one));
  if (stands) list.focusRow(stands);
  else elsewhere();
}
