// @ts-check
/**
 * One part of the selected SCU that is at hand: its edges, and its way to another SCU.
 *
 * @typedef {import("./workspace.js").PyramidWorkspace} Desk
 * @typedef {import("../texts/pieces.js").Span} Span
 * @typedef {import("../elements/text/word_pointer.js").LitPart} LitPart
 */
import * as gestures from "pyramidion/pyramids/edits/gestures.js";
import { contributorText } from "pyramidion/pyramids/scus.js";
import { runOf } from "pyramidion/elements/text/runs.js";

const CHOOSE = "Choose a part first: . goes to the next one of the selected SCU.";

export class ChosenPart {
  id = "";

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.reading = {
      intents: { "show-part": (/** @type {{part: string}} */ { part }) => this.choose(part) },
      keys: { ".": () => this.#walk(1), ",": () => this.#walk(-1) },
    };
    this.intents = {
      "set-edge": (/** @type {any} */ { part, side, step }) => this.#setEdge(this.#part(part), side, step),
      "move-part": (/** @type {any} */ { part }) => this.#toAnother(part, "Move part to SCU …", gestures.movePart),
      "copy-part": (/** @type {any} */ { part }) => this.#toAnother(part, "Copy part to SCU …", gestures.copyPart),
    };
    this.keys = {
      "[": () => this.#setEdge(this.#current, "start", -1),
      "{": () => this.#setEdge(this.#current, "start", 1),
      "]": () => this.#setEdge(this.#current, "end", 1),
      "}": () => this.#setEdge(this.#current, "end", -1),
      B: () => this.#withCurrent(({ scu, summary }) => this.#label(scu, summary)),
      V: () => this.#withCurrent((at) => desk.writing.intents["move-contributor"](at)),
      Backspace: () => this.#withCurrent((at) => desk.writing.intents["remove-part"](at)),
    };
  }

  /** @param {string} id */
  #part(id) {
    return this.desk.pane.litParts.find((part) => part.id === id);
  }

  /** The part that the keyboard's word is in, else the chosen one. */
  get #current() {
    const run = runOf(document.activeElement);
    const text = /** @type {import("../elements/text/summary_text.js").SummaryText | null} */ (run?.element.closest("summary-text") ?? null);
    const here = this.desk.pane.litParts.find((part) =>
      run && part.summary === text?.summary.id && part.start < run.end && run.start < part.end);
    return here ?? this.#part(this.id);
  }

  /** @param {string} id @param {boolean} [reveal] */
  choose(id, reveal = true) {
    const part = this.#part(id);
    if (!part) return;
    this.id = id;
    this.desk.select(this.desk.selected, false);
    if (reveal) this.desk.pane.reveal([part]);
  }

  /** To the next or previous part of the selected SCU, in the texts. @param {1 | -1} step */
  #walk(step) {
    const { pane } = this.desk;
    const parts = this.#inOrder;
    if (!parts.length) return this.desk.notice("Select an SCU with contributors first.");
    const at = parts.findIndex((part) => part.id === (this.#current?.id ?? ""));
    const part = parts[(at < 0 ? (step > 0 ? 0 : parts.length - 1) : at + step + parts.length) % parts.length];
    const text = pane.text(part.summary);
    const word = text?.words.findIndex((one) => one.end > part.start) ?? -1;
    this.choose(part.id);
    if (text && word >= 0) pane.setCursor(text, word);
  }

  /** @returns {LitPart[]} */
  get #inOrder() {
    const rank = new Map(this.desk.data.summaries.map((/** @type {any} */ summary, /** @type {number} */ i) => [summary.id, i]));
    return [...this.desk.pane.litParts].sort((a, b) => (rank.get(a.summary) ?? 0) - (rank.get(b.summary) ?? 0) || a.start - b.start);
  }

  /** @param {(at: {scu: string, summary: number, part: string}) => void} act */
  #withCurrent(act) {
    const part = this.#current;
    if (part) act({ scu: this.desk.selected, summary: part.summary, part: part.id });
    else this.desk.notice(CHOOSE);
  }

  /** The words of a contributor become the label. @param {string} scu @param {number} summary */
  #label(scu, summary) {
    const contributor = this.desk.scu(scu)?.contributors.find((one) => one.summary === summary);
    const text = contributor && contributorText(contributor, this.desk.texts);
    if (text) this.desk.writing.intents["label-from"]({ scu, text });
  }

  /** @param {LitPart | undefined} part @param {"start" | "end"} side @param {1 | -1} step a word later or earlier */
  #setEdge(part, side, step) {
    const { desk } = this;
    if (!part) return desk.notice(CHOOSE);
    const text = desk.pane.text(part.summary);
    const bounds = text && wordAway(text.words, part, side, step);
    if (!text || !bounds) return desk.notice("The part cannot be made so.");
    this.id = part.id;
    if (!desk.writing.setPart({ part: part.id, ...bounds })) return;
    desk.notice(`“${text.points.slice(bounds.start, bounds.end).replace(/\s+/gu, " ")}”`);
  }

  /**
   * @param {string} part @param {string} title
   * @param {(part: string, to: string) => gestures.NewEdit[]} go
   */
  async #toAnother(part, title, go) {
    const { desk } = this;
    const from = desk.selected;
    const chosen = await desk.writing.askForScu(title, from);
    if (!chosen) return;
    const made = "id" in chosen ? { scu: chosen.id, edits: [] } : gestures.newScu([], chosen.label);
    if (desk.writing.touch(made.scu, [...made.edits, ...go(part, made.scu)])) {
      desk.notice(`${title.startsWith("Move") ? "Moved" : "Copied"} to “${desk.labelOf(made.scu)}”.`);
    }
  }
}

/**
 * A part with one edge at the next or previous word; null if there is none, or nothing would be left.
 * @param {Span[]} words @param {Span} part @param {"start" | "end"} side @param {1 | -1} step
 * @returns {Span | null}
 */
export function wordAway(words, { start, end }, side, step) {
  const from = side === "start" ? start : end;
  const edges = words.map((word) => word[side]);
  const to = step > 0 ? edges.find((edge) => edge > from) : edges.findLast((edge) => edge < from);
  if (to === undefined) return null;
  const bounds = side === "start" ? { start: to, end } : { start, end: to };
  return bounds.start < bounds.end ? bounds : null;
}
