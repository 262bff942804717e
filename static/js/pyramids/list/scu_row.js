/**
 * One SCU in the list: badge, label, letters; its details below if it is selected.
 * @typedef {{id: string, weight: number, label: string, substitute: boolean, letters: string[], spoken: string,
 *            comment: boolean, flags?: string[], notes?: number, matched: number | null, absent?: boolean}} Shown
 *   flags: of the SCU or a contributor; matched: the number of units matched to it, null in a pyramid; absent: marked as not
 *   in the peer
 */
import { build, intend } from "pyramidion/elements/build.js";
import { icon } from "pyramidion/elements/tool.js";

export class ScuRow {
  /** @type {HTMLInputElement | null} */
  #input = null;

  /** The label before it was edited. */
  #was = "";

  /** Whether the focus was in this row when editing began. */
  #fromRow = false;

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

  /** @param {Shown} shown */
  update({ weight, label, substitute, letters, spoken, comment, flags = [], notes = 0, matched, absent = false }) {
    this.badge.className = `weight weight-${Math.min(weight, 5)}`;
    this.badge.textContent = String(weight);
    this.label.textContent = label;
    this.label.classList.toggle("substitute", substitute);
    this.label.classList.toggle("commented", comment);
    this.flags.replaceChildren(...flags.map((flag) => icon(/** @type {"unsure" | "discuss"} */ (flag))), notes ? noteCountBadge(notes) : "");
    this.flags.hidden = !flags.length && !notes;
    this.letters.replaceChildren(...letters.map((letter) => (letter === "·" ? build("i", { text: "·" }) : letter)));
    const more = [...(comment ? ["commented"] : []), ...(notes ? [openNotes(notes)] : []), ...flags.map((flag) => `flagged: ${flag}`)].map((text) => `, ${text}`);
    this.spoken.textContent = `, ${spoken}${more.join("")}${absent ? ", absent" : matchedAloud(matched)}`;
    this.item.classList.toggle("matched", Boolean(matched));
    this.item.classList.toggle("absent", absent);
    if (matched !== null) this.button.dataset.matched = matched > 1 ? `✓ ×${matched}` : matched ? "✓" : absent ? "absent" : "";
  }

  /** @param {boolean} selected @param {Node | null} details */
  select(selected, details) {
    this.item.classList.toggle("current", selected);
    this.button.setAttribute("aria-expanded", String(selected));
    this.details?.remove();
    this.details = details ? build("div", { class: "scu-details" }, details) : null;
    if (this.details) this.item.append(this.details);
  }

  get editing() {
    return this.#input !== null;
  }

  /**
   * Opens a field for the label.
   * @param {string} label the label to edit @param {string} placeholder @param {string} [was] the label that it replaces
   */
  edit(label, placeholder, was = label) {
    if (this.#input) return;
    const input = build("input", { class: "label-input", type: "text", "aria-label": "Label of the SCU", placeholder,
      maxlength: "2000", autocomplete: "off", dir: "auto" });
    input.value = label;
    this.#input = input;
    this.#was = was;
    this.#fromRow = this.item.contains(document.activeElement);
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      // The key must not also press the element that gets the focus.
      if (event.key === "Enter" && !event.isComposing) event.preventDefault();
      if (event.key === "Enter" && !event.isComposing) this.#finish(input.value.trim(), true);
      if (event.key === "Escape") this.#finish(null, true);
    });
    input.addEventListener("blur", () => this.#finish(input.value.trim(), false));
    this.button.hidden = true;
    this.item.prepend(build("div", { class: "label-edit" }, this.badge.cloneNode(true), input));
    input.focus();
    input.select();
  }

  /** @param {string | null} label @param {boolean} byKey */
  #finish(label, byKey) {
    if (!this.#input) return;
    const was = this.#was;
    const box = this.#input.parentElement;
    this.#input = null;
    this.button.hidden = false;
    box?.remove();
    intend(this.item, "label-written", { scu: this.id, label, was, byKey: byKey && !this.#fromRow });
    if (byKey && this.#fromRow) this.button.focus();
  }
}

/** @param {number} notes */
export const openNotes = (notes) => `${notes} open ${notes === 1 ? "note" : "notes"}`;

/** @param {number} notes */
export function noteCountBadge(notes) {
  return build("span", { class: "note-count", title: openNotes(notes) }, icon("comment"), String(notes));
}

/** @param {number | null} matched */
function matchedAloud(matched) {
  if (!matched) return matched === 0 ? ", not matched" : "";
  return matched > 1 ? `, matched ${matched} times` : ", matched";
}
