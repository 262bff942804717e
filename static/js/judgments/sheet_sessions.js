/**
 * The edit sessions of all sheets of the page as if they were one, for <save-state> and the dialog about refused edits.
 * Event: "change" (detail: `changed`, ids of changed judgments, and `sheet`).
 * @import { Edit, Group, Refusal } from "../work/edits/types.js"
 * @import { Status } from "../work/sync/edit_session.js"
 * @import { Sheet } from "./sheet.js"
 */

/** The kinds of status, the most urgent first. */
const URGENCY = ["stopped", "decision", "offline", "pending", "opening", "saved"];

export class SheetSessions extends EventTarget {
  /** @param {Sheet[]} sheets */
  constructor(sheets) {
    super();
    this.sheets = sheets;
    for (const sheet of sheets) {
      sheet.session.addEventListener("change", (event) => {
        const { changed } = /** @type {CustomEvent} */ (event).detail;
        this.dispatchEvent(new CustomEvent("change", { detail: { changed, sheet } }));
      });
    }
  }

  get #sessions() {
    return this.sheets.map(({ session }) => session);
  }

  /** Opens the sessions one after another: each reads this browser's storage and sends what an earlier page has left there. */
  async open() {
    for (const session of this.#sessions) await session.open();
  }

  /** The most urgent status of a sheet, with the counts of all sheets added up. @returns {Status} */
  get status() {
    const statuses = this.#sessions.map(({ status }) => status);
    const kind = URGENCY.find((name) => statuses.some((status) => status.kind === name));
    const total = (/** @type {"pending" | "refusedGroupCount"} */ field) => statuses.reduce((sum, status) => sum + status[field], 0);
    const urgent = /** @type {Status} */ (statuses.find((status) => status.kind === kind));
    const kept = statuses.every((status) => status.kept);
    return { ...urgent, pending: total("pending"), refusedGroupCount: total("refusedGroupCount"), kept };
  }

  get atRisk() {
    return this.#sessions.some(({ atRisk }) => atRisk);
  }

  get revision() {
    return Math.max(...this.#sessions.map(({ revision }) => revision));
  }

  /** The pending groups, each with the id of its sheet. */
  get pending() {
    return this.sheets.flatMap(({ id, session }) => session.pending.map((group) => ({ sheet: id, ...group })));
  }

  get refusedGroups() {
    return this.#sessions.flatMap(({ refusedGroups }) => refusedGroups);
  }

  get oldestRefused() {
    return this.refusedGroups[0] ?? null;
  }

  /**
   * Returns the sheet on which a pending group was made; the first sheet if the group is no longer pending.
   * @param {Group} group
   */
  sheetOf({ group: id }) {
    return this.sheets.find(({ session }) => session.pending.some(({ group }) => group === id)) ?? this.sheets[0];
  }

  /** Drops or replaces a refused group. @param {Omit<Edit, "id">[] | null} replacement null: drop it @param {string} id of the group */
  async decide(replacement, id) {
    const session = this.#sessions.find(({ refusedGroups }) => refusedGroups.some(({ group }) => group.group === id));
    await session?.decide(replacement, id);
  }

  async resume() {
    await Promise.all(this.#unsaved.map((session) => session.resume()));
  }

  /** Checks who is signed in, and sends what has not been sent. @param {Sheet} current */
  async recheck(current) {
    await Promise.all([...new Set([current.session, ...this.#unsaved])].map((session) => session.recheck()));
  }

  get #unsaved() {
    return this.#sessions.filter(({ status }) => status.kind !== "saved");
  }
}
