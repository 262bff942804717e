/**
 * One unit in the list: its words and their SCU; its buttons below if it is selected.
 * Intents: `rematch`, `similar`, `remove-unit`, `write-label`, `write-comment`, `split-unit`, `join-units` {unit}, `flag-unit` {unit,
 * reason}, `set-part`, `remove-part` {part}.
 * @typedef {{id: string, text: string, number: string, dir: string, label: string, own: string, weight: number | null,
 *            repeats: number, comment: string, flags: string[], provenance: string[], notes: number, parts: {id: string, words: string}[]}} Shown
 *   label: of the SCU; own: of the unit itself; repeats: the number of units on the same SCU;
 *   provenance: of a unit of a consensus, where it comes from
 * @typedef {{current: boolean, reachable: boolean, picked: boolean, editable: boolean, similar: boolean}} State
 *   similar: whether similar SCUs are offered
 */
import { build, intend, keyCap } from "pyramidion/elements/build.js";
import { commentEditor, labelEditor, shownComment } from "pyramidion/elements/written_words.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";
import { noteCountBadge } from "pyramidion/pyramids/list/scu_row.js";
import { setToSelection, tool } from "pyramidion/elements/tool.js";

/** Flags of a unit: reason, key and title. @type {[string, string, string][]} */
export const FLAGS = [
  ["unsure", "U", "Is this a match?"],
  ["partial", "Q", "Not quite: the unit expresses only a part of the SCU"],
  ["discuss", "D", "To discuss with others"],
];

export class UnitRow {
  #shown = "";

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.button = build("button", { type: "button", class: "unit-button", data: { unit: id } });
    this.item = build("li", { class: "unit", data: { item: id } }, this.button);
  }

  /** @param {Shown} unit @param {State} state */
  update(unit, { current, reachable, picked, editable, similar }) {
    this.button.tabIndex = reachable ? 0 : -1;
    const json = JSON.stringify([unit, current, picked, editable]);
    if (json === this.#shown) return;
    this.#shown = json;
    this.item.className = `unit${current ? " current" : ""}${picked ? " picked" : ""}`;
    this.button.setAttribute("aria-expanded", String(current));
    this.button.replaceChildren(...described(unit, picked, current && editable));
    // A field in which the user is writing stays.
    for (const child of [...this.item.children]) {
      if (child !== this.button && !child.matches("textarea, input")) child.remove();
    }
    const provenance = current ? unit.provenance.map((text) => build("p", { class: "provenance", text })) : [];
    const below = [shownComment(unit.comment), ...provenance, ...(current && editable ? this.#tools(unit, similar) : [])];
    this.button.after(...below.filter((element) => element !== null));
  }

  /** @param {"label" | "comment"} field @param {string} words @param {(words: string) => void} keep */
  edit(field, words, keep) {
    if (field === "label") labelEditor(this.item, words, keep);
    else commentEditor(this.item, words, keep);
  }

  /** @param {string} name @returns {HTMLElement | null} */
  tool(name) {
    return this.item.querySelector(`[data-tool="${name}"]`);
  }

  /** @param {Shown} unit @param {boolean} similar */
  #tools(unit, similar) {
    const send = (/** @type {string} */ name, more = {}) => intend(this.item, name, { unit: this.id, ...more });
    const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ title, key = "", kind = "") =>
      withToolName(name, tool(text, title, () => send(name), { kind, key }));
    const remove = unit.weight === null ? "Remove" : "Unmatch";
    const row = build("div", { class: "tools-row" },
      button("rematch", "Rematch…", "Match to another SCU", "R"),
      similar ? button("similar", "Similar…", "Match to an SCU with similar words", "Y") : null,
      button("write-comment", "Comment", "Write a comment", "C"),
      button("write-label", "Label", "Give the unit its own label", "F2"),
      unit.parts.length > 1 ? button("split-unit", "Split…", "Make two units of its parts", "S") : null,
      button("join-units", "Join…", "Make one unit of several", "+"),
      button("remove-unit", remove, "Remove this unit", "Del", "danger"));
    const flags = build("div", { class: "flag-tools", role: "group", "aria-label": "Flags" },
      ...FLAGS.map(([reason, key, title]) => flagButton(reason, key, title, unit.flags, () => send("flag-unit", { reason }))));
    return [row, flags, ...unit.parts.map((part) => partTools(part, unit.parts.length > 1, send))];
  }
}

/** @template {HTMLElement} E @param {string} name @param {E} element @returns {E} */
function withToolName(name, element) {
  element.dataset.tool = name;
  return element;
}

/** @param {string} reason @param {string} key @param {string} title @param {string[]} flags @param {() => void} click */
function flagButton(reason, key, title, flags, click) {
  const pressed = String(flags.includes(reason));
  const properties = { type: "button", class: "plain flag-tool", title, "aria-pressed": pressed, on: { click } };
  return withToolName(`flag-${reason}`, build("button", properties, capital(reason), keyCap(key)));
}

/** @param {string} word */
function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** @param {Shown} unit @param {boolean} picked @param {boolean} open whether its flags are among the buttons below */
function described(unit, picked, open) {
  const repeats = { class: "repeats", title: "A repetition: it counts once", text: `×${unit.repeats}` };
  const words = build("span", { class: "unit-words", dir: unit.dir }, build("b", { text: unit.number }), unit.text);
  const scu = build("span", { class: "unit-scu" },
    weightBadge(unit.weight),
    build("span", { class: unit.weight === null ? "quiet" : "", text: unit.label }),
    unit.repeats > 1 ? build("span", repeats) : null);
  const flags = (open ? [] : unit.flags).map((reason) => build("span", { class: "flag", text: reason }));
  return [
    unit.own ? build("span", { class: "unit-label", dir: "auto", text: unit.own }) : "",
    words,
    scu,
    flags.length ? build("span", { class: "flags" }, ...flags) : "",
    unit.notes ? build("span", { class: "unit-notes" }, noteCountBadge(unit.notes), build("span", { class: "visually-hidden", text: " open notes" })) : "",
    picked ? build("span", { class: "visually-hidden", text: ", picked" }) : "",
  ];
}

/** @param {{id: string, words: string}} part @param {boolean} hasOthers whether the unit has other parts @param {(name: string, more: any) => void} send */
function partTools({ id, words }, hasOthers, send) {
  const set = withToolName(`set-${id}`, setToSelection(words, () => send("set-part", { part: id })));
  if (!hasOthers) return build("div", { class: "unit-part" }, set);
  const remove = tool("Remove part", `Remove “${words}”`, () => send("remove-part", { part: id }), { kind: "danger" });
  return build("div", { class: "unit-part" }, build("span", { class: "part-words", text: words }), set, withToolName(`remove-${id}`, remove));
}
