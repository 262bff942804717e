/**
 * The peer annotation that the page shows: its units, the SCUs of its release (as JSON), and the selected unit and SCU.
 * @import { Unit } from "../work/edits/types.js"
 */
import { ABSENT, unitsOf } from "pyramidion/matching/edits/verbs.js";
import { matchCounts, unitsInTextOrder } from "pyramidion/matching/units.js";
import { sortScus, shownLabel, weightOf } from "pyramidion/pyramids/scus.js";
import { CodePoints } from "pyramidion/texts/code_points.js";

export class Matching {
  /** The id of the selected SCU; "" if none is selected. */
  selectedScuId = "";
  /** The id of the selected unit; "" if none is selected. */
  selectedUnitId = "";
  /** The number of units matched to each SCU. @type {Map<string, number>} */
  #counts = new Map();

  /**
   * @param {any} data of the page @param {import("../work/sync/edit_session.js").EditSession} session @param {CodePoints} peerText
   *   @param {import("./workspace.js").PeerWorkspace} page
   */
  constructor({ release: { scus, models }, settings, peer }, session, peerText, page) {
    this.session = session;
    this.peerText = peerText;
    this.settings = settings;
    this.dir = peer.dir;
    this.models = models;
    /** The SCUs of the release, which never change. @type {any[]} */
    this.scus = scus;
    this.scusById = new Map(this.scus.map((scu) => [scu.id, scu]));
    /** @type {Map<number, CodePoints>} */
    this.texts = new Map(models.map((/** @type {any} */ model) => [model.id, new CodePoints(model.text)]));
    this.applyEdits = page.applyEdits.bind(page);
    this.notice = page.notice.bind(page);
    this.select = page.select.bind(page);
    this.selectUnit = page.selectUnit.bind(page);
    this.isEditable = () => page.editable;
    this.focusedUnit = () => page.unitList.focusedId;
  }

  /** Whether the project lets words be marked as matching no SCU. */
  get canMarkNonMatching() {
    return this.settings.non_matching === "mark";
  }

  /** The data that `shownLabel` and `sortScus` need; SCUs of a release are never edited. */
  get context() {
    return { texts: this.texts, summaries: this.models, editedAt: new Map() };
  }

  get scusHeaviestFirst() {
    return sortScus(this.scus, "weight", this.context);
  }

  /** @returns {Unit[]} in the order of the text */
  get units() {
    return unitsInTextOrder(unitsOf(this.session.state));
  }

  /** @returns {Unit | undefined} */
  get selectedUnit() {
    return this.unit(this.selectedUnitId);
  }

  /** Returns the unit with this id. @param {string} id @returns {Unit | undefined} */
  unit(id) {
    // The state also contains absent SCUs (“absent:…”) and decisions (“decision:…”).
    return id.includes(":") ? undefined : this.session.state.snapshots.get(id);
  }

  /** The id of the unit that keys act on: the unit focused in the list or, if none is focused, the selected unit. */
  get focusedOrSelectedUnitId() {
    return this.focusedUnit() || this.selectedUnitId;
  }

  /** Returns the label of an SCU; “non-matching” for null. @param {string | null} id */
  labelOf(id) {
    const scu = id === null ? null : this.scusById.get(id);
    return scu ? shownLabel(scu, this.texts) : "non-matching";
  }

  /** Returns the weight of an SCU; null for null. @param {string | null} id */
  weightOf(id) {
    return id === null ? null : weightOf(this.scusById.get(id) ?? { contributors: [] });
  }

  /** Updates the number of units matched to each SCU. @returns {(scu: string) => boolean} a test: whether this number has changed for an SCU */
  recount() {
    const previousCounts = this.#counts;
    this.#counts = matchCounts(this.units);
    return (scu) => this.matchCountOf(scu) !== (previousCounts.get(scu) ?? 0);
  }

  /** Returns the number of units matched to an SCU. @param {string} id */
  matchCountOf(id) {
    return this.#counts.get(id) ?? 0;
  }

  /** Whether an SCU is marked as absent. @param {string} scu */
  isAbsent(scu) {
    return this.session.state.snapshots.has(ABSENT + scu);
  }
}
