/**
 * The registry of the kinds of work (pyramids and peer annotations). A package registers how the edits of its kind are applied and how
 * a consensus of this kind is decided. A *snapshot* is the JSON of an SCU, unit or other object of the work.
 * @typedef {object} Kind
 * @property {import("./edits/group.js").Reducer} reducer
 * @property {(data: any) => any} read converts page data to state
 * @property {(state: any) => any} withCounters returns the state with counters for new SCUs or units that exceed every number in
 *   use: the edits of other people arrive without counters
 * @property {(edit: any, refused: import("./edits/refusals.js").RefusedGroup) => string} describeCurrent returns a sentence about the
 *   current state of the SCU, contributor or unit that a refused edit was about
 * @property {DecisionRules} decisions
 * @typedef {object} DecisionRules  An item is an SCU or a unit.
 * @property {"scus" | "units"} idsField the field of a decision that holds the ids of the items that it created
 * @property {boolean} canCreateFromWords whether the adjudicator can create an item from words that they select
 * @property {(id: string) => string} urlFragment the fragment of the workspace's URL that selects an item
 * @property {(id: string) => Edit} delete returns the edit that deletes an item
 * @property {(item: import("./adjudication/choices.js").NewItem, newId: () => string) => {id: string, edits: Edit[]}} create returns the edits that create an item, and its id
 * @property {(snapshot: any, label: string) => Edit} [relabel] returns the edit that changes an item's label
 * @property {(snapshot: any) => string} [describe] describes an item that has no label
 * @typedef {{verb: string, [field: string]: any}} Edit
 */

/** @type {Map<string, Kind>} */
const KINDS = new Map();

/** Registers a kind of work under a name. @param {string} name @param {Kind} kind */
export function register(name, kind) {
  KINDS.set(name, kind);
}

/** Returns the kind of work with a name. @param {string} name @returns {Kind} */
export function kindOf(name) {
  const kind = KINDS.get(name);
  if (!kind) throw new Error(`No kind of work is called ${name}.`);
  return kind;
}
