/** Words that people write to SCUs, contributors and units: shown, and written in place. */
import { build } from "pyramidion/elements/build.js";

/** @param {string} comment @returns {HTMLElement | null} */
export function shownComment(comment) {
  return comment ? build("p", { class: "comment", text: comment }) : null;
}

/** What was written in a comment's field that Escape closed, by what it is on. @type {Map<string, string>} */
const drafts = new Map();

/**
 * Opens a field for a comment; Ctrl/Cmd+Enter or leaving it keeps what is written. Escape closes it, and what was written is
 * there again when it is opened next; left so with Escape once more, it is dropped.
 * @param {HTMLElement} host @param {string} comment @param {(comment: string) => void} keep
 */
export function commentEditor(host, comment, keep) {
  const named = { "aria-label": "Comment", placeholder: "Comment (Ctrl+Enter keeps it, Esc leaves it)" };
  const field = build("textarea", { class: "comment-edit", rows: "2", maxlength: "10000", ...named });
  const key = [/** @type {HTMLElement | null} */ (host.closest("[data-item]"))?.dataset.item, host.dataset.summary].join();
  writeIn(host, field, comment, keep, key);
}

/** The same for a label: one line, Enter keeps it, and Escape drops it. @param {HTMLElement} host @param {string} label @param {(label: string) => void} keep */
export function labelEditor(host, label, keep) {
  const named = { "aria-label": "Label", placeholder: "Label" };
  writeIn(host, build("input", { class: "words-edit", type: "text", maxlength: "2000", autocomplete: "off", ...named }), label, keep);
}

/**
 * Left by a key, the focus goes back to where it was. With a `draft`, its name among the drafts, Escape leaves one.
 * @param {HTMLElement} host @param {HTMLTextAreaElement | HTMLInputElement} field @param {string} words
 * @param {(words: string) => void} keep @param {string} [draft]
 */
function writeIn(host, field, words, keep, draft) {
  if (host.querySelector(`:scope > ${field.localName}`)) return;
  const back = /** @type {HTMLElement | null} */ (document.activeElement);
  const before = (draft && drafts.get(draft)) ?? words;
  field.value = before;
  let open = true;
  const close = (/** @type {boolean} */ kept, byKey = false) => {
    if (!open) return;
    open = false;
    const text = field.value.trim();
    if (draft) drafts.delete(draft);
    if (draft && !kept && field.value !== before) drafts.set(draft, field.value);
    if (byKey) (back?.isConnected && back !== document.body ? back : host.querySelector("button"))?.focus();
    field.remove();
    if (kept && text !== words) keep(text);
  };
  const lines = field instanceof HTMLTextAreaElement;
  field.addEventListener("keydown", (/** @type {any} */ event) => {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === "Escape") close(false, true);
    if (event.key !== "Enter" || (lines && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    close(true, true);
  });
  field.addEventListener("blur", () => close(true));
  if (lines) host.append(field);
  else host.firstElementChild?.after(field);
  field.focus();
  if (!lines) field.select();
}
