/**
 * The kinds of work, each registered by its own package: how its edits apply, and how a consensus of it is decided.
 * @typedef {object} Kind
 * @property {import("./edits/group.js").Reducer<any, any>} reducer
 * @property {(data: any) => any} read page data to state
 * @property {(state: any) => any} counted the state with its counters above every existing number: other people's edits
 *   arrive as images, without counters
 * @property {(edit: any, refused: import("./edits/refusals.js").RefusedGroup) => string} current describes the present
 *   state of what a refused edit was about
 * @property {DecisionRules} decisions
 * @typedef {object} DecisionRules
 * @property {"scus" | "units"} idsField the field of a decision with the ids that it created
 * @property {boolean} free whether an item can be composed by hand
 * @property {(id: string) => string} anchor of an item in the workspace's URL
 * @property {(id: string) => Edit} remove
 * @property {(item: import("./adjudication/choices.js").NewItem, newId: () => string) => {id: string, edits: Edit[]}} build
 * @property {(image: any, label: string) => Edit} [relabel]
 * @property {(image: any) => string} [describe] the sentence for an item without a label
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
