/**
 * Marks SCUs as absent from the peer, and selects undecided SCUs, which are neither matched nor marked as absent. The marks help a
 * matcher to consider every SCU; they do not affect scores.
 */
import { build, keyCap } from "pyramidion/elements/build.js";
import { ABSENT, unitsOf } from "pyramidion/matching/edits/verbs.js";
import { scuCountText, shortened } from "pyramidion/pyramids/display_data.js";

/** Returns the ids of SCUs that are matched or marked as absent. @param {import("../work/edits/types.js").PeerState} state @returns {Set<string>} */
export function decidedScus(state) {
  const decided = new Set();
  for (const { scu } of unitsOf(state)) if (scu !== null) decided.add(scu);
  for (const key of state.snapshots.keys()) if (key.startsWith(ABSENT)) decided.add(key.slice(ABSENT.length));
  return decided;
}

/**
 * Returns the id of the next undecided SCU; after the last id, the search continues with the first. Undefined if all are decided.
 * @param {string[]} ids @param {Set<string>} decided @param {string} from the id after which the search begins @param {1 | -1} step
 */
export function nextUndecided(ids, decided, from, step) {
  const ordered = step > 0 ? ids : [...ids].reverse();
  const index = ordered.indexOf(from);
  return [...ordered.slice(index + 1), ...ordered.slice(0, index + 1)].find((id) => !decided.has(id));
}

export class Absences {
  /** @param {import("./matching.js").Matching} matching @param {import("../pyramids/list/scu_list.js").ScuList} list */
  constructor(matching, list) {
    this.matching = matching;
    this.list = list;
  }

  /** @type {import("../elements/keyboard.js").KeyBinding} */
  undecidedBinding = ["G Shift+G", "next, previous undecided SCU (neither matched nor absent)", () => this.goToUndecided(1), () => this.goToUndecided(-1)];

  /** @type {import("../elements/keyboard.js").KeyBinding[]} */
  bindings = [["B", "mark as absent from the peer, or unmark", () => this.toggle()]];

  /** Returns the edits that must accompany a match: if the SCU is marked as absent, the mark is removed. @param {string | null} scu null: non-matching */
  unmarkingEdits(scu) {
    return scu !== null && this.matching.isAbsent(scu) ? [{ verb: "unmark_absent", scu }] : [];
  }

  /** The id of the SCU that keys act on: the SCU focused in the list or, if none is focused, the selected SCU. */
  get #currentScu() {
    const row = document.activeElement?.closest("scu-list [data-item]");
    return (row instanceof HTMLElement ? row.dataset.item : "") || this.matching.selectedScuId;
  }

  /** Marks an SCU as absent, or unmarks it. */
  toggle(scu = this.#currentScu) {
    const { matching } = this;
    if (!scu) return matching.notice("Select an SCU first: G goes to the next undecided one.");
    const isAbsent = matching.isAbsent(scu);
    const label = shortened(matching.labelOf(scu));
    if (!isAbsent && matching.matchCountOf(scu)) {
      matching.notice(`“${label}” is matched, so it is not absent.`, { isProblem: true });
    } else if (matching.applyEdits([{ verb: isAbsent ? "unmark_absent" : "mark_absent", scu }])) {
      matching.notice(isAbsent ? `“${label}” is undecided again.` : `“${label}” is absent. G goes to the next undecided SCU.`);
    }
    this.refreshCheckbox();
  }

  /** Selects the next undecided SCU in the list, in order of falling weight. @param {1 | -1} step */
  goToUndecided(step) {
    const { matching, list } = this;
    const decided = decidedScus(matching.session.state);
    const listed = new Set(list.ids);
    const ids = matching.scusHeaviestFirst.map((scu) => scu.id);
    const next = nextUndecided(ids.filter((id) => listed.has(id)), decided, matching.selectedScuId, step);
    if (next === undefined) {
      const undecidedCount = ids.filter((id) => !decided.has(id)).length;
      matching.notice(undecidedCount ? `Every SCU in the list is decided; ${scuCountText(undecidedCount)} hidden by filters ${undecidedCount === 1 ? "is" : "are"} undecided.` : "Every SCU is decided.");
      return;
    }
    const listHasFocus = list.contains(document.activeElement);
    matching.select(next);
    if (listHasFocus) list.focusRow(next);
  }

  /** Returns the checkbox for an SCU's details. @param {string} scu */
  checkbox(scu) {
    const input = build("input", { type: "checkbox", data: { absent: scu }, on: { change: () => this.toggle(scu) } });
    return build("label", { class: "absent-box", data: { absentBox: "" } }, input, "Absent from this peer", keyCap("B"));
  }

  /** Updates the checkbox in the details of the selected SCU. */
  refreshCheckbox() {
    const input = /** @type {HTMLInputElement | null} */ (this.list.querySelector("input[data-absent]"));
    if (!input) return;
    const scu = input.dataset.absent ?? "";
    input.checked = this.matching.isAbsent(scu);
    input.disabled = !input.checked && this.matching.matchCountOf(scu) > 0;
  }

  get decidedCount() {
    return decidedScus(this.matching.session.state).size;
  }
}
