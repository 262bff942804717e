/**
 * Selects words with the pointer: by dragging or a double click, Shift+click to extend, Ctrl/Cmd for another part, Alt for single
 * characters. Dragging an edge (the start or end) of a highlighted part, which belongs to the SCU or unit selected in the list, moves
 * the edge. A click on a covered word reports the SCUs or units that cover it. A run is the element of a word or of a gap between words.
 * @import { SummaryText } from "./summary_text.js"
 * @import { Run } from "./runs.js"
 * @typedef {{id: string, summary: number, start: number, end: number}} HighlightedPart
 * @typedef {{text: SummaryText, run: Run, x: number, y: number, byCharacter: boolean, from: number, hasMoved: boolean,
 *            edge: null | {part: HighlightedPart, side: "start" | "end"}, mode: "new" | "extend" | "another"}} Drag  lasts from the press of the
 *   button to its release; a click unless `hasMoved`. run, x, y: where the drag began; from: the offset there; byCharacter: whether it
 *   selects characters instead of words; edge: the edge that it moves; mode: whether it selects a new part instead of the old parts,
 *   extends the last part, or adds another part
 */
import { runOf } from "pyramidion/elements/text/runs.js";
import { snapToWords } from "pyramidion/texts/pieces.js";

const CLICK_TOLERANCE = 4; // px that the pointer may move during a click
const EDGE_REACH = 5; // px from the edge of a part within which the pointer can drag it
const DOUBLE_CLICK = 400; // ms within which a second click is a double click
const SCROLL_ZONE = 28; // px from the pane's border within which a drag scrolls the pane

export class WordPointer {
  /** The drag in progress. @type {Drag | null} */
  #drag = null;
  /** The fixed end of the part that Shift+click or a drag extends. @type {null | {text: SummaryText, offset: number}} */
  #anchor = null;
  /** The run of the last click, and its time in ms. @type {{run: Run | null, at: number}} */
  #lastClick = { run: null, at: -DOUBLE_CLICK };

  /** @param {import("./text_pane.js").TextPane} pane */
  constructor(pane) {
    this.pane = pane;
    pane.addEventListener("pointerdown", (event) => this.#down(event));
    pane.addEventListener("pointermove", (event) => this.#move(event));
    pane.addEventListener("pointerup", (event) => this.#up(event));
    pane.addEventListener("pointercancel", () => this.#endDrag());
    pane.addEventListener("dblclick", (event) => this.#doubleClick(event));
  }

  get isDragging() {
    return this.#drag?.hasMoved ?? false;
  }

  /** Begins a drag, which may remain a click. @param {PointerEvent} event */
  #down(event) {
    const target = event.target instanceof Element ? event.target : null;
    const text = /** @type {SummaryText | null} */ (target?.closest("summary-text") ?? null);
    if (event.button !== 0 || !text || event.pointerType === "touch") return;
    const run = runOf(target) ?? runAtPoint(text, event.clientX, event.clientY);
    if (!run) return;
    event.preventDefault();
    this.pane.setCursor(text, run.word);
    const { clientX: x, clientY: y } = event;
    const edge = this.pane.editable ? this.#edgeAt(text, run, x, y) : null;
    const byCharacter = event.altKey;
    const from = byCharacter ? characterAtPoint(text, run, x, y) : run.start;
    const mode = event.shiftKey ? "extend" : event.ctrlKey || event.metaKey ? "another" : "new";
    this.#drag = { text, run, x, y, byCharacter, from, hasMoved: false, edge, mode };
    this.pane.setPointerCapture(event.pointerId);
  }

  /** Continues the drag. @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag) {
      this.#showEdgeCursor(event);
      return;
    }
    if (!drag.hasMoved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) <= CLICK_TOLERANCE) return;
    if (!drag.hasMoved) this.#beginDrag(drag);
    this.#scrollNearBorder(event.clientY);
    const run = runAtPoint(drag.text, event.clientX, event.clientY);
    if (!run) return;
    if (drag.edge) this.#moveEdge(drag, run, event);
    else this.#draw(drag, run, event);
  }

  /** Called when the pointer has moved so far that this is no click. @param {Drag} drag */
  #beginDrag(drag) {
    drag.hasMoved = true;
    if (drag.edge) return;
    if (drag.mode === "another") this.pane.selection.finishPart();
    else if (drag.mode === "new") this.pane.selection.clear();
    if (drag.mode !== "extend" || this.#anchor?.text !== drag.text) this.#anchor = { text: drag.text, offset: drag.from };
  }

  /** Selects the text from the anchor to the pointer. @param {Drag} drag @param {Run} run at the pointer @param {PointerEvent} event */
  #draw(drag, run, event) {
    const anchorOffset = this.#anchor?.offset ?? drag.from;
    if (drag.byCharacter) {
      const offset = characterAtPoint(drag.text, run, event.clientX, event.clientY);
      this.#select(drag.text, Math.min(anchorOffset, offset), Math.max(anchorOffset, offset));
      return;
    }
    const anchorRun = drag.text.runs.list[drag.text.runs.indexAt(anchorOffset)];
    const span = snapToWords(drag.text.words, Math.min(anchorRun.start, run.start), Math.max(anchorRun.end, run.end));
    if (span) this.#select(drag.text, span.start, span.end);
  }

  /** Makes a span the drawn part (the part that is being selected). @param {SummaryText} text @param {number} start @param {number} end */
  #select(text, start, end) {
    this.pane.selection.draw(start < end ? { summary: text.summary.id, start, end } : null);
  }

  /** Ends the drag. @param {PointerEvent} event */
  #up(event) {
    const drag = this.#drag;
    this.#endDrag();
    if (!drag) return;
    if (!drag.hasMoved) this.#click(drag, event);
    else if (drag.edge) this.pane.finishResizing();
    else this.pane.announceSelection();
  }

  #endDrag() {
    this.#drag = null;
    this.pane.classList.remove("at-edge");
  }

  /** Handles a press and release without movement. @param {Drag} drag @param {PointerEvent} event */
  #click({ text, run, mode }, event) {
    const { selection } = this.pane;
    if (mode === "extend" && this.#anchor?.text === text) {
      const anchorRun = text.runs.list[text.runs.indexAt(this.#anchor.offset)];
      const span = snapToWords(text.words, Math.min(anchorRun.start, run.start), Math.max(anchorRun.end, run.end));
      if (span) this.#select(text, span.start, span.end);
      this.pane.announceSelection();
    } else if (mode === "another") {
      this.#selectWord(text, run, { asAnotherPart: true });
    } else if (!this.#isSecondClick(run, event.timeStamp)) {
      this.#anchor = { text, offset: run.start };
      selection.clear();
      if (run.coveringIds.length) this.pane.emit("mark-click", { ids: run.coveringIds, box: run.element.getClientRects()[0] });
    }
  }

  /** Whether a click is the second half of a double click, which selects the word and must not select an SCU too. Remembers the click. @param {Run} run @param {number} at timestamp in ms */
  #isSecondClick(run, at) {
    const isSecond = this.#lastClick.run === run && at - this.#lastClick.at < DOUBLE_CLICK;
    this.#lastClick = { run, at };
    return isSecond;
  }

  /** Selects the clicked word. @param {MouseEvent} event */
  #doubleClick(event) {
    // The target is the pane, not the word, because the pane has captured the pointer.
    const run = runOf(document.elementFromPoint(event.clientX, event.clientY));
    const text = run?.element.closest("summary-text");
    if (!run || !text || event.shiftKey) return;
    const asAnotherPart = event.ctrlKey || event.metaKey;
    if (!asAnotherPart && run.coveringIds.length) this.pane.emit("mark-click-undone");
    this.#selectWord(/** @type {SummaryText} */ (text), run, { asAnotherPart });
  }

  /** Selects a word, instead of the selected parts or as another part. @param {SummaryText} text @param {Run} run @param {{asAnotherPart: boolean}} options */
  #selectWord(text, run, { asAnotherPart }) {
    if (run.word < 0) return;
    if (asAnotherPart) this.pane.selection.finishPart();
    else this.pane.selection.clear();
    this.#anchor = { text, offset: run.start };
    this.#select(text, text.words[run.word].start, text.words[run.word].end);
    this.pane.announceSelection();
  }

  /** Returns the edge of a highlighted part near a point; null if there is none. @param {SummaryText} text @param {Run} run @param {number} x @param {number} y */
  #edgeAt(text, run, x, y) {
    for (const part of this.pane.highlightedParts) {
      if (part.summary !== text.summary.id) continue;
      for (const side of /** @type {const} */ (["start", "end"])) {
        if (run[side] === part[side] && isNearEdge(run, side, text.dir, x, y)) return { part, side };
      }
    }
    return null;
  }

  /** Changes the mouse cursor where a drag would move an edge. @param {PointerEvent} event */
  #showEdgeCursor(event) {
    const run = runOf(event.target);
    const isHighlighted = run?.element.classList.contains("lit");
    const text = isHighlighted ? /** @type {SummaryText} */ (run?.element.closest("summary-text")) : null;
    const edge = run && text && this.pane.editable ? this.#edgeAt(text, run, event.clientX, event.clientY) : null;
    this.pane.classList.toggle("at-edge", Boolean(edge));
  }

  /** Moves the dragged edge to the run at the pointer. @param {Drag} drag @param {Run} run @param {PointerEvent} event */
  #moveEdge({ text, edge }, run, event) {
    if (!edge) return;
    const { part, side } = edge;
    const oppositeEdge = side === "start" ? part.end : part.start;
    let offset = run[side];
    if (event.altKey) offset = characterAtPoint(text, run, event.clientX, event.clientY);
    else offset = snapToWords(text.words, run.start, run.end)?.[side] ?? offset;
    const isValid = side === "start" ? offset < oppositeEdge : offset > oppositeEdge;
    if (isValid) this.pane.previewResized({ ...part, [side]: offset });
  }

  /** Scrolls the pane while the pointer is near its upper or lower border. @param {number} y */
  #scrollNearBorder(y) {
    const box = this.pane.getBoundingClientRect();
    if (y > box.bottom - SCROLL_ZONE) this.pane.scrollTop += SCROLL_ZONE / 2;
    else if (y < box.top + SCROLL_ZONE) this.pane.scrollTop -= SCROLL_ZONE / 2;
  }
}

/** Whether a point is near the start or end of a run. @param {Run} run @param {"start" | "end"} side @param {string} dir @param {number} x @param {number} y */
function isNearEdge(run, side, dir, x, y) {
  const boxes = [...run.element.getClientRects()];
  const box = side === "start" ? boxes[0] : boxes[boxes.length - 1];
  if (!box || y < box.top || y > box.bottom) return false;
  const edgeX = (side === "start") === (dir !== "rtl") ? box.left : box.right; // right-to-left text starts at the right
  return Math.abs(x - edgeX) <= Math.min(EDGE_REACH, box.width / 3);
}

/** Returns the run at a point of a text, or the nearest run. @param {SummaryText} text @param {number} x @param {number} y @returns {Run | undefined} */
function runAtPoint(text, x, y) {
  const element = document.elementFromPoint(x, y);
  const runAtElement = element && text.contains(element) ? runOf(element) : undefined;
  if (runAtElement) return runAtElement;
  let nearest;
  let leastDistance = Infinity;
  for (const run of text.runs.list) {
    for (const box of run.element.getClientRects()) {
      const distance = distanceTo(box, x, y);
      if (distance < leastDistance) [nearest, leastDistance] = [run, distance];
    }
  }
  return nearest;
}

/** Returns the distance of a point from a box. Vertical distance counts four times, so that words on the nearest line win. @param {DOMRect} box */
function distanceTo(box, /** @type {number} */ x, /** @type {number} */ y) {
  const horizontal = Math.max(box.left - x, 0, x - box.right);
  const vertical = Math.max(box.top - y, 0, y - box.bottom);
  return horizontal + 4 * vertical;
}

/** Returns the boundary between characters of a run that is nearest to a point. @param {SummaryText} text @param {Run} run @param {number} x @param {number} y @returns {number} code-point offset */
function characterAtPoint(text, run, x, y) {
  const node = /** @type {Text} */ (run.element.firstChild);
  const startUtf16 = text.points.toUtf16(run.start);
  const range = new Range();
  let nearest = startUtf16;
  let leastDistance = Infinity;
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(node.data)) {
    range.setStart(node, index);
    range.setEnd(node, index + segment.length);
    const box = range.getBoundingClientRect();
    const [startX, endX] = text.dir === "rtl" ? [box.right, box.left] : [box.left, box.right];
    const vertical = 4 * Math.max(box.top - y, 0, y - box.bottom); // weighted as in distanceTo
    for (const [boundaryX, boundary] of [[startX, index], [endX, index + segment.length]]) {
      const distance = Math.abs(x - boundaryX) + vertical;
      if (distance < leastDistance) [nearest, leastDistance] = [startUtf16 + boundary, distance];
    }
  }
  return text.points.fromUtf16(nearest);
}
