// @ts-check
/** Copies the selected words: they are no selection of the browser's own. */

/** @param {import("./text_pane.js").TextPane} pane */
export function copySelectedWords(pane) {
  document.addEventListener("copy", (event) => {
    const native = getSelection();
    const target = event.target instanceof Element ? event.target : null;
    if ((native && !native.isCollapsed) || target?.closest("input, textarea") || pane.selection.empty) return;
    event.clipboardData?.setData("text/plain", pane.selectedText);
    event.preventDefault();
  });
}
