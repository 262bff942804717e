/** Merging SCUs: the selected SCU with another, all picked SCUs, or an SCU that is dropped onto another. `scu`, `scus`, `into` and `to` are ids of SCUs. */
import { shortened } from "pyramidion/pyramids/display_data.js";

export class Merging {
  /** Ids of the SCUs picked to be merged, in the order in which they were picked. @type {Set<string>} */
  pickedIds = new Set();

  /**
   * @param {import("./pyramid.js").Pyramid} pyramid @param {import("./list/scu_list.js").ScuList} list
   * @param {import("./scu_editing.js").ScuEditing} scuEditing @param {import("../elements/page.js").Page} page
   */
  constructor(pyramid, list, scuEditing, page) {
    this.pyramid = pyramid;
    this.list = list;
    this.scuEditing = scuEditing;
    this.page = page;
  }

  /** Handlers by intent (an event that names what the user wants). @type {Record<string, (detail: any) => void>} */
  intents = { "toggle-picked": ({ scu }) => this.#toggle(scu), "merge-with": ({ scu }) => this.merge(scu) };

  /** @type {import("../elements/keyboard.js").KeyBinding[]} */
  bindings = [["M", "merge with another SCU, or all picked ones", () => this.merge(this.pyramid.selectedScuId)]];

  /** Merges all picked SCUs; if fewer than two are picked, asks with which other SCU to merge this one. @param {string} id */
  async merge(id) {
    if (this.pickedIds.size > 1) {
      const into = this.#mergeTarget;
      const others = [...this.pickedIds].filter((scu) => scu !== into);
      this.clear();
      this.#mergeInto(into, others);
    } else if (this.pyramid.scu(id)) {
      const chosen = await this.scuEditing.askForScu(`Merge “${shortened(this.pyramid.labelOf(id))}” with …`, id, { offerNew: false });
      if (chosen && "id" in chosen) this.#mergeInto(id, [chosen.id]);
    }
  }

  /** Merges SCUs into another SCU, and selects that SCU. @param {string} into @param {string[]} scus */
  #mergeInto(into, scus) {
    if (!this.pyramid.editScu(into, [{ verb: "merge_scus", into, scus }])) return;
    this.pyramid.select(into);
    this.list.focusRow(into);
    this.pyramid.notice(`Merged into “${shortened(this.pyramid.labelOf(into))}”.`);
  }

  /** Handles a contributor or SCU dropped onto another SCU. @param {{scu: string, summary: number | null, to: string}} dropped summary: null for the whole SCU */
  drop({ scu, summary, to }) {
    if (summary === null) this.#mergeInto(to, [scu]);
    else this.pyramid.editScu(to, [{ verb: "move_contributor", scu, summary, to_scu: to }]);
  }

  /** The id of the SCU that the picked SCUs are merged into: the selected SCU if it is picked, otherwise the first picked SCU. */
  get #mergeTarget() {
    return this.pickedIds.has(this.pyramid.selectedScuId) ? this.pyramid.selectedScuId : [...this.pickedIds][0];
  }

  /** Picks an SCU to be merged, or unpicks it. @param {string} id */
  #toggle(id) {
    const { selectedScuId } = this.pyramid;
    if (this.pickedIds.size === 0 && selectedScuId && selectedScuId !== id) this.pickedIds.add(selectedScuId); // the first pick also picks the selected SCU
    if (!this.pickedIds.delete(id)) this.pickedIds.add(id);
    this.refresh();
  }

  /** Unpicks all SCUs. */
  clear() {
    this.pickedIds.clear();
    this.refresh();
  }

  /** Forgets picked SCUs that were deleted, and shows which are picked if there are at least two. */
  refresh() {
    for (const id of this.pickedIds) if (!this.pyramid.scu(id)) this.pickedIds.delete(id);
    const canMerge = this.pickedIds.size > 1;
    this.page.find("[data-picked]").hidden = !canMerge;
    if (canMerge) {
      const into = shortened(this.pyramid.labelOf(this.#mergeTarget), 28);
      this.page.find("[data-picked-text]").textContent = `${this.pickedIds.size} picked, into “${into}”`;
    }
    this.list.showPicked(canMerge ? this.pickedIds : new Set());
  }
}
