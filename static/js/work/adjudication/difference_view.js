/**
 * <difference-view>: one difference, with its sides (the items of each source) next to each other: first labels, then words, one row per summary.
 * Colours show whether a word is in this side only, in several sides, or in another side only.
 * @import { Comparison, Difference, Item } from "./comparison.js"
 */
import { shapeName } from "pyramidion/work/adjudication/comparison.js";
import { build } from "pyramidion/elements/build.js";

const PRESENCE_TITLES = { own: "only here", shared: "here and elsewhere", theirs: "not here" };

export class DifferenceView extends HTMLElement {
  /**
   * @param {Comparison} comparison @param {Difference | undefined} difference
   * @param {{position: string, isChosen?: (letter: string) => boolean, foot?: Node[]}} options position: in the list, for example "2 of 7"; foot: the elements below the sides
   */
  show(comparison, difference, { position, isChosen = () => false, foot = [] }) {
    this.comparison = comparison;
    if (!difference) {
      this.replaceChildren(build("p", { class: "empty-list", text: "No difference is selected. Choose another filter." }), ...foot);
      return;
    }
    const sides = comparison.itemsBySide(difference);
    const grid = build("div", { class: `sides-grid sides-${Math.min(sides.length, 4)}` },
      build("span", { class: "corner" }),
      ...sides.map((items, side) => this.#sideHead(items, side, isChosen, sides.length > 2 ? comparison.sidesWithSameWords(difference, side) : [])),
      ...comparison.summariesOf(difference).flatMap((summary) => this.#summaryRow(difference, sides, summary)));
    this.replaceChildren(
      build("header", { class: "difference-head" },
        build("h2", { tabindex: "-1", text: comparison.labelOf(difference), dir: "auto" }),
        build("p", { class: "quiet" }, build("span", { class: "shape", text: shapeName(difference.shape) }), ` ${position}`)),
      grid,
      ...foot,
    );
    this.scrollTop = 0;
  }

  /** Returns the head of a side: its letter, owner and labels. @param {Item[]} items @param {number} side @param {(letter: string) => boolean} isChosen @param {string[]} sidesWithSameWords their letters */
  #sideHead(items, side, isChosen, sidesWithSameWords) {
    const { letter, owner } = this.comparison?.sources[side] ?? { letter: "", owner: "" };
    const labels = items.map((item, i) => {
      const weight = new Set(item.parts.map(([summary]) => summary)).size;
      const badge = build("span", { class: `weight weight-${Math.min(weight, 5)}`, text: String(weight), title: `weight ${weight}` });
      const isNonMatching = item.uid === null; // a unit without an SCU
      const numberOrWeight = item.matched ? build("span", { class: "quiet", text: `SCU ${item.uid}` }) : badge; // matched: set for units only
      return build("li", {}, items.length > 1 ? build("b", { class: "item-number", text: String(i + 1) }) : null,
        isNonMatching ? null : numberOrWeight,
        isNonMatching ? build("i", { text: "matches nothing" }) : build("span", { class: "side-label", text: item.label || "no label", dir: "auto" }));
    });
    return build("section", { class: `side-head${isChosen(letter) ? " chosen" : ""}`, data: { letter } },
      build("h3", {}, build("span", { class: "letter", text: letter }), ` ${owner} `,
        sidesWithSameWords.length ? build("span", { class: "pill ok", text: `same words as ${sidesWithSameWords.join(", ")}` }) : null),
      labels.length ? build("ul", {}, ...labels) : build("p", { class: "quiet", text: "has nothing here" }));
  }

  /** Returns the elements of a row: the summary's name, and the words of each side. @param {Difference} difference @param {Item[][]} sides @param {number} summary */
  #summaryRow(difference, sides, summary) {
    const { comparison } = this;
    const summaryData = comparison?.texts.get(summary)?.summary;
    // A peer has no letter, and the header of the page already names it: its long name has no place in the narrow column.
    const name = summaryData?.letter
      ? build("span", { class: "letter", text: summaryData.letter })
      : build("span", { class: "visually-hidden", text: summaryData?.summarizer ?? "" });
    return [
      build("h4", { class: "row-head" }, name),
      ...sides.map((items, side) => build("div", { class: "side-text", dir: summaryData?.dir ?? "auto", data: { letter: comparison?.sources[side].letter } },
        ...this.#cell(difference, items, side, summary))),
    ];
  }

  /** Returns the words of one side in one summary. @param {Difference} difference @param {Item[]} items @param {number} side @param {number} summary */
  #cell(difference, items, side, summary) {
    const paragraphs = items.flatMap((item, i) => {
      const sentences = this.comparison?.passages(difference, side, item, summary) ?? [];
      if (!sentences.length) return [];
      const number = items.length > 1 ? build("b", { class: "item-number", text: String(i + 1) }) : null;
      return [build("p", {}, number, ...sentences.flatMap((sentence) => sentenceElements(sentence)))];
    });
    return paragraphs.length ? paragraphs : [build("p", { class: "quiet", text: items.length ? "nothing in this summary" : "–" })];
  }
}

/** Returns the nodes of a sentence whose words are coloured by the sides that contain them. @param {{number: number, segments: {text: string, presence: string}[]}} sentence */
function sentenceElements({ number, segments }) {
  return [
    build("span", { class: "sentence-number", text: `${number} ` }),
    ...segments.map(({ text, presence }) =>
      presence ? build("span", { class: `lit ${presence}`, title: PRESENCE_TITLES[/** @type {keyof typeof PRESENCE_TITLES} */ (presence)], text }) : document.createTextNode(text)),
    document.createTextNode(" "),
  ];
}

customElements.define("difference-view", DifferenceView);
