// @ts-check
/**
 * What a refused edit wanted, and what stands in its place, in words.
 * @typedef {import("../../work/edits/types.js").Group} Group
 * @typedef {import("../../work/edits/types.js").Edit} Edit
 * @typedef {import("../../work/edits/types.js").PyramidState} State
 * @typedef {import("./keep_mine.js").Says} Says
 */
import { scusOf } from "pyramidion/pyramids/edits/scu_images.js";
import { GAP } from "pyramidion/pyramids/scus.js";

// Of a gesture of several verbs the first of these is what it is about.
const CHIEF = ["split_scu", "move_part", "copy_part", "move_contributor"];

/** @param {Group} group @param {Edit} refused @param {Says} says */
export function wanted(group, refused, says) {
  const edit = group.edits.find((one) => CHIEF.includes(one.verb)) ?? refused;
  const named = (/** @type {string} */ id) => `“${says.labelOf(id)}”`;
  const words = group.edits.filter((one) => one.verb === "add_part").map(says.words).join(GAP);
  /** @type {Record<string, () => string>} */
  const texts = {
    relabel_scu: () => (edit.label ? `Label: ${edit.label}` : "No label"),
    comment_scu: () => `Comment: ${edit.comment || "none"}`,
    comment_contributor: () => `Comment: ${edit.comment || "none"}`,
    delete_scu: () => "Delete the SCU",
    merge_scus: () => `Merge ${edit.scus.map(named).join(", ")} into ${named(edit.into)}`,
    split_scu: () => `Split ${named(edit.scu)}${edit.label ? ", with a new SCU “" + edit.label + "”" : ""}`,
    reorder_scu: () => `Move ${named(edit.scu)} in the list`,
    set_part: () => "Other bounds for a part",
    remove_part: () => "Remove a part",
    move_part: () => `Move a part to ${named(edit.to_scu)}`,
    copy_part: () => `Copy a part to ${named(edit.to_scu)}`,
    move_contributor: () => `Move a contributor to ${named(edit.to_scu)}`,
    remove_contributor: () => "Remove a contributor",
    flag: () => `Flag ${named(edit.scu)}: ${edit.reason}`,
    unflag: () => `Take the flag “${edit.reason}” from ${named(edit.scu)}`,
    set_aside: () => `Set aside: ${says.words(edit)}`,
    unset_aside: () => `Take back: ${says.words(edit)}`,
  };
  return texts[edit.verb]?.() ?? (words || "A new SCU");
}

/** @param {Edit} edit @param {State} state @param {Says} says @param {(id: string) => string} heir what an SCU is now part of */
export function standing(edit, state, says, heir) {
  const fate = (/** @type {string} */ id) =>
    `“${says.labelOf(id)}” ` + (heir(id) ? `was merged into “${says.labelOf(heir(id))}”` : "is gone");
  const named = [edit.into, ...(edit.scus ?? []), edit.scu, edit.to_scu].filter(Boolean);
  const lost = named.filter((id) => !state.images.has(id));
  if (lost.length) return lost.map(fate).join("; ");
  if (edit.verb === "merge_scus") return "All of them stand";
  if (edit.part && !edit.scu) return partIn(edit.part, state) ? `The part is in “${says.labelOf(partIn(edit.part, state))}”` : "The part is gone";
  const scu = state.images.get(edit.scu);
  if (!scu) return "";
  if (edit.verb === "comment_scu") return `Comment: ${scu.comment || "none"}`;
  if (edit.verb !== "comment_contributor") return `Label: ${scu.label || "none"}`;
  const contributor = scu.contributors.find((/** @type {any} */ one) => one.summary === edit.summary);
  return contributor ? `Comment: ${contributor.comment || "none"}` : "The contributor is gone";
}

/** The SCU that has a part. @param {string} id @param {State} state */
function partIn(id, state) {
  for (const scu of scusOf(state)) if (scu.contributors.some((one) => one.parts.some((part) => part.id === id))) return scu.id;
  return "";
}
