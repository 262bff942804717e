/** <difference-desk>: the page that shows where annotators disagree; nothing can be decided here. */
import { DifferenceDesk } from "pyramidion/work/adjudication/difference_desk.js";
import { build } from "pyramidion/elements/build.js";
import { pageData } from "pyramidion/elements/page.js";

class Differences extends DifferenceDesk {
  connectedCallback() {
    this.setUp(pageData());
    for (const select of this.querySelectorAll("[data-pair] select")) {
      select.addEventListener("change", () => /** @type {HTMLSelectElement} */ (select).form?.requestSubmit());
    }
    this.begin();
  }

  get foot() {
    return [build("p", { class: "legend" },
      build("span", { class: "lit own", text: "only this side" }), " ",
      build("span", { class: "lit shared", text: "both" }), " ",
      build("span", { class: "lit theirs", text: "only the other" }))];
  }
}

customElements.define("difference-desk", Differences);
