/**
 * <guidelines-panel>: the project's guidelines beside the texts, opened by the page's `data-guidelines` button. Once opened, it
 * stays open on every page, also at the next visit, until the user closes it.
 */
import { build } from "pyramidion/elements/build.js";
import { inertPage } from "pyramidion/elements/inert_page.js";
import { storedText } from "pyramidion/elements/preferences.js";

const UNREACHABLE = "The guidelines could not be loaded. Try again in a moment.";

export class GuidelinesPanel extends HTMLElement {
  #preference = storedText("guidelines", "closed");
  #isLoaded = false;

  connectedCallback() {
    this.setAttribute("role", "complementary");
    this.setAttribute("aria-label", "Guidelines");
    this.tabIndex = -1;
    const close = build("button", { type: "button", class: "plain", text: "Close", on: { click: () => this.toggle({ open: false }) } });
    this.body = build("div", { class: "guidelines-body", tabindex: "0", role: "region", "aria-label": "Text of the guidelines" });
    this.replaceChildren(build("div", { class: "guidelines-head" }, build("h2", { text: "Guidelines" }), close), this.body);
    this.button?.addEventListener("click", () => this.toggle());
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.toggle({ open: false });
    });
    if (this.button && this.#preference.get() === "open") this.#setOpen(true);
  }

  /** @returns {HTMLButtonElement | null} null if the project has no guidelines */
  get button() {
    return document.querySelector("[data-guidelines]");
  }

  toggle({ open = this.hidden } = {}) {
    if (!this.button) return;
    this.#preference.set(open ? "open" : "closed");
    const hadFocus = this.contains(document.activeElement);
    this.#setOpen(open);
    if (open) this.body?.focus();
    else if (hadFocus) this.button.focus();
  }

  /** @param {boolean} open */
  #setOpen(open) {
    this.hidden = !open;
    this.button?.setAttribute("aria-expanded", String(open));
    this.parentElement?.classList.toggle("with-guidelines", open);
    if (open && !this.#isLoaded) this.#load(this.dataset.url ?? "");
  }

  /** Loads the guidelines. The server has sanitised the HTML; parsing it into an inert page runs no scripts. @param {string} url */
  async #load(url) {
    try {
      const answer = await fetch(`${url}?panel`, { credentials: "same-origin", redirect: "error" });
      if (!answer.ok) throw new Error(String(answer.status));
      const parsed = inertPage(await answer.text());
      this.body?.replaceChildren(...parsed.body.childNodes);
      this.#isLoaded = true;
    } catch {
      this.body?.replaceChildren(build("p", { class: "quiet", text: UNREACHABLE }));
    }
  }
}

customElements.define("guidelines-panel", GuidelinesPanel);
