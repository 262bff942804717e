// @ts-check
/**
 * <split-dialog>: which parts of an SCU go to a new one, and what the two are called.
 * @typedef {{part: string, summary: number, start: number, end: number, goes: boolean}} Piece
 * @typedef {Piece & {number: string, words: string, dir: string}} Shown
 * @typedef {{pieces: Piece[], label: string, stays: string}} Answer
 */
import { build } from "pyramidion/elements/build.js";

export class SplitDialog extends HTMLElement {
  /** @param {{title: string, label: string, pieces: Shown[]}} question @returns {Promise<Answer | null>} */
  ask({ title, label, pieces }) {
    const boxes = pieces.map((piece, i) => build("input", { type: "checkbox", id: `piece-${i}`, checked: piece.goes }));
    const chosen = () => pieces.map((piece, i) => ({ ...piece, goes: boxes[i].checked }));
    const fresh = field("split-label", "Label of the new SCU", "");
    const stays = field("split-stays", "Label of what stays", label);
    const says = build("p", { class: "hint", role: "status" });
    const split = build("button", { class: "primary", value: "split", text: "Split" });
    const show = () => {
      says.textContent = outcome(chosen());
      split.disabled = !divides(chosen());
    };
    const cancel = build("button", { type: "button", text: "Cancel", on: { click: () => dialog.close() } });
    const form = build("form", { method: "dialog", class: "form wide", on: { change: show, submit: (/** @type {Event} */ event) => divides(chosen()) || event.preventDefault() } },
      build("fieldset", { class: "split-pieces" }, build("legend", { text: "What goes to the new SCU" }), ...pieces.map((piece, i) => row(piece, boxes[i]))),
      says, fresh.row, stays.row,
      build("div", { class: "actions" }, cancel, split));
    const dialog = build("dialog", { class: "split-scu", "aria-labelledby": "split-title" }, build("h2", { id: "split-title", text: title }), form);
    this.replaceChildren(dialog);
    show();
    dialog.showModal();
    (pieces.some((piece) => piece.goes) ? fresh.input : boxes[0]).focus();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => {
        dialog.remove();
        const done = dialog.returnValue === "split";
        resolve(done ? { pieces: chosen(), label: fresh.input.value.trim(), stays: stays.input.value.trim() } : null);
      });
    });
  }
}

/** @param {Shown} piece @param {HTMLInputElement} box */
function row({ number, words, dir }, box) {
  const named = { for: box.id, class: "piece-words" };
  return build("div", { class: "piece" }, box, build("label", named, build("b", { text: `${number} ` }), build("span", { dir, text: words })));
}

/** @param {string} id @param {string} name @param {string} value */
function field(id, name, value) {
  const input = build("input", { type: "text", id, maxlength: "2000", autocomplete: "off", dir: "auto" });
  input.value = value;
  return { input, row: build("p", { class: "field" }, build("label", { for: id, text: name }), input) };
}

/** @param {Piece[]} pieces */
const divides = (pieces) => pieces.some((piece) => piece.goes) && pieces.some((piece) => !piece.goes);

/** @param {Piece[]} pieces */
function outcome(pieces) {
  if (!divides(pieces)) return "Choose some of them, but not all.";
  const weight = (/** @type {boolean} */ goes) => new Set(pieces.filter((piece) => piece.goes === goes).map((piece) => piece.summary)).size;
  return `The new SCU gets weight ${weight(true)}; what stays has weight ${weight(false)}.`;
}

customElements.define("split-dialog", SplitDialog);
