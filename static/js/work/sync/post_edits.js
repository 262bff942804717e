/**
 * Sends a request to the edits endpoint and interprets the answer for the queue.
 * @import { Group, Refusal } from "../edits/types.js"
 * @typedef {{revision: number, applied: string[], refused: Refusal | null,
 *            edits?: any[],
 *            state?: Record<string, any>, snapshot?: any, next_uid?: number, next_position?: number}} Answer
 * @typedef {{kind: "answer", answer: Answer}
 *         | {kind: "away", message: string}
 *         | {kind: "too_large"}
 *         | {kind: "malformed", errors: {field: string, message: string}[]}
 *         | {kind: "stopped", status: number, message: string}} Outcome
 */

const TIMEOUT = 20_000;
const STOPPED = {
  401: "You are signed out.",
  403: "You may not edit this, or you have been signed out.",
  404: "This no longer exists, or you no longer have access to it.",
  423: "This cannot be edited in its current state.",
};

/** The page's CSRF token; signing in on another tab replaces it, see identify. */
export function pageToken() {
  return document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "";
}

/** @param {string} url @param {{base: number, groups: Group[]}} body @returns {Promise<Outcome>} */
export async function postEdits(url, body) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT);
  try {
    const response = await fetch(url, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": pageToken() },
      body: JSON.stringify(body),
      redirect: "error",
      signal: controller.signal,
    });
    return meaning(response.status, response.ok ? await response.json() : await response.json().catch(() => ({})));
  } catch {
    return { kind: "away", message: "The server cannot be reached." };
  } finally {
    clearTimeout(timer);
  }
}

/** @param {number} status @param {any} content @returns {Outcome} */
export function meaning(status, content) {
  if (status === 200) return { kind: "answer", answer: content };
  if (status === 413) return { kind: "too_large" };
  const errors = status === 400 || status === 422 ? errorsOf(content) : null;
  if (errors) return { kind: "malformed", errors };
  const message = STOPPED[/** @type {keyof typeof STOPPED} */ (status)];
  if (message) return { kind: "stopped", status, message: detailed(message, content) };
  // With 503 and 507, our server explains what is missing.
  const fallback = `The server answered ${status}.`;
  return { kind: "away", message: status > 500 ? detailed(fallback, content) : fallback };
}

/** The errors in the answer; null if it does not come from our server. @param {any} content @returns {{field: string, message: string}[] | null} */
function errorsOf(content) {
  if (Array.isArray(content.errors)) return content.errors;
  return typeof content.detail === "string" ? [{ field: "", message: content.detail }] : null;
}

/** @param {string} message @param {any} content */
function detailed(message, content) {
  return typeof content.detail === "string" && content.detail ? content.detail : message;
}

/**
 * @param {{kind: "too_large"} | {kind: "malformed", errors: {field: string, message: string}[]}} outcome
 * @param {Group[]} groups the groups sent @returns {{limit: number, refused: Refusal[]}}
 */
export function refuseOrHalve(outcome, groups) {
  const half = { limit: Math.max(1, groups.length >> 1), refused: [] };
  if (outcome.kind === "too_large") {
    const message = "This edit is too large for the server.";
    return groups.length > 1 ? half : { limit: 1, refused: [refusal(groups[0], "too_large", message)] };
  }
  /** @type {Map<Group, string[]>} */
  const wrong = new Map();
  for (const { field, message } of outcome.errors) {
    const group = groups[Number(/^groups\[(\d+)\]/.exec(field)?.[1] ?? NaN)] ?? (groups.length === 1 ? groups[0] : null);
    if (group) wrong.set(group, [...(wrong.get(group) ?? []), message]);
  }
  if (!wrong.size) return groups.length > 1 ? half : { limit: 1, refused: [refusal(groups[0], "malformed", "")] };
  return { limit: groups.length, refused: [...wrong].map(([group, messages]) => refusal(group, "malformed", messages.join(" "))) };
}

/** @param {Group} group @param {string} code @param {string} message @returns {Refusal} */
function refusal(group, code, message) {
  return { group: group.group, edit: group.edits[0]?.id ?? "", code, message: message || "The server does not understand this." };
}
