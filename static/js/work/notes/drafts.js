// @ts-check
/**
 * What is written and not sent, by what it is on; it outlives the panel and a reload. Each has the id that it is sent with:
 * sent twice, it is written once.
 */
import { newId } from "pyramidion/work/edits/new_id.js";

export class Drafts {
  /** @type {Record<string, {id: string, text: string}>} */
  #kept = {};

  /** @param {string} name */
  constructor(name) {
    this.name = `pyramidion:notes:${name}`;
    try {
      this.#kept = JSON.parse(sessionStorage.getItem(this.name) ?? "{}");
    } catch {
      // Storage is off in this browser: drafts last as long as the page.
    }
  }

  /** @param {string} key */
  get(key) {
    return this.#kept[key] ?? { id: newId(), text: "" };
  }

  /** @param {string} key @param {string} text */
  write(key, text) {
    const { id } = this.get(key);
    this.#kept[key] = { id, text };
    this.#keep();
  }

  /** @param {string} key */
  drop(key) {
    delete this.#kept[key];
    this.#keep();
  }

  #keep() {
    try {
      sessionStorage.setItem(this.name, JSON.stringify(this.#kept));
    } catch {
      // As above.
    }
  }
}
