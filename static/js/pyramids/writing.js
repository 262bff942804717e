// @ts-check
/**
 * What a person does to a pyramid: each intent of the bar, the list and the details as one group of edits.
 * @typedef {import("../work/edits/types.js").Scu} Scu
 * @typedef {import("./workspace.js").PyramidWorkspace} Desk
 */
import * as gestures from "pyramidion/pyramids/edits/gestures.js";
import { ordered, partsOf } from "pyramidion/pyramids/scus.js";
import { itemsOf, shortened } from "pyramidion/pyramids/shown.js";

export class PyramidWriting {
  /** SCUs picked to be merged, in order. @type {Set<string>} */
  picked = new Set();

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** @type {Record<string, (detail: any) => void>} */
  intents = {
    "new-scu": () => this.newScu(""),
    add: () => this.addTo(this.desk.selected),
    "add-to": () => this.askAndAdd(),
    "toggle-picked": ({ scu }) => this.#togglePicked(scu),
    "label-written": (detail) => this.#labelWritten(detail),
    relabel: ({ scu }) => this.editLabel(scu),
    "label-from": ({ scu, text }) =>
      this.#labelWritten({ scu, label: text, was: this.desk.scu(scu)?.label ?? "", byKey: false }),
    "comment-scu": ({ scu, comment }) => this.#with(scu, (image) => gestures.commentScu(image, comment)),
    "comment-contributor": ({ scu, summary, comment }) => this.#with(scu, (image) => commented(image, summary, comment)),
    "merge-with": ({ scu }) => this.merge(scu),
    "delete-scu": ({ scu }) => this.#delete(scu),
    "move-contributor": ({ scu, summary }) => this.#move(scu, summary),
    "remove-contributor": ({ scu, summary }) => this.touch(scu, [{ verb: "remove_contributor", scu, summary }]),
    "remove-part": ({ scu, part }) => this.touch(scu, [{ verb: "remove_part", part }]),
    "set-part": ({ part, summary }) => this.#setToSelection(part, summary),
  };

  /** @type {Record<string, () => void>} */
  keys = {
    R: () => this.editLabel(this.desk.selected),
    F2: () => this.editLabel(this.desk.selected),
    M: () => this.merge(this.desk.selected),
    C: () => this.#comment(),
    Delete: () => this.deleteSelected(),
  };

  /** While words are selected. @type {Record<string, () => void>} */
  selectingKeys = {
    N: () => this.newScu(""),
    A: () => this.addOrAsk(),
    "/": () => this.askAndAdd(),
    P: () => this.keepPart(),
  };

  /** @param {string} scu @param {any[]} edits @returns {boolean} whether it was done */
  touch(scu, edits) {
    this.desk.recent.set(scu, Date.now());
    return this.desk.do(edits);
  }

  /** @param {string} id @param {(scu: Scu) => any[]} edits */
  #with(id, edits) {
    const scu = this.desk.scu(id);
    if (scu) this.touch(id, edits(scu));
  }

  /** @param {string} label */
  newScu(label) {
    const { parts } = this.desk.pane.selection;
    if (!parts.length) return;
    const made = gestures.newScu(parts, label);
    if (!this.touch(made.scu, made.edits)) return;
    this.#warnShared(made.scu, parts);
    this.desk.pane.selection.clear();
    this.desk.select(made.scu);
    if (!label) this.editLabel(made.scu);
  }

  /** @param {string} scu */
  addTo(scu) {
    const { parts } = this.desk.pane.selection;
    if (!parts.length || !scu) return;
    if (!this.touch(scu, gestures.addParts(scu, parts))) return;
    this.#warnShared(scu, parts);
    this.desk.pane.selection.clear();
    if (this.desk.selected !== scu) this.desk.select(scu, false); // else it has been shown anew
  }

  addOrAsk() {
    if (this.desk.selected) this.addTo(this.desk.selected);
    else this.askAndAdd();
  }

  /**
   * Where the project wants a warning.
   * @param {string} scu
   * @param {{summary: number, start: number, end: number}[]} parts
   */
  #warnShared(scu, parts) {
    if (this.desk.data.settings.overlap !== "warn") return;
    const others = this.desk.scus.filter((other) => other.id !== scu && partsOf(other).some((part) =>
      parts.some((one) => one.summary === part.summary && one.start < part.end && part.start < one.end)));
    if (others.length) this.desk.notice(`These words are also in “${shortened(this.desk.labelOf(others[0].id))}”.`, true);
  }

  async askAndAdd() {
    const boxes = this.desk.pane.selectionBoxes;
    if (!boxes) return;
    const chosen = await this.desk.ahead.ask({ title: "Add to SCU …", items: this.#items(), boxes, offerNew: true });
    if (chosen && "id" in chosen) this.addTo(chosen.id);
    else if (chosen) this.newScu(chosen.label);
  }

  /** @param {string} [except] */
  #items(except) {
    const { desk } = this;
    return itemsOf(ordered(desk.scus, "weight", desk.context).filter((scu) => scu.id !== except), desk.texts);
  }

  /** @param {string} id */
  editLabel(id) {
    const scu = this.desk.scu(id);
    const row = this.desk.list.row(id);
    if (!scu || !row) return;
    row.edit(scu.label, "Write a label");
    this.desk.list.reveal();
  }

  /** @param {{scu: string, label: string | null, was: string, byKey: boolean}} written */
  #labelWritten({ scu, label, was, byKey }) {
    const image = this.desk.scu(scu);
    if (image && label !== null && image.label !== was && image.label !== label) {
      // Somebody's label has come while this one was being written: it is not to be lost unseen.
      this.desk.notice(`The label is “${image.label}” now: Enter puts yours in its place, Esc leaves it.`, true);
      this.desk.list.row(scu)?.edit(label, "Write a label", image.label);
      return;
    }
    if (image && label !== null && label !== image.label) this.touch(scu, gestures.relabel(image, label));
    if (byKey) this.desk.pane.focusCursor();
  }

  /** The floating question about an SCU goes below its row. @param {string} id */
  #rowBoxes(id) {
    const box = this.desk.list.row(id)?.button.getBoundingClientRect() ?? new DOMRect();
    return { first: box, last: box };
  }

  /** With another SCU, or all the picked ones. @param {string} id */
  async merge(id) {
    if (this.picked.size > 1) {
      this.#mergePicked();
      return;
    }
    if (!this.desk.scu(id)) return;
    const title = `Merge “${shortened(this.desk.labelOf(id))}” with …`;
    const chosen = await this.desk.ahead.ask({ title, items: this.#items(id), boxes: this.#rowBoxes(id) });
    if (chosen && "id" in chosen) this.#mergeInto(id, [chosen.id]);
  }

  /** @param {string} into @param {string[]} others */
  #mergeInto(into, others) {
    if (!this.touch(into, gestures.merge(into, others))) return;
    this.desk.select(into);
    this.desk.list.focusRow(into);
    this.desk.notice(`Merged into “${shortened(this.desk.labelOf(into))}”.`);
  }

  /** The SCU that the picked ones are merged into: the selected one if it is among them. */
  get #into() {
    return this.picked.has(this.desk.selected) ? this.desk.selected : [...this.picked][0];
  }

  #mergePicked() {
    const into = this.#into;
    const others = [...this.picked].filter((id) => id !== into);
    this.picked.clear();
    this.#mergeInto(into, others);
    this.showPicked();
  }

  /** @param {string} id */
  #togglePicked(id) {
    const { selected } = this.desk;
    if (this.picked.size === 0 && selected && selected !== id) this.picked.add(selected);
    if (!this.picked.delete(id)) this.picked.add(id);
    this.showPicked();
  }

  showPicked() {
    for (const id of this.picked) if (!this.desk.scu(id)) this.picked.delete(id);
    const several = this.picked.size > 1;
    this.desk.find("[data-picked]").toggleAttribute("hidden", !several);
    if (several) {
      const into = shortened(this.desk.labelOf(this.#into), 28);
      this.desk.find("[data-picked-says]").textContent = `${this.picked.size} picked, into “${into}”`;
    }
    this.desk.list.pick(several ? this.picked : new Set());
  }

  /** @param {string} id */
  #delete(id) {
    const next = this.desk.list.neighbour(1) ?? this.desk.list.neighbour(-1);
    if (this.desk.do([{ verb: "delete_scu", scu: id }]) && next && this.desk.scu(next)) this.desk.list.focusRow(next);
  }

  /** By key: writes the comment of the selected SCU in its place. */
  #comment() {
    const button = /** @type {HTMLElement | null} */ (this.desk.list.querySelector("[data-does='comment']"));
    if (button) button.click();
    else this.desk.notice("Select the SCU to comment on first.");
  }

  /** By key: asks in place if there is something to lose. */
  deleteSelected() {
    const scu = this.desk.scu();
    if (scu && !scu.contributors.length) this.#delete(scu.id);
    else /** @type {HTMLElement | null} */ (this.desk.list.querySelector(".tools-row .danger"))?.click();
  }

  /** Asks for an SCU or a new one's label, below the row of another one. @param {string} title @param {string} except */
  askForScu(title, except) {
    return this.desk.ahead.ask({ title, items: this.#items(except), boxes: this.#rowBoxes(except), offerNew: true });
  }

  /** @param {string} scu @param {number} summary */
  async #move(scu, summary) {
    const chosen = await this.askForScu("Move to SCU …", scu);
    if (!chosen) return;
    const to = "id" in chosen ? { scu: chosen.id, edits: gestures.moveContributor(scu, summary, chosen.id) }
      : gestures.moveToNew(scu, summary, chosen.label);
    this.touch(to.scu, to.edits);
  }

  /** A contributor, or a whole SCU, was dropped on another one. @param {{scu: string, summary: number | null, to: string}} dropped */
  dropped({ scu, summary, to }) {
    if (summary === null) this.#mergeInto(to, [scu]);
    else this.touch(to, gestures.moveContributor(scu, summary, to));
  }

  /** @param {string} part @param {number} summary */
  #setToSelection(part, summary) {
    const [span] = this.desk.pane.selection.in(summary);
    if (span && this.setPart({ part, start: span.start, end: span.end })) this.desk.pane.selection.clear();
  }

  /** @param {{part: string, start: number, end: number}} bounds @returns {boolean} */
  setPart({ part, start, end }) {
    const done = this.touch(this.desk.selected, [{ verb: "set_part", part, start, end }]);
    if (!done) this.desk.select(this.desk.selected, false);
    return done;
  }

  keepPart() {
    this.desk.pane.selection.keep();
    this.desk.notice("This part is kept: select another one.");
  }
}

/** @param {Scu} scu @param {number} summary @param {string} comment */
function commented(scu, summary, comment) {
  const contributor = scu.contributors.find((one) => one.summary === summary);
  return contributor ? gestures.commentContributor(scu.id, contributor, comment) : [];
}
