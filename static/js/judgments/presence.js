/** Presence sessions: for each of a list of statements, a judge decides whether a text says it. */
import { build } from "pyramidion/elements/build.js";
import { commentOf, showPlaceText, startSession } from "pyramidion/judgments/judging_session.js";
import { Panel } from "pyramidion/judgments/panel.js";
import { keysOf, scaleElement, showValue, valuesOf } from "pyramidion/judgments/scales.js";
import { judgedTexts } from "pyramidion/judgments/texts.js";
/** @import { Item, Place, Question } from "./sheet.js" */

/** Keys for scales of two or three values, lowest first: Not, Half (partially), Present. */
const LETTERS = /** @type {Record<number, string[]>} */ ({ 2: ["N", "P"], 3: ["N", "H", "P"] });

export class PresencePanel extends Panel {
  build() {
    const { sheet, data } = this;
    this.rows = new Map(sheet.items.map((item) => [item.position, this.#row(item)]));
    this.body.replaceChildren(
      build("div", { class: "session-texts" }, ...judgedTexts(sheet, data)),
      build("div", { class: "session-questions statements" }, ...this.#groups()),
    );
    this.update(new Set(sheet.session.state.snapshots.keys()));
  }

  /** The headings of the statements, each followed by its rows. */
  #groups() {
    let heading = "";
    return this.sheet.items.flatMap((item) => {
      const isNew = item.heading !== heading;
      heading = item.heading;
      const row = /** @type {HTMLElement} */ (this.rows?.get(item.position));
      return isNew && heading ? [build("h3", { class: "statement-heading", dir: "auto", text: heading }), row] : [row];
    });
  }

  /** @param {Item} item */
  #row(item) {
    const text = build("p", { class: "statement-text", dir: "auto", text: item.text });
    if (!item.judged) return build("div", { class: "statement shown-only" }, text);
    const scales = this.sheet.itemQuestions.map((question) => this.#scale(question, item));
    const firstPlace = { question: this.sheet.itemQuestions[0], item: item.position };
    return build("div", { class: "statement", on: { click: () => this.place?.item !== item.position && this.goTo(firstPlace) } },
      build("span", { class: "number", text: String(item.position) }),
      build("div", { class: "statement-body" }, text, ...scales, build("div", { class: "statement-comment" })));
  }

  /** @param {Question} question @param {Item} item */
  #scale(question, { position, text }) {
    const place = { question, item: position };
    return scaleElement(question, {
      id: `scale-${question.key}-${position}`, value: null, disabled: !this.sheet.editable, keys: this.keysFor(question), isNamed: true, name: text,
      judge: (value, byArrowKeys) => this.judgeByScale(place, value, byArrowKeys),
    });
  }

  /** The keys of a question's values: letters for short scales, else digits. @param {Question} question */
  keysFor(question) {
    const values = valuesOf(question);
    const letters = LETTERS[values.length];
    return letters ? new Map(letters.map((letter, index) => [letter, values[index]])) : keysOf(question);
  }

  /** @param {Set<string>} changed */
  update(changed) {
    const positions = new Set([...changed].map((id) => Number(id.split(":")[1])));
    for (const position of positions) this.#refresh(position);
  }

  /** Shows the judgments of a statement. @param {number} position */
  #refresh(position) {
    const row = this.rows?.get(position);
    if (!row) return;
    const judgments = this.sheet.itemQuestions.map(({ key }) => this.sheet.judgment(key, position));
    row.querySelectorAll(".scale").forEach((scale, index) => showValue(scale, judgments[index]?.value ?? null));
    row.classList.toggle("answered", this.sheet.itemQuestions.every((question) => this.sheet.isAnswered({ question, item: position })));
    const comments = judgments.map((judgment) => commentOf(judgment?.comment)).filter((comment) => comment !== null);
    row.querySelector(".statement-comment")?.replaceChildren(...comments);
  }

  showPlace() {
    const position = this.place?.item ?? null;
    for (const [each, row] of this.rows ?? []) row.classList.toggle("current", each === position);
    if (position === null) return;
    const row = this.rows?.get(position);
    row?.scrollIntoView({ block: "nearest" });
    const open = this.sheet.openPlaces.length;
    const { text } = this.sheet.items.find((item) => item.position === position) ?? { text: "" };
    showPlaceText(this.page, `Statement ${position}, ${open || "all"} ${open ? "not judged" : "judged"}: ${text}`);
  }

  /** @param {Place} place */
  commentHost({ item }) {
    return /** @type {HTMLElement | null} */ (this.rows?.get(item ?? -1)?.querySelector(".statement-comment") ?? null);
  }

  get sections() {
    return [{
      title: "Statements",
      bindings: /** @type {import("../elements/keyboard.js").KeyBinding[]} */ ([["↑ ↓", "previous and next statement", () => this.move(-1), () => this.move(1)]]),
    }];
  }
}

startSession(PresencePanel);
