/** Flags that annotators put on SCUs and contributors: “unsure” and “discuss”. */

/** @type {{reason: "unsure" | "discuss", name: string, key: string}[]} */
export const FLAGS = [{ reason: "unsure", name: "Unsure", key: "U" }, { reason: "discuss", name: "Discuss", key: "D" }];

export class Flagging {
  /** @param {import("./pyramid.js").Pyramid} pyramid */
  constructor(pyramid) {
    this.pyramid = pyramid;
    this.intents = { flag: (/** @type {any} */ detail) => this.toggle(detail) };
  }

  /** @returns {import("../elements/keyboard.js").KeyBinding[]} */
  get bindings() {
    const handlers = FLAGS.map(({ reason }) => () => this.toggle({ scu: this.pyramid.selectedScuId, reason }));
    return [[FLAGS.map(({ key }) => key).join(" "), "flag it as unsure, to discuss", ...handlers]];
  }

  /** Adds or removes a flag. @param {{scu: string, summary?: number, reason: string}} flag scu: the SCU's id; summary: of the flagged contributor; without it, the SCU is flagged */
  toggle({ scu: id, summary, reason }) {
    const { pyramid } = this;
    const scu = pyramid.scu(id);
    if (!scu) return pyramid.notice("Select the SCU to flag first.");
    const target = summary === undefined ? scu : scu.contributors.find((contributor) => contributor.summary === summary);
    if (!target) return;
    const verb = target.flags?.includes(reason) ? "unflag" : "flag";
    const isApplied = pyramid.editScu(id, [{ verb, scu: id, reason, ...(summary === undefined ? {} : { summary }) }]);
    if (isApplied) pyramid.notice(verb === "flag" ? `Flagged: ${reason}.` : `No longer flagged: ${reason}.`);
  }
}
