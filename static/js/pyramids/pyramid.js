/**
 * The pyramid that the page shows: its SCUs, the selected SCU, and edits of them. It remembers deleted SCUs, so that the dialog
 * about a refused edit can name them.
 * @import { Scu } from "../work/edits/types.js"
 */
import { scusOf } from "pyramidion/pyramids/edits/scu_snapshots.js";
import { shownLabel } from "pyramidion/pyramids/scus.js";
import { shortened } from "pyramidion/pyramids/display_data.js";
import { overlaps } from "pyramidion/work/edits/parts.js";

export class Pyramid {
  /** The id of the selected SCU; "" if none is selected. */
  selectedScuId = "";
  /** When each SCU was last edited on this page, in ms since 1970. @type {Map<string, number>} */
  editedAt = new Map();
  /** The last version of each deleted SCU on the server. @type {Map<string, any>} */
  #deleted = new Map();

  /**
   * @param {any} data of the page @param {import("../work/sync/edit_session.js").EditSession} session
   * @param {import("./scus.js").Texts} texts @param {import("./scu_workspace.js").ScuWorkspace} page
   */
  constructor(data, session, texts, page) {
    this.summaries = data.summaries;
    this.settings = data.settings;
    this.session = session;
    this.texts = texts;
    this.applyEdits = page.applyEdits.bind(page);
    this.notice = page.notice.bind(page);
    this.select = page.select.bind(page);
    this.isEditable = () => page.editable;
    let previousState = session.serverState; // the state without unsaved edits
    session.addEventListener("change", () => {
      const { serverState } = session;
      if (serverState === previousState) return;
      for (const [id, snapshot] of previousState.snapshots) if (!serverState.snapshots.has(id)) this.#deleted.set(id, snapshot);
      previousState = serverState;
    });
  }

  /** Whether the project offers similar text. */
  get canFindSimilar() {
    return this.settings.suggestions === "on";
  }

  /** The data that `sortScus`, `sectionsOf` and `scuRowData` need. */
  get context() {
    return { texts: this.texts, summaries: this.summaries, editedAt: this.editedAt };
  }

  /** @returns {Scu[]} */
  get scus() {
    return [...scusOf(this.session.state)];
  }

  /** @returns {Scu | undefined} */
  get selectedScu() {
    return this.scu(this.selectedScuId);
  }

  /** Returns the SCU with this id. @param {string} id @returns {Scu | undefined} */
  scu(id) {
    // The state also contains text that is set aside (“aside:…”) and decisions (“decision:…”).
    return id.includes(":") ? undefined : this.session.state.snapshots.get(id);
  }

  /** Returns the label of an SCU, also of a deleted SCU. @param {string} id */
  labelOf(id) {
    const scu = this.scu(id) ?? this.lastSaved(id);
    return scu ? shownLabel(scu, this.texts) : "an SCU";
  }

  /** Returns the latest version of an SCU on the server, without this page's unsaved edits; also of a deleted SCU. @param {string} id */
  lastSaved(id) {
    return this.session.serverState.snapshots.get(id) ?? this.#deleted.get(id);
  }

  /** Returns the label of an SCU without unsaved edits; with them if it was never saved. @param {string} id */
  lastSavedLabel(id) {
    const scu = this.lastSaved(id) ?? this.session.state.snapshots.get(id);
    return scu ? shownLabel(scu, this.texts) : "an SCU";
  }

  /** Returns the index of a model summary on the page. @param {number} summary its id */
  indexOf(summary) {
    return this.summaries.findIndex((/** @type {any} */ { id }) => id === summary);
  }

  /** Applies edits of an SCU as one group. @param {string} id of the SCU @param {any[]} edits @returns {boolean} false if they were refused */
  editScu(id, edits) {
    this.editedAt.set(id, Date.now());
    return this.applyEdits(edits);
  }

  /** Warns if some of these words are also in another SCU, and the project asks for this warning. @param {string} id of the SCU that has them @param {import("./edits/gestures.js").SelectedPart[]} parts */
  warnOfSharedWords(id, parts) {
    if (this.settings.overlap !== "warn") return;
    const sharing = this.scus.find((other) => other.id !== id && other.contributors.some((contributor) =>
      parts.some((part) => part.summary === contributor.summary && contributor.parts.some((existing) => overlaps(part, existing)))));
    if (sharing) this.notice(`These words are also in “${shortened(this.labelOf(sharing.id))}”.`, { isProblem: true });
  }
}
