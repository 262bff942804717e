/** Shows comments of SCUs, contributors and units, and opens fields in which labels and comments are edited in place. */
import { build } from "pyramidion/elements/build.js";

/** Returns an element with a comment; null if there is none. @param {string} comment @returns {HTMLElement | null} */
export function commentElement(comment) {
  return comment ? build("p", { class: "comment", text: comment }) : null;
}

/** Unsaved comments that were being written when Escape closed the field, by SCU or unit and, for a contributor, summary. @type {Map<string, string>} */
const drafts = new Map();

/**
 * Opens a text area for a comment. Ctrl/Cmd+Enter or leaving the field saves it. Escape closes the field and keeps the text as a
 * draft, which the field shows when it is opened next; Escape on an unchanged draft discards it.
 * @param {HTMLElement} host @param {string} comment @param {(comment: string) => void} save
 */
export function editComment(host, comment, save) {
  const attributes = { "aria-label": "Comment", placeholder: "Comment (Ctrl+Enter saves it, Esc cancels)" };
  const field = build("textarea", { class: "comment-edit", rows: "2", maxlength: "10000", ...attributes });
  const itemId = /** @type {HTMLElement | null} */ (host.closest("[data-item]"))?.dataset.item;
  openEditor(host, field, comment, save, [itemId, host.dataset.summary].join());
}

/** Opens an input for a label. Enter or leaving the field saves it; Escape cancels. @param {HTMLElement} host @param {string} label @param {(label: string) => void} save */
export function editLabel(host, label, save) {
  const attributes = { "aria-label": "Label", placeholder: "Label" };
  openEditor(host, build("input", { class: "words-edit", type: "text", maxlength: "2000", autocomplete: "off", ...attributes }), label, save);
}

/**
 * Shows the field in the host. If a key closes it, the focus returns to where it was.
 * @param {HTMLElement} host @param {HTMLTextAreaElement | HTMLInputElement} field @param {string} saved the current text
 * @param {(text: string) => void} save @param {string} [draftKey] if given, Escape keeps the text in `drafts`
 */
function openEditor(host, field, saved, save, draftKey) {
  if (host.querySelector(`:scope > ${field.localName}`)) return;
  const focusBefore = /** @type {HTMLElement | null} */ (document.activeElement);
  const initial = (draftKey && drafts.get(draftKey)) ?? saved;
  field.value = initial;
  let isOpen = true;
  const close = ({ saving = true, byKey = false }) => {
    if (!isOpen) return;
    isOpen = false;
    const text = field.value.trim();
    if (draftKey) drafts.delete(draftKey);
    if (draftKey && !saving && field.value !== initial) drafts.set(draftKey, field.value);
    if (byKey) (focusBefore?.isConnected && focusBefore !== document.body ? focusBefore : host.querySelector("button"))?.focus();
    field.remove();
    if (saving && text !== saved) save(text);
  };
  const isMultiline = field instanceof HTMLTextAreaElement;
  field.addEventListener("keydown", (/** @type {any} */ event) => {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === "Escape") close({ saving: false, byKey: true });
    if (event.key !== "Enter" || (isMultiline && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    close({ byKey: true });
  });
  field.addEventListener("blur", () => close({}));
  if (isMultiline) host.append(field);
  else host.firstElementChild?.after(field);
  field.focus();
  if (!isMultiline) field.select();
}
