/** <run-progress data-url>: polls a run (a background task) and shows its progress; reloads the page when the run has ended. */
import { readJson } from "pyramidion/elements/read_json.js";

const POLL_INTERVAL = 1000; // ms

/** Returns a duration in its largest unit, in the same words as annotator/runs/views.py. @param {number} seconds */
function inWords(seconds) {
  let [number, unit] = [seconds, "second"];
  for (const largerUnit of ["minute", "hour"]) if (number >= 60) [number, unit] = [Math.round(number / 60), largerUnit];
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

class RunProgress extends HTMLElement {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  connectedCallback() {
    this.#scheduleNextPoll();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  #scheduleNextPoll() {
    this.#timer = setTimeout(() => this.#poll(), POLL_INTERVAL);
  }

  async #poll() {
    const run = await readJson(this.dataset.url ?? "");
    if (run && run.state !== "queued" && run.state !== "running") {
      location.reload();
      return;
    }
    if (run) this.#show(run);
    this.#scheduleNextPoll();
  }

  /** Shows how far a run is. @param {{ state: string, done: number, seconds_left: number | null }} run done: the number of finished steps; the bar's `max` is the number of all steps */
  #show(run) {
    const bar = this.querySelector("progress");
    if (bar) bar.value = run.done;
    const state = this.querySelector(".run-state");
    // Screen readers announce a status each time it is written, even if it has not changed.
    if (state && run.state === "running" && state.textContent !== "Running.") state.textContent = "Running.";
    const timeLeft = this.querySelector(".run-left");
    if (timeLeft) timeLeft.textContent = run.seconds_left === null ? "" : `About ${inWords(run.seconds_left)} left.`;
  }
}

customElements.define("run-progress", RunProgress);
