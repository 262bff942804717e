/** Buttons with `data-copy` copy the text of the element with that id. Without scripts they stay hidden: the text is there. */

const SAID = 2000;

for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  const status = document.createElement("span");
  status.setAttribute("role", "status");
  status.className = "quiet";
  button.before(status);
  button.hidden = false;
  button.addEventListener("click", () => copy(button, status));
}

/** @param {HTMLButtonElement} button @param {HTMLElement} status */
async function copy(button, status) {
  const source = document.getElementById(button.dataset.copy ?? "");
  if (!source) return;
  status.textContent = (await copied(source)) ? "Copied" : "Press Ctrl+C";
  setTimeout(() => status.textContent = "", SAID);
}

/**
 * Whether the text went to the clipboard. Plain HTTP has no clipboard API: then the text is selected, ready for Ctrl+C.
 * @param {HTMLElement} source
 */
async function copied(source) {
  try {
    await navigator.clipboard.writeText(source.textContent ?? "");
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
}
