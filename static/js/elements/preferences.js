// @ts-check
/**
 * What someone likes, remembered by this browser. Where it may not be remembered, it lasts as long as the page.
 * @param {string} name
 * @param {string} fallback
 */
export function preference(name, fallback) {
  const key = `pyramidion:${name}`;
  let value = fallback;
  try {
    value = localStorage.getItem(key) ?? fallback;
  } catch {
    // Storage is off in this browser.
  }
  return {
    get: () => value,
    /** @param {string} chosen */
    set(chosen) {
      value = chosen;
      try {
        localStorage.setItem(key, chosen);
      } catch {
        // As above.
      }
    },
  };
}

/**
 * A choice that is remembered.
 * @param {HTMLSelectElement | null} select @param {ReturnType<typeof preference>} liked @param {() => void} then
 */
export function bindChoice(select, liked, then) {
  if (!select) return;
  if ([...select.options].some((option) => option.value === liked.get())) select.value = liked.get();
  select.addEventListener("change", () => {
    liked.set(select.value);
    then();
  });
}
