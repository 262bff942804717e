/**
 * The panel below the sides during adjudication: the choices with their keys, a note, and the result in the consensus.
 * @import { Difference } from "./comparison.js"
 * @import { Decision } from "../edits/types.js"
 * @typedef {{difference: Difference, sources: import("./comparison.js").Source[], possible: string[], decision: Decision | undefined,
 *            superseded: Decision[], made: any[], note: string, editable: boolean, workspace: string,
 *            rules: import("../kinds.js").DecisionRules}} Shown
 *   made: the SCUs or units that the decision created; undefined if deleted since
 * @typedef {{choose: (choice: string) => void, reopen: () => void, note: (text: string) => void, relabel: (edit: any) => void}} Actions
 */
import { askDialog } from "pyramidion/elements/ask_dialog.js";
import { build, keyCap } from "pyramidion/elements/build.js";

const NAMES = /** @type {Record<string, [string, string]>} */ ({
  agree: ["Take over", "A"],
  both: ["Both", "O"],
  merge: ["Merge", "M"],
  free: ["Edit freely…", "E"],
});

/** The short name of a choice. @param {string} choice */
export function choiceName(choice) {
  return NAMES[choice]?.[0].replace("…", "") ?? choice;
}

/** @param {Shown} shown @param {Actions} actions */
export function decisionPanel(shown, actions) {
  const { decision, superseded, note, editable } = shown;
  const input = build("input", { type: "text", id: "decision-note", value: note, maxlength: "10000", dir: "auto",
    placeholder: "Why, in a few words", autocomplete: "off", disabled: !editable, on: { change: () => actions.note(input.value) } });
  input.addEventListener("keydown", (event) => event.key === "Enter" && input.blur());
  return build("section", { class: "decision-panel", "aria-label": "Decision" },
    superseded.length ? build("p", { class: "notice warning" }, build("span", { text: "The sources have changed since this was decided. Deciding it again replaces the earlier result." })) : null,
    build("div", { class: "decision-choices", role: "group", "aria-label": "Decide" }, ...shown.possible.map((choice) => choiceButton(shown, actions, choice)),
      decision && editable ? build("button", { type: "button", class: "plain", data: { choice: "open" }, on: { click: () => actions.reopen() } }, "Leave open", keyCap("X")) : null),
    build("p", { class: "note-field" }, build("label", { for: "decision-note" }, "Note ", keyCap("W")), input),
    decision ? outcome(shown, actions) : null,
  );
}

/** @param {Shown} shown @param {Actions} actions @param {string} choice */
function choiceButton({ difference, sources, decision, editable }, actions, choice) {
  const at = sources.findIndex(({ letter }) => letter === choice);
  const [name, key] = NAMES[choice] ?? [choice, at < 4 ? choice : String(at + 1)];
  const all = choice === "both" && sources.length > 2;
  const text = at < 0 ? (all ? "All of them" : name) : difference.items[at].length ? `Take ${choice}` : `${choice}: leave it out`;
  const chosen = decision?.choice === choice;
  return build("button", { type: "button", class: chosen ? "primary" : "", "aria-pressed": String(chosen), disabled: !editable,
    data: { choice }, on: { click: () => actions.choose(choice) } }, text, keyCap(key));
}

/** @param {Shown} shown @param {Actions} actions */
function outcome({ made, decision, editable, workspace, rules }, actions) {
  const present = made.filter(Boolean);
  const deleted = made.length - present.length;
  const none = decision?.choice && !made.length ? build("p", { class: "quiet", text: "This decision adds nothing to the consensus." }) : null;
  return build("div", { class: "outcome" },
    build("h3", { text: "In the consensus" }),
    none,
    ...present.map((image) => build("p", { class: "outcome-row" },
      rules.describe ? build("span", { text: rules.describe(image) }) : labelField(image, editable, (label) => rules.relabel && actions.relabel(rules.relabel(image, label))),
      build("a", { href: `${workspace}#${rules.anchor(image.id)}`, text: "Open in the workspace" }))),
    deleted ? build("p", { class: "quiet", text: deleted === 1 ? "1 item was merged or deleted in the workspace." : `${deleted} items were merged or deleted in the workspace.` }) : null,
  );
}

/** @param {any} scu @param {boolean} editable @param {(label: string) => void} relabel */
function labelField(scu, editable, relabel) {
  const input = build("input", { type: "text", value: scu.label, "aria-label": "Label", dir: "auto", disabled: !editable, data: { scu: scu.id },
    on: { change: () => input.value.trim() && input.value.trim() !== scu.label && relabel(input.value.trim()) } });
  input.addEventListener("keydown", (event) => event.key === "Enter" && input.blur());
  return input;
}

/** @typedef {{letter: string, summary: string, text: string, part: [number, number, number]}} Piece */

/**
 * @param {Element} host @param {string[]} labels @param {Piece[]} pieces
 * @returns {Promise<{label: string, parts: [number, number, number][]} | null>} null if it was cancelled
 */
export async function askFree(host, labels, pieces) {
  const label = build("textarea", { id: "free-label", rows: "2", dir: "auto", text: labels[0] ?? "" });
  const boxes = pieces.map(() => build("input", { type: "checkbox", checked: true }));
  const rows = pieces.map(({ letter, summary, text }, i) =>
    build("label", { class: "free-piece" }, boxes[i], build("span", { class: "letter", text: letter }), build("b", { text: summary }), build("span", { text, dir: "auto" })));
  const words = build("fieldset", {}, build("legend", { text: "Words" }), ...rows);
  const ready = (/** @type {HTMLButtonElement} */ button) => {
    const check = () => (button.disabled = !boxes.some((box) => box.checked) || !label.value.trim());
    label.addEventListener("input", check);
    words.addEventListener("change", check);
    for (const button of labelButtons) button.addEventListener("click", check);
    check();
    label.select();
  };
  const labelButtons = labels.map((text) => build("button", { type: "button", class: "plain", text, on: { click: () => (label.value = text) } }));
  const content = [
    build("p", { class: "free-label" }, build("label", { for: "free-label", text: "Label" }), label),
    build("div", { class: "free-labels" }, ...labelButtons), words,
    build("p", { class: "hint", text: "An SCU needs a label and some words." }),
  ];
  if (!(await askDialog(host, { title: "Edit freely", content, confirm: "Decide", ready }))) return null;
  return { label: label.value.trim(), parts: pieces.filter((_, i) => boxes[i].checked).map(({ part }) => part) };
}
