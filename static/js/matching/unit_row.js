/**
 * One unit in the list: its words and the SCU that they match; if it is selected, also its buttons.
 * Intents (events that name what the user wants): `rematch`, `similar`, `remove-unit`, `write-label`, `write-comment`, `split-unit`,
 * `join-units` {unit}, `flag-unit` {unit, reason}, `set-part`, `remove-part` {part}.
 * @typedef {{id: string, text: string, sentenceNumber: string, dir: string, label: string, unitLabel: string, weight: number | null,
 *            matchCount: number, comment: string, flags: string[], provenance: string[], openNotes: number, parts: {id: string, words: string}[]}} UnitData
 *   text: the unit's words; sentenceNumber: of its first sentence, for example "1"; label, weight: of the SCU, weight null if non-matching; unitLabel: the unit's own label;
 *   matchCount: the number of units matched to the same SCU; provenance: sentences about the decisions that a unit of a consensus comes from
 * @typedef {{isSelected: boolean, isTabStop: boolean, isPicked: boolean, editable: boolean, canSuggest: boolean}} RowState
 *   isTabStop: whether the Tab key moves to the row; isPicked: to be joined; canSuggest: whether the project suggests similar SCUs
 */
import { build, keyCap, sendIntent } from "pyramidion/elements/build.js";
import { commentElement, editComment, editLabel } from "pyramidion/elements/inline_editing.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";
import { noteCountBadge } from "pyramidion/pyramids/list/scu_row.js";
import { setToSelectionButton, toolButton } from "pyramidion/elements/tool.js";

/** The flags that a unit can have, each as reason, key and title. @type {[string, string, string][]} */
export const FLAGS = [
  ["unsure", "U", "Is this a match?"],
  ["partial", "Q", "Not quite: the unit expresses only a part of the SCU"],
  ["discuss", "D", "To discuss with others"],
];

export class UnitRow {
  #shownJson = ""; // what is shown now, to skip updates without a change

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.button = build("button", { type: "button", class: "unit-button", data: { unit: id } });
    this.item = build("li", { class: "unit", data: { item: id } }, this.button);
  }

  /** Shows the unit as it is now. @param {UnitData} unit @param {RowState} state */
  update(unit, { isSelected, isTabStop, isPicked, editable, canSuggest }) {
    this.button.tabIndex = isTabStop ? 0 : -1;
    const json = JSON.stringify([unit, isSelected, isPicked, editable]);
    if (json === this.#shownJson) return;
    this.#shownJson = json;
    this.item.className = `unit${isSelected ? " current" : ""}${isPicked ? " picked" : ""}`;
    this.button.setAttribute("aria-expanded", String(isSelected));
    this.button.replaceChildren(...unitContent(unit, { isPicked, hasButtons: isSelected && editable }));
    // A field in which the user is writing must stay.
    for (const child of [...this.item.children]) {
      if (child !== this.button && !child.matches("textarea, input")) child.remove();
    }
    const provenance = isSelected ? unit.provenance.map((text) => build("p", { class: "provenance", text })) : [];
    const below = [commentElement(unit.comment), ...provenance, ...(isSelected && editable ? this.#tools(unit, canSuggest) : [])];
    this.button.after(...below.filter((element) => element !== null));
  }

  /** Opens a field for the label or comment. @param {"label" | "comment"} field @param {string} text @param {(text: string) => void} save */
  edit(field, text, save) {
    if (field === "label") editLabel(this.item, text, save);
    else editComment(this.item, text, save);
  }

  /** Returns the row's button with a name (see `withToolName`). @param {string} name @returns {HTMLElement | null} */
  findTool(name) {
    return this.item.querySelector(`[data-tool="${name}"]`);
  }

  /** Returns the buttons below a selected unit. @param {UnitData} unit @param {boolean} canSuggest */
  #tools(unit, canSuggest) {
    const send = (/** @type {string} */ name, more = {}) => sendIntent(this.item, name, { unit: this.id, ...more });
    const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ title, key = "", kind = "") =>
      withToolName(name, toolButton(text, title, () => send(name), { kind, key }));
    const removeText = unit.weight === null ? "Remove" : "Unmatch";
    const row = build("div", { class: "tools-row" },
      button("rematch", "Rematch…", "Match to another SCU", "R"),
      canSuggest ? button("similar", "Similar…", "Match to an SCU with similar words", "Y") : null,
      button("write-comment", "Comment", "Write a comment", "C"),
      button("write-label", "Label", "Give the unit its own label", "F2"),
      unit.parts.length > 1 ? button("split-unit", "Split…", "Make two units of its parts", "S") : null,
      button("join-units", "Join…", "Make one unit of several", "+"),
      button("remove-unit", removeText, "Remove this unit", "Del", "danger"));
    const flags = build("div", { class: "flag-tools", role: "group", "aria-label": "Flags" },
      ...FLAGS.map(([reason, key, title]) => flagButton(reason, key, title, unit.flags, () => send("flag-unit", { reason }))));
    return [row, flags, ...unit.parts.map((part) => partTools(part, unit.parts.length > 1, send))];
  }
}

/** Names a button, so that the focus can return to it after a refresh. @template {HTMLElement} E @param {string} name @param {E} element @returns {E} */
function withToolName(name, element) {
  element.dataset.tool = name;
  return element;
}

/** Returns a button that adds or removes a flag. @param {string} reason @param {string} key @param {string} title @param {string[]} flags of the unit @param {() => void} click */
function flagButton(reason, key, title, flags, click) {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  const pressed = String(flags.includes(reason));
  const properties = { type: "button", class: "plain flag-tool", title, "aria-pressed": pressed, on: { click } };
  return withToolName(`flag-${reason}`, build("button", properties, text, keyCap(key)));
}

/** Returns the content of the button that shows a unit. @param {UnitData} unit @param {{isPicked: boolean, hasButtons: boolean}} state hasButtons: whether the row has buttons that show the flags */
function unitContent(unit, { isPicked, hasButtons }) {
  const repeatsAttributes = { class: "repeats", title: "A repetition: it counts once", text: `×${unit.matchCount}` };
  const words = build("span", { class: "unit-words", dir: unit.dir }, build("b", { text: unit.sentenceNumber }), unit.text);
  const scu = build("span", { class: "unit-scu" },
    weightBadge(unit.weight),
    build("span", { class: unit.weight === null ? "quiet" : "", text: unit.label }),
    unit.matchCount > 1 ? build("span", repeatsAttributes) : null);
  const flags = (hasButtons ? [] : unit.flags).map((reason) => build("span", { class: "flag", text: reason }));
  return [
    unit.unitLabel ? build("span", { class: "unit-label", dir: "auto", text: unit.unitLabel }) : "",
    words,
    scu,
    flags.length ? build("span", { class: "flags" }, ...flags) : "",
    unit.openNotes ? build("span", { class: "unit-notes" }, noteCountBadge(unit.openNotes), build("span", { class: "visually-hidden", text: " open notes" })) : "",
    isPicked ? build("span", { class: "visually-hidden", text: ", picked" }) : "",
  ];
}

/** Returns the buttons for one part of a unit. @param {{id: string, words: string}} part @param {boolean} hasOthers whether the unit has other parts @param {(name: string, more: any) => void} send */
function partTools({ id, words }, hasOthers, send) {
  const setButton = withToolName(`set-${id}`, setToSelectionButton(words, () => send("set-part", { part: id })));
  if (!hasOthers) return build("div", { class: "unit-part" }, setButton);
  const removeButton = toolButton("Remove part", `Remove “${words}”`, () => send("remove-part", { part: id }), { kind: "danger" });
  return build("div", { class: "unit-part" }, build("span", { class: "part-words", text: words }), setButton, withToolName(`remove-${id}`, removeButton));
}
