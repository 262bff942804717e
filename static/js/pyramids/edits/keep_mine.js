// @ts-check
/**
 * A refused group of pyramid edits: what it wanted, what stands, and how it could still be done. What stands is what the
 * server has: never one's own edits that are still on their way.
 * @typedef {import("../../work/edits/types.js").Group} Group
 * @typedef {import("../../work/edits/types.js").Edit} Edit
 * @typedef {import("../../work/edits/types.js").Scu} Scu
 * @typedef {import("../../work/edits/types.js").Refusal} Refusal
 * @typedef {import("../../work/edits/types.js").PyramidState} State
 * @typedef {{labelOf: (id: string) => string, words: (edit: any) => string, last: (id: string) => Scu | undefined}} Says
 *   what was known of things that are gone
 */
import { owning } from "pyramidion/pyramids/edits/scu_images.js";
import { standing, wanted } from "pyramidion/pyramids/edits/refused_words.js";
import { newId } from "pyramidion/work/edits/new_id.js";

/**
 * @param {Group} group @param {Refusal} refusal @param {State} state the server's @param {Says} says
 * @returns {import("../../work/sync/decision_dialog.js").Question}
 */
export function question(group, refusal, state, says) {
  const edit = group.edits.find((one) => one.id === refusal.edit) ?? group.edits[0];
  return {
    title: "Someone else was here",
    message: refusal.message,
    mine: wanted(group, edit, says),
    stands: standing(edit, state, says, (id) => heir(id, refusal.went ?? {}, state)),
    keep: way(group, refusal, state, says)?.name ?? null,
  };
}

/**
 * The edits that do the same on what stands; null if nothing would.
 * @param {Group} group @param {Refusal} refusal @param {State} state the server's @param {Says} says
 * @returns {any[] | null}
 */
export function kept(group, refusal, state, says) {
  return way(group, refusal, state, says)?.edits ?? null;
}

/** @param {Group} group @param {Refusal} refusal @param {State} state @param {Says} says @returns {{name: string, edits: any[]} | null} */
function way(group, refusal, state, says) {
  if (refusal.code === "changed") return anew(group, state);
  if (refusal.code !== "gone") return null;
  for (const find of [redirected, rebuilt, relabelled, placed]) {
    const found = find(group, refusal, state, says);
    if (found) return found;
  }
  return null;
}

/** Mine over what stands; only where words say what they replace. @param {Group} group @param {State} state */
function anew({ edits }, state) {
  if (!edits.some((edit) => edit.was !== undefined)) return null;
  return { name: "Keep mine", edits: edits.map((edit) => onWhatStands(edit, state)) };
}

/** @param {Edit} edit @param {State} state @returns {Edit} */
function onWhatStands(edit, state) {
  const scu = state.images.get(edit.scu);
  if (!scu || edit.was === undefined) return edit;
  if (edit.verb === "relabel_scu") return { ...edit, was: scu.label };
  if (edit.verb === "comment_scu") return { ...edit, was: scu.comment };
  const contributor = scu.contributors.find((/** @type {any} */ one) => one.summary === edit.summary);
  return contributor ? { ...edit, was: contributor.comment } : edit;
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
  return edits.length ? { name: "Merge what stands", edits } : null;
}

/** What an SCU is now part of; "" if that is not known. @param {string} id @param {Record<string, string>} went @param {State} state */
function heir(id, went, state) {
  for (let steps = 0; id && !state.images.has(id) && steps < 1000; steps += 1) id = went[id] ?? "";
  return id;
}

/** Words for an SCU that is gone go into a new one of its label. @param {Group} group @param {Refusal} _refusal @param {State} state @param {Says} says */
function rebuilt(group, _refusal, state, says) {
  const lost = new Set(group.edits.map((edit) => edit.scu).filter((id) => id && !state.images.has(id)));
  const adds = group.edits.every((edit) => edit.verb === "add_part");
  if (!adds || lost.size !== 1) return null;
  const [old] = lost;
  const scu = newId();
  const parts = group.edits.map((edit) => ({ ...edit, scu: edit.scu === old ? scu : edit.scu, part: newId() }));
  return { name: "Keep mine in a new SCU", edits: [{ verb: "create_scu", scu, label: says.labelOf(old) }, ...parts] };
}

/**
 * A label for an SCU that is gone: for what it is now part of, else it is made again, with the words it had.
 * @param {Group} group @param {Refusal} refusal @param {State} state @param {Says} says
 */
function relabelled(group, { went = {} }, state, says) {
  const [edit] = group.edits;
  if (group.edits.length !== 1 || edit.verb !== "relabel_scu" || state.images.has(edit.scu)) return null;
  const into = state.images.get(heir(edit.scu, went, state));
  if (into) return { name: "Give it this label", edits: [{ ...edit, scu: into.id, was: into.label }] };
  const scu = newId();
  const parts = (says.last(edit.scu)?.contributors ?? []).flatMap(({ summary, parts: had }) =>
    had.map(({ start, end }) => ({ verb: "add_part", part: newId(), scu, summary, start, end })));
  return { name: "Make it again", edits: [{ verb: "create_scu", scu, label: edit.label }, ...parts] };
}

/**
 * A part or contributor that was to go to an SCU that is gone: it goes to what that is part of now, else to a new one.
 * @param {Group} group @param {Refusal} refusal @param {State} state @param {Says} says
 */
function placed(group, { went = {} }, state, says) {
  const [edit] = group.edits;
  const to = edit.to_scu;
  if (group.edits.length !== 1 || !to || state.images.has(to) || !sourceStands(edit, state)) return null;
  const fresh = edit.new_part ? { new_part: newId() } : {};
  const into = heir(to, went, state);
  if (into && into !== holderOf(edit, state)) return { name: "Put it where that went", edits: [{ ...edit, ...fresh, to_scu: into }] };
  if (into) return null;
  const scu = newId();
  return { name: "Keep mine in a new SCU", edits: [{ verb: "create_scu", scu, label: says.labelOf(to) }, { ...edit, ...fresh, to_scu: scu }] };
}

/** @param {Edit} edit @param {State} state */
function sourceStands(edit, state) {
  const holder = state.images.get(holderOf(edit, state));
  return Boolean(holder) && (!edit.scu || holder.contributors.some((/** @type {any} */ one) => one.summary === edit.summary));
}

/** The SCU that has what is to go; "" if none has. @param {Edit} edit @param {State} state */
function holderOf(edit, state) {
  if (edit.scu) return edit.scu;
  try {
    return owning(state, edit.part).image.id;
  } catch {
    return "";
  }
}
