/** Markup of this server as a document in which nothing runs. The browser lets no other module parse any. */

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("inert-page", { createHTML: (/** @type {string} */ text) => text });

/** @param {string} markup @returns {Document} */
export function inertPage(markup) {
  return new DOMParser().parseFromString(policy ? policy.createHTML(markup) : markup, "text/html");
}
