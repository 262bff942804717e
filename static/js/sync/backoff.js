// @ts-check
const FIRST = 500;
const LONGEST = 30_000;

/**
 * Milliseconds until the next try. The spread keeps many pages from coming back to a server at the same moment.
 * @param {number} failures how many tries failed in a row, from 1
 * @param {() => number} random from 0 to 1
 */
export function backoff(failures, random = Math.random) {
  const longest = Math.min(LONGEST, FIRST * 2 ** (failures - 1));
  return longest * (0.5 + random() / 2);
}
