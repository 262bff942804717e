// @ts-check
/**
 * What can be done with a part of a contributor.
 * Intents: `set-part` {part, summary} (to the words selected), `set-edge` {part, side, step}, `move-part` {part}, `copy-part`
 * {part}, `remove-part` {part}; all with {scu}.
 * @typedef {import("../../work/edits/types.js").Scu} Scu
 * @typedef {import("../../work/edits/types.js").Part} Part
 * @typedef {import("./scu_details.js").Says} Says
 */
import { build, intend } from "pyramidion/elements/build.js";
import { setToSelection, tool } from "pyramidion/elements/tool.js";

/**
 * Gives a part the bounds of the words selected; shown while there are some.
 * @param {HTMLElement} block @param {Scu} scu @param {number} summary @param {Part} part
 * @param {boolean} several whether the contributor has other parts @param {Says} says
 */
export function selectionTools(block, scu, summary, part, several, says) {
  const words = says.words(summary, part.start, part.end);
  const set = setToSelection(words, () => intend(block, "set-part", { scu: scu.id, summary, part: part.id }));
  set.dataset.summary = String(summary);
  return build("div", { class: "part-tools" }, several ? build("span", { class: "part-words", text: words }) : null, set);
}

/** @param {HTMLElement} block @param {Scu} scu @param {number} summary @param {Part} part @param {Says} says */
export function chosenPartTools(block, scu, summary, part, says) {
  const does = (/** @type {string} */ name, /** @type {any} */ more = {}) => intend(block, name, { scu: scu.id, part: part.id, ...more });
  const edge = (/** @type {"start" | "end"} */ side, /** @type {1 | -1} */ step, /** @type {string} */ key) => {
    const title = `${side === "start" ? "Start" : "End"} a word ${step > 0 ? "later" : "earlier"}`;
    const button = tool(step > 0 ? "›" : "‹", `${title} (${key})`, () => does("set-edge", { side, step }), { kind: "step" });
    button.setAttribute("aria-label", title);
    return button;
  };
  const dir = says.dir(summary);
  return build(
    "div",
    { class: "part-tools chosen-part", role: "group", "aria-label": `Part of ${says.number(summary, part.start)}` },
    build("span", { class: "edge", dir }, "Start", edge("start", -1, "["), edge("start", 1, "{")),
    build("span", { class: "edge", dir }, "End", edge("end", -1, "}"), edge("end", 1, "]")),
    tool("Move to…", "Move this part to another SCU", () => does("move-part")),
    tool("Copy to…", "Also put this part into another SCU", () => does("copy-part")),
    tool("Remove part", "Remove this part", () => does("remove-part"), { kind: "danger" }),
  );
}
