/**
 * <peer-workspace>: the page on which a peer summary is matched to a release. Connects the peer annotation, the text, the lists of
 * units and SCUs, and the edits.
 * @import { Unit } from "../work/edits/types.js"
 * @import { KeyBinding } from "../elements/keyboard.js"
 */
import { onlyWhen } from "pyramidion/elements/keyboard.js";
import { pageData } from "pyramidion/elements/page.js";
import { percent } from "pyramidion/elements/text/coverage_bar.js";
import { Absences } from "pyramidion/matching/absences.js";
import { ABSENT } from "pyramidion/matching/edits/verbs.js";
import { MATCH_KIND } from "pyramidion/matching/kind.js";
import { watchFinishing } from "pyramidion/matching/finishing.js";
import { Joining } from "pyramidion/matching/joining.js";
import { Matching } from "pyramidion/matching/matching.js";
import { watchScores } from "pyramidion/matching/score_panel.js";
import { Suggesting } from "pyramidion/matching/suggesting.js";
import "pyramidion/matching/unit_list.js";
import { FLAGS } from "pyramidion/matching/unit_row.js";
import { scuFactsOf, selectedItemText, unitRowData, unitMarks, unitText } from "pyramidion/matching/units.js";
import { Walking } from "pyramidion/matching/walking.js";
import { SelectedScuDetails } from "pyramidion/matching/selected_scu_details.js";
import { UnitEditing } from "pyramidion/matching/unit_editing.js";
import { weightsOf } from "pyramidion/pyramids/list/filters.js";
import { ScuWorkspace } from "pyramidion/pyramids/scu_workspace.js";
import { tierCells, summaryFields, scuRowData, sectionsOf, shortened } from "pyramidion/pyramids/display_data.js";

export class PeerWorkspace extends ScuWorkspace {
  /** `covered`: how many words of the peer are in units; `words`: how many words it has. */
  coverage = { covered: 0, words: 0 };
  unitList = /** @type {import("./unit_list.js").UnitList} */ (this.find("unit-list"));

  connectedCallback() {
    const data = pageData();
    this.begin(data, MATCH_KIND, [data.peer]);
    const { session, pane, list, unitList, typeAhead } = this;
    const peerText = /** @type {import("../texts/code_points.js").CodePoints} */ (this.texts.get(data.peer.id));
    const matching = (this.matching = new Matching(data, session, peerText, this));
    this.absences = new Absences(matching, list);
    this.unitEditing = new UnitEditing(matching, pane, { list: unitList, typeAhead, absences: this.absences, similarIds: (parts) => this.suggesting.similarIds(parts) });
    this.selectedScuDetails = new SelectedScuDetails(matching, list, this.absences);
    this.suggesting = new Suggesting(matching, pane, this, this.unitEditing, data.urls.similar);
    this.joining = new Joining(matching, unitList, this, () => this.refreshUnitList());
    this.walking = new Walking(matching, pane, unitList);
    pane.addEventListener("part-resized", (event) => {
      if (!this.unitEditing.setPart(/** @type {CustomEvent} */ (event).detail)) this.highlightSelected(); // shows the saved bounds again
    });
    this.find("[data-next-undecided]")?.addEventListener("click", () => this.absences.goToUndecided(1));
    this.find("[data-unmarked='next']")?.addEventListener("click", () => this.walking.toUnmarked(1));
    this.find("[data-unmarked='previous']")?.addEventListener("click", () => this.walking.toUnmarked(-1));
    this.watchSaving(`peer-${data.topic.key}-${data.peer.summarizer}`, {
      state: () => session.state,
      labelOf: (id) => matching.labelOf(id),
      words: ({ start, end }) => peerText.slice(start, end),
      unitWords: (unit) => unitText(unit, peerText),
    });
    watchFinishing(this, session, () =>
      ({ units: matching.units, scus: matching.scus, decidedCount: this.absences.decidedCount, scuCount: matching.scus.length, openNotes: this.openNotes, ...this.coverage }));
    session.addEventListener("change", (event) => {
      const { changed } = /** @type {CustomEvent} */ (event).detail;
      if (changed.size) this.#showChanges(changed);
    });
    this.#showChanges();
    if (data.settings.show_scores) watchScores(session, this.find("score-panel"), data.urls.scores);
    this.ready();
  }

  /** @type {ScuWorkspace["markHandlers"]} */
  markHandlers = {
    labelsAndWeightsOf: (ids) => ids.map((id) => {
      const scu = this.matching.unit(id)?.scu ?? null;
      return { label: this.matching.labelOf(scu), weight: this.matching.weightOf(scu) };
    }),
    selectedOf: (ids) => (ids.includes(this.matching.selectedUnitId) ? this.matching.selectedUnitId : ""),
    choose: (id) => this.selectUnit(id, { reveal: false }),
    selectionRestorer: () => {
      const { selectedScuId, selectedUnitId } = this.matching;
      return () => (selectedUnitId ? this.selectUnit(selectedUnitId, { reveal: false }) : this.select(selectedScuId, { reveal: false }));
    },
  };

  /** @type {ScuWorkspace["noteSubject"]} */
  noteSubject = {
    noun: "peer annotation",
    selected: () => {
      const unit = this.matching.unit(this.matching.focusedOrSelectedUnitId);
      return unit ? { id: unit.id, name: this.#quotedWords(unit), place: { unit: unit.id }, contributors: [] } : null;
    },
    nameOf: (id) => {
      const unit = this.matching.unit(id);
      return unit ? this.#quotedWords(unit) : null;
    },
  };

  /** Shows changed units and absences in the lists, the tiers and the text. @param {Set<string>} [changed] ids of snapshots (units, absences, decisions); all if omitted */
  #showChanges(changed) {
    const { matching, list } = this;
    if (list.ids.includes(matching.selectedScuId)) this.listFilter.keepListed(matching.selectedScuId);
    const hasNewCount = matching.recount();
    for (const { id } of matching.scus) if (!changed || changed.has(ABSENT + id) || hasNewCount(id)) this.#showScu(id);
    if (!matching.selectedUnit) matching.selectedUnitId = "";
    const marks = unitMarks(matching.units, matching.scusById);
    this.coverage = this.pane.mark(new Map([[this.data.peer.id, marks]]));
    this.showStatus("covered", `marked ${percent(this.coverage.covered, this.coverage.words)}`);
    this.arrange();
    this.joining.forgetRemoved();
    this.refreshUnitList();
    this.highlightSelected();
    this.updateStatusLine();
  }

  /** Refreshes the row of an SCU. @param {string} id */
  #showScu(id) {
    const { matching } = this;
    this.list.update({ ...scuRowData(matching.scusById.get(id), matching.context, matching.matchCountOf(id)), absent: matching.isAbsent(id) });
  }

  /** Returns the first words of a unit in quotes. @param {Unit} unit */
  #quotedWords(unit) {
    return `“${shortened(unitText(unit, this.matching.peerText), 60)}”`;
  }

  /** Shows the number of open notes, here and at SCUs and units. @param {number} openCount */
  showNotes(openCount) {
    super.showNotes(openCount);
    this.arrange();
    this.refreshUnitList();
  }

  /** Filters and sorts the list of SCUs, and shows the tiers. */
  arrange() {
    const { matching, matching: { scus, models, texts } } = this;
    const emptyText = scus.length ? "No SCU matches these filters." : "This release has no SCUs.";
    this.filterForm.offer({ weights: weightsOf(scus), summaries: models.map(summaryFields), isForPeer: true });
    const factsOf = scuFactsOf(this.session.state, (id) => this.notes?.openCountOf(id) ?? 0);
    const listed = this.listFilter.apply(scus, texts, (scu) => factsOf(scu.id));
    this.list.arrange(sectionsOf(listed, this.order, matching.context), emptyText);
    this.listHead?.showMatchCounts(scus.length);
    const cells = tierCells(matching.scusHeaviestFirst, texts);
    this.tiers.show(cells.map((cell) => ({ ...cell, matched: matching.matchCountOf(cell.id) > 0, absent: matching.isAbsent(cell.id) })));
    this.showStatus("decided", `${this.absences.decidedCount} of ${scus.length} decided`);
    this.absences.refreshCheckbox();
  }

  refreshUnitList() {
    const { matching, notes, data } = this;
    const units = unitRowData(matching, this.pane.text(data.peer.id), { provenance: data.provenance, openNotesOn: (unit) => notes?.openCountOf(unit) ?? 0 });
    const options = { selectedUnitId: matching.selectedUnitId, pickedUnits: this.joining.pickedUnits, editable: this.editable };
    this.unitList.show(units, { ...options, canSuggest: this.suggesting.canSuggest });
    this.#toggleSelectionButtons();
  }

  /** Selects an SCU. @param {string} id "" for none @param {{reveal?: boolean}} [options] whether to scroll to its units */
  select(id, { reveal = true } = {}) {
    const { matching } = this;
    matching.selectedScuId = matching.scusById.has(id) ? id : "";
    if (!matching.selectedScuId || matching.selectedUnit?.scu !== matching.selectedScuId) matching.selectedUnitId = "";
    this.#showSelected({ reveal });
  }

  /** Selects a unit, and its SCU. @param {string} id "" for none @param {{reveal?: boolean}} [options] whether to scroll to its words */
  selectUnit(id, { reveal = true } = {}) {
    const { matching } = this;
    matching.selectedUnitId = matching.unit(id) ? id : "";
    matching.selectedScuId = matching.selectedUnit?.scu ?? "";
    this.#showSelected({ reveal });
    this.unitList.reveal();
  }

  /** Shows the selected unit and SCU in the lists, the tiers and the text. @param {{reveal: boolean}} options */
  #showSelected({ reveal }) {
    const { selectedScuId } = this.matching;
    const listChanges = this.listFilter.keepListedOnly(selectedScuId, this.list.ids.includes(selectedScuId));
    if (listChanges) this.arrange();
    this.selectedScuDetails.show(selectedScuId);
    this.tiers.select(selectedScuId);
    this.refreshUnitList();
    this.highlightSelected();
    this.list.reveal();
    if (reveal) this.pane.reveal(this.pane.highlightedParts);
    this.notes?.refreshPanel();
    this.updateStatusLine();
  }

  /** Highlights the selected unit, or all units of the selected SCU. */
  highlightSelected() {
    const { matching } = this;
    const unit = matching.selectedUnit;
    const highlighted = unit ? [unit] : matching.units.filter(({ scu }) => matching.selectedScuId && scu === matching.selectedScuId);
    const summary = this.data.peer.id;
    this.pane.highlight(highlighted.flatMap(({ parts }) => parts.map((part) => ({ ...part, summary }))));
  }

  selectedWordsChanged() {
    this.#toggleSelectionButtons();
    const { matching, matching: { selectedScuId } } = this;
    const label = `“${shortened(matching.labelOf(selectedScuId || null), 24)}”`;
    const isRepetition = matching.matchCountOf(selectedScuId) > 0; // whether matching to the selected SCU would be a repetition
    this.showActions([
      ...(selectedScuId && !isRepetition ? [{ name: "match", label: `Match to ${label}`, key: "M" }] : []),
      { name: "match-to", label: "Match to…", key: isRepetition ? "M" : "/", disabled: matching.scus.length === 0 },
      ...(isRepetition ? [{ name: "match", label: `Again: ${label}`, key: "Shift+M" }] : []),
      ...(this.suggesting.canSuggest ? [{ name: "similar", label: "Similar SCUs", key: "Y" }] : []),
      ...(matching.selectedUnit ? [{ name: "add-to-unit", label: "Add to the unit", key: "A" }] : []),
      ...(matching.canMarkNonMatching ? [{ name: "match-none", label: "Non-matching", key: "X" }] : []),
    ]);
  }

  /** Shows the buttons that give a part the bounds of the selected words, if exactly one span is selected. */
  #toggleSelectionButtons() {
    const hasOneSpan = this.pane.selection.parts.length === 1;
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".needs-selection"));
    for (const button of buttons) button.hidden = !hasOneSpan;
  }

  get selectedItemText() {
    return selectedItemText(this.matching);
  }

  /** @returns {Record<string, (detail: any) => void>} */
  get intents() {
    const readingIntents = {
      "select-scu": (/** @type {any} */ { scu, toggle }) => this.select(toggle && scu === this.matching.selectedScuId ? "" : scu),
      "select-unit": (/** @type {any} */ { unit, toggle }) => this.selectUnit(toggle && unit === this.matching.selectedUnitId ? "" : unit),
    };
    const { unitEditing, joining, suggesting } = this;
    return this.editable ? { ...readingIntents, ...unitEditing.intents, ...joining.intents, ...suggesting.intents } : readingIntents;
  }

  /** @returns {import("../elements/keyboard.js").KeySection[]} */
  get keys() {
    const { editable, unitEditing, joining, suggesting, absences, walking } = this;
    const hasSelectedWords = () => !this.pane.selection.isEmpty;
    const forCurrentUnit = unitEditing.forCurrentUnit.bind(unitEditing); // makes a key handler that acts on the focused or else the selected unit
    /** @type {(bindings: KeyBinding[], condition?: boolean) => KeyBinding[]} */
    const ifEditable = (bindings, condition = true) => (editable && condition ? bindings : []);
    const wordKeyTexts = { openTerm: "unmarked", enterText: "select the unit of a marked word", hasSeveralTexts: false }; // openTerm: for uncovered words
    const keepPartBinding = onlyWhen(hasSelectedWords, [["P", "keep this part, select another", () => unitEditing.keepPart()]])[0];
    return [
      { title: "In the text", bindings: [...(this.pane.wordKeys?.bindings(wordKeyTexts, editable ? keepPartBinding : undefined) ?? []), walking.unmarkedBinding] },
      {
        title: "With words selected",
        bindings: [
          ...onlyWhen(hasSelectedWords, [
            ...ifEditable([["M", "match to the selected SCU; to another one if it is matched already", () => unitEditing.matchOrAsk()], ["Shift+M", "match to the selected SCU again", () => unitEditing.match(this.matching.selectedScuId)], ["/", "match to another SCU, by its label", () => unitEditing.askAndMatch()]]),
            ...ifEditable([["Y", "similar SCUs: press a number or Enter to match", () => suggesting.suggest()]], suggesting.canSuggest),
            ...ifEditable([["A", "add as a part to the selected unit", () => unitEditing.addToUnit()], ["Z", "set the overlapping part to these bounds", () => unitEditing.resizePart()]]),
            ...ifEditable([["X", "mark as matching no SCU", () => unitEditing.match(null)]], this.matching.canMarkNonMatching),
          ]),
          ["Esc", "clear the selection", () => this.#escape()],
        ],
      },
      { title: "SCUs", bindings: [this.walkBinding, absences.undecidedBinding, ...ifEditable(absences.bindings), this.selectedScuDetails.binding] },
      {
        title: "Units",
        bindings: [
          walking.unitBinding,
          ...ifEditable([["R", "match to another SCU", forCurrentUnit((unit) => unitEditing.rematch(unit))]]),
          ...ifEditable([["Y", "similar SCUs for the unit’s words", () => suggesting.suggest()]], suggesting.canSuggest),
          ...ifEditable([
            ["C", "comment", forCurrentUnit((unit) => unitEditing.editComment(unit))],
            ["F2", "label", forCurrentUnit((unit) => unitEditing.editLabel(unit))],
            ["U Q D", "flag: unsure, partial (not quite), discuss", ...FLAGS.map(([reason]) => forCurrentUnit((unit) => unitEditing.toggleFlag(unit, reason)))],
            ["S", "split by parts", forCurrentUnit((unit) => joining.split(unit))],
            ["V Ctrl+click", "pick units to join", forCurrentUnit((unit) => joining.toggle(unit))],
            ["+", "join units", () => joining.join()],
            ["Backspace", "remove the part at the text’s cursor", forCurrentUnit((unit) => unitEditing.removePart(unit))],
            ["Delete", "remove the unit", forCurrentUnit((unit) => unitEditing.removeUnit(unit))],
          ]),
        ],
      },
      this.globalKeys,
    ];
  }

  /** Deselects one thing: the selected words, else the picked units, else the selected unit or SCU. */
  #escape() {
    if (!this.pane.selection.isEmpty) this.pane.selection.clear();
    else if (this.joining.pickedUnits.size) this.joining.clear();
    else this.select("");
  }
}

customElements.define("peer-workspace", PeerWorkspace);
