/**
 * <score-panel>: the scores of the saved units, each with X and Max (the score is X divided by Max; null: it has no value).
 * @typedef {{score: number | null, x: number | null, max: number | null}} Score
 * @typedef {{original: Score, modified: Score, recall: Score, weight_sum: number, matched_scus: number, repeated: number,
 *            non_matching: number, warnings: string[]}} Scores
 */
import { readJson } from "pyramidion/elements/read_json.js";
import { build } from "pyramidion/elements/build.js";

const DECIMALS = 4;
const NAMES = { original: "Original", modified: "Modified", recall: "Recall" };

export class ScorePanel extends HTMLElement {
  #requestCount = 0; // tells whether an answer belongs to the latest request

  /** Fetches and shows the scores; only the latest request counts. @param {string} url */
  async refresh(url) {
    const request = ++this.#requestCount;
    this.classList.add("stale");
    const scores = await readJson(url);
    if (request !== this.#requestCount || !scores) return; // if the request failed, the old scores stay, greyed, until the next save
    this.show(scores);
    this.classList.remove("stale");
  }

  /** Shows the scores as a table. @param {Scores} scores */
  show(scores) {
    const valueHeading = build("span", { class: "visually-hidden", text: "Value" });
    const headings = [valueHeading, "X", "Max"].map((heading) => build("th", { scope: "col", class: "num" }, heading));
    const head = build("tr", {}, build("th", { scope: "col", text: "Score" }), ...headings);
    const names = /** @type {("original" | "modified" | "recall")[]} */ (Object.keys(NAMES));
    const rows = names.map((name) => scoreRow(name, scores[name]));
    const { weight_sum: sum, matched_scus: matched, repeated: repeatedUnits, non_matching: nonMatchingUnits } = scores;
    const counts = `${matched} ${matched === 1 ? "SCU" : "SCUs"}, weight ${sum}; units: ${repeatedUnits} repeated, ${nonMatchingUnits} non-matching`;
    this.replaceChildren(
      build("table", { class: "table full" }, build("thead", {}, head), build("tbody", {}, ...rows)),
      build("p", { class: "counts tabular", text: counts }),
      ...scores.warnings.map((text) => build("p", { class: "warning", text })),
    );
  }
}

/** Returns the table row of a score. @param {"original" | "modified" | "recall"} name @param {Score} score */
function scoreRow(name, { score, x, max }) {
  const numberText = (/** @type {number | null} */ value) => (value === null || value === undefined ? "–" : String(value));
  return build("tr", { data: { score: name } },
    build("th", { scope: "row", text: NAMES[name] }),
    build("td", { class: "num value", text: score === null ? "–" : score.toFixed(DECIMALS) }),
    build("td", { class: "num", text: numberText(x) }),
    build("td", { class: "num", text: numberText(max) }),
  );
}

/** Shows the scores of each revision as soon as it is saved. @param {import("../work/sync/edit_session.js").EditSession} session @param {ScorePanel} panel @param {string} url */
export function watchScores(session, panel, url) {
  let shownRevision = -1;
  const refresh = () => {
    const { status, revision } = session;
    if (status.kind !== "saved" || shownRevision === revision) return;
    shownRevision = revision;
    panel.refresh(url);
  };
  session.addEventListener("change", refresh);
  refresh();
}

customElements.define("score-panel", ScorePanel);
