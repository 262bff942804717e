// @ts-check
/** Asks for an SCU that is put together by hand from what the sources have: its label, and which of their words. */
import { askDialog } from "pyramidion/elements/ask_dialog.js";
import { build } from "pyramidion/elements/build.js";

/** @typedef {{letter: string, summary: string, text: string, part: [number, number, number]}} Piece */

/**
 * @param {Element} host @param {string[]} labels @param {Piece[]} pieces
 * @returns {Promise<{label: string, parts: [number, number, number][]} | null>} null if it was cancelled
 */
export async function askFree(host, labels, pieces) {
  const label = build("textarea", { id: "free-label", rows: "2", dir: "auto", text: labels[0] ?? "" });
  const boxes = pieces.map(() => build("input", { type: "checkbox", checked: true }));
  const rows = pieces.map(({ letter, summary, text }, i) =>
    build("label", { class: "free-piece" }, boxes[i], build("span", { class: "letter", text: letter }), build("b", { text: summary }), build("span", { text, dir: "auto" })));
  const words = build("fieldset", {}, build("legend", { text: "Words" }), ...rows);
  const ready = (/** @type {HTMLButtonElement} */ button) => {
    const check = () => (button.disabled = !boxes.some((box) => box.checked) || !label.value.trim());
    label.addEventListener("input", check);
    words.addEventListener("change", check);
    for (const other of others) other.addEventListener("click", check);
    check();
    label.select();
  };
  const others = labels.map((text) => build("button", { type: "button", class: "plain", text, on: { click: () => (label.value = text) } }));
  const content = [
    build("p", { class: "free-label" }, build("label", { for: "free-label", text: "Label" }), label),
    build("div", { class: "free-labels" }, ...others), words,
    build("p", { class: "hint", text: "An SCU needs a label and some words." }),
  ];
  if (!(await askDialog(host, { title: "Edit freely", content, confirm: "Decide", ready }))) return null;
  return { label: label.value.trim(), parts: pieces.filter((_, i) => boxes[i].checked).map(({ part }) => part) };
}
