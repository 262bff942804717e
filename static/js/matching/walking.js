/** The keys that go to the next unit, or to the next words that are in no unit yet. */
import { nextOpenWord } from "pyramidion/elements/text/word_walk.js";

export class Walking {
  /** @param {import("./matching.js").Matching} matching @param {import("../elements/text/text_pane.js").TextPane} pane @param {import("./unit_list.js").UnitList} list */
  constructor(matching, pane, list) {
    this.matching = matching;
    this.pane = pane;
    this.list = list;
  }

  /** @type {import("../elements/keyboard.js").KeyBinding} */
  unmarkedBinding = [". ,", "next, previous unmarked word, from anywhere on the page", () => this.toUnmarked(1), () => this.toUnmarked(-1)];

  /** @type {import("../elements/keyboard.js").KeyBinding} */
  unitBinding = ["N Shift+N", "next, previous unit", () => this.toUnit(1), () => this.toUnit(-1)];

  /** Selects the next or previous unit. @param {1 | -1} step */
  toUnit(step) {
    const { ids, focusedId } = this.list;
    const index = ids.indexOf(this.matching.focusedOrSelectedUnitId);
    const target = ids[index < 0 && step < 0 ? ids.length - 1 : index + step];
    if (target === undefined) return this.matching.notice(ids.length ? `This is the ${step > 0 ? "last" : "first"} unit.` : "Nothing is marked yet.");
    this.matching.selectUnit(target);
    if (focusedId) this.list.focusUnit(target);
  }

  /** Moves the text cursor to the next words that are in no unit. @param {1 | -1} step */
  toUnmarked(step) {
    const { pane } = this;
    const texts = pane.texts.filter((text) => text.words.length);
    const from = pane.cursorPlace ?? { text: texts[0], word: -1 }; // -1: before the first word
    const target = texts.length ? nextOpenWord(texts, from, step) : null;
    if (target) pane.setCursor(target.text, target.word);
    else this.matching.notice("The whole text is marked.");
  }
}
