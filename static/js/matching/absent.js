// @ts-check
/**
 * SCUs that were looked for and are not there, and the walk over those that nothing is decided of yet: neither matched
 * nor ticked. No effect on scores.
 * @typedef {import("./workspace.js").PeerWorkspace} Desk
 * @typedef {import("../work/edits/types.js").PeerState} State
 */
import { ABSENT, unitsOf } from "pyramidion/matching/edits/unit_images.js";
import { build, keyCap } from "pyramidion/elements/build.js";
import { counted, shortened } from "pyramidion/pyramids/shown.js";
import { ordered } from "pyramidion/pyramids/scus.js";

/** @param {State} state @param {string} scu */
export function isAbsent(state, scu) {
  return state.images.has(`${ABSENT}${scu}`);
}

/** The SCUs that are matched or ticked absent. @param {State} state @returns {Set<string>} */
export function decidedScus(state) {
  const decided = new Set();
  for (const { scu } of unitsOf(state)) if (scu !== null) decided.add(scu);
  for (const key of state.images.keys()) if (key.startsWith(ABSENT)) decided.add(key.slice(ABSENT.length));
  return decided;
}

/**
 * The next undecided one of some ids, around the end.
 * @param {string[]} ids @param {Set<string>} decided @param {string} from @param {1 | -1} step
 */
export function nextUndecided(ids, decided, from, step) {
  const list = step > 0 ? ids : [...ids].reverse();
  const at = list.indexOf(from);
  return [...list.slice(at + 1), ...list.slice(0, at + 1)].find((id) => !decided.has(id));
}

export class Absences {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    desk.find("[data-next-undecided]")?.addEventListener("click", () => this.walk(1));
  }

  /** What takes a tick back when the SCU turns out to be there. @param {string | null} scu */
  undoing(scu) {
    return scu !== null && isAbsent(this.desk.session.state, scu) ? [{ verb: "unmark_absent", scu }] : [];
  }

  /** The SCU that the keyboard means: the one with the focus in the list, else the one selected. */
  get #atHand() {
    const row = document.activeElement?.closest("scu-list [data-item]");
    return (row instanceof HTMLElement ? row.dataset.item : "") || this.desk.selected;
  }

  toggle(scu = this.#atHand) {
    const { desk } = this;
    if (!scu) {
      desk.notice("Select an SCU first: G goes to the next one that nothing is decided of.");
      return;
    }
    const absent = isAbsent(desk.session.state, scu);
    const label = shortened(desk.labelOf(scu));
    if (!absent && desk.matchesOf(scu)) {
      desk.notice(`“${label}” is matched, so it is not absent.`, true);
    } else if (desk.do([{ verb: absent ? "unmark_absent" : "mark_absent", scu }])) {
      desk.notice(absent ? `“${label}” is open again.` : `“${label}” is absent. G goes on.`);
    }
    this.refresh();
  }

  /** To the next SCU to decide on, the heaviest first. @param {1 | -1} step */
  walk(step) {
    const { desk } = this;
    const decided = decidedScus(desk.session.state);
    const shown = new Set(desk.list.ids);
    const ids = ordered(desk.scus, "weight", desk.context).map((scu) => scu.id);
    const next = nextUndecided(ids.filter((id) => shown.has(id)), decided, desk.selected, step);
    if (next === undefined) {
      const left = ids.filter((id) => !decided.has(id)).length;
      desk.notice(left ? `Every SCU shown is decided; ${counted(left)} not shown ${left === 1 ? "is" : "are"} open.` : "Every SCU is decided.");
      return;
    }
    const listed = desk.list.contains(document.activeElement);
    desk.select(next);
    if (listed) desk.list.focusRow(next);
  }

  /** The tick in an SCU's details. @param {string} scu */
  box(scu) {
    const input = build("input", { type: "checkbox", data: { absent: scu }, on: { change: () => this.toggle(scu) } });
    return build("label", { class: "absent-box", data: { absentBox: "" } }, input, "Looked for, not there", keyCap("B"));
  }

  /** Sets the tick of the SCU whose details are open. */
  refresh() {
    const input = /** @type {HTMLInputElement | null} */ (this.desk.querySelector("input[data-absent]"));
    if (!input) return;
    const scu = input.dataset.absent ?? "";
    input.checked = isAbsent(this.desk.session.state, scu);
    input.disabled = !input.checked && this.desk.matchesOf(scu) > 0;
  }

  /** How many SCUs are decided. */
  get decided() {
    return decidedScus(this.desk.session.state).size;
  }
}
