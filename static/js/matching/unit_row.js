/**
 * One unit in the list: its words and what they are matched to; what can be done with it below when it is selected.
 * Intents: `rematch`, `similar`, `remove-unit`, `write-label`, `write-comment`, `split-unit`, `join-units` {unit}, `flag-unit` {unit,
 * reason}, `set-part`, `remove-part` {part}.
 * @typedef {{id: string, text: string, number: string, dir: string, label: string, own: string, weight: number | null,
 *            repeats: number, comment: string, flags: string[], comes: string[], notes: number, parts: {id: string, words: string}[]}} Shown
 *   label: of the SCU; own: of the unit itself; repeats: how many units are on the same SCU;
 *   comes: of a unit of a consensus, where it comes from
 * @typedef {{current: boolean, reachable: boolean, picked: boolean, editable: boolean, similar: boolean}} How
 *   similar: whether similar SCUs are offered
 */
import { build, intend, keyCap } from "pyramidion/elements/build.js";
import { commentEditor, labelEditor, shownComment } from "pyramidion/elements/written_words.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";
import { noteCount } from "pyramidion/pyramids/list/scu_row.js";
import { setToSelection, tool } from "pyramidion/elements/tool.js";

/** Reasons to come back to a unit, each with its key. @type {[string, string, string][]} */
export const FLAGS = [
  ["unsure", "U", "Is this a match?"],
  ["partial", "Q", "Not quite: the unit says only some of the SCU"],
  ["discuss", "D", "To talk about with others"],
];

export class UnitRow {
  #said = "";

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.button = build("button", { type: "button", class: "unit-button", data: { unit: id } });
    this.item = build("li", { class: "unit", data: { item: id } }, this.button);
  }

  /** @param {Shown} unit @param {How} how */
  update(unit, { current, reachable, picked, editable, similar }) {
    this.button.tabIndex = reachable ? 0 : -1;
    const said = JSON.stringify([unit, current, picked, editable]);
    if (said === this.#said) return;
    this.#said = said;
    this.item.className = `unit${current ? " current" : ""}${picked ? " picked" : ""}`;
    this.button.setAttribute("aria-expanded", String(current));
    this.button.replaceChildren(...described(unit, picked, current && editable));
    // What is being written stays.
    for (const child of [...this.item.children]) {
      if (child !== this.button && !child.matches("textarea, input")) child.remove();
    }
    const comes = current ? unit.comes.map((text) => build("p", { class: "provenance", text })) : [];
    const below = [shownComment(unit.comment), ...comes, ...(current && editable ? this.#tools(unit, similar) : [])];
    this.button.after(...below.filter((one) => one !== null));
  }

  /** @param {"label" | "comment"} what @param {string} words @param {(words: string) => void} keep */
  edit(what, words, keep) {
    if (what === "label") labelEditor(this.item, words, keep);
    else commentEditor(this.item, words, keep);
  }

  /** @param {string} name @returns {HTMLElement | null} */
  tool(name) {
    return this.item.querySelector(`[data-tool="${name}"]`);
  }

  /** @param {Shown} unit @param {boolean} similar */
  #tools(unit, similar) {
    const does = (/** @type {string} */ name, more = {}) => intend(this.item, name, { unit: this.id, ...more });
    const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ title, key = "", kind = "") =>
      named(name, tool(text, title, () => does(name), { kind, key }));
    const remove = unit.weight === null ? "Remove" : "Unmatch";
    const row = build("div", { class: "tools-row" },
      button("rematch", "Rematch…", "Match to another SCU", "R"),
      similar ? button("similar", "Similar…", "Match to one of the SCUs worded like this unit", "Y") : null,
      button("write-comment", "Comment", "Write a comment", "C"),
      button("write-label", "Label", "Give the unit a label of its own", "F2"),
      unit.parts.length > 1 ? button("split-unit", "Split…", "Make two units of its parts", "S") : null,
      button("join-units", "Join…", "Make one unit of several", "+"),
      button("remove-unit", remove, "Remove this unit", "Del", "danger"));
    const flags = build("div", { class: "flag-tools", role: "group", "aria-label": "Flags" },
      ...FLAGS.map(([reason, key, title]) => flagButton(reason, key, title, unit.flags, () => does("flag-unit", { reason }))));
    return [row, flags, ...unit.parts.map((part) => partTools(part, unit.parts.length > 1, does))];
  }
}

/** @template {HTMLElement} E @param {string} name @param {E} element @returns {E} */
function named(name, element) {
  element.dataset.tool = name;
  return element;
}

/** @param {string} reason @param {string} key @param {string} title @param {string[]} flags @param {() => void} click */
function flagButton(reason, key, title, flags, click) {
  const pressed = String(flags.includes(reason));
  const properties = { type: "button", class: "plain flag-tool", title, "aria-pressed": pressed, on: { click } };
  return named(`flag-${reason}`, build("button", properties, capital(reason), keyCap(key)));
}

/** @param {string} word */
function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** @param {Shown} unit @param {boolean} picked @param {boolean} open its flags are among the tools below */
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
    unit.notes ? build("span", { class: "unit-notes" }, noteCount(unit.notes), build("span", { class: "visually-hidden", text: " open notes" })) : "",
    picked ? build("span", { class: "visually-hidden", text: ", picked" }) : "",
  ];
}

/** @param {{id: string, words: string}} part @param {boolean} several @param {(name: string, more: any) => void} does */
function partTools({ id, words }, several, does) {
  const set = named(`set-${id}`, setToSelection(words, () => does("set-part", { part: id })));
  if (!several) return build("div", { class: "unit-part" }, set);
  const remove = tool("Remove part", `Remove “${words}”`, () => does("remove-part", { part: id }), { kind: "danger" });
  return build("div", { class: "unit-part" }, build("span", { class: "part-words", text: words }), set, named(`remove-${id}`, remove));
}
