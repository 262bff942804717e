// @ts-check
/** Comments of SCUs, contributors and units: shown, and written in place. */
import { build } from "pyramidion/elements/build.js";

/** @param {string} comment @returns {HTMLElement | null} */
export function shownComment(comment) {
  return comment ? build("p", { class: "comment", text: comment }) : null;
}

/**
 * Opens a field for a comment; Ctrl/Cmd+Enter or leaving it keeps what is written, Escape does not.
 * @param {HTMLElement} host
 * @param {string} comment
 * @param {(comment: string) => void} keep
 */
export function commentEditor(host, comment, keep) {
  if (host.querySelector(":scope > .comment-edit")) return;
  const named = { "aria-label": "Comment", placeholder: "Comment" };
  const field = build("textarea", { class: "comment-edit", rows: "2", maxlength: "10000", ...named });
  field.value = comment;
  let open = true;
  const close = (/** @type {boolean} */ kept) => {
    if (!open) return;
    open = false;
    const text = field.value.trim();
    field.remove();
    if (kept && text !== comment) keep(text);
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") close(false);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) close(true);
  });
  field.addEventListener("blur", () => close(true));
  host.append(field);
  field.focus();
}
