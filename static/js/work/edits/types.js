/**
 * Shapes shared by the reducers, the queue and the pages. All offsets are Unicode code points, half-open.
 * `flags` and a unit's `label` are there only where they say something.
 * @typedef {{id: string, start: number, end: number}} Part
 * @typedef {{summary: number, comment: string, parts: Part[], flags?: string[]}} Contributor
 * @typedef {{id: string, uid: number, position: number, label: string, comment: string, contributors: Contributor[],
 *            flags?: string[]}} Scu
 * @typedef {{id: string, position: number, scu: string | null, comment: string, parts: Part[], label?: string,
 *            flags?: string[]}} Unit
 * Text of a summary that is left out on purpose (id "aside:<summary>"), spans in text order and apart; and an SCU that
 * was looked for in a peer and is not there (id "absent:<scu>"). They stand among the images, by their ids.
 * @typedef {{id: string, summary: number, spans: [number, number][]}} Aside
 * @typedef {{id: string, scu: string}} Absence
 * What was decided about a difference between the sources of a consensus (id "decision:<key>"): `choice` is the letter of a
 * source, "agree", "both", "merge" or "free"; `sources` are by letter the ids of what was compared, `scus` or `units` those of
 * what was made of it here.
 * @typedef {{id: string, choice: string, note: string, sources: Record<string, string[]>, scus?: string[], units?: string[]}} Decision
 * @typedef {{id: string, verb: string, [field: string]: any}} Edit
 * @typedef {{group: string, edits: Edit[]}} Group  One gesture: applies whole or not at all.
 * @typedef {"allow" | "warn" | "forbid"} Overlap
 * @typedef {{group: string, edit: string, code: string, message: string, went?: Record<string, string>}} Refusal  went: what
 *   merged SCUs have become part of
 * A group that applied: the images of all it touched before and after (null: not there), whether it stands, why this
 * person may not undo or redo it whatever else stands (or nothing), and whether it is this person's own.
 * @typedef {{before: Record<string, any>, after: Record<string, any>, done: boolean, barred: string, mine?: boolean}} HistoryStep
 * Images are never changed in place; a changed SCU or unit is a new object, so identity tells what changed. The history
 * is in the order in which the groups were made.
 * @typedef {{next_uid: number, next_position: number, reserved: Set<string>, lengths: Record<string, number>,
 *            images: Map<string, any>, history: Map<string, HistoryStep>, any_order: boolean,
 *            may_decide: boolean}} PyramidState
 * @typedef {{next_position: number, reserved: Set<string>, length: number, release: Set<string>,
 *            may_mark_non_matching: boolean, images: Map<string, any>, history: Map<string, HistoryStep>,
 *            any_order: boolean, may_decide: boolean}} PeerState
 */
export {};
