// @ts-check
/** Reasons for which an SCU, a contributor or a unit is flagged: sorted; without any there is no such key. */

/**
 * @template {{flags?: string[]}} Image
 * @param {Image} image
 * @param {Iterable<string>} reasons
 * @returns {Image}
 */
export function withFlags(image, reasons) {
  const { flags: _, ...bare } = image;
  const flags = [...new Set(reasons)].sort();
  return /** @type {Image} */ (flags.length ? { ...bare, flags } : bare);
}

/** All reasons of several images. @param {...{flags?: string[]}} images @returns {string[]} */
export function flagsOf(...images) {
  return images.flatMap((image) => image.flags ?? []);
}
