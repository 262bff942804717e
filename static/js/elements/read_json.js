/**
 * Reads JSON from the server.
 * @param {string} url @param {RequestInit} [how] @returns {Promise<any>} null if there is no answer, or none that is good
 */
export async function readJson(url, how) {
  try {
    const answer = await fetch(url, { headers: { Accept: "application/json" }, credentials: "same-origin", ...how });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
