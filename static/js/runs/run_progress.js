/** <run-progress data-url>: asks how far a run is and moves its bar; when the run has ended, the page is loaded again. */
import { readJson } from "pyramidion/elements/read_json.js";

const PAUSE = 1000;

/** @param {number} seconds @returns {string} as annotator/runs/views.py says it */
function inWords(seconds) {
  let [number, unit] = [seconds, "second"];
  for (const larger of ["minute", "hour"]) if (number >= 60) [number, unit] = [Math.round(number / 60), larger];
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

class RunProgress extends HTMLElement {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  connectedCallback() {
    this.#wait();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  #wait() {
    this.#timer = setTimeout(() => this.#look(), PAUSE);
  }

  async #look() {
    const run = await readJson(this.dataset.url ?? "");
    if (run && run.state !== "queued" && run.state !== "running") {
      location.reload();
      return;
    }
    if (run) this.#show(run);
    this.#wait();
  }

  /** @param {{ state: string, done: number, seconds_left: number | null }} run */
  #show(run) {
    const bar = this.querySelector("progress");
    if (bar) bar.value = run.done;
    const state = this.querySelector(".run-state");
    if (state && run.state === "running" && state.textContent !== "Running.") state.textContent = "Running.";
    const left = this.querySelector(".run-left");
    if (left) left.textContent = run.seconds_left === null ? "" : `About ${inWords(run.seconds_left)} left.`;
  }
}

customElements.define("run-progress", RunProgress);
