/**
 * One SCU in the list: weight, label, and letters of the contributing summaries; if it is selected, its details below.
 * @typedef {{id: string, weight: number, label: string, isSubstitute: boolean, letters: string[], spokenLetters: string,
 *            hasComment: boolean, flags?: string[], openNotes?: number, matchCount: number | null, absent?: boolean}} RowData
 *   isSubstitute: whether the label is missing and other text is shown; letters: “·” for a summary that does not contribute;
 *   spokenLetters: for screen readers; hasComment, flags: of the SCU or its contributors; openNotes: the number of open notes on it;
 *   matchCount: the number of units matched to it, null on the page of a pyramid; absent: whether it is marked as absent from the peer
 */
import { build, sendIntent } from "pyramidion/elements/build.js";
import { icon } from "pyramidion/elements/tool.js";

export class ScuRow {
  /** The label field, while it is open. @type {HTMLInputElement | null} */
  #input = null;
  /** The label before it was edited. */
  #labelBefore = "";
  /** Whether the focus was in this row when the label field was opened. */
  #hadFocus = false;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.badge = build("span", { class: "weight" });
    this.label = build("span", { class: "label" });
    this.flags = build("span", { class: "flag-marks", "aria-hidden": "true", hidden: true });
    this.letters = build("span", { class: "letters", "aria-hidden": "true" });
    this.spoken = build("span", { class: "visually-hidden" });
    this.button = build("button", { type: "button", class: "scu-button", tabindex: "-1", data: { scu: id } },
      this.badge, this.label, this.flags, this.letters, this.spoken);
    this.item = build("li", { class: "scu", data: { item: id } }, this.button);
  }

  /** Shows the SCU as it is now. @param {RowData} data */
  update({ weight, label, isSubstitute, letters, spokenLetters, hasComment, flags = [], openNotes = 0, matchCount, absent = false }) {
    this.badge.className = `weight weight-${Math.min(weight, 5)}`;
    this.badge.textContent = String(weight);
    this.label.textContent = label;
    this.label.classList.toggle("substitute", isSubstitute);
    this.label.classList.toggle("commented", hasComment);
    this.flags.replaceChildren(...flags.map((flag) => icon(/** @type {"unsure" | "discuss"} */ (flag))), openNotes ? noteCountBadge(openNotes) : "");
    this.flags.hidden = !flags.length && !openNotes;
    this.letters.replaceChildren(...letters.map((letter) => (letter === "·" ? build("i", { text: "·" }) : letter)));
    const states = [...(hasComment ? ["commented"] : []), ...(openNotes ? [openNotesText(openNotes)] : []), ...flags.map((flag) => `flagged: ${flag}`)].map((text) => `, ${text}`);
    this.spoken.textContent = `, ${spokenLetters}${states.join("")}${absent ? ", absent" : spokenMatches(matchCount)}`;
    this.item.classList.toggle("matched", Boolean(matchCount));
    this.item.classList.toggle("absent", absent);
    if (matchCount !== null) this.button.dataset.matched = matchCount > 1 ? `✓ ×${matchCount}` : matchCount ? "✓" : absent ? "absent" : "";
  }

  /** Shows whether the SCU is selected, and its details. @param {boolean} isSelected @param {Node | null} [details] */
  showSelected(isSelected, details = null) {
    this.item.classList.toggle("current", isSelected);
    this.button.setAttribute("aria-expanded", String(isSelected));
    this.details?.remove();
    this.details = details ? build("div", { class: "scu-details" }, details) : null;
    if (this.details) this.item.append(this.details);
  }

  /** Opens a field for the label. @param {string} label the field's first value @param {string} placeholder @param {string} [was] the saved label, which the new label replaces */
  edit(label, placeholder, was = label) {
    if (this.#input) return;
    const input = build("input", { class: "label-input", type: "text", "aria-label": "Label of the SCU", placeholder,
      maxlength: "2000", autocomplete: "off", dir: "auto" });
    input.value = label;
    this.#input = input;
    this.#labelBefore = was;
    this.#hadFocus = this.item.contains(document.activeElement);
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      const isEnter = event.key === "Enter" && !event.isComposing;
      if (isEnter) event.preventDefault(); // otherwise, Enter would also press the button that gets the focus
      if (isEnter || event.key === "Escape") this.#finish(isEnter ? input.value.trim() : null, { byKey: true });
    });
    input.addEventListener("blur", () => this.#finish(input.value.trim(), { byKey: false }));
    this.button.hidden = true;
    this.item.prepend(build("div", { class: "label-edit" }, this.badge.cloneNode(true), input));
    input.focus();
    input.select();
  }

  /** Closes the label field, and reports the label. @param {string | null} label null if cancelled @param {{byKey: boolean}} options whether a key closed the field */
  #finish(label, { byKey }) {
    if (!this.#input) return;
    const was = this.#labelBefore;
    const box = this.#input.parentElement;
    this.#input = null;
    this.button.hidden = false;
    box?.remove();
    sendIntent(this.item, "label-written", { scu: this.id, label, was, focusTexts: byKey && !this.#hadFocus });
    if (byKey && this.#hadFocus) this.button.focus();
  }
}

/** @param {number} count */
export const openNotesText = (count) => `${count} open ${count === 1 ? "note" : "notes"}`;

/** Returns a badge with a number of notes. @param {number} count of open notes */
export function noteCountBadge(count) {
  return build("span", { class: "note-count", title: openNotesText(count) }, icon("comment"), String(count));
}

/** Returns the number of matches, for screen readers. @param {number | null} matchCount */
function spokenMatches(matchCount) {
  if (!matchCount) return matchCount === 0 ? ", not matched" : "";
  return matchCount > 1 ? `, matched ${matchCount} times` : ", matched";
}
