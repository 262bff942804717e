// @ts-check
/** <free-dialog>: one SCU put together by hand from what the sides have: its label, and which of their words. */
import { build } from "pyramidion/elements/build.js";

/** @typedef {{letter: string, summary: string, text: string, part: [number, number, number]}} Piece */

export class FreeDialog extends HTMLElement {
  /**
   * @param {string[]} labels @param {Piece[]} pieces
   * @returns {Promise<{label: string, parts: [number, number, number][]} | null>} null: not now
   */
  ask(labels, pieces) {
    const label = build("textarea", { id: "free-label", rows: "2", dir: "auto", text: labels[0] ?? "" });
    const boxes = pieces.map(() => build("input", { type: "checkbox", checked: true }));
    const rows = pieces.map(({ letter, summary, text }, i) =>
      build("label", { class: "free-piece" }, boxes[i], build("span", { class: "letter", text: letter }), build("b", { text: summary }), build("span", { text, dir: "auto" })));
    const others = labels.map((text) => build("button", { type: "button", class: "plain", text, on: { click: () => (label.value = text) } }));
    const problem = build("p", { class: "errors", role: "alert", hidden: true, text: "Choose some words, and give it a label." });
    return new Promise((resolve) => {
      /** @type {{label: string, parts: [number, number, number][]} | null} */
      let answer = null;
      const dialog = build("dialog", { "aria-labelledby": "free-title", on: { close: () => { dialog.remove(); resolve(answer); } } },
        build("h2", { id: "free-title", text: "Edit freely" }),
        build("p", { class: "free-label" }, build("label", { for: "free-label", text: "Label" }), label),
        build("div", { class: "free-labels" }, ...others),
        build("fieldset", {}, build("legend", { text: "Words" }), ...rows),
        problem,
        build("div", { class: "actions" },
          build("button", { type: "button", text: "Cancel", on: { click: () => dialog.close() } }),
          build("button", { type: "button", class: "primary", text: "Decide so", on: { click: () => {
            const parts = pieces.filter((_, i) => boxes[i].checked).map(({ part }) => part);
            problem.hidden = Boolean(parts.length && label.value.trim());
            if (!problem.hidden) return;
            answer = { label: label.value.trim(), parts };
            dialog.close();
          } } })));
      this.replaceChildren(dialog);
      dialog.showModal();
      label.select();
    });
  }
}

customElements.define("free-dialog", FreeDialog);
