/**
 * The chosen part: one part of the selected SCU. Keys and buttons move its edges (start and end), remove it, or move or copy it to
 * another SCU. In intents and edits, `scu` and `part` are ids.
 * @import { Span } from "../texts/pieces.js"
 * @import { HighlightedPart } from "../elements/text/word_pointer.js"
 */
import { newScuEdits } from "pyramidion/pyramids/edits/gestures.js";
import { contributorText } from "pyramidion/pyramids/scus.js";
import { newId } from "pyramidion/work/edits/new_id.js";
import { runOf } from "pyramidion/elements/text/runs.js";

const CHOOSE_FIRST = "Choose a part first: press . for the next part of the selected SCU.";

export class ChosenPart {
  /** The id of the chosen part; "" if none is chosen. */
  id = "";

  /** @param {import("./pyramid.js").Pyramid} pyramid @param {import("../elements/text/text_pane.js").TextPane} pane @param {import("./scu_editing.js").ScuEditing} scuEditing */
  constructor(pyramid, pane, scuEditing) {
    this.pyramid = pyramid;
    this.pane = pane;
    this.scuEditing = scuEditing;
  }

  /** Handlers of intents (events that ask for an action) that change nothing; read-only pages have them too. @type {Record<string, (detail: any) => void>} */
  readingIntents = { "show-part": ({ part }) => this.choose(part) };

  /** Handlers of intents that change the part. @type {Record<string, (detail: any) => void>} */
  intents = {
    "set-edge": ({ part, side, step }) => this.#setEdge(this.#partById(part), side, step),
    "move-part": ({ part }) => this.#moveOrCopy("Move part to SCU …", "Moved", (to_scu) => ({ verb: "move_part", part, to_scu })),
    "copy-part": ({ part }) => this.#moveOrCopy("Copy part to SCU …", "Copied", (to_scu) => ({ verb: "copy_part", part, to_scu, new_part: newId() })),
  };

  /** @type {import("../elements/keyboard.js").KeyBinding} */
  walkBinding = [", .", "go to the previous, next part in the texts", () => this.#walk(-1), () => this.#walk(1)];

  /** @type {import("../elements/keyboard.js").KeyBinding[]} */
  bindings = [
    ["[ {", "move its start a word earlier, later", () => this.#setEdge(this.#current, "start", -1), () => this.#setEdge(this.#current, "start", 1)],
    ["] }", "move its end a word later, earlier", () => this.#setEdge(this.#current, "end", 1), () => this.#setEdge(this.#current, "end", -1)],
    ["B", "make the words of its contributor the label", () => this.#withCurrent(({ scu, summary }) => this.#labelFrom(scu, summary))],
    ["V", "move its contributor to another SCU", () => this.#withCurrent((location) => this.scuEditing.intents["move-contributor"](location))],
    ["Backspace", "remove it", () => this.#withCurrent((location) => this.scuEditing.intents["remove-part"](location))],
    ["Drag", "move an edge in the text"],
  ];

  /** Returns the part with this id, if it belongs to the selected SCU: the pane highlights the parts of that SCU. @param {string} id */
  #partById(id) {
    return this.pane.highlightedParts.find((part) => part.id === id);
  }

  /** The part at the focused word; the chosen part if no part is there. A run is the element of a word or of a gap between words. */
  get #current() {
    const focusedRun = runOf(document.activeElement);
    const text = /** @type {import("../elements/text/summary_text.js").SummaryText | null} */ (focusedRun?.element.closest("summary-text") ?? null);
    const atCursor = this.pane.highlightedParts.find((part) =>
      focusedRun && part.summary === text?.summary.id && part.start < focusedRun.end && focusedRun.start < part.end);
    return atCursor ?? this.#partById(this.id);
  }

  /** Chooses a part of the selected SCU, and scrolls to it. @param {string} id */
  choose(id) {
    const part = this.#partById(id);
    if (!part) return;
    this.id = id;
    this.pyramid.select(this.pyramid.selectedScuId, { reveal: false }); // refreshes the details, which show the chosen part
    this.pane.reveal([part]);
  }

  /** Goes to the next or previous part of the selected SCU; the first part follows the last. @param {1 | -1} step */
  #walk(step) {
    const { pane } = this;
    const parts = this.#partsInTextOrder;
    if (!parts.length) return this.pyramid.notice("Select an SCU with contributors first.");
    const index = parts.findIndex((part) => part.id === this.#current?.id);
    const part = index < 0 && step < 0 ? parts[parts.length - 1] : parts[(index + step + parts.length) % parts.length];
    const text = pane.text(part.summary);
    const word = text?.words.findIndex((span) => span.end > part.start) ?? -1;
    this.choose(part.id);
    if (text && word >= 0) pane.setCursor(text, word);
  }

  /** @returns {HighlightedPart[]} */
  get #partsInTextOrder() {
    const { pyramid } = this;
    return [...this.pane.highlightedParts].sort((a, b) => pyramid.indexOf(a.summary) - pyramid.indexOf(b.summary) || a.start - b.start);
  }

  /** Acts on the current part; if there is none, tells the user to choose a part. @param {(location: {scu: string, summary: number, part: string}) => void} act */
  #withCurrent(act) {
    const part = this.#current;
    if (part) act({ scu: this.pyramid.selectedScuId, summary: part.summary, part: part.id });
    else this.pyramid.notice(CHOOSE_FIRST);
  }

  /** Makes the words of a contributor the SCU's label. @param {string} scu @param {number} summary */
  #labelFrom(scu, summary) {
    const contributor = this.pyramid.scu(scu)?.contributors.find((candidate) => candidate.summary === summary);
    const words = contributor && contributorText(contributor, this.pyramid.texts);
    if (words) this.scuEditing.intents["use-as-label"]({ scu, text: words });
  }

  /** Moves an edge of a part by one word. @param {HighlightedPart | undefined} part @param {"start" | "end"} side @param {1 | -1} step 1: to a later word, -1: to an earlier one */
  #setEdge(part, side, step) {
    const { pyramid } = this;
    if (!part) return pyramid.notice(CHOOSE_FIRST);
    const text = this.pane.text(part.summary);
    const bounds = text && movedByWord(text.words, part, side, step);
    if (!text || !bounds) return pyramid.notice("This edge cannot move further.");
    this.id = part.id;
    if (!this.scuEditing.setPart({ part: part.id, ...bounds })) return;
    pyramid.notice(`“${text.points.slice(bounds.start, bounds.end).replace(/\s+/gu, " ")}”`);
  }

  /** Asks for an SCU (an existing SCU, or the label of a new one) and applies the edit that `editTo` returns for it. @param {string} title @param {string} doneVerb "Moved" or "Copied" @param {(scu: string) => import("./edits/gestures.js").NewEdit} editTo */
  async #moveOrCopy(title, doneVerb, editTo) {
    const { pyramid } = this;
    const chosen = await this.scuEditing.askForScu(title, pyramid.selectedScuId);
    if (!chosen) return;
    const target = "id" in chosen ? { scu: chosen.id, edits: [] } : newScuEdits([], chosen.label);
    if (pyramid.editScu(target.scu, [...target.edits, editTo(target.scu)])) {
      pyramid.notice(`${doneVerb} to “${pyramid.labelOf(target.scu)}”.`);
    }
  }
}

/**
 * Returns a part's bounds with one edge moved by a word; null if no word is there or the part would be empty.
 * @param {Span[]} words @param {Span} part @param {"start" | "end"} side @param {1 | -1} step @returns {Span | null}
 */
export function movedByWord(words, { start, end }, side, step) {
  const from = side === "start" ? start : end;
  const edges = words.map((word) => word[side]);
  const to = step > 0 ? edges.find((edge) => edge > from) : edges.findLast((edge) => edge < from);
  if (to === undefined) return null;
  const bounds = side === "start" ? { start: to, end } : { start, end: to };
  return bounds.start < bounds.end ? bounds : null;
}
