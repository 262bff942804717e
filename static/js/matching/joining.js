/**
 * Joining several units into one unit, and splitting a unit by its parts. In intents and edits, `unit` is a unit's id.
 * @import { Unit } from "../work/edits/types.js"
 */
import { askDialog } from "pyramidion/elements/ask_dialog.js";
import { build } from "pyramidion/elements/build.js";
import { unitText } from "pyramidion/matching/units.js";
import { inTextOrder } from "pyramidion/pyramids/scus.js";
import { shortened } from "pyramidion/pyramids/display_data.js";
import { newId } from "pyramidion/work/edits/new_id.js";

const MAX_LENGTH = 70; // characters of a unit's words and of its SCU's label in the dialog

export class Joining {
  /** Ids of the units picked to be joined. @type {Set<string>} */
  pickedUnits = new Set();

  /** @param {import("./matching.js").Matching} matching @param {import("./unit_list.js").UnitList} list @param {import("../elements/page.js").Page} page @param {() => void} refreshUnitList */
  constructor(matching, list, page, refreshUnitList) {
    this.matching = matching;
    this.list = list;
    this.page = page;
    this.refreshUnitList = refreshUnitList;
    page.find("[data-join-picked]")?.addEventListener("click", () => this.join());
    page.find("[data-clear-picked]")?.addEventListener("click", () => this.clear());
  }

  /** Handlers by intent (an event that names what the user wants). @type {Record<string, (detail: any) => void>} */
  intents = {
    "toggle-picked-unit": ({ unit }) => this.toggle(unit),
    "join-units": ({ unit }) => this.join(unit),
    "split-unit": ({ unit }) => this.split(unit),
  };

  /** Picks a unit to be joined, or unpicks it. @param {string} unit */
  toggle(unit) {
    if (!this.matching.unit(unit)) return;
    if (!this.pickedUnits.delete(unit)) this.pickedUnits.add(unit);
    this.#showPicked();
  }

  /** Unpicks all units. */
  clear() {
    const hadFocus = this.#bar?.contains(document.activeElement);
    this.pickedUnits.clear();
    this.#showPicked();
    if (hadFocus) this.list.focusUnit(this.matching.selectedUnitId || this.list.ids[0]);
  }

  /** Forgets picked units that were removed. */
  forgetRemoved() {
    for (const id of this.pickedUnits) if (!this.matching.unit(id)) this.pickedUnits.delete(id);
    this.#refreshBar();
  }

  /** Shows which units are picked, and how many. */
  #showPicked() {
    this.refreshUnitList();
    this.#refreshBar();
  }

  /** The bar that counts the picked units and offers to join or clear them. @returns {HTMLElement | null} */
  get #bar() {
    return this.page.find("[data-picked-units]");
  }

  #refreshBar() {
    const count = this.pickedUnits.size;
    const text = count === 1 ? "1 unit picked" : `${count} units picked`;
    if (!this.#bar) return;
    this.#bar.hidden = count === 0;
    this.page.find("[data-picked-text]").textContent = count ? text : "";
  }

  /** Asks which units to join, and which unit's match to keep. @param {string} [id] the unit that is checked initially if fewer than two are picked */
  async join(id = this.matching.focusedOrSelectedUnitId) {
    const { units, selectedUnitId } = this.matching;
    if (units.length < 2) return this.matching.notice("There is no other unit to join with.");
    const initiallyCheckedIds = this.pickedUnits.size > 1 ? this.pickedUnits : new Set([...this.pickedUnits, id]);
    const keepMatchOf = initiallyCheckedIds.has(selectedUnitId) ? selectedUnitId : initiallyCheckedIds.size > 1 ? "" : id;
    const fields = joinFields(units, initiallyCheckedIds, keepMatchOf, (unit) => this.#textsOf(unit));
    const uncheckedBox = fields.boxes.find((box) => !box.checked) ?? fields.boxes[0];
    const onOpen = (/** @type {HTMLButtonElement} */ button) => {
      fields.enableIfValid(button);
      if (initiallyCheckedIds.size < 2) uncheckedBox.focus();
    };
    if (!(await askDialog(this.page, { title: "Join units", content: fields.content, confirm: "Join", onOpen }))) return;
    const { into, joined } = fields.chosen;
    if (joined.length) this.#applyAndSelect([{ verb: "join_units", into, units: joined }], into);
  }

  /** Returns the texts that the dialog shows for a unit. @param {Unit} unit */
  #textsOf(unit) {
    return {
      words: shortened(unitText(unit, this.matching.peerText), MAX_LENGTH),
      dir: this.matching.dir,
      scu: shortened(this.matching.labelOf(unit.scu), MAX_LENGTH),
    };
  }

  /** Applies edits, then selects and focuses a unit. @param {any[]} edits @param {string} unit @returns {boolean} false if they were refused */
  #applyAndSelect(edits, unit) {
    const isApplied = this.matching.applyEdits(edits);
    if (isApplied) this.pickedUnits.clear();
    this.#refreshBar();
    this.matching.selectUnit(isApplied ? unit : this.matching.selectedUnitId, { reveal: false });
    this.list.focusUnit(this.matching.selectedUnitId);
    return isApplied;
  }

  /** Asks which parts of a unit become a new unit, and splits the unit. @param {string} [id] */
  async split(id = this.matching.focusedOrSelectedUnitId) {
    const unit = this.matching.unit(id);
    if (!unit) return;
    if (unit.parts.length < 2) return this.matching.notice("This unit has only one part, so it cannot be split. Select some of its words and match them.");
    const parts = inTextOrder(unit.parts);
    const boxes = parts.map((part, i) => build("input", { type: "checkbox", value: part.id, checked: i === parts.length - 1 }));
    const checkedIds = () => boxes.filter((box) => box.checked).map((box) => box.value);
    const wordsOf = (/** @type {number} */ i) => this.matching.peerText.slice(parts[i].start, parts[i].end);
    const rows = boxes.map((box, i) => build("label", { class: "choice" }, box, build("span", { dir: this.matching.dir, text: wordsOf(i) })));
    const list = build("fieldset", { class: "choices" }, build("legend", { text: "Parts of the new unit" }), ...rows);
    const hint = build("p", { class: "hint", text: "Both units keep the match. Press R to match the new unit to another SCU." });
    const onOpen = (/** @type {HTMLButtonElement} */ button) => {
      const update = () => (button.disabled = !checkedIds().length || checkedIds().length === parts.length);
      list.addEventListener("change", update);
      boxes[0].focus();
    };
    if (!(await askDialog(this.page, { title: "Split the unit", content: [list, hint], confirm: "Split", onOpen }))) return;
    const new_unit = newId();
    this.#applyAndSelect([{ verb: "split_unit", unit: id, new_unit, parts: checkedIds() }], new_unit);
  }
}

/**
 * Returns the fields of the dialog that joins units, and what the user has chosen in them.
 * @param {Unit[]} units in the order of the text @param {Set<string>} initiallyCheckedIds
 * @param {string} keepMatchOf the id of the unit whose match is kept by default; "" for the first checked unit
 * @param {(unit: Unit) => {words: string, dir: string, scu: string}} textsOf words: of the unit; scu: the label of its SCU
 */
function joinFields(units, initiallyCheckedIds, keepMatchOf, textsOf) {
  const boxes = units.map((unit) => build("input", { type: "checkbox", value: unit.id, checked: initiallyCheckedIds.has(unit.id) }));
  const rows = units.map((unit, i) => {
    const { words, dir, scu } = textsOf(unit);
    return build("label", { class: "choice" }, boxes[i], build("span", {}, build("span", { dir, text: words }), build("small", { text: scu })));
  });
  const select = build("select", { id: "join-into" });
  const checkedIds = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const fillSelect = () => {
    const into = select.value || keepMatchOf;
    const checkedUnits = units.filter((unit) => checkedIds().includes(unit.id));
    select.replaceChildren(...checkedUnits.map((unit) => build("option", { value: unit.id, text: `${textsOf(unit).scu} (${textsOf(unit).words})` })));
    if (checkedUnits.some((unit) => unit.id === into)) select.value = into;
    select.disabled = checkedUnits.length < 2;
  };
  const list = build("fieldset", { class: "choices", on: { change: fillSelect } }, build("legend", { text: "Units to join" }), ...rows);
  const matchField = build("p", { class: "field" }, build("label", { for: "join-into", text: "Keep the match of" }), select);
  fillSelect();
  return {
    boxes,
    content: [list, matchField],
    /** Enables the button while at least two units are checked. @param {HTMLButtonElement} button */
    enableIfValid(button) {
      const update = () => (button.disabled = checkedIds().length < 2);
      list.addEventListener("change", update);
      update();
    },
    get chosen() {
      return { into: select.value, joined: checkedIds().filter((id) => id !== select.value) };
    },
  };
}
