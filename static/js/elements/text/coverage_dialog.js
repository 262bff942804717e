/**
 * <coverage-dialog>: counts the covered, shared, set-aside and open words of each summary, in the colours of the coverage bars.
 * @import { Coverage } from "../../texts/pieces.js"
 */
import { build } from "pyramidion/elements/build.js";
import { percent } from "pyramidion/elements/text/coverage_bar.js";

/** @type {[keyof Coverage, string, string][]} a count, its heading, and the CSS class of its colour */
const COLUMNS = [
  ["covered", "Covered", "covered-swatch"],
  ["shared", "Of these, shared", "shared-swatch"],
  ["aside", "Set aside", "aside-swatch"],
  ["open", "Open", "open-swatch"],
];

export class CoverageDialog extends HTMLElement {
  /** Opens the dialog. @param {{name: string, coverage: Coverage}[]} summaries @param {Coverage} total over all summaries */
  show(summaries, total) {
    const headings = COLUMNS.map(([, name, swatch]) =>
      build("th", { scope: "col", class: "num" }, build("span", { class: `swatch ${swatch}`, "aria-hidden": "true" }), name));
    const close = build("button", { class: "primary", text: "Close" });
    const dialog = build("dialog", { class: "coverage-dialog", "aria-labelledby": "coverage-title" },
      build("h2", { id: "coverage-title", text: "Coverage" }),
      build("div", { class: "table-box" },
        build("table", {},
          build("thead", {}, build("tr", {}, build("th", { scope: "col", text: "Summary" }), build("th", { scope: "col", class: "num", text: "Words" }), ...headings)),
          build("tbody", {}, ...summaries.map(({ name, coverage }) => tableRow(name, coverage))),
          summaries.length > 1 ? build("tfoot", {}, tableRow("All", total)) : null,
        )),
      build("p", { class: "hint", text: "A shared word is in more than one SCU. Words that are set aside are left out on purpose." }),
      build("form", { method: "dialog", class: "actions" }, close),
    );
    dialog.addEventListener("close", () => dialog.remove());
    this.replaceChildren(dialog);
    dialog.showModal();
  }
}

/** @param {string} name @param {Coverage} coverage */
function tableRow(name, coverage) {
  const cells = COLUMNS.map(([key]) =>
    build("td", { class: "num" }, `${coverage[key]} `, build("span", { class: "quiet share", text: percent(coverage[key], coverage.words) })));
  return build("tr", {}, build("th", { scope: "row", text: name }), build("td", { class: "num", text: String(coverage.words) }), ...cells);
}

customElements.define("coverage-dialog", CoverageDialog);
