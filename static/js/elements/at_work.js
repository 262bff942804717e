// @ts-check
/** Whether a person is in the middle of something that must not change under their hands. */

/** Somebody is typing. */
export function isWriting() {
  return Boolean(document.activeElement?.matches("input:not([type=checkbox]), textarea, select"));
}

/** Somebody is typing, answers a question, or is about to choose. */
export function isAtWork() {
  return isWriting() || Boolean(document.querySelector("dialog[open], type-ahead:not([hidden]), mark-choice:not([hidden])"));
}
