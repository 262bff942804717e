/**
 * The details of the selected SCU of a pyramid: its contributors with their parts, comments, and the buttons. It sends
 * intents (events that name what the user wants). All have {scu}, and some have more fields:
 * - about the SCU: `relabel`, `comment-scu` {comment}, `merge-with`, `split-scu`, `relate-scu`,
 *   `unrelate-scus` {to, kind}, `similar-scu`, `flag` {reason, summary?}, `reorder` {step}, `delete-scu`
 * - about a contributor, with {summary}: `use-as-label` {text}, `move-contributor`, `remove-contributor`,
 *   `comment-contributor` {comment}
 * - about a part, with {part}: `show-part`, `set-part` {summary} (set it to the selected words),
 *   `set-edge` {side, step} (move an edge by a word), `move-part`, `copy-part`, `remove-part`
 * @import { Contributor, Part, Scu } from "../../work/edits/types.js"
 * @typedef {object} Lookup  functions that return what the SCU itself does not contain
 * @property {(summary: number, offset: number) => string} sentenceNumber of the sentence at an offset, for example "A1"
 * @property {(summary: number, start: number, end: number) => string} words of a span
 * @property {(contributor: Contributor) => string} text the contributor's quoted words
 * @property {(summary: number) => number} indexOf the index of a summary on the page
 * @property {(summary: number) => string} dir the direction of the summary's text: ltr, rtl or auto
 * @property {(scu: string) => Node | null} notes the open notes on the SCU
 * @property {() => boolean} canFindSimilar whether the search for similar text is turned on in the project
 * @property {(scu: string) => import("./scu_relations.js").RelationRow[]} relations from and to an SCU
 * @property {(scu: string) => string[]} [provenance] sentences about the decisions behind an SCU of a consensus
 */
import { build, sendIntent } from "pyramidion/elements/build.js";
import { iconToolButton, setToSelectionButton, toolButton, withPressed } from "pyramidion/elements/tool.js";
import { commentElement, editComment } from "pyramidion/elements/inline_editing.js";
import { FLAGS } from "pyramidion/pyramids/flagging.js";
import { relationsElement } from "pyramidion/pyramids/list/scu_relations.js";
import { inTextOrder } from "pyramidion/pyramids/scus.js";
import { GAP } from "pyramidion/texts/pieces.js";

/**
 * Returns the details of an SCU.
 * @param {Scu} scu @param {Lookup} lookup @param {boolean} editable
 * @param {string} [chosenPartId] the id of the part that the user has chosen, to change it @returns {HTMLElement}
 */
export function scuDetails(scu, lookup, editable, chosenPartId = "") {
  const contributors = [...scu.contributors].sort((a, b) => lookup.indexOf(a.summary) - lookup.indexOf(b.summary));
  const empty = build("p", { class: "quiet", text: "No contributors yet. Select words and press A." });
  return build("div", { class: "details" },
    contributors.length ? null : empty,
    ...contributors.map((contributor) => contributorBlock(scu, contributor, lookup, editable, chosenPartId)),
    flagsElement(scu.flags),
    commentElement(scu.comment),
    relationsElement(lookup.relations(scu.id), editable),
    ...(lookup.provenance?.(scu.id) ?? []).map((text) => build("p", { class: "provenance", text })),
    lookup.notes(scu.id),
    editable ? scuTools(scu, lookup) : null,
  );
}

/** Returns an element with flags; null if there are none. @param {string[]} [flags] */
function flagsElement(flags = []) {
  return flags.length ? build("p", { class: "flags" }, ...flags.map((flag) => build("span", { class: "flag", text: flag }))) : null;
}

/**
 * Returns an element with the parts, flags, comment and buttons of a contributor.
 * @param {Scu} scu @param {Contributor} contributor @param {Lookup} lookup @param {boolean} editable
 * @param {string} chosenPartId
 */
function contributorBlock(scu, contributor, lookup, editable, chosenPartId) {
  const { summary } = contributor;
  const parts = inTextOrder(contributor.parts);
  const block = build("div", { class: "contributor", data: { summary: String(summary) } });
  const quote = build("div", { class: "quote", dir: lookup.dir(summary) });
  parts.forEach((part, i) => {
    if (i) quote.append(build("span", { class: "gap-mark", text: GAP }));
    quote.append(quotedPart(block, scu, summary, part, lookup, part.id === chosenPartId));
  });
  block.append(quote);
  for (const element of [flagsElement(contributor.flags), commentElement(contributor.comment)]) if (element) block.append(element);
  if (editable) {
    block.draggable = true;
    block.append(contributorTools(block, scu, contributor, lookup));
    block.append(...parts.map((part) => selectionTools(block, scu, summary, part, parts.length > 1, lookup)));
    const part = parts.find(({ id }) => id === chosenPartId);
    if (part) block.append(chosenPartTools(block, scu, summary, part, lookup));
  }
  return block;
}

/**
 * Returns an element with the words of a part; a click chooses the part and shows it in the text.
 * @param {Element} block @param {Scu} scu @param {number} summary @param {Part} part @param {Lookup} lookup
 * @param {boolean} isChosen
 */
function quotedPart(block, scu, summary, part, lookup, isChosen) {
  const show = () => sendIntent(block, "show-part", { scu: scu.id, part: part.id });
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    show();
  };
  // Not a <button>: browsers do not wrap its text over several lines.
  const attributes = { role: "button", tabindex: "0", class: isChosen ? "part chosen" : "part", "aria-pressed": String(isChosen) };
  const data = { part: part.id, tool: "show-part" };
  const number = build("b", { text: lookup.sentenceNumber(summary, part.start) });
  const words = lookup.words(summary, part.start, part.end);
  const on = { click: show, keydown: onKey };
  return build("span", { ...attributes, title: "Show in the text", data, on }, number, words);
}

/**
 * Returns the buttons for a contributor.
 * @param {HTMLElement} block @param {Scu} scu @param {Contributor} contributor @param {Lookup} lookup
 */
function contributorTools(block, scu, contributor, lookup) {
  const detail = { scu: scu.id, summary: contributor.summary };
  const send = (/** @type {string} */ name, /** @type {any} */ more = {}) => sendIntent(block, name, { ...detail, ...more });
  const save = (/** @type {string} */ comment) => send("comment-contributor", { comment });
  const name = `Contributor of ${lookup.sentenceNumber(contributor.summary, contributor.parts[0].start)}`;
  return build("div", { class: "tools", role: "group", "aria-label": name },
    iconToolButton("label", "Make these words the label", () => send("use-as-label", { text: lookup.text(contributor) })),
    iconToolButton("move", "Move to another SCU", () => send("move-contributor")),
    iconToolButton("comment", "Write a comment", () => editComment(block, contributor.comment, save)),
    ...FLAGS.map(({ reason, name: flag }) =>
      withPressed(iconToolButton(reason, flag, () => send("flag", { reason })), contributor.flags?.includes(reason) ?? false)),
    iconToolButton("remove", "Remove from the SCU", () => send("remove-contributor"), "danger"),
  );
}

/** Returns the buttons for the whole SCU. @param {Scu} scu @param {Lookup} lookup */
function scuTools(scu, lookup) {
  const box = build("div", { class: "scu-tools" });
  const send = (/** @type {string} */ name, /** @type {any} */ more = {}) => sendIntent(box, name, { scu: scu.id, ...more });
  const openComment = () => editComment(box, scu.comment, (text) => send("comment-scu", { comment: text }));
  const deleteOrAsk = () => (scu.contributors.length ? askBeforeDeleting(box, tools, scu) : send("delete-scu"));
  const flags = FLAGS.map(({ reason, name, key }) =>
    withPressed(toolButton(name, `Flag as ${reason}`, () => send("flag", { reason }), { key }), scu.flags?.includes(reason) ?? false));
  const tools = build("div", { class: "tools-row" },
    toolButton("Relabel", "Write another label", () => send("relabel"), { key: "F2" }),
    toolButton("Comment", "Write a comment", openComment, { key: "C", name: "comment" }),
    toolButton("Merge…", "Merge with another SCU", () => send("merge-with"), { key: "M" }),
    toolButton("Split…", "Move some parts to a new SCU", () => send("split-scu"), { key: "S" }),
    toolButton("Relate…", "Note that it needs or implies another SCU", () => send("relate-scu"), { key: "Shift+R" }),
    lookup.canFindSimilar() && toolButton("Similar", "Passages and SCUs with similar words", () => send("similar-scu"), { key: "Y" }),
    ...flags,
    toolButton("Up", "Move up in the list (Alt+↑)", () => send("reorder", { step: -1 }), { kind: "reorder" }),
    toolButton("Down", "Move down in the list (Alt+↓)", () => send("reorder", { step: 1 }), { kind: "reorder" }),
    toolButton("Delete", "Delete this SCU", deleteOrAsk, { kind: "danger", name: "delete" }),
  );
  box.append(tools);
  return box;
}

/** Asks before deleting an SCU with its contributors. @param {HTMLElement} box @param {HTMLElement} tools @param {Scu} scu */
function askBeforeDeleting(box, tools, scu) {
  const count = scu.contributors.length;
  const deleteScu = () => sendIntent(box, "delete-scu", { scu: scu.id });
  const cancel = build("button", { type: "button", text: "Cancel" });
  const question = build("div", { class: "delete-question", role: "group", "aria-label": "Delete this SCU?" },
    build("span", { text: `Delete this SCU with its ${count === 1 ? "contributor" : count + " contributors"}?` }),
    build("button", { type: "button", class: "danger", text: "Delete", on: { click: deleteScu } }),
    cancel,
  );
  const close = () => {
    question.remove();
    tools.hidden = false;
    /** @type {HTMLElement | null} */ (tools.querySelector("[data-tool='delete']"))?.focus();
  };
  cancel.addEventListener("click", close);
  question.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.preventDefault();
    close();
  });
  tools.hidden = true;
  box.append(question);
  cancel.focus();
}

/**
 * Returns a button that gives a part the bounds of the selected words; the workspace shows it while exactly one span of the part's summary is selected.
 * @param {HTMLElement} block @param {Scu} scu @param {number} summary @param {Part} part
 * @param {boolean} hasOthers whether the contributor has other parts @param {Lookup} lookup
 */
function selectionTools(block, scu, summary, part, hasOthers, lookup) {
  const words = lookup.words(summary, part.start, part.end);
  const setButton = setToSelectionButton(words, () => sendIntent(block, "set-part", { scu: scu.id, summary, part: part.id }));
  setButton.dataset.summary = String(summary);
  return build("div", { class: "part-tools" }, hasOthers ? build("span", { class: "part-words", text: words }) : null, setButton);
}

/**
 * Returns the buttons for the chosen part.
 * @param {HTMLElement} block @param {Scu} scu @param {number} summary @param {Part} part @param {Lookup} lookup
 */
function chosenPartTools(block, scu, summary, part, lookup) {
  const send = (/** @type {string} */ name, /** @type {any} */ more = {}) => sendIntent(block, name, { scu: scu.id, part: part.id, ...more });
  const edgeButton = (/** @type {"start" | "end"} */ side, /** @type {1 | -1} */ step, /** @type {string} */ key) => {
    const title = `${side === "start" ? "Start" : "End"} a word ${step > 0 ? "later" : "earlier"}`;
    const button = toolButton(step > 0 ? "›" : "‹", `${title} (${key})`, () => send("set-edge", { side, step }), { kind: "step" });
    button.setAttribute("aria-label", title);
    return button;
  };
  const dir = lookup.dir(summary);
  return build("div", { class: "part-tools chosen-part", role: "group", "aria-label": `Part of ${lookup.sentenceNumber(summary, part.start)}` },
    build("span", { class: "edge", dir }, "Start", edgeButton("start", -1, "["), edgeButton("start", 1, "{")),
    build("span", { class: "edge", dir }, "End", edgeButton("end", -1, "}"), edgeButton("end", 1, "]")),
    toolButton("Move to…", "Move this part to another SCU", () => send("move-part")),
    toolButton("Copy to…", "Also put this part into another SCU", () => send("copy-part")),
    toolButton("Remove part", "Remove this part", () => send("remove-part"), { kind: "danger" }),
  );
}
