// @ts-check
/**
 * What covers a word: told to who points at it or walks to it, and selected by who clicks it.
 * @typedef {import("./workspace.js").Workspace} Workspace
 */
import "pyramidion/elements/mark_choice.js";

/** @param {Workspace} desk */
export function followMarks(desk) {
  const { pane } = desk;
  const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
  const choice = /** @type {import("../elements/mark_choice.js").MarkChoice} */ (desk.find("mark-choice"));
  let again = () => {};
  pane.addEventListener("mark-click", (event) => {
    again = desk.remember();
    choose(desk, choice, detail(event));
  });
  // A double click is a click before: it selects the word, and what was selected to add it to stays so.
  pane.addEventListener("mark-kept", () => again());
  pane.addEventListener("mark-over", (event) => name(desk, choice, detail(event)));
  pane.addEventListener("mark-out", () => desk.tip.hide());
}

/**
 * @param {Workspace} desk @param {import("../elements/mark_choice.js").MarkChoice} choice
 * @param {{keys: string[], aside: boolean, box: DOMRect, focused: boolean}} over
 */
function name(desk, choice, { keys, aside, box, focused }) {
  const covering = desk.namesOf(keys);
  const names = aside ? [...covering, { label: "Set aside", weight: null }] : covering;
  const floats = !desk.bar.hidden || desk.ahead.open || !choice.hidden;
  // The pointer gets a tip beside the word; the keyboard's word is told below, where no text is hidden.
  const said = covering.length ? [`in ${covering.map(({ label }) => `“${label}”`).join(", ")}`] : [];
  if (focused) desk.describe([...said, ...(aside ? ["set aside"] : [])].join(" and "));
  else if (!desk.pane.pointer?.busy && !floats) desk.tip.show(names, box);
}

/**
 * A word of several SCUs lists them.
 * @param {Workspace} desk @param {import("../elements/mark_choice.js").MarkChoice} choice
 * @param {{keys: string[], box: DOMRect}} mark
 */
async function choose(desk, choice, { keys, box }) {
  desk.tip.hide();
  const names = desk.namesOf(keys);
  const items = keys.map((key, i) => ({ key, ...names[i] }));
  const chosen = items.length > 1 ? await choice.ask(items, desk.chosenOf(keys), box) : keys[0];
  if (chosen) desk.chooseMark(chosen);
}
