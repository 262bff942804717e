// The content security policy (Trusted Types) lets no other module parse HTML.
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("inert-page", { createHTML: (/** @type {string} */ text) => text });

/** Parses HTML from this server into a document whose scripts do not run. @param {string} markup @returns {Document} */
export function inertPage(markup) {
  return new DOMParser().parseFromString(policy ? policy.createHTML(markup) : markup, "text/html");
}
