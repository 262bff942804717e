// @ts-check
/** How the models say what an SCU of a release means: read only. */
import { build } from "pyramidion/elements/build.js";
import { shownComment } from "pyramidion/elements/written_words.js";

/**
 * @param {any} scu
 * @param {{letter: (summary: number) => string, text: (contributor: any) => string, dir: (summary: number) => string}} says
 * @param {boolean} open
 */
export function scuWording(scu, says, open) {
  const letter = (/** @type {any} */ contributor) => says.letter(contributor.summary);
  const contributors = [...scu.contributors].sort((a, b) => letter(a).localeCompare(letter(b)));
  const lines = contributors.map((contributor) =>
    build("div", { class: "contributor", dir: says.dir(contributor.summary) },
      build("div", { class: "quote" }, build("b", { class: "from", text: letter(contributor) }), says.text(contributor)),
      shownComment(contributor.comment)));
  const hidden = build("p", { class: "quiet" }, "Wording hidden, ", build("kbd", { text: "W" }), " shows it");
  return build("div", { class: "details" }, ...(open ? lines : [hidden]), shownComment(scu.comment));
}
