/**
 * What belongs to the selected SCU of a pyramid: its contributors with their parts, comments, and what can be done.
 * Intents: `relabel`, `comment-scu` {comment}, `merge-with`, `split-scu`, `similar-scu`, `flag` {reason, summary?}, `reorder` {step}, `delete-scu`,
 * `label-from` {text}, `move-contributor` {summary}, `remove-contributor` {summary}, `comment-contributor` {summary, comment},
 * `show-part` {part},
 * `set-part` {part, summary} (to the words selected), `set-edge` {part, side, step}, `move-part` {part}, `copy-part` {part}, `remove-part`
 * {part}; all with {scu}.
 * @import { Contributor, Part, Scu } from "../../work/edits/types.js"
 * @typedef {object} Says
 * @property {(summary: number, offset: number) => string} number of the sentence, as A1
 * @property {(summary: number, start: number, end: number) => string} words
 * @property {(contributor: Contributor) => string} text
 * @property {(summary: number) => number} rank its place among the summaries
 * @property {(summary: number) => string} dir
 * @property {(scu: string) => Node | null} notes what is written on it and open
 * @property {() => boolean} suggests whether similar text may be looked up
 * @property {(scu: string) => string[]} [comes] of an SCU of a consensus: where it comes from, a line a decision
 */
import { build, intend } from "pyramidion/elements/build.js";
import { pictureTool, pressed, setToSelection, tool } from "pyramidion/elements/tool.js";
import { commentEditor, shownComment } from "pyramidion/elements/written_words.js";
import { REASONS } from "pyramidion/pyramids/flagging.js";
import { inTextOrder } from "pyramidion/pyramids/scus.js";

/** @param {Scu} scu @param {Says} says @param {boolean} editable @param {string} [chosen] the part at hand @returns {HTMLElement} */
export function scuDetails(scu, says, editable, chosen = "") {
  const rank = (/** @type {Contributor} */ contributor) => says.rank(contributor.summary);
  const contributors = [...scu.contributors].sort((a, b) => rank(a) - rank(b));
  const none = build("p", { class: "quiet", text: "No contributors yet. Select words and press A." });
  return build(
    "div",
    { class: "details" },
    contributors.length ? null : none,
    ...contributors.map((contributor) => contributorBlock(scu, contributor, says, editable, chosen)),
    shownFlags(scu.flags),
    shownComment(scu.comment),
    ...(says.comes?.(scu.id) ?? []).map((text) => build("p", { class: "provenance", text })),
    says.notes(scu.id),
    editable ? scuTools(scu, says) : null,
  );
}

/** @param {string[]} [flags] */
function shownFlags(flags = []) {
  return flags.length ? build("p", { class: "flags" }, ...flags.map((flag) => build("span", { class: "flag", text: flag }))) : null;
}

/** @param {Scu} scu @param {Contributor} contributor @param {Says} says @param {boolean} editable @param {string} chosen */
function contributorBlock(scu, contributor, says, editable, chosen) {
  const { summary } = contributor;
  const parts = inTextOrder(contributor.parts);
  const block = build("div", { class: "contributor", data: { summary: String(summary) } });
  const quote = build("div", { class: "quote", dir: says.dir(summary) });
  parts.forEach((part, i) => {
    if (i) quote.append(build("span", { class: "gap-mark", text: " … " }));
    quote.append(quotedPart(block, scu, summary, part, says, part.id === chosen));
  });
  block.append(quote);
  for (const shown of [shownFlags(contributor.flags), shownComment(contributor.comment)]) if (shown) block.append(shown);
  if (editable) {
    block.draggable = true;
    block.append(contributorTools(block, scu, contributor, says));
    block.append(...parts.map((part) => selectionTools(block, scu, summary, part, parts.length > 1, says)));
    const part = parts.find((one) => one.id === chosen);
    if (part) block.append(chosenPartTools(block, scu, summary, part, says));
  }
  return block;
}

/** @param {Element} from @param {Scu} scu @param {number} summary @param {Part} part @param {Says} says @param {boolean} chosen */
function quotedPart(from, scu, summary, part, says, chosen) {
  const show = () => intend(from, "show-part", { scu: scu.id, part: part.id });
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    show();
  };
  // No <button>: browsers never break one over lines within a sentence.
  const named = { title: "Show in the text", "aria-pressed": String(chosen), data: { part: part.id, does: "show-part" } };
  const properties = { role: "button", tabindex: "0", class: chosen ? "part chosen" : "part", ...named };
  const number = build("b", { text: says.number(summary, part.start) });
  const words = says.words(summary, part.start, part.end);
  return build("span", { ...properties, on: { click: show, keydown: press } }, number, words);
}

/** @param {HTMLElement} block @param {Scu} scu @param {Contributor} contributor @param {Says} says */
function contributorTools(block, scu, contributor, says) {
  const detail = { scu: scu.id, summary: contributor.summary };
  const does = (/** @type {string} */ name, /** @type {any} */ more = {}) => intend(block, name, { ...detail, ...more });
  const keep = (/** @type {string} */ comment) => does("comment-contributor", { comment });
  const name = `Contributor of ${says.number(contributor.summary, contributor.parts[0].start)}`;
  return build(
    "div",
    { class: "tools", role: "group", "aria-label": name },
    pictureTool("label", "Make these words the label", () => does("label-from", { text: says.text(contributor) })),
    pictureTool("move", "Move to another SCU", () => does("move-contributor")),
    pictureTool("comment", "Write a comment", () => commentEditor(block, contributor.comment, keep)),
    ...REASONS.map(({ reason, name: flag }) =>
      pressed(pictureTool(reason, flag, () => does("flag", { reason })), contributor.flags?.includes(reason) ?? false)),
    pictureTool("remove", "Remove from the SCU", () => does("remove-contributor"), "danger"),
  );
}

/** @param {Scu} scu @param {Says} says */
function scuTools(scu, says) {
  const box = build("div", { class: "scu-tools" });
  const does = (/** @type {string} */ name, /** @type {any} */ more = {}) => intend(box, name, { scu: scu.id, ...more });
  const comment = () => commentEditor(box, scu.comment, (text) => does("comment-scu", { comment: text }));
  const remove = () => (scu.contributors.length ? askBeforeDeleting(box, tools, scu) : does("delete-scu"));
  const flags = REASONS.map(({ reason, name, key }) =>
    pressed(tool(name, `Flag as ${reason}`, () => does("flag", { reason }), { key }), scu.flags?.includes(reason) ?? false));
  const tools = build(
    "div",
    { class: "tools-row" },
    tool("Relabel", "Write another label", () => does("relabel"), { key: "F2" }),
    tool("Comment", "Write a comment", comment, { key: "C", does: "comment" }),
    tool("Merge…", "Merge with another SCU", () => does("merge-with"), { key: "M" }),
    tool("Split…", "Move some parts to a new SCU", () => does("split-scu"), { key: "S" }),
    says.suggests() && tool("Similar", "Passages and SCUs worded like it", () => does("similar-scu"), { key: "Y" }),
    ...flags,
    tool("Up", "Move up in the list (Alt+↑)", () => does("reorder", { step: -1 }), { kind: "reorder" }),
    tool("Down", "Move down in the list (Alt+↓)", () => does("reorder", { step: 1 }), { kind: "reorder" }),
    tool("Delete", "Delete this SCU", remove, { kind: "danger", does: "delete" }),
  );
  box.append(tools);
  return box;
}

/** Asks in place before contributors are lost. @param {HTMLElement} box @param {HTMLElement} tools @param {Scu} scu */
function askBeforeDeleting(box, tools, scu) {
  const count = scu.contributors.length;
  const all = () => intend(box, "delete-scu", { scu: scu.id });
  const keep = build("button", { type: "button", text: "Keep it" });
  const question = build(
    "div",
    { class: "sure", role: "group", "aria-label": "Delete this SCU?" },
    build("span", { text: `Delete it with its ${count === 1 ? "contributor" : count + " contributors"}?` }),
    build("button", { type: "button", class: "danger", text: "Delete", on: { click: all } }),
    keep,
  );
  const close = () => {
    question.remove();
    tools.hidden = false;
    /** @type {HTMLElement | null} */ (tools.querySelector("[data-does='delete']"))?.focus();
  };
  keep.addEventListener("click", close);
  question.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.preventDefault();
    close();
  });
  tools.hidden = true;
  box.append(question);
  keep.focus();
}

/**
 * Gives a part the bounds of the words selected; shown while there are some.
 * @param {HTMLElement} block @param {Scu} scu @param {number} summary @param {Part} part
 * @param {boolean} several whether the contributor has other parts @param {Says} says
 */
function selectionTools(block, scu, summary, part, several, says) {
  const words = says.words(summary, part.start, part.end);
  const set = setToSelection(words, () => intend(block, "set-part", { scu: scu.id, summary, part: part.id }));
  set.dataset.summary = String(summary);
  return build("div", { class: "part-tools" }, several ? build("span", { class: "part-words", text: words }) : null, set);
}

/** @param {HTMLElement} block @param {Scu} scu @param {number} summary @param {Part} part @param {Says} says */
function chosenPartTools(block, scu, summary, part, says) {
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
