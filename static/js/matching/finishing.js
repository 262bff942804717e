/** Before a peer is finished: everything has to be on the server, and next to nothing marked is asked about. */
import { percent } from "pyramidion/elements/text/coverage_bar.js";
import { askDialog } from "pyramidion/elements/ask_dialog.js";

const HALF = 0.5;

/**
 * What is asked; "" if there is nothing to ask.
 * @param {{units: {scu: string | null}[], decided: number, scus: number, covered: number, words: number}} work
 */
export function doubt({ units, decided, scus, covered, words }) {
  if (!units.length) return "No unit is matched. Finish with a score of 0?";
  if (units.every((unit) => unit.scu === null)) return "No unit is matched to an SCU. Finish with a score of 0?";
  if (covered >= HALF * words || decided >= HALF * scus) return "";
  return `Only ${percent(covered, words)} of the words are marked, and ${decided} of ${scus} SCUs decided. Finish all the same?`;
}

/** What is worth a look before, with its numbers; "" if there is nothing. @param {{units: {flags?: string[]}[], notes: number}} work */
export function worth({ units, notes }) {
  const flagged = units.filter((unit) => unit.flags?.length).length;
  const said = [
    ...(flagged ? [flagged === 1 ? "1 unit is flagged" : `${flagged} units are flagged`] : []),
    ...(notes ? [notes === 1 ? "1 note is open" : `${notes} notes are open`] : []),
  ];
  return said.length ? `${said.join(", ")}.` : "";
}

/**
 * @param {import("../elements/page.js").Page} page @param {import("../work/sync/edit_session.js").EditSession} session
 * @param {() => Parameters<typeof worth>[0] & Parameters<typeof doubt>[0]} done what has been done
 */
export function watchFinishing(page, session, done) {
  const form = /** @type {HTMLFormElement | null} */ (page.find("form[data-finish]"));
  form?.addEventListener("submit", async (event) => {
    const { kind, pending } = session.status;
    const unsaved = pending > 0 || kind === "opening";
    const question = [worth(done()), doubt(done())].filter(Boolean).join(" ");
    if (!unsaved && !question) return;
    event.preventDefault();
    const asked = { title: "Finish this peer?", content: [question], confirm: "Finish", cancel: "Go on matching", careful: true };
    if (unsaved) page.notice("Some edits are not saved yet; try again in a moment.", true);
    else if (await askDialog(page, asked)) form.submit();
  });
}
