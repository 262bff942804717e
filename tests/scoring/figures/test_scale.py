"""Ticks at round numbers, computed in decimals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.figures.scale import scale_of, ticks


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (0, 1, ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        (0, 0.3, ["0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3"]),
        (-0.25, 1.1, ["-0.5", "0", "0.5", "1", "1.5"]),
        (0, 30, ["0", "5", "10", "15", "20", "25", "30"]),
        (0.061, 0.064, ["0.061", "0.0615", "0.062", "0.0625", "0.063", "0.0635", "0.064"]),
        (0, 12000, ["0", "2000", "4000", "6000", "8000", "10000", "12000"]),
    ],
)
def test_ticks(low, high, told) -> None:
    assert [one.text for one in ticks(low, high)] == told


def test_a_range_without_extent_has_no_ticks() -> None:
    with pytest.raises(ValueError, match="cannot go from 1 to 1"):
        ticks(1, 1)


@given(
    st.lists(st.floats(-1e6, 1e6, allow_subnormal=False).filter(lambda value: not 0 < abs(value) < 1e-6), max_size=9)
)
def test_a_scale_holds_all_values_between_its_ends(values) -> None:
    scale = scale_of(values, 10, 110)
    assert 2 <= len(scale.ticks) <= 8
    assert (scale(scale.low), scale(scale.high)) == (10, 110)
    assert all(scale.low <= value <= scale.high and 10 <= scale(value) <= 110 for value in values)


def test_without_values_and_with_one_alone_there_is_still_a_scale() -> None:
    ends = [(one.low, one.high) for one in (scale_of(values, 0, 1) for values in ([], [None], [0.0], [0.4], [-3.0]))]
    assert ends == [(0, 1), (0, 1), (0, 1), (0, 0.4), (-3, 0)]
