/**
 * Splitting an SCU: chosen parts move to a new SCU. Parts are first cut at the ends of the selected words, so that pieces can move.
 * @import { Part, Scu } from "../work/edits/types.js"
 * @import { Span } from "../texts/pieces.js"
 * @typedef {Span & {part: string, summary: number, moves: boolean}} ScuPiece  a part, or a piece of a part; part: the part's id; moves: whether it moves to the new SCU
 * @typedef {(summary: number) => {words: Span[], points: import("./scus.js").Sliceable} | undefined} TextOf  returns the text of a summary; points: its code points
 * @typedef {ScuPiece & {number: string, words: string, dir: string}} ListedPiece  number: of its sentence, for example "A1"
 */
import { askDialog } from "pyramidion/elements/ask_dialog.js";
import { build } from "pyramidion/elements/build.js";
import { inTextOrder, shownLabel, weightOf } from "pyramidion/pyramids/scus.js";
import { shortened } from "pyramidion/pyramids/display_data.js";
import { newId } from "pyramidion/work/edits/new_id.js";

/**
 * Lists the SCU's parts, cut at the selected words; the selected pieces move to the new SCU.
 * @param {Scu} scu @param {(Span & {summary: number})[]} selectedSpans @param {TextOf} textOf @returns {ScuPiece[]}
 */
export function piecesOf(scu, selectedSpans, textOf) {
  return scu.contributors.flatMap(({ summary, parts }) => {
    const text = textOf(summary);
    const spans = selectedSpans.filter((span) => span.summary === summary);
    return inTextOrder(parts).flatMap((part) => cutPart(part, spans, text).map((piece) => ({ ...piece, part: part.id, summary })));
  });
}

/** Cuts a part into the pieces inside the spans, which move to the new SCU, and the pieces outside, which stay. @param {Part} part @param {Span[]} spans in text order @param {ReturnType<TextOf>} text @returns {(Span & {moves: boolean})[]} */
function cutPart({ start, end }, spans, text) {
  const moving = spans
    .map((span) => ({ start: Math.max(start, span.start), end: Math.min(end, span.end) }))
    .filter((span) => span.start < span.end && text && trimToWords(span, text));
  const pieces = [];
  let position = start;
  for (const span of [...moving, { start: end, end }]) { // the last span is empty: it adds the text after all others
    const before = text && trimToWords({ start: position, end: span.start }, text);
    if (before) pieces.push({ ...before, moves: false });
    if (span.start < span.end) pieces.push({ ...span, moves: true });
    position = span.end;
  }
  return pieces.length > 1 ? pieces : [{ start, end, moves: moving.length > 0 }];
}

/** Removes white space at both ends; null if the span contains no word. @param {Span} span @param {NonNullable<ReturnType<TextOf>>} text */
function trimToWords({ start, end }, { words, points }) {
  if (!words.some((word) => word.start < end && start < word.end)) return null;
  while (/^\s/u.test(points.slice(start, start + 1))) start += 1;
  while (/^\s/u.test(points.slice(end - 1, end))) end -= 1;
  return { start, end };
}

/**
 * Returns one group of edits: they cut parts of which only some pieces move, then split the SCU.
 * @param {Scu} scu @param {ScuPiece[]} pieces @param {{newScu: string, label: string, restLabel: string}} options newScu: id of the new SCU; label: its label; restLabel: of the SCU that is split
 */
export function splitEdits(scu, pieces, { newScu, label, restLabel }) {
  const edits = [];
  const movingPartIds = [];
  for (const { summary, parts } of scu.contributors) {
    for (const part of parts) {
      const joined = joinNeighbours(pieces.filter((piece) => piece.part === part.id));
      // If the part is cut, the first piece that stays keeps the part's id.
      const pieceWithOldId = joined.length > 1 ? joined.find((piece) => !piece.moves) : joined[0];
      if (pieceWithOldId && joined.length > 1) edits.push({ verb: "set_part", part: part.id, start: pieceWithOldId.start, end: pieceWithOldId.end });
      for (const piece of joined) {
        const id = piece === pieceWithOldId ? part.id : newId();
        if (piece !== pieceWithOldId) edits.push({ verb: "add_part", part: id, scu: scu.id, summary, start: piece.start, end: piece.end });
        if (piece.moves) movingPartIds.push(id);
      }
    }
  }
  edits.push({ verb: "split_scu", scu: scu.id, new_scu: newScu, parts: movingPartIds, label });
  if (restLabel !== scu.label) edits.push({ verb: "relabel_scu", scu: scu.id, label: restLabel, was: scu.label });
  return edits;
}

/** Joins neighbours that both move or both stay. @param {ScuPiece[]} pieces in text order @returns {ScuPiece[]} */
function joinNeighbours(pieces) {
  /** @type {ScuPiece[]} */
  const joined = [];
  for (const piece of pieces) {
    const last = joined[joined.length - 1];
    if (last && last.moves === piece.moves) last.end = piece.end;
    else joined.push({ ...piece });
  }
  return joined;
}

export class Splitting {
  /** @param {import("./pyramid.js").Pyramid} pyramid @param {import("../elements/text/text_pane.js").TextPane} pane @param {import("./list/scu_list.js").ScuList} list */
  constructor(pyramid, pane, list) {
    this.pyramid = pyramid;
    this.pane = pane;
    this.list = list;
    this.intents = {
      "split-scu": (/** @type {{scu: string}} */ { scu }) => this.askAndSplit(scu),
      "split-off": () => this.askAndSplit(pyramid.selectedScuId),
    };
  }

  /** Returns the text of a summary. @type {TextOf} */
  #textOf = (summary) => this.pane.text(summary);

  /** The button for the bar that appears at selected words; none if no selected word is in the selected SCU. @returns {import("../elements/selection_bar.js").BarAction[]} */
  get barActions() {
    const scu = this.pyramid.selectedScu;
    return scu && this.#pieces(scu).some((piece) => piece.moves) ? [{ name: "split-off", label: "Split off…", key: "S" }] : [];
  }

  /** Returns the SCU's parts, cut at the selected words. @param {Scu} scu */
  #pieces(scu) {
    return piecesOf(scu, this.pane.selection.parts, this.#textOf);
  }

  /** Asks what moves to the new SCU, and splits. @param {string} id */
  async askAndSplit(id) {
    const { pyramid } = this;
    const scu = pyramid.scu(id);
    if (!scu) return pyramid.notice("Select the SCU to split first.");
    const pieces = this.#listedPieces(scu);
    if (pieces.length < 2) return pyramid.notice("This SCU has only one part. Select some of its words, then split them off.");
    const title = `Split “${shortened(shownLabel(scu, pyramid.texts), 60)}”`;
    const answer = await askSplit(document.body, { title, label: scu.label, pieces });
    const current = pyramid.scu(id);
    if (!answer || !current) return;
    const newScu = newId();
    if (!pyramid.applyEdits(splitEdits(current, answer.pieces, { newScu, label: answer.label, restLabel: answer.restLabel }))) return;
    pyramid.editedAt.set(newScu, Date.now());
    this.pane.selection.clear();
    pyramid.select(newScu);
    this.list.focusRow(newScu);
  }

  /** Returns the pieces as the dialog lists them, summary by summary. @param {Scu} scu */
  #listedPieces(scu) {
    const { pyramid } = this;
    return this.#pieces(scu).sort((a, b) => pyramid.indexOf(a.summary) - pyramid.indexOf(b.summary)).map((piece) => {
      const text = this.pane.text(piece.summary);
      const words = text?.points.slice(piece.start, piece.end).replace(/\s+/gu, " ") ?? "";
      return { ...piece, number: text?.numberAt(piece.start) ?? "", words, dir: text?.dir ?? "auto" };
    });
  }
}

/**
 * Asks in a dialog what moves to the new SCU.
 * @param {Element} host @param {{title: string, label: string, pieces: ListedPiece[]}} question label: of this SCU
 * @returns {Promise<{pieces: ScuPiece[], label: string, restLabel: string} | null>} null if it was cancelled
 */
async function askSplit(host, { title, label, pieces }) {
  const boxes = pieces.map((piece, i) => build("input", { type: "checkbox", id: `piece-${i}`, checked: piece.moves }));
  const currentPieces = () => pieces.map((piece, i) => ({ ...piece, moves: boxes[i].checked }));
  const [newLabelInput, newField] = labelField("split-label", "Label of the new SCU", "");
  const [restLabelInput, restField] = labelField("split-old-label", "Label of the remaining SCU", label);
  const outcome = build("p", { class: "hint", role: "status" });
  const list = build("fieldset", { class: "split-pieces" }, build("legend", { text: "Parts of the new SCU" }),
    ...pieces.map((piece, i) => pieceRow(piece, boxes[i])));
  const prepareDialog = (/** @type {HTMLButtonElement} */ confirmButton) => {
    const update = () => {
      outcome.textContent = outcomeOf(currentPieces());
      confirmButton.disabled = !isProperSplit(currentPieces());
    };
    list.addEventListener("change", update);
    update();
    (pieces.some((piece) => piece.moves) ? newLabelInput : boxes[0]).focus();
  };
  const content = [list, outcome, newField, restField];
  if (!(await askDialog(host, { title, content, confirm: "Split", wide: true, onOpen: prepareDialog }))) return null;
  return { pieces: currentPieces(), label: newLabelInput.value.trim(), restLabel: restLabelInput.value.trim() };
}

/** Returns the dialog's row for a piece. @param {ListedPiece} piece @param {HTMLInputElement} box */
function pieceRow({ number, words, dir }, box) {
  const attributes = { for: box.id, class: "piece-words" };
  return build("div", { class: "piece" }, box, build("label", attributes, build("b", { text: `${number} ` }), build("span", { dir, text: words })));
}

/** Returns an input for a label, and the element that contains it. @param {string} id @param {string} name @param {string} value @returns {[HTMLInputElement, HTMLElement]} */
function labelField(id, name, value) {
  const input = build("input", { type: "text", id, maxlength: "2000", autocomplete: "off", dir: "auto", value });
  return [input, build("p", { class: "field" }, build("label", { for: id, text: name }), input)];
}

/** Whether some pieces move and some stay. @param {ScuPiece[]} pieces */
const isProperSplit = (pieces) => pieces.some((piece) => piece.moves) && pieces.some((piece) => !piece.moves);

/** Returns a sentence about the weights after the split. @param {ScuPiece[]} pieces */
function outcomeOf(pieces) {
  if (!isProperSplit(pieces)) return "Choose some of the parts, but not all.";
  const [moving, staying] = [true, false].map((moves) => pieces.filter((piece) => piece.moves === moves));
  return `The new SCU gets weight ${weightOf({ contributors: moving })}; the remaining SCU has weight ${weightOf({ contributors: staying })}.`;
}
