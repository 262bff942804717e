/**
 * Text that is worded alike, on demand: one question to the server, which does not answer where the project has turned
 * suggestions off.
 * @typedef {{id: string, score: number}} SimilarScu
 * @typedef {{summary: number, start: number, end: number, score: number}} SimilarPassage
 * @typedef {{scus: SimilarScu[], passages?: SimilarPassage[]}} Similar  best first
 */
import { readJson } from "pyramidion/elements/read_json.js";

const TIMEOUT = 20_000;
const MOST_SPANS = 50; // the server takes no more

/**
 * @param {string} url the page's `urls.similar`
 * @param {Record<string, string | number>} asked `summary` and `spans` (see `spansOf`), or `scu`
 * @returns {Promise<Similar | null>} null: there was no answer
 */
export function similar(url, asked) {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  return readJson(`${url}?${query}`, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT) });
}

/** Selected parts as the server reads them: "0-10,25-40". @param {{start: number, end: number}[]} parts */
export function spansOf(parts) {
  return parts.slice(0, MOST_SPANS).map(({ start, end }) => `${start}-${end}`).join(",");
}
