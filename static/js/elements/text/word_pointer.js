/**
 * Selecting words with a pointer: drag, double click, Shift+click to extend, Ctrl/Cmd for another part, Alt for single
 * characters; dragging an edge of a lit part moves it; a click on a covered word asks for what covers it.
 * @import { SummaryText } from "./summary_text.js"
 * @import { Run } from "./runs.js"
 * @typedef {{id: string, summary: number, start: number, end: number}} LitPart
 * @typedef {{text: SummaryText, run: Run, x: number, y: number, characters: boolean, from: number, moved: boolean,
 *            edge: null | {part: LitPart, side: "start" | "end"}, kind: string}} Drag
 */
import { runOf } from "pyramidion/elements/text/runs.js";
import { snapToWords } from "pyramidion/texts/pieces.js";

const STILL = 4; // px a click may wander
const EDGE = 5; // px around an edge that take hold of it
const DOUBLE = 400; // ms within which a second click is a double click
const SCROLL = 28; // px from the pane's border that scroll it

export class WordPointer {
  /** @type {Drag | null} */
  #drag = null;
  /** Where Shift+click extends from. @type {null | {text: SummaryText, offset: number}} */
  #anchor = null;
  /** @type {{run: Run | null, at: number}} */
  #clicked = { run: null, at: -DOUBLE };

  /** @param {import("./text_pane.js").TextPane} pane */
  constructor(pane) {
    this.pane = pane;
    pane.addEventListener("pointerdown", (event) => this.#down(event));
    pane.addEventListener("pointermove", (event) => this.#move(event));
    pane.addEventListener("pointerup", (event) => this.#up(event));
    pane.addEventListener("pointercancel", () => this.#end());
    pane.addEventListener("dblclick", (event) => this.#word(event));
  }

  get busy() {
    return this.#drag?.moved ?? false;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const text = event.target instanceof Element ? event.target.closest("summary-text") : null;
    if (event.button !== 0 || !text || event.pointerType === "touch") return;
    const summary = /** @type {SummaryText} */ (text);
    const run = runOf(event.target) ?? runAtPoint(summary, event.clientX, event.clientY);
    if (!run) return;
    event.preventDefault();
    this.pane.setCursor(summary, run.word);
    const { clientX: x, clientY: y } = event;
    const edge = this.pane.editable ? this.#edgeAt(summary, run, x, y) : null;
    const characters = event.altKey;
    const from = characters ? characterAtPoint(summary, run, x, y) : run.start;
    const kind = event.shiftKey ? "extend" : event.ctrlKey || event.metaKey ? "another" : "new";
    this.#drag = { text: summary, run, x, y, characters, from, moved: false, edge, kind };
    this.pane.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag) {
      this.#showEdge(event);
      return;
    }
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) <= STILL) return;
    if (!drag.moved) this.#begin(drag);
    this.#scroll(event.clientY);
    const run = runAtPoint(drag.text, event.clientX, event.clientY);
    if (!run) return;
    if (drag.edge) this.#moveEdge(drag, run, event);
    else this.#draw(drag, run, event);
  }

  /** @param {Drag} drag */
  #begin(drag) {
    drag.moved = true;
    if (drag.edge) return;
    if (drag.kind === "another") this.pane.selection.keep();
    else if (drag.kind === "new") this.pane.selection.clear();
    if (drag.kind !== "extend" || this.#anchor?.text !== drag.text) this.#anchor = { text: drag.text, offset: drag.from };
  }

  /** @param {Drag} drag @param {Run} run @param {PointerEvent} event */
  #draw(drag, run, event) {
    const anchor = this.#anchor?.offset ?? drag.from;
    if (drag.characters) {
      const to = characterAtPoint(drag.text, run, event.clientX, event.clientY);
      this.#select(drag.text, Math.min(anchor, to), Math.max(anchor, to));
      return;
    }
    const first = drag.text.runs.list[drag.text.runs.indexAt(anchor)];
    const span = snapToWords(drag.text.words, Math.min(first.start, run.start), Math.max(first.end, run.end));
    if (span) this.#select(drag.text, span.start, span.end);
  }

  /** @param {SummaryText} text @param {number} start @param {number} end */
  #select(text, start, end) {
    this.pane.selection.draw(start < end ? { summary: text.summary.id, start, end } : null);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.#drag;
    this.#end();
    if (!drag) return;
    if (drag.moved) this.#finish(drag);
    else this.#click(drag, event);
  }

  /** @param {Drag} drag */
  #finish(drag) {
    if (drag.edge) this.pane.finishEdge();
    else this.pane.selectionDone();
  }

  #end() {
    this.#drag = null;
    this.pane.classList.remove("at-edge");
  }

  /** @param {Drag} drag @param {PointerEvent} event */
  #click({ text, run, kind }, event) {
    const { selection } = this.pane;
    if (kind === "extend" && this.#anchor?.text === text) {
      const from = text.runs.list[text.runs.indexAt(this.#anchor.offset)];
      const span = snapToWords(text.words, Math.min(from.start, run.start), Math.max(from.end, run.end));
      if (span) this.#select(text, span.start, span.end);
      this.pane.selectionDone();
    } else if (kind === "another") {
      this.#one(text, run, true);
    } else if (!this.#secondClick(run, event.timeStamp)) {
      this.#anchor = { text, offset: run.start };
      selection.clear();
      if (run.keys.length) this.pane.tell("mark-click", { keys: run.keys, box: run.element.getClientRects()[0] });
    }
  }

  /** A double click selects the word; it must not also go on to the next of several SCUs. @param {Run} run @param {number} at */
  #secondClick(run, at) {
    const second = this.#clicked.run === run && at - this.#clicked.at < DOUBLE;
    this.#clicked = { run, at };
    return second;
  }

  /** Double click: the word. @param {MouseEvent} event */
  #word(event) {
    // The pane has captured the pointer: it is the target, not the word.
    const run = runOf(document.elementFromPoint(event.clientX, event.clientY));
    const text = run?.element.closest("summary-text");
    if (!run || !text || event.shiftKey) return;
    const another = event.ctrlKey || event.metaKey;
    if (!another && run.keys.length) this.pane.tell("mark-kept");
    this.#one(/** @type {SummaryText} */ (text), run, another);
  }

  /** @param {SummaryText} text @param {Run} run @param {boolean} another */
  #one(text, run, another) {
    if (run.word < 0) return;
    if (another) this.pane.selection.keep();
    else this.pane.selection.clear();
    this.#anchor = { text, offset: run.start };
    this.#select(text, text.words[run.word].start, text.words[run.word].end);
    this.pane.selectionDone();
  }

  /** @param {SummaryText} text @param {Run} run @param {number} x @param {number} y */
  #edgeAt(text, run, x, y) {
    for (const part of this.pane.litParts) {
      if (part.summary !== text.summary.id) continue;
      for (const side of /** @type {const} */ (["start", "end"])) {
        if (run[side] === part[side] && nearEdge(run, side, text.dir, x, y)) return { part, side };
      }
    }
    return null;
  }

  /** @param {PointerEvent} event */
  #showEdge(event) {
    const run = runOf(event.target);
    const lit = run?.element.classList.contains("lit");
    const text = lit ? /** @type {SummaryText} */ (run?.element.closest("summary-text")) : null;
    const edge = run && text && this.pane.editable ? this.#edgeAt(text, run, event.clientX, event.clientY) : null;
    this.pane.classList.toggle("at-edge", Boolean(edge));
  }

  /** @param {Drag} drag @param {Run} run @param {PointerEvent} event */
  #moveEdge({ text, edge }, run, event) {
    if (!edge) return;
    const { part, side } = edge;
    const other = side === "start" ? part.end : part.start;
    let at = run[side];
    if (event.altKey) at = characterAtPoint(text, run, event.clientX, event.clientY);
    else at = snapToWords(text.words, run.start, run.end)?.[side] ?? at;
    const sound = side === "start" ? at < other : at > other;
    if (sound) this.pane.previewEdge({ ...part, [side]: at });
  }

  /** @param {number} y */
  #scroll(y) {
    const box = this.pane.getBoundingClientRect();
    if (y > box.bottom - SCROLL) this.pane.scrollTop += SCROLL / 2;
    else if (y < box.top + SCROLL) this.pane.scrollTop -= SCROLL / 2;
  }
}

/** @param {Run} run @param {"start" | "end"} side @param {string} dir @param {number} x @param {number} y */
function nearEdge(run, side, dir, x, y) {
  const boxes = [...run.element.getClientRects()];
  const box = side === "start" ? boxes[0] : boxes[boxes.length - 1];
  if (!box || y < box.top || y > box.bottom) return false;
  const edge = (side === "start") === (dir !== "rtl") ? box.left : box.right;
  return Math.abs(x - edge) <= Math.min(EDGE, box.width / 3);
}

/**
 * The run at a point of a text, or the nearest one.
 * @param {SummaryText} text @param {number} x @param {number} y @returns {Run | undefined}
 */
function runAtPoint(text, x, y) {
  const under = document.elementFromPoint(x, y);
  const direct = under && text.contains(under) ? runOf(under) : undefined;
  if (direct) return direct;
  let best;
  let least = Infinity;
  for (const run of text.runs.list) {
    for (const box of run.element.getClientRects()) {
      const away = distance(box, x, y);
      if (away < least) [best, least] = [run, away];
    }
  }
  return best;
}

/** Lines count more than columns: a point below a line means that line's words first. @param {DOMRect} box */
function distance(box, /** @type {number} */ x, /** @type {number} */ y) {
  const aside = Math.max(box.left - x, 0, x - box.right);
  const above = Math.max(box.top - y, 0, y - box.bottom);
  return aside + 4 * above;
}

/**
 * The boundary between two characters nearest to a point within a run.
 * @param {SummaryText} text @param {Run} run @param {number} x @param {number} y
 * @returns {number} code-point offset
 */
function characterAtPoint(text, run, x, y) {
  const node = /** @type {Text} */ (run.element.firstChild);
  const base = text.points.toUtf16(run.start);
  const range = new Range();
  let nearest = base;
  let least = Infinity;
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(node.data)) {
    range.setStart(node, index);
    range.setEnd(node, index + segment.length);
    const box = range.getBoundingClientRect();
    const first = text.dir === "rtl" ? box.right : box.left;
    const last = text.dir === "rtl" ? box.left : box.right;
    const away = 4 * Math.max(box.top - y, 0, y - box.bottom);
    for (const [edge, at] of [[first, index], [last, index + segment.length]]) {
      const value = Math.abs(x - edge) + away;
      if (value < least) [nearest, least] = [base + at, value];
    }
  }
  return text.points.fromUtf16(nearest);
}
