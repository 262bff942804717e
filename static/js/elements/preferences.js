/**
 * What someone likes, remembered by this browser. Where it may not be remembered, it lasts as long as the page.
 * @param {string} name @param {string} fallback @param {() => Storage} [storage] of this browser, or of this window
 */
export function preference(name, fallback, storage = () => localStorage) {
  const key = `pyramidion:${name}`;
  let value = fallback;
  try {
    value = storage().getItem(key) ?? fallback;
  } catch {
    // Storage is off in this browser.
  }
  return {
    get: () => value,
    /** @param {string} chosen */
    set(chosen) {
      value = chosen;
      try {
        storage().setItem(key, chosen);
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
