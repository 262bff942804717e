/**
 * The strip of all sheets of the session: a numbered button for each, which shows whether it is empty, begun or finished. It is hidden
 * if there is only one sheet.
 * @import { Sheet } from "./sheet.js"
 */
import { build } from "pyramidion/elements/build.js";

export class SheetStrip {
  /** @param {HTMLElement} host @param {Sheet[]} sheets @param {(sheet: Sheet) => void} go shows a sheet */
  constructor(host, sheets, go) {
    this.buttons = new Map(sheets.map((sheet) => [sheet, build("button", { type: "button", text: String(sheet.number), on: { click: () => go(sheet) } })]));
    host.hidden = sheets.length < 2;
    host.replaceChildren(build("ol", {}, ...[...this.buttons.values()].map((button) => build("li", {}, button))));
    for (const sheet of sheets) this.refresh(sheet, null);
  }

  /**
   * Shows the state of a sheet, and which sheet is the current one.
   * @param {Sheet} sheet @param {Sheet | null} current
   */
  refresh(sheet, current) {
    const button = /** @type {HTMLButtonElement} */ (this.buttons.get(sheet));
    const state = sheet.isFinished ? "finished" : sheet.isBegun ? "begun" : "empty";
    button.className = `sheet-button ${state}`;
    button.title = `Sheet ${sheet.number}: ${state === "empty" ? "not begun" : state}`;
    button.setAttribute("aria-label", button.title);
    for (const [each, itsButton] of this.buttons) {
      if (each === current) itsButton.setAttribute("aria-current", "true");
      else itsButton.removeAttribute("aria-current");
    }
    if (sheet === current) button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
