/** Estimates the time that is left, and suggests a break after long work. Times are in milliseconds, except `pace`. */
const LONGEST_GAP = 5 * 60_000; // a longer gap between two judgments counts as a break
const LONG_WORK = 50 * 60_000;

export class WorkClock {
  #workBegan = 0;
  #lastTick = 0;
  #hasSuggested = false;

  /**
   * @param {number | null} pace the judge's median seconds for a sheet
   * @param {(text: string) => void} suggest shows a message @param {() => number} [now]
   */
  constructor(pace, suggest, now = Date.now) {
    this.pace = pace;
    this.suggest = suggest;
    this.now = now;
  }

  /** Called at each judgment. */
  tick() {
    const now = this.now();
    if (now - this.#lastTick > LONGEST_GAP) {
      this.#workBegan = now;
      this.#hasSuggested = false;
    }
    this.#lastTick = now;
    if (now - this.#workBegan < LONG_WORK || this.#hasSuggested) return;
    this.#hasSuggested = true;
    this.suggest("You have judged for 50 minutes without a break. A short one helps to keep judgments consistent.");
  }

  /** Returns the time left for a number of sheets, as a text; "" if there is no estimate. @param {number} sheets */
  timeLeft(sheets) {
    if (!this.pace || !sheets) return "";
    const minutes = Math.round((this.pace * sheets) / 60);
    if (minutes < 1) return "less than 1 min left";
    return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
  }
}
