/** The base class of interactive pages, which finds elements and shows notices; `pageData` returns the JSON that the server has put into the page. */
const NOTICE_TIME = 8000; // ms until a notice disappears

export function pageData() {
  return JSON.parse(document.getElementById("workspace-data")?.textContent ?? "{}");
}

export class Page extends HTMLElement {
  /** The cache of `find`, by selector. @type {Map<string, Element>} */
  #elements = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #noticeTimer;

  /** Returns an element of the page. It is cached, because querySelector may visit the elements of all words. @param {string} selector @returns {any} */
  find(selector) {
    const cached = this.#elements.get(selector);
    if (cached?.isConnected) return cached;
    const element = this.querySelector(selector) ?? document.querySelector(selector);
    if (element) this.#elements.set(selector, element);
    return element;
  }

  /** Shows a text in the status line for a while. @param {string} text @param {{isProblem?: boolean}} [options] */
  notice(text, { isProblem = false } = {}) {
    const statusLine = this.find("[data-notice]");
    statusLine.textContent = text;
    statusLine.classList.toggle("problem", isProblem);
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (statusLine.textContent = ""), NOTICE_TIME);
  }

  /** Opens the dialog that lists the keys; its module is loaded at the first use. @param {import("./keyboard.js").KeySection[]} sections */
  async showKeys(sections) {
    try {
      await import("pyramidion/elements/keys_dialog.js");
      this.find("keys-dialog").show(sections);
    } catch {
      this.notice("The list of keys could not be loaded. Try again in a moment.", { isProblem: true });
    }
  }

  /** Shows a number or state in the element with this `data-figure`. @param {string} name @param {string} text */
  showStatus(name, text) {
    const element = document.querySelector(`[data-figure="${name}"]`);
    if (element && element.textContent !== text) element.textContent = text;
  }
}
