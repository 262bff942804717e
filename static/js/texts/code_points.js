/**
 * A text whose offsets are Unicode code points, as on the server; JavaScript strings use UTF-16 units. Characters outside the
 * Basic Multilingual Plane take two units; few texts contain any.
 */
export class CodePoints {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    /** Code-point offsets of the characters that take two units, ascending. @type {number[]} */
    this.wideOffsets = [];
    let offset = 0;
    for (const character of text) {
      if (character.length === 2) this.wideOffsets.push(offset);
      offset += 1;
    }
    this.length = offset;
  }

  /** Returns the UTF-16 index of a code-point offset. @param {number} offset */
  toUtf16(offset) {
    return offset + countBelow(this.wideOffsets, offset);
  }

  /** Returns the code-point offset of a UTF-16 index; inside a surrogate pair, the offset of its character. @param {number} index */
  fromUtf16(index) {
    // A binary search for the number of two-unit characters before the index. Number i of them begins at UTF-16 index wideOffsets[i] + i.
    let low = 0;
    let high = this.wideOffsets.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.wideOffsets[middle] + middle < index) low = middle + 1;
      else high = middle;
    }
    return index - low;
  }

  /** Returns the text from one code-point offset to another. @param {number} start @param {number} end */
  slice(start, end) {
    return this.text.slice(this.toUtf16(start), this.toUtf16(end));
  }
}

/** Returns how many of the ascending `values` are below `limit`. @param {number[]} values @param {number} limit */
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
