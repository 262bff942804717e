/**
 * Types shared by the code that applies edits, the queue of unsent edits, and the pages. Spans are half-open and count Unicode code
 * points. `summary` is a summary's id, `position` the place in the list. `flags` and a unit's `label` are absent if empty. A snapshot is an Scu, Unit, Aside, Absence or Decision as it is now, or as
 * it was before or after an edit. It is never changed in place: a changed SCU is a new object, so comparing identities finds changes.
 * @typedef {{id: string, start: number, end: number}} Part
 * @typedef {{summary: number, comment: string, parts: Part[], flags?: string[]}} Contributor
 * @typedef {{to: string, kind: "depends" | "implies"}} Relation  of an SCU to the SCU `to`: it makes no sense without it, or it also says it
 * @typedef {{id: string, uid: number, position: number, label: string, comment: string, contributors: Contributor[],
 *            flags?: string[], relations?: Relation[]}} Scu  uid: its number in the pyramid
 * @typedef {{id: string, position: number, scu: string | null, comment: string, parts: Part[], label?: string,
 *            flags?: string[]}} Unit  scu: the id of the SCU that it is matched to, null if non-matching
 * @typedef {{id: string, summary: number, spans: [number, number][]}} Aside  the text of a summary that is left out on purpose, as
 *   disjoint spans in text order; id: "aside:<summary>"
 * @typedef {{id: string, scu: string}} Absence  an SCU is marked as absent from the peer; id: "absent:<scu>"
 * @typedef {{id: string, choice: string, note: string, sources: Record<string, string[]>, scus?: string[], units?: string[]}} Decision
 *   about a difference between the sources of a consensus; id: "decision:<key>"; choice: the letter of a source, "agree", "both",
 *   "merge" or "free"; sources: the compared ids by letter; scus, units: the ids of the SCUs or units that it created
 * @typedef {{id: string, verb: string, [field: string]: any}} Edit
 * @typedef {{group: string, edits: Edit[]}} Group  one gesture, applied completely or not at all; group: its id
 * @typedef {"allow" | "warn" | "forbid"} Overlap  the project's rule for words in several SCUs or units
 * @typedef {{group: string, edit: string, code: string, message: string, went?: Record<string, string>}} Refusal  went:
 *   maps each SCU merged meanwhile to the SCU into which it was merged (both ids)
 * @typedef {{before: Record<string, any>, after: Record<string, any>, done: boolean, barred: string, mine?: boolean}} HistoryStep
 *   a group in the history; before, after: the snapshots that it changed (null: did not exist); done: false if undone; barred: why
 *   this user can never undo or redo it, or ""; mine: whether this user made it
 * In both states: `reserved`, `history` and `any_order` as in group.js; `may_decide`: whether the work is a consensus, which has
 * decisions; `next_uid`, `next_position`: of the next new SCU or unit; `length(s)`: of the texts; `release`: the ids of its SCUs.
 * @typedef {{next_uid: number, next_position: number, reserved: Set<string>, lengths: Record<string, number>,
 *            snapshots: Map<string, any>, history: Map<string, HistoryStep>, any_order: boolean,
 *            may_decide: boolean}} PyramidState
 * @typedef {{next_position: number, reserved: Set<string>, length: number, release: Set<string>,
 *            may_mark_non_matching: boolean, snapshots: Map<string, any>, history: Map<string, HistoryStep>,
 *            any_order: boolean, may_decide: boolean}} PeerState
 */
export {};
