/**
 * Reads JSON from the server.
 * @param {string} url @param {RequestInit} [options] @returns {Promise<any>} null if the request fails or is refused
 */
export async function readJson(url, options) {
  try {
    const response = await fetch(url, { headers: { Accept: "application/json" }, credentials: "same-origin", ...options });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
