// @ts-check
/** From unit to unit, from one undecided SCU to the next, and through the text that is not marked yet. */
import { openAway } from "pyramidion/elements/text/word_walk.js";

export class Walking {
  /** @param {import("./workspace.js").PeerWorkspace} desk */
  constructor(desk) {
    this.desk = desk;
    desk.find("[data-unmarked='next']")?.addEventListener("click", () => this.unmarked(1));
    desk.find("[data-unmarked='previous']")?.addEventListener("click", () => this.unmarked(-1));
  }

  /** @returns {Record<string, () => void>} */
  get keys() {
    const { absences } = this.desk;
    return {
      N: () => this.unit(1),
      "Shift+N": () => this.unit(-1),
      G: () => absences.walk(1),
      "Shift+G": () => absences.walk(-1),
      ".": () => this.unmarked(1),
      ",": () => this.unmarked(-1),
    };
  }

  /** @param {1 | -1} step */
  unit(step) {
    const { ids, focused } = this.desk.unitList;
    const at = ids.indexOf(this.desk.unitAtHand);
    const to = at < 0 && step < 0 ? ids.length - 1 : at + step;
    if (ids[to] === undefined) {
      this.desk.notice(ids.length ? `This is the ${step > 0 ? "last" : "first"} unit.` : "Nothing is marked yet.");
      return;
    }
    this.desk.selectUnit(ids[to]);
    if (focused) this.desk.unitList.focusUnit(ids[to]);
  }

  /** The text's cursor to the next words that are in no unit. @param {1 | -1} step */
  unmarked(step) {
    const { pane } = this.desk;
    const texts = pane.texts.filter((text) => text.words.length);
    const from = pane.place ?? { text: texts[0], word: -1 };
    const to = texts.length ? openAway(texts, from, step) : null;
    if (to) pane.setCursor(to.text, to.word);
    else this.desk.notice("The whole text is marked.");
  }
}
