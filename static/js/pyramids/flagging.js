/** Flags of SCUs and contributors: unsure, discuss. */

/** @type {{reason: "unsure" | "discuss", name: string, key: string}[]} */
export const REASONS = [{ reason: "unsure", name: "Unsure", key: "U" }, { reason: "discuss", name: "Discuss", key: "D" }];

export class Flagging {
  /** @param {import("./pyramid.js").Pyramid} pyramid */
  constructor(pyramid) {
    this.pyramid = pyramid;
    this.intents = { flag: (/** @type {any} */ detail) => this.toggle(detail) };
  }

  /** @returns {import("../elements/keyboard.js").Row[]} */
  get rows() {
    const flags = REASONS.map(({ reason }) => () => this.toggle({ scu: this.pyramid.selected, reason }));
    return [[REASONS.map(({ key }) => key).join(" "), "flag it as unsure, to discuss", ...flags]];
  }

  /** Adds or removes a flag. @param {{scu: string, summary?: number, reason: string}} flag */
  toggle({ scu, summary, reason }) {
    const { pyramid } = this;
    const image = pyramid.scu(scu);
    if (!image) return pyramid.notice("Select the SCU to flag first.");
    const flagged = summary === undefined ? image : image.contributors.find((contributor) => contributor.summary === summary);
    if (!flagged) return;
    const verb = flagged.flags?.includes(reason) ? "unflag" : "flag";
    const done = pyramid.editScu(scu, [{ verb, scu, reason, ...(summary === undefined ? {} : { summary }) }]);
    if (done) pyramid.notice(verb === "flag" ? `Flagged: ${reason}.` : `No longer flagged: ${reason}.`);
  }
}
