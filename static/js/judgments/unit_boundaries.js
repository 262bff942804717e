/**
 * Where the units of a text begin, with undo. A unit is a run of words; it is known by the index of its first word, and the first word
 * of the text always begins a unit.
 */
export class UnitBoundaries extends EventTarget {
  /** Indexes of the words whose boundary was changed, oldest first. @type {number[]} */
  #changes = [];

  /** @param {number[]} firstWords indexes of the words with which units begin @param {number} wordCount */
  constructor(firstWords, wordCount) {
    super();
    this.wordCount = wordCount;
    this.firsts = new Set(wordCount ? [0, ...firstWords] : []);
  }

  get canUndo() {
    return this.#changes.length > 0;
  }

  /** The indexes of the first words in text order. */
  get list() {
    return [...this.firsts].sort((a, b) => a - b);
  }

  /** Returns the first word of the unit that contains a word. @param {number} word */
  firstOf(word) {
    let first = word;
    while (!this.firsts.has(first)) first -= 1;
    return first;
  }

  /** Begins a unit with a word; false if one already does, or there is no such word. @param {number} word */
  split(word) {
    return word > 0 && word < this.wordCount && !this.firsts.has(word) && this.#change(word);
  }

  /** Joins the unit that contains a word to the unit before; false for the first unit. @param {number} word */
  join(word) {
    const first = this.firstOf(word);
    return first > 0 && this.#change(first);
  }

  /** Takes back the last change, and returns its word; -1 if there is none. */
  undo() {
    const word = this.#changes.pop();
    if (word === undefined) return -1;
    this.#toggle(word);
    return word;
  }

  /** @param {number} word @returns {true} */
  #change(word) {
    this.#changes.push(word);
    this.#toggle(word);
    return true;
  }

  /** @param {number} word */
  #toggle(word) {
    const splits = !this.firsts.delete(word);
    if (splits) this.firsts.add(word);
    this.dispatchEvent(new CustomEvent(splits ? "split" : "join", { detail: word }));
  }
}
