"""Offsets in code points, as the server counts, and UTF-16 units, as JavaScript does."""

import pytest

from tests.static.conftest import Run

TEXTS = ["", "plain", "a😀b", "😀😀", "e\u0301 und 中文 𠀀x", "שלום 👩‍👩‍👧 world"]


@pytest.mark.parametrize("text", TEXTS)
def test_offsets_agree_with_python(run: Run, text: str) -> None:
    found = run(
        """
        const { CodePoints } = await import("pyramidion/texts/code_points.js");
        const points = new CodePoints(given);
        const offsets = [...Array(points.length + 1).keys()];
        return {
          length: points.length,
          units: offsets.map((offset) => points.toUtf16(offset)),
          back: offsets.map((offset) => points.fromUtf16(points.toUtf16(offset))),
          characters: offsets.slice(1).map((end) => points.slice(end - 1, end)),
        };
        """,
        text,
    )
    units = [len(text[:offset].encode("utf-16-le")) // 2 for offset in range(len(text) + 1)]
    assert found == {
        "length": len(text),
        "units": units,
        "back": list(range(len(text) + 1)),
        "characters": list(text),
    }


def test_an_index_inside_a_surrogate_pair_is_its_character(run: Run) -> None:
    found = run(
        """
        const { CodePoints } = await import("pyramidion/texts/code_points.js");
        return new CodePoints(given).fromUtf16(2);
        """,
        "a😀b",
    )
    assert found == 1
