// @ts-check
/** The keys of the peer workspace, as the dialog of keys shows them: those that do something in this project. */
import { KEY_SECTIONS as PYRAMID } from "pyramidion/pyramids/key_sections.js";

/** @typedef {import("../elements/keys_dialog.js").Section} Section */

/** What the pyramid's text has and the peer's has not, or otherwise. @type {Record<string, string | null>} */
const OTHERWISE = {
  "PageDown PageUp": null,
  "O I": "next, previous unmarked words",
  Enter: "select the unit of a marked word",
  "Ctrl+drag": "another part",
};

/** @param {string} title */
function shared(title) {
  return PYRAMID.find((section) => section.title === title) ?? { title, keys: [] };
}

/** @returns {Section} */
function inTheText() {
  const keys = shared("In the texts").keys.flatMap(([names, says]) => {
    const said = names in OTHERWISE ? OTHERWISE[names] : says;
    return said === null ? [] : [/** @type {[string, string]} */ ([names, said])];
  });
  return { title: "In the text", keys: [...keys, [". ,", "the same from anywhere"]] };
}

/** @param {string} title @param {([string, string] | false)[]} keys @returns {Section} */
function section(title, keys) {
  return { title, keys: /** @type {[string, string][]} */ (keys.filter(Boolean)) };
}

/**
 * @param {{editable: boolean, marksNonMatching: boolean, suggesting: {offered: boolean}}} desk
 * @returns {Section[]}
 */
export function keySections({ editable, marksNonMatching, suggesting }) {
  const selected = section("With words selected", [
    ["M", "match to the selected SCU"],
    ["/", "match to another SCU, by its label"],
    suggesting.offered && ["Y", "similar SCUs: a number or Enter matches"],
    ["A", "add as a part to the selected unit"],
    ["Z", "give the part they touch these bounds"],
    marksNonMatching && ["X", "mark as matching no SCU"],
    ["Esc", "select nothing"],
  ]);
  const scus = section("SCUs", [
    ["J K", "next, previous SCU"],
    ["G Shift+G", "next, previous SCU neither matched nor absent"],
    editable && ["B", "absent: looked for, not there"],
    ["W", "show or hide the models’ wording"],
  ]);
  const walking = section("Units", [["N Shift+N", "next, previous unit"]]);
  const units = section("Units", [
    ...walking.keys,
    ["R", "match to another SCU"],
    suggesting.offered && ["Y", "similar SCUs for the unit’s words"],
    ["C", "comment"],
    ["F2", "label"],
    ["U Q D", "flag: unsure, partial (not quite), discuss"],
    ["S", "split by parts"],
    ["V Ctrl+click", "pick units to join"],
    ["+", "join units"],
    ["Backspace", "remove the part at the text’s cursor"],
    ["Delete", "remove the unit"],
  ]);
  const everywhere = shared("Everywhere");
  return editable ? [inTheText(), selected, scus, units, everywhere] : [inTheText(), scus, walking, everywhere];
}
