/** Keys that go from unit to unit, and to text that is not marked yet. */
import { openAway } from "pyramidion/elements/text/word_walk.js";

export class Walking {
  /**
   * @param {import("./matching.js").Matching} matching @param {import("../elements/text/text_pane.js").TextPane} pane
   * @param {import("./unit_list.js").UnitList} list
   */
  constructor(matching, pane, list) {
    this.matching = matching;
    this.pane = pane;
    this.list = list;
  }

  /** @type {import("../elements/keyboard.js").Row} */
  unmarkedRow = [". ,", "the same, also outside the text", () => this.unmarked(1), () => this.unmarked(-1)];

  /** @type {import("../elements/keyboard.js").Row} */
  unitRow = ["N Shift+N", "next, previous unit", () => this.unit(1), () => this.unit(-1)];

  /** @param {1 | -1} step */
  unit(step) {
    const { ids, focused } = this.list;
    const at = ids.indexOf(this.matching.currentUnit);
    const to = at < 0 && step < 0 ? ids.length - 1 : at + step;
    if (ids[to] === undefined) {
      this.matching.notice(ids.length ? `This is the ${step > 0 ? "last" : "first"} unit.` : "Nothing is marked yet.");
      return;
    }
    this.matching.selectUnit(ids[to]);
    if (focused) this.list.focusUnit(ids[to]);
  }

  /** Moves the text cursor to the next words that are in no unit. @param {1 | -1} step */
  unmarked(step) {
    const { pane } = this;
    const texts = pane.texts.filter((text) => text.words.length);
    const from = pane.place ?? { text: texts[0], word: -1 };
    const to = texts.length ? openAway(texts, from, step) : null;
    if (to) pane.setCursor(to.text, to.word);
    else this.matching.notice("The whole text is marked.");
  }
}
