// @ts-check
/**
 * Asks what to do with refused groups, one after the other: by itself when one comes, later through the save state.
 * @typedef {import("../edits/types.js").Group} Group
 * @typedef {import("../edits/types.js").Edit} Edit
 * @typedef {import("../edits/types.js").Refusal} Refusal
 */
import { isWriting } from "pyramidion/elements/at_work.js";

const WORDS = ["label", "comment"];
const UNREADABLE = ["malformed", "too_large"]; // the server could not take it: nobody else was there

export class Decisions {
  /** @type {Set<string>} */
  #asked = new Set();
  #asking = "";

  /**
   * @param {import("../workspace.js").Workspace} desk
   * @param {{question: (group: Group, refusal: Refusal) => import("./decision_dialog.js").Question,
   *          kept: (group: Group, refusal: Refusal) => any[] | null}} knows
   */
  constructor(desk, knows) {
    this.desk = desk;
    this.knows = knows;
    desk.session.addEventListener("change", () => this.#askOnce());
    document.addEventListener("focusout", () => setTimeout(() => this.#askOnce()));
  }

  get #dialog() {
    return /** @type {import("./decision_dialog.js").DecisionDialog} */ (this.desk.find("decision-dialog"));
  }

  #askOnce() {
    const { decisions } = this.desk.session;
    if (this.#asking && !decisions.some(({ group }) => group.group === this.#asking)) this.#dialog.dismiss();
    if (this.#dialog.open || isWriting()) return; // the keys of who is typing would go to the question
    const fresh = decisions.find(({ group }) => !this.#asked.has(group.group));
    if (fresh) this.#ask(fresh);
  }

  async ask() {
    const waiting = this.desk.session.undecided;
    if (waiting) await this.#ask(waiting);
  }

  /** @param {{group: Group, refusal: Refusal}} waiting */
  async #ask({ group, refusal }) {
    const { session } = this.desk;
    this.#asked.add(group.group);
    this.#asking = group.group;
    const kept = this.#kept(group, refusal);
    const said = this.knows.question(group, refusal);
    const keep = said.keep ?? (kept ? "Keep as changed" : null);
    const title = UNREADABLE.includes(refusal.code) ? "An edit that the server cannot take" : said.title;
    const answer = await this.#dialog.ask({ ...said, title, keep, words: kept && wordsOf(kept) }, session.decisions.length);
    this.#asking = "";
    // What stands may have changed while the question was open.
    if (answer.kind === "keep") await session.decide(withWords(this.#kept(group, refusal), answer.text), group.group);
    if (answer.kind === "drop") await session.decide(null, group.group);
    if (answer.kind === "download") /** @type {any} */ (this.desk.find("save-state")).download();
    if (answer.kind === "keep" || answer.kind === "drop") this.#next();
  }

  /** The next one, if the person is at it; what was put off stays so. */
  #next() {
    const waiting = this.desk.session.undecided;
    if (waiting && !this.#dialog.open) this.#ask(waiting);
  }

  /** @param {Group} group @param {Refusal} refusal @returns {any[] | null} */
  #kept(group, refusal) {
    if (UNREADABLE.includes(refusal.code)) return wordsOf(group.edits) ? group.edits : null;
    return this.knows.kept(group, refusal);
  }
}

/** The first words that a person has written in these edits. @param {any[]} edits */
function wordsOf(edits) {
  for (const edit of edits) {
    const name = WORDS.find((field) => typeof edit[field] === "string");
    if (name) return { name: name === "label" ? "Label" : "Comment", text: edit[name] };
  }
  return null;
}

/** @param {any[] | null} edits @param {string | null} text null: as they are */
function withWords(edits, text) {
  const at = edits?.findIndex((edit) => WORDS.some((field) => typeof edit[field] === "string")) ?? -1;
  if (text === null || at < 0 || !edits) return edits;
  const name = WORDS.find((field) => typeof edits[at][field] === "string") ?? "";
  return edits.with(at, { ...edits[at], [name]: text });
}
