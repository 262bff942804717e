"""The page's reducers on the same vectors that the server's run (tests/vectors)."""

from typing import Any

import pytest

from tests.static.conftest import Run
from tests.vectors import comparable, load_vectors

VECTORS = {
    f"{kind}-{name}": {"kind": kind, **vector}
    for kind in ("pyramid", "peer")
    for name, vector in load_vectors(kind).items()
}

APPLY = """
const { applyGroup } = await import("pyramidion/work/edits/group.js");
const { PYRAMID_REDUCER } = await import("pyramidion/pyramids/kind.js");
const { pyramidState, scusOf } = await import("pyramidion/pyramids/edits/scu_snapshots.js");
const { MATCH_REDUCER } = await import("pyramidion/matching/kind.js");
const { peerState, unitsOf } = await import("pyramidion/matching/edits/verbs.js");
const pyramid = given.kind === "pyramid";
const { PartIndex } = await import("pyramidion/work/edits/part_index.js");
const { overlaps } = await import("pyramidion/work/edits/parts.js");
const reducer = pyramid ? PYRAMID_REDUCER : MATCH_REDUCER;
const checkIndex = ({ snapshots }) => {
  const index = PartIndex.of({ snapshots }, reducer.placedParts);
  const parts = [...snapshots.values()].flatMap(reducer.placedParts);
  const byId = (placed) => JSON.stringify([...placed].sort((a, b) => (a.part.id < b.part.id ? -1 : 1)));
  if (byId(index.byId.values()) !== byId(parts)) throw new Error("The index lacks a part, or has another.");
  for (const placed of parts) {
    const isOverlap = (other) => other.item !== placed.item && other.summary === placed.summary && overlaps(other.part, placed.part);
    if (index.overlapsOtherItem(placed) !== parts.some(isOverlap)) throw new Error("The index finds other overlaps than a scan.");
  }
};
let state = pyramid ? pyramidState(given.start) : peerState(given.start);
const applied = [];
let refused = null;
for (const group of given.groups) {
  const said = () => JSON.stringify([[...state.snapshots], [...state.reserved], [...state.history]]);
  const before = said();
  const result = applyGroup(reducer, state, group, given.overlap);
  if (said() !== before) throw new Error("The state was changed in place.");
  state = result.state;
  checkIndex(state);
  if (result.refused) {
    const { group: id, edit, code } = result.refused;
    refused = { group: id, edit, code };
    break;
  }
  applied.push(group.group);
}
const { snapshots, reserved, history, any_order, may_decide, ...rest } = state;
if (rest.release) rest.release = [...rest.release];
const own = pyramid ? scusOf(state) : unitsOf(state);
const others = (kind) => [...snapshots.values()].filter((snapshot) => snapshot.id.startsWith(`${kind}:`));
return { applied, refused, state: { ...rest, reserved: [...reserved], [pyramid ? "scus" : "units"]: [...own],
                                    [pyramid ? "asides" : "absences"]: others(pyramid ? "aside" : "absent"),
                                    decisions: others("decision") } };
"""

APPLY_TO_SHEETS = """
const { applyGroup } = await import("pyramidion/work/edits/group.js");
const { SHEET_REDUCER, sheetState } = await import("pyramidion/judgments/verbs.js");
return given.map(({ start, groups }) => {
  let state = sheetState(start);
  const applied = [];
  for (const group of groups) {
    const result = applyGroup(SHEET_REDUCER, state, group);
    state = result.state;
    if (result.refused) {
      const { group: id, edit, code } = result.refused;
      return { applied, refused: { group: id, edit, code }, judgments: [...state.snapshots.values()] };
    }
    applied.push(group.group);
  }
  return { applied, refused: null, judgments: [...state.snapshots.values()] };
});
"""


def test_the_page_does_what_the_vectors_of_sheets_say(run: Run) -> None:
    vectors = list(load_vectors("sheet").values())
    for vector, result in zip(vectors, run(APPLY_TO_SHEETS, vectors), strict=True):
        result["judgments"].sort(key=lambda judgment: judgment["id"])
        assert result == vector["expect"], vector["name"]


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS.keys())
def test_the_page_does_what_the_vector_says(run: Run, vector: dict[str, Any]) -> None:
    found = run(APPLY, vector)
    expected = vector["expect"]
    assert found["applied"] == expected["applied"]
    assert found["refused"] == expected["refused"]
    assert comparable(found["state"]) == comparable(expected["state"])
