/**
 * Finishes and reopens sheets.
 * @import { Sheet } from "./sheet.js"
 */
import { askDialog } from "pyramidion/elements/ask_dialog.js";
import { build } from "pyramidion/elements/build.js";
import { csrfToken } from "pyramidion/work/sync/post_edits.js";
import { untilSettled } from "pyramidion/work/sync/page_session.js";

const NOT_SAVED = "Some judgments are not saved yet. Try again when they are.";
const UNREACHABLE = "The server cannot be reached; try again in a moment.";

/**
 * Waits until the judgments of a sheet are saved, then changes its state on the server and in the page.
 * @param {Sheet} sheet @param {"submit" | "reopen"} verb @returns {Promise<string>} the reason if it failed, else ""
 */
export async function changeState(sheet, verb) {
  await untilSettled(sheet.session);
  if (sheet.session.status.kind !== "saved") return NOT_SAVED;
  try {
    const response = await fetch(sheet.urls.state, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken() },
      body: JSON.stringify({ verb }),
    });
    const answer = await response.json();
    if (!response.ok) return problemOf(answer, response.status);
    sheet.state = answer.state;
    sheet.editable = verb === "reopen";
    return "";
  } catch {
    return UNREACHABLE;
  }
}

/** Returns the reasons in a refusal. @param {any} answer @param {number} status */
function problemOf({ errors, detail }, status) {
  if (Array.isArray(errors) && errors.length) return errors.map(({ message }) => message).join(" ");
  return detail ?? `The server answered ${status}.`;
}

/**
 * Asks whether to finish several sheets at once.
 * @param {Element} host @param {number} count the number of sheets to finish @param {number} total
 */
export function askToFinish(host, count, total) {
  const title = count === 1 ? "Finish 1 sheet?" : `Finish ${count} sheets?`;
  const content = [build("p", { text: `${count} of ${total} sheets can be finished now. A finished sheet can be reopened while the instrument is open.` })];
  return askDialog(host, { title, content, confirm: "Finish" });
}
