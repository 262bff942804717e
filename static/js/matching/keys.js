// @ts-check
/** What each key does in the peer workspace; key_sections.js says it in words. */

/** @param {import("./workspace.js").PeerWorkspace} desk @returns {Record<string, () => void>} */
export function keysOf(desk) {
  const { writing } = desk;
  const reading = {
    ...desk.readingKeys(),
    ...desk.walking.keys,
    W: () => desk.wording.toggle(),
    Escape: () => leave(desk),
  };
  if (!desk.editable) return reading;
  const editing = {
    ...writing.unitKeys,
    B: () => desk.absences.toggle(),
    ...(desk.suggesting.offered ? { Y: () => desk.suggesting.ask() } : {}),
  };
  const selecting = {
    M: () => writing.matchOrAsk(),
    "/": () => writing.askAndMatch(),
    A: () => writing.addToUnit(),
    P: () => writing.keepPart(),
    Z: () => writing.resizePart(),
    ...(desk.marksNonMatching ? { X: () => writing.match(null) } : {}),
  };
  return { ...reading, ...editing, ...(desk.pane.selection.empty ? {} : selecting) };
}

/** One thing at a time: the words, then what is picked, then what is selected. @param {import("./workspace.js").PeerWorkspace} desk */
function leave(desk) {
  if (!desk.pane.selection.empty) desk.pane.selection.clear();
  else if (desk.joining.picked.size) desk.joining.clear();
  else desk.select("");
}
