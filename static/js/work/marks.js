/**
 * A marked word is covered by SCUs or units. Their labels are shown while the pointer or the keyboard is at the word; a click on the
 * word selects one of them.
 * @typedef {object} MarkHandlers  provided by the workspace; ids: of SCUs or units
 * @property {import("../elements/name_tip.js").NameTip} tip
 * @property {() => boolean} hasPopup whether another popup is above the texts
 * @property {(marks: string) => void} showInStatusLine shows what covers the focused word
 * @property {(ids: string[]) => {label: string, weight: number | null}[]} namesOf
 * @property {(ids: string[]) => string} selectedOf the selected one of these ids; "" if none of them is selected
 * @property {(id: string) => void} choose selects an SCU or unit
 * @property {() => () => void} selectionRestorer returns a function that restores the present selection
 * @typedef {{id: string, label: string, weight: number | null}} Item
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

  /** @param {Item[]} items @param {string} current the id of the selected item @param {DOMRect} box @returns {Promise<string>} "" for none */
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

  /** @param {KeyboardEvent} event */
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

/** @param {Item} item @param {number} i */
function option({ id, label, weight }, i) {
  return build("li", { role: "option", id: `mark-${i}`, data: { id } }, weightBadge(weight), build("span", { text: label }));
}

customElements.define("mark-choice", MarkChoice);

/** @param {import("../elements/text/text_pane.js").TextPane} pane @param {MarkChoice} popup @param {MarkHandlers} handlers */
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
    const names = handlers.namesOf(ids);
    // For the pointer, a tip beside the word names the SCUs or units; for the keyboard, the status line does, so that no text is hidden.
    const labels = names.length ? ["in " + names.map(({ label }) => `“${label}”`).join(", ")] : [];
    if (focused) handlers.showInStatusLine([...labels, ...(aside ? ["set aside"] : [])].join(" and "));
    else if (!pane.pointer?.isDragging && !handlers.hasPopup() && popup.hidden) {
      handlers.tip.show(aside ? [...names, { label: "Set aside", weight: null }] : names, box);
    }
  });
  pane.addEventListener("mark-out", () => handlers.tip.hide());
}

/** Asks which SCU or unit to select if several cover the word. @param {MarkChoice} popup @param {MarkHandlers} handlers @param {{ids: string[], box: DOMRect}} mark */
async function chooseMark(popup, { tip, namesOf, selectedOf, choose }, { ids, box }) {
  tip.hide();
  const names = namesOf(ids);
  const items = ids.map((id, i) => ({ id, ...names[i] }));
  const chosen = items.length > 1 ? await popup.ask(items, selectedOf(ids), box) : ids[0];
  if (chosen) choose(chosen);
}
