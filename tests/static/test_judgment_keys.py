"""The keys of the values of a scale of judgments."""

from typing import Any

import pytest

from tests.static.conftest import Run


@pytest.mark.parametrize(
    ("minimum", "maximum", "step", "keys"),
    [
        (1, 5, 1, {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5}),
        (0, 100, 20, {"0": 0, "1": 20, "2": 40, "3": 60, "4": 80, "5": 100}),
        (0, 4, 1, {"0": 0, "1": 1, "2": 2, "3": 3, "4": 4}),
        (1, 10, 1, {**{str(value): value for value in range(1, 10)}, "0": 10}),
        (0, 10, 1, {**{str(value): value for value in range(10)}, "T": 10}),
        (0, 100, 1, {}),
    ],
)
def test_the_keys_of_a_scale(run: Run, minimum: int, maximum: int, step: int, keys: dict[str, int]) -> None:
    question: dict[str, Any] = {"minimum": minimum, "maximum": maximum, "step": step, "labels": {}, "anchors": {}}
    body = """
        const { keysOf } = await import("pyramidion/judgments/scales.js");
        return Object.fromEntries(keysOf(given));
    """
    assert run(body, question) == keys
