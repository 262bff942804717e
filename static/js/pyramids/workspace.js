/**
 * <pyramid-workspace>: the page on which a pyramid is built. Connects the pyramid, the texts, the list of SCUs and the edits.
 * @import { Scu } from "../work/edits/types.js"
 * @typedef {Record<string, (detail: any) => void>} Intents  handlers by the name of an intent (an event that asks for an action)
 */
import { onlyWhen } from "pyramidion/elements/keyboard.js";
import { pageData } from "pyramidion/elements/page.js";
import { describeCoverage, percent } from "pyramidion/elements/text/coverage_bar.js";
import { ChosenPart } from "pyramidion/pyramids/chosen_part.js";
import { Flagging } from "pyramidion/pyramids/flagging.js";
import { Gathering } from "pyramidion/pyramids/gathering/gathering.js";
import "pyramidion/pyramids/gathering/gather_strip.js";
import { PYRAMID_KIND } from "pyramidion/pyramids/kind.js";
import { moveByDragging } from "pyramidion/pyramids/list/contributor_drag.js";
import { weightsOf } from "pyramidion/pyramids/list/filters.js";
import { Reordering } from "pyramidion/pyramids/list/reordering.js";
import { scuDetails } from "pyramidion/pyramids/list/scu_details.js";
import { relationRows } from "pyramidion/pyramids/list/scu_relations.js";
import { refreshKeepingRowFocus } from "pyramidion/pyramids/list/scu_list.js";
import { Merging } from "pyramidion/pyramids/merging.js";
import { tierCells, scuCountText, summaryFields, provenanceLines, scuRowData, sectionsOf, shortened } from "pyramidion/pyramids/display_data.js";
import { Pyramid } from "pyramidion/pyramids/pyramid.js";
import { ScuWorkspace } from "pyramidion/pyramids/scu_workspace.js";
import { contributorText, marksOf, sortScus, partsOf, shownLabel, weightOf } from "pyramidion/pyramids/scus.js";
import { Relating } from "pyramidion/pyramids/relating.js";
import { SettingAside } from "pyramidion/pyramids/setting_aside.js";
import { Splitting } from "pyramidion/pyramids/splitting.js";
import { ScuEditing } from "pyramidion/pyramids/scu_editing.js";

export class PyramidWorkspace extends ScuWorkspace {
  connectedCallback() {
    const data = pageData();
    this.begin(data, PYRAMID_KIND, data.summaries);
    const { session, pane, list } = this;
    const pyramid = (this.pyramid = new Pyramid(data, session, this.texts, this));
    this.scuEditing = new ScuEditing(pyramid, pane, list, this.typeAhead);
    this.merging = new Merging(pyramid, list, this.scuEditing, this);
    this.settingAside = new SettingAside(pyramid, pane);
    this.splitting = new Splitting(pyramid, pane, list);
    this.chosenPart = new ChosenPart(pyramid, pane, this.scuEditing);
    this.reordering = new Reordering(pyramid, list);
    this.flagging = new Flagging(pyramid);
    this.relating = new Relating(pyramid, this.scuEditing, this);
    this.gathering = new Gathering(pyramid, pane, this.find("gather-strip"), {
      scuEditing: this.scuEditing,
      setAsideSpans: () => this.settingAside.spans,
      searchPattern: () => this.listFilter.pattern,
      url: data.urls.similar,
    });
    pane.addEventListener("part-resized", (event) => this.scuEditing.setPart(/** @type {CustomEvent} */ (event).detail));
    if (this.editable) this.#enableReordering();
    this.watchSaving(`pyramid-${data.topic.key}`, {
      state: () => session.serverState, // without this page's unsaved edits
      labelOf: (id) => pyramid.lastSavedLabel(id),
      words: (edit) => this.texts.get(edit.summary)?.slice(edit.start, edit.end) ?? "",
      lastSaved: (id) => pyramid.lastSaved(id),
    });
    this.showStatus("release", data.latest_release ? `release ${data.latest_release.number}` : "no release yet");
    session.addEventListener("change", (event) => {
      const { changed } = /** @type {CustomEvent} */ (event).detail;
      if (changed.size) this.#showChanges(changed);
    });
    this.#showChanges(new Set(pyramid.scus.map((scu) => scu.id)));
    this.ready();
  }

  #enableReordering() {
    this.reordering.listen();
    moveByDragging(this.list, {
      drop: (dropped) => this.merging.drop(dropped),
      reorder: (scu, target, side) => this.reordering.move(scu, target, side),
      canReorder: () => this.reordering.isSortedByPosition,
    });
  }

  /** @type {ScuWorkspace["markHandlers"]} */
  markHandlers = {
    labelsAndWeightsOf: (ids) => ids.map((id) => ({ label: this.pyramid.labelOf(id), weight: weightOf(this.pyramid.scu(id) ?? { contributors: [] }) })),
    selectedOf: (ids) => (ids.includes(this.pyramid.selectedScuId) ? this.pyramid.selectedScuId : ""),
    choose: (id) => this.select(id),
    // bound to the present selection
    selectionRestorer: () => this.select.bind(this, this.pyramid.selectedScuId, { reveal: false }),
  };

  /** @type {ScuWorkspace["noteSubject"]} */
  noteSubject = {
    noun: "pyramid",
    selected: () => {
      const scu = this.pyramid.selectedScu;
      const contributors = scu?.contributors.map(({ summary }) => ({ summary, letter: this.letterOf(summary) })) ?? [];
      return scu ? { id: scu.id, name: this.#quotedLabel(scu), place: { scu: scu.id }, contributors } : null;
    },
    nameOf: (id) => {
      const scu = this.pyramid.scu(id);
      return scu ? this.#quotedLabel(scu) : null;
    },
  };

  /**
   * Shows changed SCUs without losing the focus in the list.
   * @param {Set<string>} changed ids of snapshots (SCUs, set-aside text, decisions)
   */
  #showChanges(changed) {
    refreshKeepingRowFocus(this.list, () => this.#refreshViews(changed), () => this.pane.focusCursor());
  }

  /** Shows changed SCUs in the list, the tiers and the texts. @param {Set<string>} changed ids */
  #refreshViews(changed) {
    const { pyramid } = this;
    for (const id of changed) {
      const scu = pyramid.scu(id);
      if (scu) this.list.update({ ...scuRowData(scu, pyramid.context), openNotes: this.notes?.openCountOf(id) });
      else this.list.removeRow(id);
      if (this.list.ids.includes(id)) this.listFilter.keepListed(id); // even if it no longer passes the filters
    }
    this.arrange();
    this.#showCoverage(this.pane.mark(marksOf(pyramid.scus), this.settingAside.spans));
    const relationsDiffer = JSON.stringify(this.#shownRelations) !== JSON.stringify(this.#relationsOfSelected);
    if (changed.has(pyramid.selectedScuId) || relationsDiffer) this.select(pyramid.selectedScu ? pyramid.selectedScuId : "", { reveal: false });
    this.merging.refresh();
  }

  /**
   * Shows the coverage as a button that opens the table of all summaries.
   * @param {import("../texts/pieces.js").Coverage} coverage of all texts
   */
  #showCoverage(coverage) {
    const button = this.find("[data-coverage]");
    this.showStatus("covered", `covered ${percent(coverage.covered, coverage.words)}`);
    button.title = describeCoverage(coverage);
    button.onclick = async () => {
      await import("pyramidion/elements/text/coverage_dialog.js");
      this.find("coverage-dialog").show(this.pane.coverages, coverage);
    };
  }

  /** Returns the label of an SCU in quotes. @param {Scu} scu */
  #quotedLabel(scu) {
    return `“${shortened(shownLabel(scu, this.texts), 60)}”`;
  }

  /** Shows the number of open notes, in the status line and in the rows of SCUs. @param {number} openCount */
  showNotes(openCount) {
    super.showNotes(openCount);
    this.#showChanges(new Set(this.pyramid.scus.map(({ id }) => id)));
  }

  /** Filters and sorts the list, and shows the tiers. */
  arrange() {
    const { texts, pyramid: { scus, context } } = this;
    this.list.dataset.order = this.order;
    const emptyText = scus.length ? "No SCU matches these filters." : "No SCUs yet. Select words in a text and press N.";
    this.filterForm.offer({ weights: weightsOf(scus), summaries: this.data.summaries.map(summaryFields), isForPeer: false });
    const listed = this.listFilter.apply(scus, texts, ({ id }) => ({ openNotes: this.notes?.openCountOf(id) }));
    this.list.arrange(sectionsOf(listed, this.order, context), emptyText);
    this.listHead?.showMatchCounts(scus.length);
    this.tiers.show(tierCells(sortScus(scus, "weight", context), texts));
    this.showStatus("scus", scuCountText(scus.length));
  }

  /** Selects an SCU. @param {string} id "" for none @param {{reveal?: boolean}} [options] whether to scroll to its parts */
  select(id, { reveal = true } = {}) {
    const { pyramid } = this;
    const scu = pyramid.scu(id);
    if (pyramid.selectedScuId !== id) this.chosenPart.id = "";
    pyramid.selectedScuId = scu ? id : "";
    const mustArrange = this.listFilter.keepListedOnly(pyramid.selectedScuId, this.list.ids.includes(id));
    if (mustArrange) this.arrange();
    const parts = scu ? partsOf(scu) : [];
    this.pane.highlight(parts);
    this.list.select(pyramid.selectedScuId, scu ? scuDetails(scu, this.#lookup, this.editable, this.chosenPart.id) : null);
    this.#shownRelations = this.#relationsOfSelected;
    this.tiers.select(pyramid.selectedScuId, this.#shownRelations);
    if (reveal && scu) {
      this.list.reveal();
      this.pane.reveal(parts);
    }
    this.#toggleSelectionButtons();
    this.gathering.refresh();
    this.notes?.refreshPanel();
    this.updateStatusLine();
  }

  /** @type {import("./list/scu_relations.js").RelationRow[]} */
  #shownRelations = []; // of the selected SCU

  get #relationsOfSelected() {
    return relationRows(this.pyramid.selectedScuId, this.pyramid.scus, this.texts);
  }

  /** What the details of an SCU show besides the SCU's own data. @type {import("./list/scu_details.js").Lookup} */
  #lookup = {
    sentenceNumber: (summary, offset) => this.pane.text(summary)?.numberAt(offset) ?? "",
    words: (summary, start, end) => this.texts.get(summary)?.slice(start, end) ?? "",
    text: (contributor) => contributorText(contributor, this.texts),
    dir: (summary) => this.pane.text(summary)?.dir ?? "auto",
    indexOf: (summary) => this.pyramid.indexOf(summary),
    canFindSimilar: () => this.pyramid.canFindSimilar,
    relations: (scu) => relationRows(scu, this.pyramid.scus, this.texts),
    provenance: (scu) => provenanceLines(this.data.provenance?.[scu] ?? []),
    notes: (scu) => this.notes?.openThreadsElement(scu) ?? null,
  };

  selectedWordsChanged() {
    this.#toggleSelectionButtons();
    const { pyramid, pyramid: { selectedScuId } } = this;
    const addAction = { name: "add", label: `Add to “${shortened(pyramid.labelOf(selectedScuId), 24)}”`, key: "A" };
    this.showActions([
      { name: "new-scu", label: "New SCU", key: "N" },
      ...(selectedScuId ? [addAction] : []),
      { name: "add-to", label: "Add to…", key: "/", disabled: pyramid.scus.length === 0 },
      ...this.splitting.barActions,
      this.settingAside.barAction,
      { name: "gather", label: "Gather", key: "G" },
      ...(pyramid.canFindSimilar ? [{ name: "similar", label: "Similar", key: "Y" }] : []),
    ]);
  }

  /**
   * Shows the buttons that set a part to the selected words, for parts in whose summary exactly one span is selected.
   */
  #toggleSelectionButtons() {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll(".needs-selection"))) {
      button.hidden = this.pane.selection.partsIn(Number(button.dataset.summary)).length !== 1;
    }
  }

  get selectedItemText() {
    const scu = this.pyramid.selectedScu;
    return scu ? `“${shortened(shownLabel(scu, this.texts), 80)}”, weight ${weightOf(scu)}` : "Nothing selected";
  }

  /** @returns {Intents} */
  get intents() {
    /** @type {Intents} */
    const readingIntents = {
      "select-scu": ({ scu, toggle }) => this.select(toggle && scu === this.pyramid.selectedScuId ? "" : scu),
      ...this.gathering.intents,
      ...this.chosenPart.readingIntents,
    };
    const { scuEditing, merging, settingAside, splitting, chosenPart, reordering, flagging, relating } = this;
    const editingModules = [scuEditing, merging, settingAside, splitting, chosenPart, reordering, flagging, relating];
    return this.editable ? Object.assign(readingIntents, ...editingModules.map(({ intents }) => intents)) : readingIntents;
  }

  /** @returns {import("../elements/keyboard.js").KeySection[]} */
  get keys() {
    const { editable, scuEditing, merging, splitting, chosenPart } = this;
    const hasSelectedWords = () => !this.pane.selection.isEmpty;
    const splitSelected = () => splitting.askAndSplit(this.pyramid.selectedScuId);
    /** @type {(bindings: import("../elements/keyboard.js").KeyBinding[]) => import("../elements/keyboard.js").KeyBinding[]} */
    const ifEditable = (bindings) => (editable ? bindings : []);
    const wordKeyTexts = { enterText: "select the SCU of a covered word, or choose among several", ctrlDragText: "another part, also in another summary" };
    return [
      { title: "In the texts", bindings: this.pane.wordKeys?.bindings(wordKeyTexts, editable ? scuEditing.keepPartBinding : undefined) ?? [] },
      {
        title: "With words selected",
        bindings: [
          ...ifEditable([...scuEditing.selectionBindings, ...onlyWhen(hasSelectedWords, [["S", "split them off the selected SCU", splitSelected]]), ...this.settingAside.bindings]),
          ["Esc", "clear the selection, or close the strip", () => this.#escape()],
        ],
      },
      {
        title: "SCUs",
        bindings: [
          this.walkBinding,
          ...ifEditable([...scuEditing.bindings, ...this.flagging.bindings, ["S", "split it", splitSelected], ...merging.bindings, ...this.relating.bindings, scuEditing.deleteBinding, ...this.reordering.bindings,
            ["Ctrl+click", "pick several SCUs to merge"], ["Drag", "move a contributor to another SCU, or merge two SCUs"]]),
        ],
      },
      { title: "Parts of the selected SCU", bindings: [chosenPart.walkBinding, ...ifEditable(chosenPart.bindings)] },
      { title: "Gathering", bindings: this.gathering.bindings },
      this.globalKeys,
    ];
  }

  /**
   * Does the first of these that is possible: clears the selected words, clears the picked SCUs, closes the gather
   * strip, deselects the SCU.
   */
  #escape() {
    if (!this.pane.selection.isEmpty) this.pane.selection.clear();
    else if (this.merging.pickedIds.size) this.merging.clear();
    else if (!this.gathering.close()) this.select("");
    this.merging.refresh();
  }
}

customElements.define("pyramid-workspace", PyramidWorkspace);
