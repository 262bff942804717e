// @ts-check
/**
 * SCUs as the server has them, or last had them before they went: one's own edits on their way are not among that.
 * @typedef {import("../work/edits/types.js").Scu} Scu
 */
import { shownLabel } from "pyramidion/pyramids/scus.js";

export class Served {
  /** Those that went. @type {Map<string, any>} */
  #gone = new Map();

  /** @param {import("../work/sync/edit_session.js").EditSession} session @param {import("./scus.js").Texts} texts */
  constructor(session, texts) {
    this.session = session;
    this.texts = texts;
    this.before = session.base;
    session.addEventListener("change", () => this.#remember());
  }

  #remember() {
    const { base } = this.session;
    if (base === this.before) return;
    for (const [id, image] of this.before.images) if (!base.images.has(id)) this.#gone.set(id, image);
    this.before = base;
  }

  /** @param {string} id @returns {Scu | undefined} */
  last(id) {
    return this.session.base.images.get(id) ?? this.#gone.get(id);
  }

  /** @param {string} id */
  labelOf(id) {
    const scu = this.last(id) ?? this.session.state.images.get(id);
    return scu ? shownLabel(scu, this.texts) : "an SCU";
  }
}
