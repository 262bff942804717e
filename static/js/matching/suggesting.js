// @ts-check
/**
 * The release's SCUs ranked for words of the peer, on demand: the selected words, else those of the unit at hand. What is
 * accepted says in the log that it came from here.
 * @typedef {import("./workspace.js").PeerWorkspace} Desk
 */
import "pyramidion/matching/similar_scus.js";
import { similar, spansOf } from "pyramidion/work/similar.js";

const FROM = "similar";
const NOTHING = "No SCU of this release is worded like this.";
const AWAY = "The server does not answer, so nothing can be compared now.";

export class Suggesting {
  #asked = 0;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** Whether the project offers it. */
  get offered() {
    return this.desk.editable && this.desk.data.settings.suggestions === "on";
  }

  /** @param {string} [id] a unit, rather than the words selected */
  async ask(id = "") {
    const { desk } = this;
    const words = id ? [] : desk.pane.selection.parts;
    const unit = words.length ? undefined : desk.unit(id || desk.unitAtHand);
    const parts = unit ? unit.parts : words;
    const boxes = unit ? desk.unitBoxes(unit.id) : desk.pane.selectionBoxes;
    if (!this.offered || !parts.length || !boxes) return;
    desk.bar.hide();
    const answer = this.#panel.ask({ boxes, waiting: "Comparing …" });
    this.#fill(parts);
    const scu = await answer;
    this.#asked += 1;
    if (scu === null) desk.selectionChanged();
    else if (unit) desk.writing.rematchTo(unit.id, scu, FROM);
    else desk.writing.match(scu, FROM);
  }

  /** @returns {import("./similar_scus.js").SimilarScus} */
  get #panel() {
    return this.desk.find("similar-scus");
  }

  /** @param {{start: number, end: number}[]} parts */
  async #fill(parts) {
    const mine = (this.#asked += 1);
    const found = await similar(this.desk.data.urls.similar, { spans: spansOf(parts) });
    if (mine !== this.#asked || !this.#panel.open) return;
    const items = (found?.scus ?? []).flatMap(({ id }) => (this.desk.scuOf.has(id) ? [this.#item(id)] : []));
    if (items.length) this.#panel.show(items);
    else this.#panel.tell(found ? NOTHING : AWAY);
  }

  /** @param {string} id */
  #item(id) {
    const { desk } = this;
    return { id, label: desk.labelOf(id), weight: desk.weightOf(id) ?? 0, matched: desk.matchesOf(id) };
  }
}
