/** Before a peer is finished: all edits must be saved, and the page asks for confirmation if little is marked. */
import { percent } from "pyramidion/elements/text/coverage_bar.js";
import { askDialog } from "pyramidion/elements/ask_dialog.js";

const HALF = 0.5;

/**
 * The question to confirm; "" for none.
 * @param {{units: {scu: string | null}[], decided: number, scus: number, covered: number, words: number}} work
 */
export function confirmationOf({ units, decided, scus, covered, words }) {
  if (!units.length) return "No unit is matched. Finish with a score of 0?";
  if (units.every((unit) => unit.scu === null)) return "No unit is matched to an SCU. Finish with a score of 0?";
  if (covered >= HALF * words || decided >= HALF * scus) return "";
  return `Only ${percent(covered, words)} of the words are marked, and ${decided} of ${scus} SCUs decided. Finish anyway?`;
}

/** A sentence with the numbers of flagged units and open notes; "" for none. @param {{units: {flags?: string[]}[], notes: number}} work */
export function openPoints({ units, notes }) {
  const flagged = units.filter((unit) => unit.flags?.length).length;
  const counts = [
    ...(flagged ? [flagged === 1 ? "1 unit is flagged" : `${flagged} units are flagged`] : []),
    ...(notes ? [notes === 1 ? "1 note is open" : `${notes} notes are open`] : []),
  ];
  return counts.length ? `${counts.join(", ")}.` : "";
}

/**
 * @param {import("../elements/page.js").Page} page @param {import("../work/sync/edit_session.js").EditSession} session
 * @param {() => Parameters<typeof openPoints>[0] & Parameters<typeof confirmationOf>[0]} done returns the numbers
 */
export function watchFinishing(page, session, done) {
  const form = /** @type {HTMLFormElement | null} */ (page.find("form[data-finish]"));
  form?.addEventListener("submit", async (event) => {
    const { kind, pending } = session.status;
    const unsaved = pending > 0 || kind === "opening";
    const question = [openPoints(done()), confirmationOf(done())].filter(Boolean).join(" ");
    if (!unsaved && !question) return;
    event.preventDefault();
    const dialog = { title: "Finish this peer?", content: [question], confirm: "Finish", cancel: "Continue matching", careful: true };
    if (unsaved) page.notice("Some edits are not saved yet; try again in a moment.", true);
    else if (await askDialog(page, dialog)) form.submit();
  });
}
