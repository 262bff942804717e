/**
 * Returns functions that get and set a text stored in this browser, for example a preference. If the browser's storage is off, the
 * text is kept until the page is closed.
 * @param {string} name @param {string} fallback @param {() => Storage} [storage] localStorage, or sessionStorage for this tab only
 */
export function storedText(name, fallback, storage = () => localStorage) {
  const key = `pyramidion:${name}`;
  let current = fallback;
  try {
    current = storage().getItem(key) ?? fallback;
  } catch {
    // Storage is off in this browser.
  }
  return {
    get: () => current,
    /** @param {string} value */
    set(value) {
      current = value;
      try {
        storage().setItem(key, value);
      } catch {
        // Storage is off in this browser.
      }
    },
  };
}

/** Makes a select element show and change a preference. @param {HTMLSelectElement | null} select @param {ReturnType<typeof storedText>} stored the preference @param {() => void} onChange */
export function bindSelect(select, stored, onChange) {
  if (!select) return;
  if ([...select.options].some((option) => option.value === stored.get())) select.value = stored.get();
  select.addEventListener("change", () => {
    stored.set(select.value);
    onChange();
  });
}
