/**
 * Splitting an SCU: any parts move to a new SCU, and parts are cut at the selected words, all in one gesture.
 * @import { Part, Scu } from "../work/edits/types.js"
 * @import { Span } from "../texts/pieces.js"
 * @typedef {Span & {part: string, summary: number, goes: boolean}} Piece  a part, or a piece of it; goes: whether it moves to the new SCU
 * @typedef {{slice: (start: number, end: number) => string}} Points
 * @typedef {(summary: number) => {words: Span[], points: Points} | undefined} TextOf
 * @typedef {Piece & {number: string, words: string, dir: string}} ListedPiece
 */
import { askDialog } from "pyramidion/elements/ask_dialog.js";
import { build } from "pyramidion/elements/build.js";
import { inTextOrder, shownLabel } from "pyramidion/pyramids/scus.js";
import { shortened } from "pyramidion/pyramids/display_data.js";
import { newId } from "pyramidion/work/edits/new_id.js";

/**
 * Lists the SCU's parts, cut at the selected words; the selected pieces move to the new SCU.
 * @param {Scu} scu @param {(Span & {summary: number})[]} selected @param {TextOf} textOf @returns {Piece[]}
 */
export function piecesOf(scu, selected, textOf) {
  return scu.contributors.flatMap(({ summary, parts }) => {
    const text = textOf(summary);
    const spans = selected.filter((span) => span.summary === summary);
    return inTextOrder(parts).flatMap((part) => cut(part, spans, text).map((piece) => ({ ...piece, part: part.id, summary })));
  });
}

/** @param {Part} part @param {Span[]} spans in text order @param {ReturnType<TextOf>} text @returns {(Span & {goes: boolean})[]} */
function cut({ start, end }, spans, text) {
  const moving = spans
    .map((span) => ({ start: Math.max(start, span.start), end: Math.min(end, span.end) }))
    .filter((span) => span.start < span.end && text && trimmed(span, text));
  const pieces = [];
  let at = start;
  for (const span of [...moving, { start: end, end }]) {
    const rest = text && trimmed({ start: at, end: span.start }, text);
    if (rest) pieces.push({ ...rest, goes: false });
    if (span.start < span.end) pieces.push({ ...span, goes: true });
    at = span.end;
  }
  return pieces.length > 1 ? pieces : [{ start, end, goes: moving.length > 0 }];
}

/** Removes white space at both ends; null if the span contains no word. @param {Span} span @param {NonNullable<ReturnType<TextOf>>} text */
function trimmed({ start, end }, { words, points }) {
  if (!words.some((word) => word.start < end && start < word.end)) return null;
  while (/^\s/u.test(points.slice(start, start + 1))) start += 1;
  while (/^\s/u.test(points.slice(end - 1, end))) end -= 1;
  return { start, end };
}

/**
 * The edits of one gesture: they cut parts of which only some pieces move, then split the SCU.
 * @param {Scu} scu @param {Piece[]} pieces @param {{newScu: string, label: string, stays: string}} options label: of the new SCU; stays: the label of the old one
 */
export function splitEdits(scu, pieces, { newScu, label, stays }) {
  const edits = [];
  const moving = [];
  for (const { summary, parts } of scu.contributors) {
    for (const part of parts) {
      const runs = runsOf(pieces.filter((piece) => piece.part === part.id));
      const own = runs.length > 1 ? runs.find((run) => !run.goes) : runs[0];
      if (own && runs.length > 1) edits.push({ verb: "set_part", part: part.id, start: own.start, end: own.end });
      for (const run of runs) {
        const id = run === own ? part.id : newId();
        if (run !== own) edits.push({ verb: "add_part", part: id, scu: scu.id, summary, start: run.start, end: run.end });
        if (run.goes) moving.push(id);
      }
    }
  }
  edits.push({ verb: "split_scu", scu: scu.id, new_scu: newScu, parts: moving, label });
  if (stays !== scu.label) edits.push({ verb: "relabel_scu", scu: scu.id, label: stays, was: scu.label });
  return edits;
}

/** Joins adjacent pieces that both move or both stay. @param {Piece[]} pieces in text order @returns {Piece[]} */
function runsOf(pieces) {
  /** @type {Piece[]} */
  const runs = [];
  for (const piece of pieces) {
    const last = runs[runs.length - 1];
    if (last && last.goes === piece.goes) last.end = piece.end;
    else runs.push({ ...piece });
  }
  return runs;
}

export class Splitting {
  /**
   * @param {import("./pyramid.js").Pyramid} pyramid @param {import("../elements/text/text_pane.js").TextPane} pane
   * @param {import("./list/scu_list.js").ScuList} list
   */
  constructor(pyramid, pane, list) {
    this.pyramid = pyramid;
    this.pane = pane;
    this.list = list;
    this.intents = {
      "split-scu": (/** @type {{scu: string}} */ { scu }) => this.ask(scu),
      "split-off": () => this.ask(pyramid.selected),
    };
  }

  /** @type {TextOf} */
  #textOf = (summary) => this.pane.text(summary);

  /** Whether the selected words are in parts of the selected SCU. */
  get possible() {
    const scu = this.pyramid.scu();
    return Boolean(scu && this.#pieces(scu).some((piece) => piece.goes));
  }

  /** The button for the bar at the selected words. @returns {import("../elements/selection_bar.js").Choice[]} */
  get choices() {
    return this.possible ? [{ name: "split-off", label: "Split off…", key: "S" }] : [];
  }

  /** @param {Scu} scu */
  #pieces(scu) {
    return piecesOf(scu, this.pane.selection.parts, this.#textOf);
  }

  /** @param {string} id */
  async ask(id) {
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
    if (!pyramid.do(splitEdits(current, answer.pieces, { newScu, label: answer.label, stays: answer.stays }))) return;
    pyramid.recent.set(newScu, Date.now());
    this.pane.selection.clear();
    pyramid.select(newScu);
    this.list.focusRow(newScu);
  }

  /** The pieces as the dialog lists them, summary by summary. @param {Scu} scu */
  #listedPieces(scu) {
    const { pyramid } = this;
    return this.#pieces(scu).sort((a, b) => pyramid.rank(a.summary) - pyramid.rank(b.summary)).map((piece) => {
      const text = this.pane.text(piece.summary);
      const words = text?.points.slice(piece.start, piece.end).replace(/\s+/gu, " ") ?? "";
      return { ...piece, number: text?.numberAt(piece.start) ?? "", words, dir: text?.dir ?? "auto" };
    });
  }
}

/**
 * @param {Element} host @param {{title: string, label: string, pieces: ListedPiece[]}} question
 * @returns {Promise<{pieces: Piece[], label: string, stays: string} | null>} null if it was cancelled
 */
async function askSplit(host, { title, label, pieces }) {
  const boxes = pieces.map((piece, i) => build("input", { type: "checkbox", id: `piece-${i}`, checked: piece.goes }));
  const chosen = () => pieces.map((piece, i) => ({ ...piece, goes: boxes[i].checked }));
  const [newLabel, newField] = labelField("split-label", "Label of the new SCU", "");
  const [oldLabel, oldField] = labelField("split-stays", "Label of the remaining SCU", label);
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
  if (!divides(pieces)) return "Choose some of the parts, but not all.";
  const weight = (/** @type {boolean} */ goes) => new Set(pieces.filter((piece) => piece.goes === goes).map((piece) => piece.summary)).size;
  return `The new SCU gets weight ${weight(true)}; the remaining SCU has weight ${weight(false)}.`;
}
