// @ts-check
/**
 * What covers a word: named where the pointer is or the keyboard goes, and selected by a click.
 * @import { MarkChoice } from "../elements/mark_choice.js"
 * @typedef {object} Covering what the workspace knows of it; keys are of SCUs or units
 * @property {import("../elements/name_tip.js").NameTip} tip
 * @property {() => boolean} floats whether something else floats above the texts
 * @property {(covering: string) => void} describe
 * @property {(keys: string[]) => {label: string, weight: number | null}[]} namesOf
 * @property {(keys: string[]) => string} chosenOf the selected one among them
 * @property {(key: string) => void} choose
 * @property {() => () => void} remember selects again what is selected now
 */
import "pyramidion/elements/mark_choice.js";

/** @param {import("../elements/text/text_pane.js").TextPane} pane @param {MarkChoice} choice @param {Covering} covering */
export function followMarks(pane, choice, covering) {
  const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
  let again = () => {};
  pane.addEventListener("mark-click", (event) => {
    again = covering.remember();
    choose(choice, covering, detail(event));
  });
  // A double click is a click before: it selects the word, and the SCU to add it to stays selected.
  pane.addEventListener("mark-kept", () => again());
  pane.addEventListener("mark-over", (event) => {
    const { keys, aside, box, focused } = detail(event);
    const covered = covering.namesOf(keys);
    // The pointer gets a tip beside the word; the keyboard's word is named below, where no text is hidden.
    const within = covered.length ? ["in " + covered.map(({ label }) => `“${label}”`).join(", ")] : [];
    if (focused) covering.describe([...within, ...(aside ? ["set aside"] : [])].join(" and "));
    else if (!pane.pointer?.busy && !covering.floats() && choice.hidden) {
      covering.tip.show(aside ? [...covered, { label: "Set aside", weight: null }] : covered, box);
    }
  });
  pane.addEventListener("mark-out", () => covering.tip.hide());
}

/** A word of several SCUs lists them. @param {MarkChoice} choice @param {Covering} covering @param {{keys: string[], box: DOMRect}} mark */
async function choose(choice, { tip, namesOf, chosenOf, choose: select }, { keys, box }) {
  tip.hide();
  const names = namesOf(keys);
  const items = keys.map((key, i) => ({ key, ...names[i] }));
  const chosen = items.length > 1 ? await choice.ask(items, chosenOf(keys), box) : keys[0];
  if (chosen) select(chosen);
}
