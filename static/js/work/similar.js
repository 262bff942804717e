/**
 * Asks the server for SCUs and passages whose words are similar to selected words or to an SCU. The server refuses if the project
 * has turned suggestions off.
 * @typedef {{id: string, score: number}} SimilarScu
 * @typedef {{summary: number, start: number, end: number, score: number}} SimilarPassage
 * @typedef {{scus: SimilarScu[], passages?: SimilarPassage[]}} Similar  best first
 */
import { readJson } from "pyramidion/elements/read_json.js";

const TIMEOUT = 20_000; // ms
const MAX_SPANS = 50; // the server accepts no more

/**
 * @param {string} url the page's `urls.similar`
 * @param {Record<string, string | number>} parameters `summary` and `spans` (see `spansParameter`), or `scu`
 * @returns {Promise<Similar | null>} null if the request fails
 */
export function fetchSimilar(url, parameters) {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  return readJson(`${url}?${query}`, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT) });
}

/** Selected parts in the server's format: "0-10,25-40". @param {{start: number, end: number}[]} parts */
export function spansParameter(parts) {
  return parts.slice(0, MAX_SPANS).map(({ start, end }) => `${start}-${end}`).join(",");
}
