/**
 * Asks the server for SCUs and passages whose words are similar to selected words or to an SCU. The server refuses if the project
 * has turned suggestions off.
 * @typedef {{id: string, score: number}} SimilarScu
 * @typedef {{summary: number, start: number, end: number, score: number}} SimilarPassage
 * @typedef {{scus: SimilarScu[], passages?: SimilarPassage[]}} Similar  best first
 */

const TIMEOUT = 20_000; // ms
const MAX_SPANS = 50; // the server accepts no more

/**
 * @param {string} url the page's `urls.similar`
 * @param {Record<string, string | number>} parameters `summary` and `spans` (see `spansParameter`), or `scu`
 * @returns {Promise<Similar | {refused: string} | null>} refused: a sentence; null if the server does not answer
 */
export async function fetchSimilar(url, parameters) {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  const headers = { Accept: "application/json" };
  try {
    const response = await fetch(`${url}?${query}`, { headers, credentials: "same-origin", redirect: "error", signal: AbortSignal.timeout(TIMEOUT) });
    const answer = await response.json();
    return response.ok ? answer : { refused: answer.detail };
  } catch {
    return null;
  }
}

/** Returns selected parts in the server's format: "0-10,25-40". @param {{start: number, end: number}[]} parts */
export function spansParameter(parts) {
  return parts.slice(0, MAX_SPANS).map(({ start, end }) => `${start}-${end}`).join(",");
}
