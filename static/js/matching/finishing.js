/** Checks before a peer is finished: all edits must be saved, and the user must confirm if flags or notes are open or little is marked. */
import { percent } from "pyramidion/elements/text/coverage_bar.js";
import { build } from "pyramidion/elements/build.js";
import { askDialog } from "pyramidion/elements/ask_dialog.js";

/** @typedef {{from: string, to: string}} Pair  labels of two SCUs */

const MIN_SHARE = 0.5; // the user must confirm if less than this share of the words is marked and less than this share of the SCUs is decided

/**
 * Returns the question that the user must answer before finishing; "" if none is needed.
 * @param {{units: {scu: string | null}[], decidedCount: number, scuCount: number, covered: number, words: number}} progress
 *   covered: the number of marked words; words: the number of all words
 */
export function confirmationQuestion({ units, decidedCount, scuCount, covered, words }) {
  if (!units.length) return "No unit is matched. Finish with a score of 0?";
  if (units.every((unit) => unit.scu === null)) return "No unit is matched to an SCU. Finish with a score of 0?";
  if (covered >= MIN_SHARE * words || decidedCount >= MIN_SHARE * scuCount) return "";
  return `Only ${percent(covered, words)} of the words are marked, and ${decidedCount} of ${scuCount} SCUs are decided. Finish anyway?`;
}

/**
 * Returns the relations from a matched SCU to an SCU that is not matched, by kind: the first SCU implies the second, or depends on it.
 * @param {{id: string, label: string, relations?: import("../work/edits/types.js").Relation[]}[]} scus of the release @param {Set<string | null>} matchedIds
 * @returns {{implies: Pair[], depends: Pair[]}}
 */
export function unmatchedRelations(scus, matchedIds) {
  const labels = new Map(scus.map(({ id, label }) => [id, label]));
  const pairsOf = (/** @type {string} */ kind) => scus.flatMap((scu) =>
    (matchedIds.has(scu.id) ? (scu.relations ?? []) : [])
      .filter((relation) => relation.kind === kind && !matchedIds.has(relation.to))
      .map(({ to }) => ({ from: scu.label, to: labels.get(to) ?? "" })));
  return { implies: pairsOf("implies"), depends: pairsOf("depends") };
}

/** Returns a heading and a list of pairs; nothing if there are none. @param {string} heading @param {string} verb between the two labels @param {Pair[]} pairs */
function pairList(heading, verb, pairs) {
  if (!pairs.length) return [];
  const items = pairs.map(({ from, to }) => build("li", { text: `“${from}” ${verb} “${to}”` }));
  return [build("p", {}, build("b", { text: heading })), build("ul", {}, ...items)];
}

/** Returns a sentence with the number of flagged units and of open notes; "" if there are none. @param {{units: {scu: string | null, flags?: string[]}[], openNotes: number}} progress */
export function openPointsText({ units, openNotes }) {
  const flagged = units.filter((unit) => unit.flags?.length).length;
  const counts = [
    ...(flagged ? [flagged === 1 ? "1 unit is flagged" : `${flagged} units are flagged`] : []),
    ...(openNotes ? [openNotes === 1 ? "1 note is open" : `${openNotes} notes are open`] : []),
  ];
  return counts.length ? `${counts.join(", ")}.` : "";
}

/**
 * Asks, if necessary, before the form that finishes the peer is submitted.
 * @param {import("../elements/page.js").Page} page @param {import("../work/sync/edit_session.js").EditSession} session
 * @param {() => Parameters<typeof openPointsText>[0] & Parameters<typeof confirmationQuestion>[0] & {scus: Parameters<typeof unmatchedRelations>[0]}} progress returns the current numbers
 */
export function watchFinishing(page, session, progress) {
  const form = /** @type {HTMLFormElement | null} */ (page.find("form[data-finish]"));
  form?.addEventListener("submit", async (event) => {
    const { kind, pending } = session.status;
    const isUnsaved = pending > 0 || kind === "opening";
    const { units, scus } = progress();
    const question = [openPointsText(progress()), confirmationQuestion(progress())].filter(Boolean).join(" ");
    const { implies, depends } = unmatchedRelations(scus, new Set(units.map(({ scu }) => scu)));
    const content = [question, ...pairList("Matched, but not what it implies", "implies", implies), ...pairList("Matched without what it needs", "needs", depends)].filter(Boolean);
    if (!isUnsaved && !content.length) return;
    event.preventDefault();
    const dialogOptions = { title: "Finish this peer?", content, confirm: "Finish", cancel: "Continue matching", focusCancel: true };
    if (isUnsaved) page.notice("Some edits are not saved yet; try again in a moment.", { isProblem: true });
    else if (await askDialog(page, dialogOptions)) form.submit();
  });
}
