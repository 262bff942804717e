// @ts-check
/**
 * A refused group of pyramid edits: what it wanted, what stands, and how it could still be done.
 * @typedef {import("../edits/types.js").Group} Group
 * @typedef {import("../edits/types.js").Edit} Edit
 * @typedef {import("../edits/types.js").Refusal} Refusal
 * @typedef {import("../edits/types.js").PyramidState} State
 */
import { newId } from "pyramidion/sync/ids.js";
import { GAP } from "pyramidion/pyramid/scus.js";

/**
 * @param {Group} group @param {Refusal} refusal @param {State} state
 * @param {{labelOf: (id: string) => string, words: (edit: any) => string}} says what was known of things that are gone
 * @returns {import("../elements/decision_dialog.js").Question}
 */
export function question(group, refusal, state, says) {
  const edit = group.edits.find((one) => one.id === refusal.edit) ?? group.edits[0];
  return {
    title: "Someone else was here",
    message: refusal.message,
    mine: wanted(group, edit, says),
    stands: standing(edit, state, refusal, says),
    keep: redirected(group, refusal, state) ? "Merge what stands" : keeping(refusal.code, rebuilt(group, state, says) !== null),
  };
}

/** @param {string} code @param {boolean} rebuildable */
function keeping(code, rebuildable) {
  if (code === "changed") return "Keep mine";
  return code === "gone" && rebuildable ? "Keep mine in a new SCU" : null;
}

/**
 * The edits that do the same on what stands; null if nothing would.
 * @param {Group} group
 * @param {Refusal} refusal
 * @param {State} state
 * @param {{labelOf: (id: string) => string}} says
 */
export function kept(group, refusal, state, says) {
  if (refusal.code === "changed") return group.edits.map((edit) => onWhatStands(edit, state));
  return refusal.code === "gone" ? (redirected(group, refusal, state) ?? rebuilt(group, state, says)) : null;
}

/**
 * Merges of SCUs of which some have been merged elsewhere meanwhile: what these have become part of takes their place.
 * @param {Group} group @param {Refusal} refusal @param {State} state
 */
function redirected(group, { went = {} }, state) {
  if (!group.edits.every((edit) => edit.verb === "merge_scus")) return null;
  const edits = group.edits.flatMap((edit) => {
    const into = heir(edit.into, went, state);
    const scus = new Set(edit.scus.map((/** @type {string} */ id) => heir(id, went, state)).filter(Boolean));
    scus.delete(into);
    return into && scus.size ? [{ ...edit, into, scus: [...scus] }] : [];
  });
  return edits.length ? edits : null;
}

/** What an SCU is now part of; "" if that is not known. @param {string} id @param {Record<string, string>} went @param {State} state */
function heir(id, went, state) {
  for (let steps = 0; id && !state.images.has(id) && steps < 1000; steps += 1) id = went[id] ?? "";
  return id;
}

/** @param {Edit} edit @param {State} state @returns {Edit} */
function onWhatStands(edit, state) {
  const scu = state.images.get(edit.scu);
  if (!scu || edit.was === undefined) return edit;
  if (edit.verb === "relabel_scu") return { ...edit, was: scu.label };
  if (edit.verb === "comment_scu") return { ...edit, was: scu.comment };
  const contributor = scu.contributors.find((one) => one.summary === edit.summary);
  return contributor ? { ...edit, was: contributor.comment } : edit;
}

/**
 * Words for an SCU that is gone go into a new one of its label.
 * @param {Group} group
 * @param {State} state
 * @param {{labelOf: (id: string) => string}} says
 */
function rebuilt(group, state, says) {
  const lost = new Set(group.edits.map((edit) => edit.scu).filter((id) => id && !state.images.has(id)));
  const adds = group.edits.every((edit) => edit.verb === "add_part");
  if (!adds || lost.size !== 1) return null;
  const [old] = lost;
  const scu = newId();
  const parts = group.edits.map((edit) => ({ ...edit, scu: edit.scu === old ? scu : edit.scu, part: newId() }));
  return [{ verb: "create_scu", scu, label: says.labelOf(old) }, ...parts];
}

/**
 * @param {Group} group
 * @param {Edit} edit
 * @param {{labelOf: (id: string) => string, words: (edit: any) => string}} says
 */
function wanted(group, edit, says) {
  const words = group.edits.filter((one) => one.verb === "add_part").map(says.words).join(GAP);
  return {
    relabel_scu: `Label: ${edit.label}`,
    comment_scu: `Comment: ${edit.comment}`,
    comment_contributor: `Comment: ${edit.comment}`,
    delete_scu: "Delete the SCU",
    merge_scus: `Merge ${edit.verb === "merge_scus" ? quoted(edit.scus, says) : ""} into “${says.labelOf(edit.into)}”`,
    set_part: "Other bounds for a part",
    remove_part: "Remove a part",
    move_contributor: `Move a contributor to “${says.labelOf(edit.to_scu)}”`,
    remove_contributor: "Remove a contributor",
  }[edit.verb] ?? `${words || "A new SCU"}`;
}

/** @param {string[]} ids @param {{labelOf: (id: string) => string}} says */
const quoted = (ids, says) => ids.map((id) => `“${says.labelOf(id)}”`).join(", ");

/** @param {Edit} edit @param {State} state @param {Refusal} refusal @param {{labelOf: (id: string) => string}} says */
function standing(edit, state, { went = {} }, says) {
  if (edit.verb === "merge_scus") {
    const lost = [edit.into, ...edit.scus].filter((one) => !state.images.has(one));
    const become = (/** @type {string} */ one) => heir(one, went, state);
    const fate = (/** @type {string} */ one) => (become(one) ? `was merged into ${quoted([become(one)], says)}` : "is gone");
    return lost.map((one) => `${quoted([one], says)} ${fate(one)}`).join("; ") || "All of them stand";
  }
  const id = edit.scu ?? edit.into;
  if (!id) return "The part is gone";
  const scu = state.images.get(id);
  if (!scu) return `“${says.labelOf(id)}” is gone`;
  if (edit.verb === "comment_scu") return `Comment: ${scu.comment || "none"}`;
  if (edit.verb !== "comment_contributor") return `Label: ${scu.label || "none"}`;
  return `Comment: ${scu.contributors.find((one) => one.summary === edit.summary)?.comment || "none"}`;
}
