/**
 * The kinds of work, each registered by its own package: what can be done with it, and how a consensus of it is decided.
 * @typedef {object} Kind
 * @property {import("./edits/group.js").Reducer<any, any>} reducer
 * @property {(data: any) => any} read page data to state
 * @property {(state: any) => any} counted the state with its counters beyond everything that is there: edits of others come
 *   as images, without counters
 * @property {(edit: any, refused: import("./edits/refusals.js").RefusedGroup) => string} stands what stands in the place of what
 *   a refused edit was about
 * @property {Decided} decided
 * @typedef {object} Decided
 * @property {"scus" | "units"} made what a decision calls the ids of what was made
 * @property {boolean} free whether an item can be put together by hand
 * @property {(id: string) => string} address of an item in the workspace
 * @property {(id: string) => Edit} remove
 * @property {(item: import("./adjudication/choices.js").Made, newId: () => string) => {id: string, edits: Edit[]}} build
 * @property {(image: any, label: string) => Edit} [relabel]
 * @property {(image: any) => string} [says] what stands of a decision, where it has no label
 * @typedef {{verb: string, [field: string]: any}} Edit
 */

/** @type {Map<string, Kind>} */
const KINDS = new Map();

/** @param {string} name @param {Kind} kind */
export function register(name, kind) {
  KINDS.set(name, kind);
}

/** @param {string} name @returns {Kind} */
export function kindOf(name) {
  const kind = KINDS.get(name);
  if (!kind) throw new Error(`No kind of work is called ${name}.`);
  return kind;
}
