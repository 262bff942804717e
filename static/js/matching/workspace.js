/**
 * <peer-workspace>: where a peer summary is matched to a release. Connects the peer annotation, its panes and the
 * gestures.
 * @import { Unit } from "../work/edits/types.js"
 * @import { Row } from "../elements/keyboard.js"
 */
import { during } from "pyramidion/elements/keyboard.js";
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
import { scuFactsOf, selectionText, shownUnits, unitMarks, unitText } from "pyramidion/matching/units.js";
import { Walking } from "pyramidion/matching/walking.js";
import { Wording } from "pyramidion/matching/wording.js";
import { UnitEditing } from "pyramidion/matching/unit_editing.js";
import { weightsOf } from "pyramidion/pyramids/list/filters.js";
import { ScuWorkspace } from "pyramidion/pyramids/scu_workspace.js";
import { tierCells, summaryFields, scuRowData, sectionsOf, shortened } from "pyramidion/pyramids/display_data.js";

export class PeerWorkspace extends ScuWorkspace {
  /** How many words of the peer are in units. */
  marked = { covered: 0, words: 0 };

  connectedCallback() {
    const data = pageData();
    this.begin(data, MATCH_KIND, [data.peer]);
    const { session, pane, list, unitList, typeAhead } = this;
    const points = /** @type {import("../texts/code_points.js").CodePoints} */ (this.texts.get(data.peer.id));
    const matching = (this.matching = new Matching(data, session, points, this));
    this.absences = new Absences(matching, list);
    this.unitEditing = new UnitEditing(matching, pane, { list: unitList, typeAhead, absences: this.absences });
    this.wording = new Wording(matching, list, this.absences);
    this.suggesting = new Suggesting(matching, pane, this, this.unitEditing, data.urls.similar);
    this.joining = new Joining(matching, unitList, this, () => this.listUnits());
    this.walking = new Walking(matching, pane, unitList);
    pane.addEventListener("edge", (event) => this.unitEditing.setPart(/** @type {CustomEvent} */ (event).detail) || this.light());
    for (const [name, go] of /** @type {[string, () => void][]} */ ([
      ["[data-next-undecided]", () => this.absences.walk(1)],
      ["[data-unmarked='next']", () => this.walking.unmarked(1)],
      ["[data-unmarked='previous']", () => this.walking.unmarked(-1)],
    ])) this.find(name)?.addEventListener("click", go);
    this.watchSaving(`peer-${data.topic.key}-${data.peer.summarizer}`, {
      state: () => session.state,
      labelOf: (id) => matching.labelOf(id),
      words: ({ start, end }) => points.slice(start, end),
      unitWords: (unit) => unitText(unit, points),
    });
    watchFinishing(this, session, () =>
      ({ units: matching.units, decided: this.absences.decided, scus: matching.scus.length, notes: this.openNotes, ...this.marked }));
    session.addEventListener("change", (event) => {
      const { changed } = /** @type {CustomEvent} */ (event).detail;
      if (changed.size) this.#showUnits(changed);
    });
    this.#showUnits();
    if (data.settings.show_scores) watchScores(session, this.find("score-panel"), data.urls.scores);
    this.ready();
  }

  /** @type {ScuWorkspace["covering"]} */
  covering = {
    namesOf: (keys) => keys.map((key) => {
      const scu = this.matching.unit(key)?.scu ?? null;
      return { label: this.matching.labelOf(scu), weight: this.matching.weightOf(scu) };
    }),
    chosenOf: (keys) => (keys.includes(this.matching.selectedUnit) ? this.matching.selectedUnit : ""),
    choose: (key) => this.selectUnit(key, false),
    remember: () => {
      const { selected, selectedUnit } = this.matching;
      return () => (selectedUnit ? this.selectUnit(selectedUnit, false) : this.select(selected, false));
    },
  };

  /** @type {ScuWorkspace["subject"]} */
  subject = {
    noun: "peer annotation",
    selected: () => {
      const unit = this.matching.unit(this.matching.currentUnit);
      return unit ? { id: unit.id, name: this.#quoted(unit), place: { unit: unit.id }, parts: [] } : null;
    },
    nameOf: (id) => {
      const unit = this.matching.unit(id);
      return unit ? this.#quoted(unit) : null;
    },
  };

  get selected() {
    return this.matching.selected;
  }

  /** @param {Set<string>} [changed] ids; all if omitted */
  #showUnits(changed) {
    const { matching, list } = this;
    if (list.ids.includes(this.selected)) this.listFilter.keep(this.selected);
    const otherCount = matching.count();
    for (const { id } of matching.scus) if (!changed || changed.has(ABSENT + id) || otherCount(id)) this.#showScu(id);
    if (!matching.unit()) matching.selectedUnit = "";
    const marks = unitMarks(matching.units, (id) => matching.scuOf.get(id));
    this.marked = this.pane.mark(new Map([[this.data.peer.id, marks]]));
    this.figure("covered", `marked ${percent(this.marked.covered, this.marked.words)}`);
    this.arrange();
    this.joining.settle();
    this.listUnits();
    this.light();
    this.describe();
  }

  /** @param {string} id */
  #showScu(id) {
    const { matching } = this;
    this.list.update({ ...scuRowData(matching.scuOf.get(id), matching.context, matching.matchesOf(id)), absent: matching.isAbsent(id) });
  }

  /** @param {Unit} unit */
  #quoted(unit) {
    return `“${shortened(unitText(unit, this.matching.points), 60)}”`;
  }

  /** @param {number} open */
  showNotes(open) {
    super.showNotes(open);
    this.arrange();
    this.listUnits();
  }

  arrange() {
    const { matching, matching: { scus, models, texts } } = this;
    const none = scus.length ? "No SCU matches these filters." : "This release has no SCUs.";
    this.filter.offer({ weights: weightsOf(scus), summaries: models.map(summaryFields), peer: true });
    const facts = scuFactsOf(this.session.state, (id) => this.notes?.on(id) ?? 0);
    const shown = this.listFilter.of(scus, texts, (scu) => facts(scu.id));
    this.list.arrange(sectionsOf(shown, this.order, matching.context), none);
    this.head?.showHits(scus.length);
    const cells = tierCells(matching.byWeight, texts);
    this.tiers.show(cells.map((cell) => ({ ...cell, matched: matching.matchesOf(cell.id) > 0, absent: matching.isAbsent(cell.id) })));
    this.figure("decided", `${this.absences.decided} of ${scus.length} decided`);
    this.absences.refresh();
  }

  listUnits() {
    const { matching, notes, data } = this;
    const units = shownUnits(matching, this.pane.text(data.peer.id), { provenance: data.provenance, notes: (unit) => notes?.on(unit) ?? 0 });
    const options = { selected: matching.selectedUnit, picked: this.joining.picked, editable: this.editable };
    this.unitList.show(units, { ...options, similar: this.suggesting.offered });
    this.#offerSelection();
  }

  unitList = /** @type {import("./unit_list.js").UnitList} */ (this.find("unit-list"));
  /** @param {string} id @param {boolean} [reveal] */
  select(id, reveal = true) {
    const { matching } = this;
    matching.selected = matching.scuOf.has(id) ? id : "";
    if (matching.unit()?.scu !== (matching.selected || null)) matching.selectedUnit = "";
    this.#showSelected(reveal);
  }

  /** @param {string} id @param {boolean} [reveal] */
  selectUnit(id, reveal = true) {
    const { matching } = this;
    matching.selectedUnit = matching.unit(id) ? id : "";
    matching.selected = matching.unit()?.scu ?? "";
    this.#showSelected(reveal);
    this.unitList.reveal();
  }

  /** @param {boolean} reveal */
  #showSelected(reveal) {
    if (this.listFilter.keepOnly(this.selected, this.list.ids.includes(this.selected))) this.arrange();
    this.wording.show(this.selected);
    this.tiers.select(this.selected);
    this.listUnits();
    this.light();
    this.list.reveal();
    if (reveal) this.pane.reveal(this.pane.litParts);
    this.notes?.book?.panel.show();
    this.describe();
  }

  /** Highlights the selected unit, or all units of the selected SCU. */
  light() {
    const { matching } = this;
    const unit = matching.unit();
    const lit = unit ? [unit] : matching.units.filter(({ scu }) => this.selected && scu === this.selected);
    const summary = this.data.peer.id;
    this.pane.light(lit.flatMap(({ parts }) => parts.map((part) => ({ ...part, summary }))));
  }

  selectionChanged() {
    this.#offerSelection();
    const { matching, selected } = this;
    const match = { name: "match", label: `Match to “${shortened(matching.labelOf(selected || null), 24)}”`, key: "M" };
    this.offer([
      ...(selected ? [match] : []),
      { name: "match-to", label: "Match to…", key: "/", disabled: matching.scus.length === 0 },
      ...(this.suggesting.offered ? [{ name: "similar", label: "Similar SCUs", key: "Y" }] : []),
      ...(matching.unit() ? [{ name: "add-to-unit", label: "Add to the unit", key: "A" }] : []),
      ...(matching.marksNonMatching ? [{ name: "match-none", label: "Non-matching", key: "X" }] : []),
    ]);
  }

  /** Shows the buttons that set a part to the selection, if one span is selected. */
  #offerSelection() {
    const single = this.pane.selection.parts.length === 1;
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".needs-selection"));
    for (const button of buttons) button.hidden = !single;
  }

  get selectionText() {
    return selectionText(this.matching);
  }

  /** @returns {Record<string, (detail: any) => void>} */
  get intents() {
    const reading = {
      "select-scu": (/** @type {any} */ { scu, toggle }) => this.select(toggle && scu === this.selected ? "" : scu),
      "select-unit": (/** @type {any} */ { unit, toggle }) =>
        this.selectUnit(toggle && unit === this.matching.selectedUnit ? "" : unit),
    };
    const { unitEditing, joining, suggesting } = this;
    return this.editable ? { ...reading, ...unitEditing.intents, ...joining.intents, ...suggesting.intents } : reading;
  }

  /** @returns {import("../elements/keyboard.js").Section[]} */
  get keys() {
    const { editable, unitEditing, joining, suggesting, absences, walking } = this;
    const selecting = () => !this.pane.selection.empty;
    const onUnit = unitEditing.onUnit.bind(unitEditing);
    /** @type {(rows: Row[], also?: boolean) => Row[]} */
    const edits = (rows, also = true) => (editable && also ? rows : []);
    const inText = { open: "unmarked", mark: "select the unit of a marked word", texts: false };
    const keep = during(selecting, [["P", "keep this part, select another", () => unitEditing.keepPart()]])[0];
    return [
      { title: "In the text", rows: [...(this.pane.wordKeys?.rows(inText, editable ? keep : undefined) ?? []), walking.unmarkedRow] },
      {
        title: "With words selected",
        rows: [
          ...during(selecting, [
            ...edits([["M", "match to the selected SCU", () => unitEditing.matchOrAsk()], ["/", "match to another SCU, by its label", () => unitEditing.askAndMatch()]]),
            ...edits([["Y", "similar SCUs: press a number or Enter to match", () => suggesting.ask()]], suggesting.offered),
            ...edits([["A", "add as a part to the selected unit", () => unitEditing.addToUnit()], ["Z", "set the overlapping part to these bounds", () => unitEditing.resizePart()]]),
            ...edits([["X", "mark as matching no SCU", () => unitEditing.match(null)]], this.matching.marksNonMatching),
          ]),
          ["Esc", "select nothing", () => this.#escape()],
        ],
      },
      { title: "SCUs", rows: [this.walkRow, absences.walkRow, ...edits(absences.rows), this.wording.row] },
      {
        title: "Units",
        rows: [
          walking.unitRow,
          ...edits([["R", "match to another SCU", onUnit((unit) => unitEditing.rematch(unit))]]),
          ...edits([["Y", "similar SCUs for the unit’s words", () => suggesting.ask()]], suggesting.offered),
          ...edits([
            ["C", "comment", onUnit((unit) => unitEditing.comment(unit))],
            ["F2", "label", onUnit((unit) => unitEditing.label(unit))],
            ["U Q D", "flag: unsure, partial (not quite), discuss", ...FLAGS.map(([reason]) => onUnit((unit) => unitEditing.flag(unit, reason)))],
            ["S", "split by parts", onUnit((unit) => joining.split(unit))],
            ["V Ctrl+click", "pick units to join", onUnit((unit) => joining.toggle(unit))],
            ["+", "join units", () => joining.join()],
            ["Backspace", "remove the part at the text’s cursor", onUnit((unit) => unitEditing.removePart(unit))],
            ["Delete", "remove the unit", onUnit((unit) => unitEditing.remove(unit))],
          ]),
        ],
      },
      this.globalKeys,
    ];
  }

  /** Clears one thing at a time: the selected words, the picked units, the selected unit or SCU. */
  #escape() {
    if (!this.pane.selection.empty) this.pane.selection.clear();
    else if (this.joining.picked.size) this.joining.clear();
    else this.select("");
  }
}

customElements.define("peer-workspace", PeerWorkspace);
