/**
 * Whose page this is, and who is signed in by now: on a shared computer that may be somebody else.
 * @typedef {{installation: string, user: string, name: string}} Identity
 * @typedef {{kind: "same" | "nobody" | "away"} | {kind: "other", name: string}} SignInCheck
 */
import { inertPage } from "pyramidion/elements/inert_page.js";

/** @param {Document} page @param {string} name */
const meta = (page, name) => /** @type {HTMLMetaElement | null} */ (page.querySelector(`meta[name="${name}"]`));

/** @param {Document} [page] @returns {Identity} */
export function identityOf(page = document) {
  const user = meta(page, "user");
  return { installation: meta(page, "installation")?.content ?? "", user: user?.content ?? "", name: user?.dataset.name ?? "" };
}

/**
 * Asks the server who is signed in. If it is still the person of this page, the page takes the present token, which a
 * sign-in has changed; never otherwise: with the old token, nothing of this page can be sent in another person's name.
 * @returns {Promise<SignInCheck>}
 */
export async function identify() {
  const mine = identityOf();
  try {
    // A small page that sends those who are not signed in to the sign-in page.
    const answer = await fetch("/guide/", { credentials: "same-origin", cache: "no-store", headers: { Accept: "text/html" } });
    const page = inertPage(await answer.text());
    const found = identityOf(page);
    if (!answer.ok || found.installation !== mine.installation) return { kind: "away" };
    if (!found.user) return { kind: "nobody" };
    if (found.user !== mine.user) return { kind: "other", name: found.name };
    meta(document, "csrf-token")?.setAttribute("content", meta(page, "csrf-token")?.content ?? "");
    return { kind: "same" };
  } catch {
    return { kind: "away" };
  }
}
