// @ts-check
/** How the models word the selected SCU, one key away, with the tick for an SCU that is not there. */
import { scuWording } from "pyramidion/matching/scu_wording.js";
import { contributorText } from "pyramidion/pyramids/scus.js";
import { preference } from "pyramidion/elements/preferences.js";

export class Wording {
  #shown = preference("wording", "shown");

  /** @param {import("./workspace.js").PeerWorkspace} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** @param {string} id the SCU selected, "" for none */
  show(id) {
    const { desk } = this;
    const scu = desk.scuOf.get(id);
    desk.list.select(id, scu ? this.#details(scu) : null);
    desk.absences.refresh();
  }

  /** @param {any} scu */
  #details(scu) {
    const models = /** @type {any[]} */ (this.desk.data.release.models);
    const says = {
      letter: (/** @type {number} */ summary) => models.find((model) => model.id === summary)?.letter ?? "",
      dir: (/** @type {number} */ summary) => models.find((model) => model.id === summary)?.dir ?? "auto",
      text: (/** @type {any} */ contributor) => contributorText(contributor, this.desk.modelTexts),
    };
    const details = scuWording(scu, says, this.#shown.get() === "shown");
    if (this.desk.editable) details.append(this.desk.absences.box(scu.id));
    return details;
  }

  toggle() {
    this.#shown.set(this.#shown.get() === "shown" ? "hidden" : "shown");
    this.show(this.desk.selected);
  }
}
