// @ts-check
/**
 * <unit-list>: what has been marked in the peer, in the order of the text.
 *
 * Intents: `select-unit` {unit}, `rematch` {unit}, `remove-unit` {unit}, `comment-unit` {unit, comment}, `set-part` {part},
 * `remove-part` {part}.
 *
 * @typedef {import("../edits/types.js").Unit} Unit
 * @typedef {{id: string, text: string, number: string, dir: string, label: string, weight: number | null,
 *            repeats: number, comment: string, parts: {id: string, words: string}[]}} Shown  repeats: how many units are on the same SCU
 */
import { build, intend } from "pyramidion/elements/build.js";
import { commentEditor, shownComment } from "pyramidion/elements/comment.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";
import { setToSelection, tool } from "pyramidion/elements/tool.js";

const NOTHING_YET = "Nothing is marked yet. Select words in the peer and match them to an SCU.";

export class UnitList extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => this.#choose(event));
    this.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** @param {Shown[]} units @param {string} selected @param {boolean} editable */
  show(units, selected, editable) {
    const focused = this.contains(document.activeElement);
    const reachable = units.some((unit) => unit.id === selected) ? selected : (units[0]?.id ?? "");
    const rows = units.map((unit) => row(unit, unit.id === selected, unit.id === reachable, editable));
    const nothing = editable ? NOTHING_YET : "Nothing is marked.";
    const empty = build("div", { class: "empty-list", text: nothing });
    this.replaceChildren(units.length ? build("ol", {}, ...rows) : empty);
    if (focused) this.focusUnit(reachable);
  }

  /** @param {string} id */
  focusUnit(id) {
    /** @type {HTMLElement | null} */ (this.querySelector(`button[data-unit="${id}"]`))?.focus({ preventScroll: true });
  }

  reveal() {
    this.querySelector(".unit.current")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {MouseEvent} event */
  #choose(event) {
    const button = event.target instanceof Element ? event.target.closest("button[data-unit]") : null;
    if (button instanceof HTMLElement) intend(this, "select-unit", { unit: button.dataset.unit, toggle: true });
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const buttons = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("button[data-unit]")]);
    const at = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined || !buttons[to]) return;
    event.preventDefault();
    buttons[to].focus();
  }
}

/** @param {Shown} unit @param {boolean} current @param {boolean} reachable @param {boolean} editable */
function row(unit, current, reachable, editable) {
  const repeats = { class: "repeats", title: "A repetition: it counts once", text: `×${unit.repeats}` };
  const properties = { type: "button", class: "unit-button", tabindex: reachable ? "0" : "-1" };
  const button = build(
    "button",
    { ...properties, "aria-expanded": String(current), data: { unit: unit.id } },
    build("span", { class: "unit-words", dir: unit.dir }, build("b", { text: unit.number }), unit.text),
    build(
      "span",
      { class: "unit-scu" },
      weightBadge(unit.weight),
      build("span", { class: unit.weight === null ? "quiet" : "", text: unit.label }),
      unit.repeats > 1 ? build("span", repeats) : null,
    ),
  );
  const item = build("li", { class: current ? "unit current" : "unit" }, button);
  const comment = shownComment(unit.comment);
  if (comment) item.append(comment);
  if (current && editable) item.append(...tools(item, unit));
  return item;
}

/** @param {HTMLElement} item @param {Shown} unit */
function tools(item, unit) {
  const does = (/** @type {string} */ name, /** @type {any} */ more = {}) => intend(item, name, { unit: unit.id, ...more });
  const comment = () => commentEditor(item, unit.comment, (text) => does("comment-unit", { comment: text }));
  const remove = unit.weight === null ? "Remove" : "Unmatch";
  const row = build(
    "div",
    { class: "tools-row" },
    tool("Rematch…", "Match to another SCU", () => does("rematch"), { key: "R" }),
    tool("Comment", "Write a comment", comment),
    tool(remove, "Remove this unit", () => does("remove-unit"), { kind: "danger" }),
  );
  return [row, ...unit.parts.map((part) => partTools(part, unit.parts.length > 1, does))];
}

/**
 * @param {{id: string, words: string}} part
 * @param {boolean} several
 * @param {(name: string, more: any) => void} does
 */
function partTools({ id, words }, several, does) {
  const set = setToSelection(words, () => does("set-part", { part: id }));
  if (!several) return build("div", { class: "part-tools" }, set);
  const remove = tool("Remove part", `Remove “${words}”`, () => does("remove-part", { part: id }), { kind: "danger" });
  return build("div", { class: "part-tools" }, build("span", { class: "part-words", text: words }), set, remove);
}

customElements.define("unit-list", UnitList);
