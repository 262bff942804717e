// @ts-check
/**
 * Asks which parts of an SCU go to a new one, and what the two are called.
 * @typedef {{part: string, summary: number, start: number, end: number, goes: boolean}} Piece
 * @typedef {Piece & {number: string, words: string, dir: string}} ListedPiece
 */
import { askDialog } from "pyramidion/elements/ask_dialog.js";
import { build } from "pyramidion/elements/build.js";

/**
 * @param {Element} host @param {{title: string, label: string, pieces: ListedPiece[]}} question
 * @returns {Promise<{pieces: Piece[], label: string, stays: string} | null>} null if it was cancelled
 */
export async function askSplit(host, { title, label, pieces }) {
  const boxes = pieces.map((piece, i) => build("input", { type: "checkbox", id: `piece-${i}`, checked: piece.goes }));
  const chosen = () => pieces.map((piece, i) => ({ ...piece, goes: boxes[i].checked }));
  const [newLabel, newField] = labelField("split-label", "Label of the new SCU", "");
  const [oldLabel, oldField] = labelField("split-stays", "Label of what stays", label);
  const outcome = build("p", { class: "hint", role: "status" });
  const list = build("fieldset", { class: "split-pieces" }, build("legend", { text: "What goes to the new SCU" }),
    ...pieces.map((piece, i) => row(piece, boxes[i])));
  const ready = (/** @type {HTMLButtonElement} */ button) => {
    const show = () => {
      outcome.textContent = outcomeOf(chosen());
      button.disabled = !divides(chosen());
    };
    list.addEventListener("change", show);
    show();
    (pieces.some((piece) => piece.goes) ? newLabel : boxes[0]).focus();
  };
  const content = [list, outcome, newField, oldField];
  if (!(await askDialog(host, { title, content, confirm: "Split", wide: true, ready }))) return null;
  return { pieces: chosen(), label: newLabel.value.trim(), stays: oldLabel.value.trim() };
}

/** @param {ListedPiece} piece @param {HTMLInputElement} box */
function row({ number, words, dir }, box) {
  const attributes = { for: box.id, class: "piece-words" };
  return build("div", { class: "piece" }, box, build("label", attributes, build("b", { text: `${number} ` }), build("span", { dir, text: words })));
}

/** @param {string} id @param {string} name @param {string} value @returns {[HTMLInputElement, HTMLElement]} */
function labelField(id, name, value) {
  const input = build("input", { type: "text", id, maxlength: "2000", autocomplete: "off", dir: "auto", value });
  return [input, build("p", { class: "field" }, build("label", { for: id, text: name }), input)];
}

/** @param {Piece[]} pieces */
const divides = (pieces) => pieces.some((piece) => piece.goes) && pieces.some((piece) => !piece.goes);

/** @param {Piece[]} pieces */
function outcomeOf(pieces) {
  if (!divides(pieces)) return "Choose some of them, but not all.";
  const weight = (/** @type {boolean} */ goes) => new Set(pieces.filter((piece) => piece.goes === goes).map((piece) => piece.summary)).size;
  return `The new SCU gets weight ${weight(true)}; what stays has weight ${weight(false)}.`;
}
