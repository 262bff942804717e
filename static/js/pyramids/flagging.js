// @ts-check
/** Flags of SCUs and contributors: unsure, to be discussed. @typedef {import("./workspace.js").PyramidWorkspace} Desk */

/** @type {{reason: "unsure" | "discuss", name: string, key: string}[]} */
export const REASONS = [
  { reason: "unsure", name: "Unsure", key: "U" },
  { reason: "discuss", name: "Discuss", key: "D" },
];

export class Flagging {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.intents = { flag: (/** @type {any} */ detail) => this.turn(detail) };
    /** @type {Record<string, () => void>} */
    this.keys = Object.fromEntries(REASONS.map(({ reason, key }) => [key, () => this.turn({ scu: desk.selected, reason })]));
  }

  /** Flags, or takes the flag away. @param {{scu: string, summary?: number, reason: string}} flag */
  turn({ scu, summary, reason }) {
    const image = this.desk.scu(scu);
    if (!image) return this.desk.notice("Select the SCU to flag first.");
    const flagged = summary === undefined ? image : image.contributors.find((one) => one.summary === summary);
    if (!flagged) return;
    const verb = flagged.flags?.includes(reason) ? "unflag" : "flag";
    const done = this.desk.writing.touch(scu, [{ verb, scu, reason, ...(summary === undefined ? {} : { summary }) }]);
    if (done) this.desk.notice(verb === "flag" ? `Flagged: ${reason}.` : `No longer flagged: ${reason}.`);
  }
}
