/** Estimates the time that is left, and suggests a pause after long work. Times are milliseconds. */
const LONGEST_GAP = 5 * 60_000; // a longer gap between two judgments is a pause
const LONG_WORK = 50 * 60_000;

export class WorkClock {
  #began = 0;
  #lastTick = 0;
  #hasSuggested = false;

  /** @param {number | null} pace the judge's median seconds for a sheet @param {(text: string) => void} suggest shows a line @param {() => number} [now] */
  constructor(pace, suggest, now = Date.now) {
    this.pace = pace;
    this.suggest = suggest;
    this.now = now;
  }

  /** Called at each judgment. */
  tick() {
    const now = this.now();
    if (now - this.#lastTick > LONGEST_GAP) {
      this.#began = now;
      this.#hasSuggested = false;
    }
    this.#lastTick = now;
    if (now - this.#began < LONG_WORK || this.#hasSuggested) return;
    this.#hasSuggested = true;
    this.suggest("You have judged for 50 minutes without a pause: a short one keeps judgments even.");
  }

  /** Returns the time left for a number of sheets, as a text; "" if there is no estimate. @param {number} sheets */
  timeLeft(sheets) {
    if (!this.pace || !sheets) return "";
    const minutes = Math.round((this.pace * sheets) / 60);
    if (minutes < 1) return "less than 1 min left";
    return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
  }
}
