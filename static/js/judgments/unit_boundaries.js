/**
 * Where the units of a text begin, with undo. A unit is a run of words, identified by the index of its first word. The
 * first word of the text always begins a unit.
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

  /**
   * Starts a new unit at a word. Returns false if a unit starts there already, or there is no such word.
   * @param {number} word
   */
  split(word) {
    return word > 0 && word < this.wordCount && !this.firsts.has(word) && this.#change(word);
  }

  /** Joins the unit that contains a word to the unit before. Returns false for the first unit. @param {number} word */
  join(word) {
    const first = this.firstOf(word);
    return first > 0 && this.#change(first);
  }

  /** Undoes the last change, and returns its word; -1 if there is nothing to undo. */
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

  /** Splits before a word, or joins if a unit starts there. @param {number} word */
  #toggle(word) {
    const isSplit = !this.firsts.delete(word);
    if (isSplit) this.firsts.add(word);
    this.dispatchEvent(new CustomEvent(isSplit ? "split" : "join", { detail: word }));
  }
}
