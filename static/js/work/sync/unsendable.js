// @ts-check
/**
 * A request that the server found too large or malformed: which of its groups are set aside for a decision, and how many
 * to send from now on to find out.
 * @import { Group, Refusal } from "../edits/types.js"
 */

/**
 * @param {{kind: "too_large"} | {kind: "malformed", errors: {field: string, message: string}[]}} outcome
 * @param {Group[]} groups what was sent @returns {{limit: number, refused: Refusal[]}}
 */
export function setAside(outcome, groups) {
  const half = { limit: Math.max(1, groups.length >> 1), refused: [] };
  if (outcome.kind === "too_large") {
    const message = "The server finds this too large.";
    return groups.length > 1 ? half : { limit: 1, refused: [refusal(groups[0], "too_large", message)] };
  }
  /** @type {Map<Group, string[]>} */
  const wrong = new Map();
  for (const { field, message } of outcome.errors) {
    const group = groups[Number(/^groups\[(\d+)\]/.exec(field)?.[1] ?? NaN)] ?? (groups.length === 1 ? groups[0] : null);
    if (group) wrong.set(group, [...(wrong.get(group) ?? []), message]);
  }
  if (!wrong.size) return groups.length > 1 ? half : { limit: 1, refused: [refusal(groups[0], "malformed", "")] };
  return { limit: groups.length, refused: [...wrong].map(([group, said]) => refusal(group, "malformed", said.join(" "))) };
}

/** @param {Group} group @param {string} code @param {string} message @returns {Refusal} */
function refusal(group, code, message) {
  return { group: group.group, edit: group.edits[0]?.id ?? "", code, message: message || "The server does not understand this." };
}
