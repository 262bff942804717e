/** <difference-desk>: where two annotators disagree, for reading. */
import { DifferenceDesk } from "pyramidion/work/adjudication/difference_desk.js";
import { build } from "pyramidion/elements/build.js";
import { pageData } from "pyramidion/elements/page.js";

class Differences extends DifferenceDesk {
  connectedCallback() {
    this.compare(pageData());
    for (const choice of this.querySelectorAll("[data-pair] select")) {
      choice.addEventListener("change", () => /** @type {HTMLSelectElement} */ (choice).form?.requestSubmit());
    }
    this.begin();
  }

  /** What is the same comes last and is only counted until it is asked for. @param {import("./comparison.js").Difference} difference */
  lists(difference) {
    return difference.kind !== "same" || this.shape === "same" || this.same;
  }

  get foot() {
    return [build("p", { class: "legend" },
      build("span", { class: "lit own", text: "only this side" }), " ",
      build("span", { class: "lit shared", text: "both" }), " ",
      build("span", { class: "lit theirs", text: "only the other" }))];
  }

  same = true;
}

customElements.define("difference-desk", Differences);
