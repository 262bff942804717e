/** What pages with much to do have in common: the data that came with them, their parts, and a line in which they say things. */
const NOTICE = 8000; // ms a notice stays

/** The data that the server put into the page. */
export function pageData() {
  return JSON.parse(document.getElementById("workspace-data")?.textContent ?? "{}");
}

export class Page extends HTMLElement {
  /** @type {Map<string, Element>} */
  #found = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #noticeTimer;

  /** A part of the page. Once found it is kept: looking for it passes all words of all texts. @param {string} selector @returns {any} */
  find(selector) {
    const kept = this.#found.get(selector);
    if (kept?.isConnected) return kept;
    const found = this.querySelector(selector) ?? document.querySelector(selector);
    if (found) this.#found.set(selector, found);
    return found;
  }

  /** Says something in the status line for a while. @param {string} text @param {boolean} [problem] */
  notice(text, problem = false) {
    const line = this.find("[data-notice]");
    line.textContent = text;
    line.classList.toggle("problem", problem);
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (line.textContent = ""), NOTICE);
  }

  /** Shows the keys; the dialog is fetched when somebody asks. @param {import("./keyboard.js").Section[]} sections */
  async showKeys(sections) {
    try {
      await import("pyramidion/elements/keys_dialog.js");
      this.find("keys-dialog").show(sections);
    } catch {
      this.notice("The keys could not be fetched. Try again in a moment.", true);
    }
  }

  /** @param {string} name @param {string} text */
  figure(name, text) {
    const element = document.querySelector(`[data-figure="${name}"]`);
    if (element && element.textContent !== text) element.textContent = text;
  }
}
