/**
 * The user for whom this page was loaded, and the user who is signed in now: on a shared computer, these may be different people.
 * @typedef {{installation: string, user: string, name: string}} Identity
 * @typedef {{kind: "same" | "nobody" | "unreachable"} | {kind: "other", name: string}} SignInCheck
 *   unreachable: the server did not answer, or another installation did; other: somebody else is signed in, by this name
 */
import { inertPage } from "pyramidion/elements/inert_page.js";

/** Returns a <meta> element of a page. @param {Document} page @param {string} name */
const meta = (page, name) => /** @type {HTMLMetaElement | null} */ (page.querySelector(`meta[name="${name}"]`));

/** Returns the user for whom a page was made. @param {Document} [page] @returns {Identity} */
export function identityOf(page = document) {
  const user = meta(page, "user");
  return { installation: meta(page, "installation")?.content ?? "", user: user?.content ?? "", name: user?.dataset.name ?? "" };
}

/**
 * Asks the server who is signed in. If it is still this page's user, the page takes over the current CSRF token, because every
 * sign-in changes it. If it is somebody else, the page keeps its old token, so that it cannot send edits in their name.
 * @returns {Promise<SignInCheck>}
 */
export async function fetchSignIn() {
  const pageIdentity = identityOf();
  try {
    // /guide/ is a small page that redirects to the sign-in page unless somebody is signed in.
    const answer = await fetch("/guide/", { credentials: "same-origin", cache: "no-store", headers: { Accept: "text/html" } });
    const page = inertPage(await answer.text());
    const current = identityOf(page);
    if (!answer.ok || current.installation !== pageIdentity.installation) return { kind: "unreachable" };
    if (!current.user) return { kind: "nobody" };
    if (current.user !== pageIdentity.user) return { kind: "other", name: current.name };
    meta(document, "csrf-token")?.setAttribute("content", meta(page, "csrf-token")?.content ?? "");
    return { kind: "same" };
  } catch {
    return { kind: "unreachable" };
  }
}
