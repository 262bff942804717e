/**
 * Handles marked words, which are covered by SCUs or units: shows the labels of these SCUs or units while the pointer or the keyboard
 * is at the word, and selects one of them when the user clicks on the word.
 * @typedef {object} MarkHandlers  provided by the workspace; ids: of SCUs or units
 * @property {import("../elements/name_tip.js").NameTip} tip
 * @property {() => boolean} hasPopup whether another popup is above the texts
 * @property {(text: string) => void} showInStatusLine shows a text about the focused word
 * @property {(ids: string[]) => {label: string, weight: number | null}[]} labelsAndWeightsOf of these SCUs or units, in this order
 * @property {(ids: string[]) => string} selectedOf the selected one of these ids; "" if none of them is selected
 * @property {(id: string) => void} choose selects an SCU or unit
 * @property {() => () => void} selectionRestorer returns a function that restores the present selection
 * @typedef {{id: string, label: string, weight: number | null}} Item  an SCU or unit
 */
import { build } from "pyramidion/elements/build.js";
import { ChoicePopup } from "pyramidion/elements/choice_popup.js";
import { weightBadge } from "pyramidion/elements/name_tip.js";

/** <mark-choice>: asks which of several SCUs or units to select. @extends {ChoicePopup<string>} */
class MarkChoice extends ChoicePopup {
  connectedCallback() {
    this.hidden = true;
    this.listBox = build("ul", { role: "listbox", tabindex: "0", "aria-label": "This word is in" });
    this.listBox.addEventListener("keydown", (event) => this.#press(event));
    this.addEventListener("pointerdown", (event) => event.preventDefault());
    // The list may open under a resting pointer, which must not choose an option.
    this.addEventListener("pointermove", (event) => (event.movementX || event.movementY) && this.#pointTo(event.target));
    this.addEventListener("click", (event) => this.#pointTo(event.target) && this.close(this.#activeId));
    this.addEventListener("focusout", () => this.close("", { restoreFocus: false }));
    this.replaceChildren(this.listBox);
  }

  /** Asks which item to select. @param {Item[]} items @param {string} current the id of the selected item @param {DOMRect} box of the word @returns {Promise<string>} the id of the chosen item; "" if cancelled */
  ask(items, current, box) {
    this.close("");
    return this.openWith(() => {
      this.listBox?.replaceChildren(...items.map(option));
      this.activate(Math.max(0, items.findIndex((item) => item.id === current)));
      this.placeAt({ first: box, last: box });
      this.listBox?.focus({ preventScroll: true });
    });
  }

  get #activeId() {
    return this.options[this.activeIndex]?.dataset.id ?? "";
  }

  /** Activates the option under the pointer. @param {EventTarget | null} target @returns {boolean} whether the target is an option */
  #pointTo(target) {
    const index = this.optionIndexOf(target);
    if (index >= 0) this.activate(index);
    return index >= 0;
  }

  /** Handles the keys of the open list. @param {KeyboardEvent} event */
  #press(event) {
    const { activeIndex, options: { length } } = this;
    const target = { ArrowDown: (activeIndex + 1) % length, ArrowUp: (activeIndex - 1 + length) % length, Home: 0, End: length - 1 }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (target !== undefined) this.activate(target);
    else if (event.key === "Enter" || event.key === " ") this.close(this.#activeId);
    else if (event.key === "Escape") this.close("");
    else return;
    event.preventDefault();
  }
}

/** Returns the list's option for an item. @param {Item} item @param {number} i */
function option({ id, label, weight }, i) {
  return build("li", { role: "option", id: `mark-${i}`, data: { id } }, weightBadge(weight), build("span", { text: label }));
}

customElements.define("mark-choice", MarkChoice);

/** Handles clicks on marked words, and shows labels at them. @param {import("../elements/text/text_pane.js").TextPane} pane @param {MarkChoice} popup @param {MarkHandlers} handlers */
export function followMarks(pane, popup, handlers) {
  const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
  let restoreSelection = () => {};
  pane.addEventListener("mark-click", (event) => {
    restoreSelection = handlers.selectionRestorer();
    chooseMark(popup, handlers, detail(event));
  });
  // The first click of a double click has selected an SCU. The previous SCU is selected again, so that the word can be added to it.
  pane.addEventListener("mark-click-undone", () => restoreSelection());
  pane.addEventListener("mark-over", (event) => {
    const { ids, aside, box, focused } = detail(event);
    const entries = handlers.labelsAndWeightsOf(ids);
    // For the pointer, a tip beside the word lists the SCUs or units; for the keyboard, the status line does, so that no text is hidden.
    const phrases = entries.length ? ["in " + entries.map(({ label }) => `“${label}”`).join(", ")] : [];
    if (focused) handlers.showInStatusLine([...phrases, ...(aside ? ["set aside"] : [])].join(" and "));
    else if (!pane.pointer?.isDragging && !handlers.hasPopup() && popup.hidden) {
      handlers.tip.show(aside ? [...entries, { label: "Set aside", weight: null }] : entries, box);
    }
  });
  pane.addEventListener("mark-out", () => handlers.tip.hide());
}

/** Selects the SCU or unit that covers the word; if several do, asks which. @param {MarkChoice} popup @param {MarkHandlers} handlers @param {{ids: string[], box: DOMRect}} mark */
async function chooseMark(popup, { tip, labelsAndWeightsOf, selectedOf, choose }, { ids, box }) {
  tip.hide();
  const items = labelsAndWeightsOf(ids).map((entry, i) => ({ id: ids[i], ...entry }));
  const chosen = items.length > 1 ? await popup.ask(items, selectedOf(ids), box) : ids[0];
  if (chosen) choose(chosen);
}
