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
