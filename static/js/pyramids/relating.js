/** Adds relations between SCUs: the selected SCU needs another SCU to make sense, or it implies the other SCU. */
import { build, keyCap } from "pyramidion/elements/build.js";
import { isShortcutTurnedOff } from "pyramidion/elements/keyboard.js";
import { shortened } from "pyramidion/pyramids/display_data.js";

const KINDS = [
  { kind: "depends", key: "D", name: "needs it", meaning: "makes no sense without" },
  { kind: "implies", key: "I", name: "implies it", meaning: "also says" },
];

export class Relating {
  /**
   * @param {import("./pyramid.js").Pyramid} pyramid @param {import("./scu_editing.js").ScuEditing} scuEditing
   * @param {import("../elements/page.js").Page} page
   */
  constructor(pyramid, scuEditing, page) {
    this.pyramid = pyramid;
    this.scuEditing = scuEditing;
    this.page = page;
  }

  /** Handlers by intent. @type {Record<string, (detail: any) => void>} */
  intents = {
    "relate-scu": ({ scu }) => this.relate(scu),
    "unrelate-scus": ({ scu, to, kind }) => this.pyramid.editScu(scu, [{ verb: "unrelate_scus", scu, to_scu: to, kind }]),
  };

  /** @type {import("../elements/keyboard.js").KeyBinding[]} */
  bindings = [["Shift+R", "relate it to an SCU that it needs (then D) or implies (then I)", () => this.relate(this.pyramid.selectedScuId)]];

  /**
   * Asks for the other SCU and for the kind of the relation, and adds the relation.
   * @param {string} id of the SCU that needs or implies the other
   */
  async relate(id) {
    if (!this.pyramid.scu(id)) return this.pyramid.notice("Select the SCU to relate first.");
    const label = shortened(this.pyramid.labelOf(id));
    const chosen = await this.scuEditing.askForScu(`“${label}” needs or implies …`, id, { offerNew: false });
    if (!chosen || !("id" in chosen)) return;
    const kind = await this.#askKind(label, shortened(this.pyramid.labelOf(chosen.id)));
    if (kind) this.pyramid.editScu(id, [{ verb: "relate_scus", scu: id, to_scu: chosen.id, kind }]);
  }

  /**
   * Asks for the kind of a relation.
   * @param {string} from the label of the SCU @param {string} to the label of the other SCU
   * @returns {Promise<string>} "" if cancelled
   */
  #askKind(from, to) {
    const answers = KINDS.map(({ kind, key, name, meaning }) => {
      const button = build("button", { value: kind, text: `It ${name}` });
      button.append(" ", keyCap(key));
      return build("p", {}, button, ` “${from}” ${meaning} “${to}”.`);
    });
    const cancel = build("button", { value: "", text: "Cancel" });
    const dialog = build("dialog", { class: "ask", "aria-labelledby": "relation-title" },
      build("h2", { id: "relation-title", text: `How is it related to “${to}”?` }),
      build("form", { method: "dialog" }, ...answers, build("div", { class: "actions" }, cancel)));
    dialog.addEventListener("keydown", (event) => {
      const answer = KINDS.find(({ key }) => key === event.key.toUpperCase() && !isShortcutTurnedOff(event));
      if (answer) dialog.close(answer.kind);
    });
    this.page.append(dialog);
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => {
        dialog.remove();
        resolve(dialog.returnValue);
      });
    });
  }
}
