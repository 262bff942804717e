/** Buttons with `data-copy` copy the text of the element with that id. Without JavaScript they stay hidden. */

const STATUS_DURATION = 2000; // ms

for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  const status = document.createElement("span");
  status.setAttribute("role", "status");
  status.className = "quiet";
  button.before(status);
  button.hidden = false;
  button.addEventListener("click", () => copy(button, status));
}

/** Copies, and says so in `status` for a while. @param {HTMLButtonElement} button @param {HTMLElement} status */
async function copy(button, status) {
  const source = document.getElementById(button.dataset.copy ?? "");
  if (!source) return;
  status.textContent = (await copyOrSelect(source)) ? "Copied" : "Press Ctrl+C";
  setTimeout(() => status.textContent = "", STATUS_DURATION);
}

/**
 * Copies the text of an element. Over plain HTTP there is no clipboard API: then this function selects the text, ready for Ctrl+C.
 * @param {HTMLElement} source @returns {Promise<boolean>} whether the text was copied
 */
async function copyOrSelect(source) {
  try {
    await navigator.clipboard.writeText(source.textContent ?? "");
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
}
