/**
 * The SCUs or units that cover a word: named under the pointer or at the keyboard's word, and selected by a click.
 * @typedef {object} Covering  from the workspace; keys are ids of SCUs or units
 * @property {import("../elements/name_tip.js").NameTip} tip
 * @property {() => boolean} floats whether another popup is above the texts
 * @property {(covering: string) => void} describe
 * @property {(keys: string[]) => {label: string, weight: number | null}[]} namesOf
 * @property {(keys: string[]) => string} chosenOf the selected key among them; "" if none
 * @property {(key: string) => void} choose
 * @property {() => () => void} remember returns a function that restores the current selection
 * @typedef {{key: string, label: string, weight: number | null}} Item
 */
import { build } from "pyramidion/elements/build.js";
import { ChoicePopup } from "pyramidion/elements/choice_popup.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";

/** @extends {ChoicePopup<string>} */
class MarkChoice extends ChoicePopup {
  connectedCallback() {
    this.hidden = true;
    this.listBox = build("ul", { role: "listbox", tabindex: "0", "aria-label": "This word is in" });
    this.listBox.addEventListener("keydown", (event) => this.#press(event));
    this.addEventListener("pointerdown", (event) => event.preventDefault());
    // The list may open under a resting pointer, which must not choose an option.
    this.addEventListener("pointermove", (event) => (event.movementX || event.movementY) && this.#pointTo(event.target));
    this.addEventListener("click", (event) => this.#pointTo(event.target) && this.close(this.#key));
    this.addEventListener("focusout", () => this.close("", false));
    this.replaceChildren(this.listBox);
  }

  /** @param {Item[]} items @param {string} current the key of the selected item @param {DOMRect} box @returns {Promise<string>} "" for none */
  ask(items, current, box) {
    this.close("");
    return this.opened(() => {
      this.listBox?.replaceChildren(...items.map(option));
      this.point(Math.max(0, items.findIndex((item) => item.key === current)));
      this.placeAt({ first: box, last: box });
      this.listBox?.focus({ preventScroll: true });
    });
  }

  get #key() {
    return this.options[this.at]?.dataset.key ?? "";
  }

  /** @param {EventTarget | null} target @returns {boolean} whether the target is an option */
  #pointTo(target) {
    const at = this.optionAt(target);
    if (at >= 0) this.point(at);
    return at >= 0;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { length } = this.options;
    const to = { ArrowDown: (this.at + 1) % length, ArrowUp: (this.at - 1 + length) % length, Home: 0, End: length - 1 }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (to !== undefined) this.point(to);
    else if (event.key === "Enter" || event.key === " ") this.close(this.#key);
    else if (event.key === "Escape") this.close("");
    else return;
    event.preventDefault();
  }
}

/** @param {Item} item @param {number} i */
function option({ key, label, weight }, i) {
  return build("li", { role: "option", id: `mark-${i}`, data: { key } }, weightBadge(weight), build("span", { text: label }));
}

customElements.define("mark-choice", MarkChoice);

/** @param {import("../elements/text/text_pane.js").TextPane} pane @param {MarkChoice} choice @param {Covering} covering */
export function followMarks(pane, choice, covering) {
  const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
  let restoreSelection = () => {};
  pane.addEventListener("mark-click", (event) => {
    restoreSelection = covering.remember();
    choose(choice, covering, detail(event));
  });
  // A double click begins with a click. It selects the word; the SCU to which it may be added stays selected.
  pane.addEventListener("mark-kept", () => restoreSelection());
  pane.addEventListener("mark-over", (event) => {
    const { keys, aside, box, focused } = detail(event);
    const covered = covering.namesOf(keys);
    // The pointer gets a tip beside the word. For the keyboard's word the status line names it, so that no text is hidden.
    const within = covered.length ? ["in " + covered.map(({ label }) => `“${label}”`).join(", ")] : [];
    if (focused) covering.describe([...within, ...(aside ? ["set aside"] : [])].join(" and "));
    else if (!pane.pointer?.busy && !covering.floats() && choice.hidden) {
      covering.tip.show(aside ? [...covered, { label: "Set aside", weight: null }] : covered, box);
    }
  });
  pane.addEventListener("mark-out", () => covering.tip.hide());
}

/** Asks which SCU or unit to select if several cover the word. @param {MarkChoice} choice @param {Covering} covering @param {{keys: string[], box: DOMRect}} mark */
async function choose(choice, { tip, namesOf, chosenOf, choose: select }, { keys, box }) {
  tip.hide();
  const names = namesOf(keys);
  const items = keys.map((key, i) => ({ key, ...names[i] }));
  const chosen = items.length > 1 ? await choice.ask(items, chosenOf(keys), box) : keys[0];
  if (chosen) select(chosen);
}
