/** Shows the details of the selected SCU: its wording in the model summaries, which a key shows or hides, and the checkbox “absent”. */
import { build } from "pyramidion/elements/build.js";
import { storedText } from "pyramidion/elements/preferences.js";
import { commentElement } from "pyramidion/elements/inline_editing.js";
import { contributorText } from "pyramidion/pyramids/scus.js";

export class SelectedScuDetails {
  #wordingPreference = storedText("wording", "shown");

  /** @param {import("./matching.js").Matching} matching @param {import("../pyramids/list/scu_list.js").ScuList} list @param {import("./absences.js").Absences} absences */
  constructor(matching, list, absences) {
    this.matching = matching;
    this.list = list;
    this.absences = absences;
  }

  /** @type {import("../elements/keyboard.js").KeyBinding} */
  binding = ["W", "show or hide the models’ wording", () => this.toggle()];

  /** Selects an SCU in the list, with its details. @param {string} id the selected SCU, "" for none */
  show(id) {
    const scu = this.matching.scusById.get(id);
    this.list.select(id, scu ? this.#details(scu) : null);
    this.absences.refreshCheckbox();
  }

  /** @param {any} scu */
  #details(scu) {
    const { models, texts } = this.matching;
    const model = (/** @type {number} */ summary) => models.find((/** @type {any} */ { id }) => id === summary);
    const lookup = {
      letter: (/** @type {number} */ summary) => model(summary)?.letter ?? "",
      dir: (/** @type {number} */ summary) => model(summary)?.dir ?? "auto",
      text: (/** @type {any} */ contributor) => contributorText(contributor, texts),
    };
    const details = scuWording(scu, lookup, this.#wordingPreference.get() === "shown");
    if (this.matching.isEditable()) details.append(this.absences.checkbox(scu.id));
    return details;
  }

  /** Shows or hides the wording. */
  toggle() {
    this.#wordingPreference.set(this.#wordingPreference.get() === "shown" ? "hidden" : "shown");
    this.show(this.matching.selectedScuId);
  }
}

/**
 * Returns an element with the contributors and comments of an SCU.
 * @param {any} scu
 * @param {{letter: (summary: number) => string, text: (contributor: any) => string, dir: (summary: number) => string}} lookup
 * @param {boolean} showsContributors
 */
function scuWording(scu, lookup, showsContributors) {
  const letter = (/** @type {any} */ contributor) => lookup.letter(contributor.summary);
  const contributors = [...scu.contributors].sort((a, b) => letter(a).localeCompare(letter(b)));
  const lines = contributors.map((contributor) =>
    build("div", { class: "contributor", dir: lookup.dir(contributor.summary) },
      build("div", { class: "quote" }, build("b", { class: "from", text: letter(contributor) }), lookup.text(contributor)),
      commentElement(contributor.comment)));
  const hiddenHint = build("p", { class: "quiet" }, "Wording hidden; press ", build("kbd", { text: "W" }), " to show it");
  return build("div", { class: "details" }, ...(showsContributors ? lines : [hiddenHint]), commentElement(scu.comment));
}
