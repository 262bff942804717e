// @ts-check
/**
 * Which groups have to wait for a decision about another: those that need what a refused group would have made or said.
 * All the rest goes on.
 * @import { Edit, Group } from "../edits/types.js"
 * @import { Verbs } from "../edits/verb.js"
 */

const WORDS = new Set(["id", "verb", "label", "comment", "was", "reason"]);

/** Who holds a text that only the writer of the text before may change. @param {Edit} edit */
const written = (edit) => `${edit.verb}:${edit.scu ?? edit.unit}:${edit.summary ?? ""}`;

/** @param {Group} group @param {Verbs} verbs @returns {string[]} */
function makes({ group, edits }, verbs) {
  const made = [group];
  for (const edit of edits) {
    for (const field of verbs[edit.verb]?.makes ?? []) made.push(edit[field]);
    if (edit.verb === "add_part") made.push(`${edit.scu}/${edit.summary}`);
    if (edit.was !== undefined) made.push(written(edit));
  }
  return made;
}

/** @param {Group} group @returns {string[]} */
function needs({ edits }) {
  return edits.flatMap((edit) => {
    const named = Object.entries(edit).filter(([field]) => !WORDS.has(field)).flatMap(([, value]) => value);
    const contributor = edit.summary === undefined ? [] : [`${edit.scu}/${edit.summary}`];
    return [...named, ...(edit.verb === "add_part" ? [] : contributor), ...(edit.was === undefined ? [] : [written(edit)])];
  });
}

/**
 * @param {{group: Group, refusal: unknown}[]} queue oldest first @param {Verbs} verbs
 * @returns {Set<string>} the ids of the groups that wait; the refused ones are not among them
 */
export function heldBack(queue, verbs) {
  const missing = new Set();
  const held = new Set();
  for (const { group, refusal } of queue) {
    const waits = !refusal && missing.size > 0 && needs(group).some((id) => missing.has(id));
    if (waits) held.add(group.group);
    if (refusal || waits) for (const id of makes(group, verbs)) missing.add(id);
  }
  return held;
}
