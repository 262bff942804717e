// @ts-check
/**
 * The release's SCUs ranked for words of the peer, on demand: the selected words, else those of the unit at hand. What is
 * accepted says in the log that it came from here.
 */
import "pyramidion/matching/similar_scus.js";
import { similar, spansOf } from "pyramidion/work/similar.js";

const FROM = "similar";
const NOTHING = "No SCU of this release is worded like this.";
const AWAY = "The server does not answer, so nothing can be compared now.";

export class Suggesting {
  #asked = 0;

  /**
   * @param {import("./matching.js").Matching} matching @param {import("../elements/text/text_pane.js").TextPane} pane
   * @param {import("../elements/page.js").Page} page @param {import("./writing.js").PeerWriting} writing @param {string} url
   */
  constructor(matching, pane, page, writing, url) {
    this.matching = matching;
    this.pane = pane;
    this.page = page;
    this.writing = writing;
    this.url = url;
  }

  /** @type {Record<string, (detail: any) => void>} */
  intents = { similar: ({ unit }) => this.ask(unit) };

  /** Whether the project offers it. */
  get offered() {
    return this.matching.isEditable() && this.matching.settings.suggestions === "on";
  }

  /** @param {string} [id] a unit, rather than the words selected */
  async ask(id = "") {
    const { matching, pane } = this;
    const words = id ? [] : pane.selection.parts;
    const unit = words.length ? undefined : matching.unit(id || matching.unitAtHand);
    const parts = unit ? unit.parts : words;
    const boxes = unit ? this.page.find("unit-list").boxesOf(unit.id) : pane.selectionBoxes;
    if (!this.offered || !parts.length || !boxes) return;
    this.page.find("selection-bar").hide();
    const answer = this.#panel.ask({ boxes, waiting: "Comparing …" });
    this.#fill(parts);
    const scu = await answer;
    this.#asked += 1;
    if (scu === null) pane.selectionDone();
    else if (unit) this.writing.rematchTo(unit.id, scu, FROM);
    else this.writing.match(scu, FROM);
  }

  /** @returns {import("./similar_scus.js").SimilarScus} */
  get #panel() {
    return this.page.find("similar-scus");
  }

  /** @param {{start: number, end: number}[]} parts */
  async #fill(parts) {
    const mine = (this.#asked += 1);
    const found = await similar(this.url, { spans: spansOf(parts) });
    if (mine !== this.#asked || !this.#panel.open) return;
    const items = (found?.scus ?? []).flatMap(({ id }) => (this.matching.scuOf.has(id) ? [this.#item(id)] : []));
    if (items.length) this.#panel.show(items);
    else this.#panel.tell(found ? NOTHING : AWAY);
  }

  /** @param {string} id */
  #item(id) {
    const { matching } = this;
    return { id, label: matching.labelOf(id), weight: matching.weightOf(id) ?? 0, matched: matching.matchesOf(id) };
  }
}
