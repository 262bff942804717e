// @ts-check
/**
 * The keys of the pyramid workspace, as the dialog of keys shows them.
 * @type {import("../elements/keys_dialog.js").Section[]}
 */
export const KEY_SECTIONS = [
  {
    title: "In the texts",
    keys: [
      ["← → ↑ ↓", "from word to word"],
      ["Home End", "first, last word of the sentence"],
      ["Alt+↓ Alt+↑", "next, previous sentence"],
      ["PageDown PageUp", "next, previous summary"],
      ["O I", "next, previous open words"],
      ["Shift+←→", "select words"],
      ["Space E", "select the word, the sentence"],
      ["P", "keep this part, select another"],
      ["Alt+Shift+←→", "end the part a character earlier or later"],
      ["Enter", "select the SCU of a covered word, or choose among several"],
      ["Ctrl+drag", "another part, also in another summary"],
      ["Alt+drag", "single characters"],
      ["Shift+click", "extend to here"],
    ],
  },
  {
    title: "With words selected",
    keys: [
      ["N", "new SCU"],
      ["A", "add to the selected SCU"],
      ["/", "add to another SCU, by its label"],
      ["S", "split them off the selected SCU"],
      ["X", "set aside, or take back"],
      ["Esc", "select nothing"],
    ],
  },
  {
    title: "SCUs",
    keys: [
      ["J K", "next, previous SCU"],
      ["F2 R", "relabel the selected SCU"],
      ["C", "write its comment"],
      ["U D", "flag it: unsure, to discuss"],
      ["S", "split it"],
      ["M", "merge with another SCU, or all picked ones"],
      ["Delete", "delete the selected SCU"],
      ["Alt+↑↓", "move it in the list (order: Position)"],
      ["Ctrl+click", "pick several to merge"],
      ["Drag", "a contributor onto an SCU: move; an SCU: merge"],
    ],
  },
  {
    title: "Parts of the selected SCU",
    keys: [
      [", .", "previous, next part, in the texts"],
      ["[ {", "start it a word earlier, later"],
      ["] }", "end it a word later, earlier"],
      ["B", "make its contributor the label"],
      ["V", "move its contributor to another SCU"],
      ["Backspace", "remove it"],
      ["Drag", "an edge in the text: move it"],
    ],
  },
  {
    title: "Gathering",
    keys: [
      ["G", "pin the sentence or the selected words; again: go there"],
      ["Y", "what is like the selected words or SCU; again: go there"],
      ["1 … 9", "select that row’s words; 0 the pinned ones"],
      ["Alt+↑ ↓", "in a row: another sentence of that summary"],
      ["N", "in the strip: new SCU with what is pinned"],
    ],
  },
  {
    title: "Everywhere",
    keys: [
      ["F /", "find in labels and texts"],
      ["Shift+F", "filter the list of SCUs"],
      ["H", "the project’s guidelines"],
      ["Shift+C", "notes, those on what is selected first"],
      ["T L", "to the texts, to the list"],
      ["Ctrl+Z", "undo your latest step (Mac: Cmd+Z)"],
      ["Ctrl+Shift+Z Ctrl+Y", "redo it"],
      ["?", "this list"],
    ],
  },
];
