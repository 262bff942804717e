/**
 * Sends edits to the server and translates its response into an outcome for the queue.
 * @import { Group, Refusal } from "../edits/types.js"
 * @typedef {{revision: number, applied: string[], refused: Refusal | null,
 *            edits?: any[], state?: Record<string, any>, snapshot?: any, next_uid?: number, next_position?: number}} Answer
 *   applied: ids of groups; edits: all that the server has logged since revision `base` of the request; state: the snapshots (JSON of
 *   SCUs, units ...) that these edits changed; snapshot: all the page's data, instead of `edits` and `state` if there are too many edits; next_uid, next_position: of the next new SCU or unit
 * @typedef {{kind: "answer", answer: Answer}
 *         | {kind: "unreachable", message: string}
 *         | {kind: "too_large"}
 *         | {kind: "malformed", errors: {field: string, message: string}[]}
 *         | {kind: "stopped", status: number, message: string}} Outcome  unreachable: try again later; stopped: every edit is refused
 */

const TIMEOUT = 20_000; // ms
const STOP_MESSAGES = {
  401: "You are signed out.",
  403: "You may not edit this, or you have been signed out.",
  404: "This no longer exists, or you no longer have access to it.",
  423: "This cannot be edited in its current state.",
};

/** Returns the page's CSRF token. If the user signs in again in another tab, `fetchSignIn` (accounts/identity.js) replaces it. */
export function csrfToken() {
  return document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "";
}

/** Sends one request with groups of edits. @param {string} url of the edits @param {{base: number, groups: Group[]}} body @returns {Promise<Outcome>} */
export async function postEdits(url, body) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT);
  try {
    const response = await fetch(url, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken() },
      body: JSON.stringify(body),
      redirect: "error",
      signal: controller.signal,
    });
    return outcomeOf(response.status, response.ok ? await response.json() : await response.json().catch(() => ({})));
  } catch {
    return { kind: "unreachable", message: "The server cannot be reached." };
  } finally {
    clearTimeout(timer);
  }
}

/** Translates a response into an outcome. @param {number} status @param {any} content the JSON of the response @returns {Outcome} */
export function outcomeOf(status, content) {
  if (status === 200) return { kind: "answer", answer: content };
  if (status === 413) return { kind: "too_large" };
  const errors = status === 400 || status === 422 ? errorsOf(content) : null;
  if (errors) return { kind: "malformed", errors };
  const message = STOP_MESSAGES[/** @type {keyof typeof STOP_MESSAGES} */ (status)];
  if (message) return { kind: "stopped", status, message: detailOf(content, message) };
  // With 503 and 507, the server explains what is missing.
  const fallback = `The server answered ${status}.`;
  return { kind: "unreachable", message: status > 500 ? detailOf(content, fallback) : fallback };
}

/** Returns the errors in the response; null if it comes from a proxy instead of our server. @param {any} content @returns {{field: string, message: string}[] | null} */
function errorsOf(content) {
  if (Array.isArray(content.errors)) return content.errors;
  return typeof content.detail === "string" ? [{ field: "", message: content.detail }] : null;
}

/** Returns the server's explanation, or `fallback` if it gives none. @param {any} content @param {string} fallback */
function detailOf(content, fallback) {
  return typeof content.detail === "string" && content.detail ? content.detail : fallback;
}

/**
 * Refuses the groups that made a request malformed or too large. If they cannot be identified, halves the number of groups per request.
 * @param {{kind: "too_large"} | {kind: "malformed", errors: {field: string, message: string}[]}} outcome
 * @param {Group[]} groups the groups sent @returns {{limit: number, refused: Refusal[]}} limit: of groups per request
 */
export function refuseOrHalve(outcome, groups) {
  const halved = { limit: Math.max(1, groups.length >> 1), refused: [] };
  if (outcome.kind === "too_large") {
    const message = "This edit is too large for the server.";
    return groups.length > 1 ? halved : { limit: 1, refused: [refusal(groups[0], "too_large", message)] };
  }
  /** @type {Map<Group, string[]>} */
  const messagesOf = new Map();
  for (const { field, message } of outcome.errors) {
    const group = groups[Number(/^groups\[(\d+)\]/.exec(field)?.[1] ?? NaN)] ?? (groups.length === 1 ? groups[0] : null);
    if (group) messagesOf.set(group, [...(messagesOf.get(group) ?? []), message]);
  }
  if (!messagesOf.size) return groups.length > 1 ? halved : { limit: 1, refused: [refusal(groups[0], "malformed", "")] };
  return { limit: groups.length, refused: [...messagesOf].map(([group, messages]) => refusal(group, "malformed", messages.join(" "))) };
}

/** Returns a refusal of a group. @param {Group} group @param {string} code @param {string} message @returns {Refusal} */
function refusal(group, code, message) {
  return { group: group.group, edit: group.edits[0]?.id ?? "", code, message: message || "The server does not understand this." };
}
