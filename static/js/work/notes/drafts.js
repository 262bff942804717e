// @ts-check
/**
 * What is written and not sent, by what it is on; it outlives the panel and a reload. Each has the id that it is sent with:
 * sent twice, it is written once.
 */
import { preference } from "pyramidion/elements/preferences.js";
import { newId } from "pyramidion/work/edits/new_id.js";

export class Drafts {
  /** @param {string} name */
  constructor(name) {
    this.kept = preference(`notes:${name}`, "{}", () => sessionStorage);
  }

  /** @returns {Record<string, {id: string, text: string}>} */
  get #all() {
    return JSON.parse(this.kept.get());
  }

  /** @param {string} key */
  get(key) {
    return this.#all[key] ?? { id: newId(), text: "" };
  }

  /** @param {string} key @param {string} text */
  write(key, text) {
    this.kept.set(JSON.stringify({ ...this.#all, [key]: { id: this.get(key).id, text } }));
  }

  /** @param {string} key */
  drop(key) {
    const { [key]: _, ...rest } = this.#all;
    this.kept.set(JSON.stringify(rest));
  }
}
