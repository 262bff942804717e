// @ts-check
import { KEY_SECTIONS as PYRAMID } from "pyramidion/pyramid/key_sections.js";

/**
 * The keys of the peer workspace.
 * @param {boolean} marksNonMatching
 * @returns {import("../elements/keys_dialog.js").Section[]}
 */
export function keySections(marksNonMatching) {
  return [
    PYRAMID[0],
    {
      title: "With words selected",
      keys: [
        ["M", "match to the selected SCU"],
        ["/", "match to another SCU, by its label"],
        ["A", "add as a part to the selected unit"],
        ...(marksNonMatching ? [/** @type {[string, string]} */ (["X", "mark as matching no SCU"])] : []),
        ["Esc", "select nothing"],
      ],
    },
    {
      title: "SCUs and units",
      keys: [
        ["J K", "next, previous SCU"],
        ["W", "show or hide the models’ wording"],
        ["R", "match the selected unit to another SCU"],
        ["Delete", "remove the selected unit"],
      ],
    },
    PYRAMID[3],
  ];
}
