/**
 * <guidelines-panel>: the project's guidelines beside the texts, opened by the page's button `data-guidelines`. It stays
 * open over pages and visits until it is closed.
 */
import { build } from "pyramidion/elements/build.js";
import { inertPage } from "pyramidion/elements/inert_page.js";
import { preference } from "pyramidion/elements/preferences.js";

const AWAY = "The guidelines could not be read. Try again in a moment.";

export class GuidelinesPanel extends HTMLElement {
  #open = preference("guidelines", "closed");
  #read = false;

  connectedCallback() {
    this.setAttribute("role", "complementary");
    this.setAttribute("aria-label", "Guidelines");
    this.tabIndex = -1;
    const close = build("button", { type: "button", class: "plain", text: "Close", on: { click: () => this.toggle(false) } });
    this.body = build("div", { class: "guidelines-body", tabindex: "0", role: "region", "aria-label": "Text of the guidelines" });
    this.replaceChildren(build("div", { class: "guidelines-head" }, build("h2", { text: "Guidelines" }), close), this.body);
    this.button?.addEventListener("click", () => this.toggle());
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.toggle(false);
    });
    if (this.button && this.#open.get() === "open") this.#show(true);
  }

  /** @returns {HTMLButtonElement | null} not there where the project has no guidelines */
  get button() {
    return document.querySelector("[data-guidelines]");
  }

  toggle(open = this.hidden) {
    if (!this.button) return;
    this.#open.set(open ? "open" : "closed");
    const focused = this.contains(document.activeElement);
    this.#show(open);
    if (open) this.body?.focus();
    else if (focused) this.button.focus();
  }

  /** @param {boolean} open */
  #show(open) {
    this.hidden = !open;
    this.button?.setAttribute("aria-expanded", String(open));
    this.parentElement?.classList.toggle("with-guidelines", open);
    if (open && !this.#read) this.#fetch(this.dataset.url ?? "");
  }

  /** The server has sanitised it; what is parsed here is inert, and goes in as nodes. @param {string} url */
  async #fetch(url) {
    try {
      const answer = await fetch(`${url}?panel`, { credentials: "same-origin", redirect: "error" });
      if (!answer.ok) throw new Error(String(answer.status));
      const parsed = inertPage(await answer.text());
      this.body?.replaceChildren(...parsed.body.childNodes);
      this.#read = true;
    } catch {
      this.body?.replaceChildren(build("p", { class: "quiet", text: AWAY }));
    }
  }
}

customElements.define("guidelines-panel", GuidelinesPanel);
