// @ts-check
/**
 * What the workspaces with a list of SCUs share: the list with its head and filters, the tiers, the type-ahead, and the keys
 * that lead there.
 */
import { ListHead } from "pyramidion/pyramids/list/list_head.js";
import { Narrowing } from "pyramidion/pyramids/list/filters.js";
import "pyramidion/pyramids/list/pyramid_tiers.js";
import "pyramidion/pyramids/list/scu_filter.js";
import "pyramidion/pyramids/list/scu_list.js";
import "pyramidion/pyramids/type_ahead.js";
import { Workspace } from "pyramidion/work/workspace.js";

export class ScuWorkspace extends Workspace {
  narrowing = new Narrowing();

  /** @param {any} data of the page @param {import("../work/kinds.js").Kind} kind @param {import("../texts/pieces.js").Summary[]} summaries */
  begin(data, kind, summaries) {
    super.begin(data, kind, summaries);
    this.head = new ListHead(this, this.narrowing, () => this.arrange());
  }

  ahead = /** @type {import("./type_ahead.js").TypeAhead} */ (this.find("type-ahead"));
  list = /** @type {import("./list/scu_list.js").ScuList} */ (this.find("scu-list"));
  tiers = /** @type {import("./list/pyramid_tiers.js").PyramidTiers} */ (this.find("pyramid-tiers"));
  filter = /** @type {import("./list/scu_filter.js").ScuFilter} */ (this.find("scu-filter"));
  /** @returns {import("./scus.js").Order} */
  get order() {
    return this.find("[data-order]").value;
  }

  get floats() {
    return super.floats || this.ahead.open;
  }

  /** Puts the list in order. */
  arrange() {}

  /** @param {string} _id @param {boolean} [_reveal] */
  select(_id, _reveal) {}

  /** @type {import("../elements/keyboard.js").Row} */
  walkRow = ["J K", "next, previous SCU", () => this.#walk(1), () => this.#walk(-1)];

  /** @type {import("../elements/keyboard.js").Section} */
  get everywhere() {
    return {
      title: "Everywhere",
      rows: [
        ["F /", "find in labels and texts", () => this.find("[data-find]").focus()],
        ["Shift+F", "filter the list of SCUs", () => this.filter.toggle(true)],
        ["H", "the project’s guidelines", () => this.find("guidelines-panel").toggle()],
        ["Shift+C", "notes, those on what is selected first", () => this.notes?.toggle()],
        ["T L", "to the texts, to the list", () => this.pane.focusCursor(), () => this.list.focusRow()],
        ...(this.editable ? (this.undoing?.rows ?? []) : []),
        ["?", "this list", () => this.showKeys(this.keys)],
      ],
    };
  }

  /** @param {1 | -1} step */
  #walk(step) {
    const id = this.list.neighbour(step);
    if (!id) return;
    const listed = this.list.contains(document.activeElement);
    this.select(id);
    if (listed) this.list.focusRow(id);
  }
}
