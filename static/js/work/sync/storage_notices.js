// @ts-check
/** What a person has to know about the edits that are kept in this browser, above the workspace. */
import { build } from "pyramidion/elements/build.js";
import { leftByOthers } from "pyramidion/work/sync/durable_storage.js";
import { identityOf } from "pyramidion/accounts/identity.js";

/** @param {string} text @param {string} what */
function tell(text, what) {
  const notice = build("p", { class: "notice warning", role: "status", data: { storage: what } }, build("span", { text }));
  document.querySelector(".workspace-notices")?.append(notice);
}

/**
 * Says once that edits cannot be kept in this browser, and whose edits wait here: never what they are.
 * @param {import("./edit_session.js").EditSession} session
 */
export async function tellAboutStorage(session) {
  await session.opened;
  if (!session.queue.storage.durable) {
    tell("This browser cannot keep unsent edits (a private window, or no space left). Close this page only when it says “saved”.", "off");
    return;
  }
  try {
    for (const { name, count } of await leftByOthers(identityOf())) {
      const edits = count === 1 ? "1 unsent edit" : `${count} unsent edits`;
      tell(`${edits} of ${name} ${count === 1 ? "is" : "are"} kept on this computer until ${name} signs in again.`, "others");
    }
  } catch {
    // Without storage nobody has left anything.
  }
}
