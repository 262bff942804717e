/**
 * SCUs marked as absent from the peer, and the keys that go to undecided SCUs: neither matched nor marked absent. Absence
 * does not affect scores.
 */
import { build, keyCap } from "pyramidion/elements/build.js";
import { ABSENT, unitsOf } from "pyramidion/matching/edits/verbs.js";
import { scuCountText, shortened } from "pyramidion/pyramids/display_data.js";

/** The SCUs that are matched or marked absent. @param {import("../work/edits/types.js").PeerState} state @returns {Set<string>} */
export function decidedScus(state) {
  const decided = new Set();
  for (const { scu } of unitsOf(state)) if (scu !== null) decided.add(scu);
  for (const key of state.images.keys()) if (key.startsWith(ABSENT)) decided.add(key.slice(ABSENT.length));
  return decided;
}

/**
 * The next undecided SCU; continues at the beginning after the end.
 * @param {string[]} ids @param {Set<string>} decided @param {string} from @param {1 | -1} step
 */
export function nextUndecided(ids, decided, from, step) {
  const list = step > 0 ? ids : [...ids].reverse();
  const at = list.indexOf(from);
  return [...list.slice(at + 1), ...list.slice(0, at + 1)].find((id) => !decided.has(id));
}

export class Absences {
  /** @param {import("./matching.js").Matching} matching @param {import("../pyramids/list/scu_list.js").ScuList} list */
  constructor(matching, list) {
    this.matching = matching;
    this.list = list;
  }

  /** @type {import("../elements/keyboard.js").Row} */
  walkRow = ["G Shift+G", "next, previous SCU neither matched nor absent", () => this.walk(1), () => this.walk(-1)];

  /** @type {import("../elements/keyboard.js").Row[]} */
  rows = [["B", "mark as absent from the peer", () => this.toggle()]];

  /** The edits that unmark an absent SCU because it is being matched. @param {string | null} scu */
  unmarkingEdits(scu) {
    return scu !== null && this.matching.isAbsent(scu) ? [{ verb: "unmark_absent", scu }] : [];
  }

  /** The SCU that keys act on: the focused one in the list, else the selected one. */
  get #atHand() {
    const row = document.activeElement?.closest("scu-list [data-item]");
    return (row instanceof HTMLElement ? row.dataset.item : "") || this.matching.selected;
  }

  toggle(scu = this.#atHand) {
    const { matching } = this;
    if (!scu) {
      matching.notice("Select an SCU first: G goes to the next undecided one.");
      return;
    }
    const absent = matching.isAbsent(scu);
    const label = shortened(matching.labelOf(scu));
    if (!absent && matching.matchesOf(scu)) {
      matching.notice(`“${label}” is matched, so it is not absent.`, true);
    } else if (matching.do([{ verb: absent ? "unmark_absent" : "mark_absent", scu }])) {
      matching.notice(absent ? `“${label}” is open again.` : `“${label}” is absent. G goes to the next undecided SCU.`);
    }
    this.refresh();
  }

  /** Goes to the next undecided SCU, heaviest first. @param {1 | -1} step */
  walk(step) {
    const { matching, list } = this;
    const decided = decidedScus(matching.session.state);
    const shown = new Set(list.ids);
    const ids = matching.byWeight.map((scu) => scu.id);
    const next = nextUndecided(ids.filter((id) => shown.has(id)), decided, matching.selected, step);
    if (next === undefined) {
      const undecided = ids.filter((id) => !decided.has(id)).length;
      matching.notice(undecided ? `Every SCU shown is decided; ${scuCountText(undecided)} not shown ${undecided === 1 ? "is" : "are"} undecided.` : "Every SCU is decided.");
      return;
    }
    const listed = list.contains(document.activeElement);
    matching.select(next);
    if (listed) list.focusRow(next);
  }

  /** The checkbox in an SCU's details. @param {string} scu */
  box(scu) {
    const input = build("input", { type: "checkbox", data: { absent: scu }, on: { change: () => this.toggle(scu) } });
    return build("label", { class: "absent-box", data: { absentBox: "" } }, input, "Absent from this peer", keyCap("B"));
  }

  /** Updates the checkbox in the open details. */
  refresh() {
    const input = /** @type {HTMLInputElement | null} */ (this.list.querySelector("input[data-absent]"));
    if (!input) return;
    const scu = input.dataset.absent ?? "";
    input.checked = this.matching.isAbsent(scu);
    input.disabled = !input.checked && this.matching.matchesOf(scu) > 0;
  }

  /** The number of decided SCUs. */
  get decided() {
    return decidedScus(this.matching.session.state).size;
  }
}
