/**
 * A text counted in Unicode code points, as the server does; JavaScript counts UTF-16 units.
 * Texts within the basic plane, nearly all of them, need no table.
 */
export class CodePoints {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    /** Code-point offsets of the characters that take two units. @type {number[]} */
    this.wide = [];
    let at = 0;
    for (const character of text) {
      if (character.length === 2) this.wide.push(at);
      at += 1;
    }
    this.length = at;
  }

  /** UTF-16 index of a code-point offset. @param {number} offset */
  toUtf16(offset) {
    return offset + countBelow(this.wide, offset);
  }

  /** Code-point offset of a UTF-16 index; inside a surrogate pair, the offset of its character. @param {number} index */
  fromUtf16(index) {
    let low = 0;
    let high = this.wide.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.wide[middle] + middle < index) low = middle + 1;
      else high = middle;
    }
    return index - low;
  }

  /** The characters from one code-point offset to another. @param {number} start @param {number} end */
  slice(start, end) {
    return this.text.slice(this.toUtf16(start), this.toUtf16(end));
  }
}

/** How many of the ascending `values` are below `limit`. @param {number[]} values @param {number} limit */
function countBelow(values, limit) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
