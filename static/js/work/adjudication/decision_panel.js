/**
 * The panel with which an adjudicator decides a difference: the choices with their keys, a note, and the result in the consensus.
 * @import { Difference } from "./comparison.js"
 * @import { Decision } from "../edits/types.js"
 * @typedef {{difference: Difference, sources: import("./comparison.js").Source[], choices: string[], decision: Decision | undefined,
 *            supersededDecisions: Decision[], results: any[], note: string, editable: boolean, workspaceUrl: string,
 *            rules: import("../kinds.js").DecisionRules}} PanelData
 *   supersededDecisions: earlier decisions about some of the same items (see `Choices`); results: the SCUs or units that the
 *   decision created, undefined for deleted ones
 * @typedef {{choose: (choice: string) => void, reopen: () => void, setNote: (text: string) => void, relabel: (edit: any) => void}} Actions
 */
import { askDialog } from "pyramidion/elements/ask_dialog.js";
import { build, keyCap } from "pyramidion/elements/build.js";

// The name and the key of each choice that is not the letter of a source.
const NAMES_AND_KEYS = /** @type {Record<string, [string, string]>} */ ({
  agree: ["Take over", "A"],
  both: ["Both", "O"],
  merge: ["Merge", "M"],
  free: ["Edit freely…", "E"],
});

/** Returns the short name of a choice: for a source, its letter. @param {string} choice */
export function choiceName(choice) {
  return NAMES_AND_KEYS[choice]?.[0].replace("…", "") ?? choice;
}

/** Returns the panel. @param {PanelData} data @param {Actions} actions */
export function decisionPanel(data, actions) {
  const { decision, supersededDecisions, note, editable } = data;
  const input = build("input", { type: "text", id: "decision-note", value: note, maxlength: "10000", dir: "auto",
    placeholder: "Why, in a few words", autocomplete: "off", disabled: !editable, on: { change: () => actions.setNote(input.value) } });
  input.addEventListener("keydown", (event) => event.key === "Enter" && input.blur());
  return build("section", { class: "decision-panel", "aria-label": "Decision" },
    supersededDecisions.length ? build("p", { class: "notice warning" }, build("span", { text: "The sources have changed since this was decided. Deciding it again replaces the earlier result." })) : null,
    build("div", { class: "decision-choices", role: "group", "aria-label": "Decide" }, ...data.choices.map((choice) => choiceButton(data, actions, choice)),
      decision && editable ? build("button", { type: "button", class: "plain", data: { choice: "open" }, on: { click: () => actions.reopen() } }, "Leave open", keyCap("X")) : null),
    build("p", { class: "note-field" }, build("label", { for: "decision-note" }, "Note ", keyCap("W")), input),
    decision ? resultElement(data, actions) : null,
  );
}

/** Returns the button of a choice. @param {PanelData} data @param {Actions} actions @param {string} choice */
function choiceButton({ difference, sources, decision, editable }, actions, choice) {
  const side = sources.findIndex(({ letter }) => letter === choice);
  const [name, key] = NAMES_AND_KEYS[choice] ?? [choice, side < 4 ? choice : String(side + 1)]; // letters are keys only up to D
  const takesAll = choice === "both" && sources.length > 2;
  const text = side < 0 ? (takesAll ? "All of them" : name) : difference.items[side].length ? `Take ${choice}` : `${choice}: leave it out`;
  const isChosen = decision?.choice === choice;
  return build("button", { type: "button", class: isChosen ? "primary" : "", "aria-pressed": String(isChosen), disabled: !editable,
    data: { choice }, on: { click: () => actions.choose(choice) } }, text, keyCap(key));
}

/** Returns an element with the SCUs or units that the decision created. @param {PanelData} data @param {Actions} actions */
function resultElement({ results, decision, editable, workspaceUrl, rules }, actions) {
  const existing = results.filter(Boolean);
  const deletedCount = results.length - existing.length;
  const emptyHint = decision?.choice && !results.length ? build("p", { class: "quiet", text: "This decision adds nothing to the consensus." }) : null;
  return build("div", { class: "outcome" },
    build("h3", { text: "In the consensus" }),
    emptyHint,
    ...existing.map((snapshot) => build("p", { class: "outcome-row" },
      rules.describe ? build("span", { text: rules.describe(snapshot) }) : labelField(snapshot, editable, (label) => rules.relabel && actions.relabel(rules.relabel(snapshot, label))),
      build("a", { href: `${workspaceUrl}#${rules.urlFragment(snapshot.id)}`, text: "Open in the workspace" }))),
    deletedCount ? build("p", { class: "quiet", text: deletedCount === 1 ? "1 item was merged or deleted in the workspace." : `${deletedCount} items were merged or deleted in the workspace.` }) : null,
  );
}

/** Returns a field with the label of an SCU that the decision created. @param {any} scu @param {boolean} editable @param {(label: string) => void} relabel */
function labelField(scu, editable, relabel) {
  const input = build("input", { type: "text", value: scu.label, "aria-label": "Label", dir: "auto", disabled: !editable, data: { scu: scu.id },
    on: { change: () => input.value.trim() && input.value.trim() !== scu.label && relabel(input.value.trim()) } });
  input.addEventListener("keydown", (event) => event.key === "Enter" && input.blur());
  return input;
}

/**
 * Asks the user to compose an item from a label and parts of the sources' items.
 * @typedef {{letter: string, summary: string, text: string, part: [number, number, number]}} SourcePart  letter: of the source; summary: the summary's letter
 * @param {Element} host contains the dialog @param {string[]} labels to choose from @param {SourcePart[]} sourceParts to choose from
 * @returns {Promise<{label: string, parts: [number, number, number][]} | null>} null if the user cancels
 */
export async function askForItem(host, labels, sourceParts) {
  const field = build("textarea", { id: "free-label", rows: "2", dir: "auto", text: labels[0] ?? "" });
  const boxes = sourceParts.map(() => build("input", { type: "checkbox", checked: true }));
  const rows = sourceParts.map(({ letter, summary, text }, i) =>
    build("label", { class: "free-piece" }, boxes[i], build("span", { class: "letter", text: letter }), build("b", { text: summary }), build("span", { text, dir: "auto" })));
  const partsField = build("fieldset", {}, build("legend", { text: "Words" }), ...rows);
  const labelButtons = labels.map((text) => build("button", { type: "button", class: "plain", text, on: { click: () => (field.value = text) } }));
  const onOpen = (/** @type {HTMLButtonElement} */ confirmButton) => {
    const updateButton = () => (confirmButton.disabled = !boxes.some((box) => box.checked) || !field.value.trim());
    field.addEventListener("input", updateButton);
    partsField.addEventListener("change", updateButton);
    for (const labelButton of labelButtons) labelButton.addEventListener("click", updateButton);
    updateButton();
    field.select();
  };
  const content = [
    build("p", { class: "free-label" }, build("label", { for: "free-label", text: "Label" }), field),
    build("div", { class: "free-labels" }, ...labelButtons), partsField,
    build("p", { class: "hint", text: "An SCU needs a label and some words." }),
  ];
  if (!(await askDialog(host, { title: "Edit freely", content, confirm: "Decide", onOpen }))) return null;
  return { label: field.value.trim(), parts: sourceParts.filter((_, i) => boxes[i].checked).map(({ part }) => part) };
}
