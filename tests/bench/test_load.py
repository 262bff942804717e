"""The figures of a load."""

from math import isnan

from bench.load import Load, percentile, together


def test_a_percentile_is_one_of_the_values() -> None:
    values = [float(n) for n in range(1, 101)]
    assert [percentile(values, share) for share in (0.5, 0.95, 0.99, 1.0)] == [50, 95, 99, 100]
    assert percentile([7.0], 0.01) == 7


def test_of_no_values_there_is_none() -> None:
    assert isnan(percentile([], 0.5))


def test_rounds_are_put_together() -> None:
    one = Load({"edit": [3.0, 1.0]}, [], seconds=1, cpu=0.1)
    other = Load({"edit": [2.0], "look": [9.0]}, ["refused"], seconds=2, cpu=0.2)
    both = together([one, other])
    assert both.ms == {"edit": [1.0, 2.0, 3.0], "look": [9.0]}
    assert (both.errors, both.seconds, both.requests) == (["refused"], 3, 4)
    assert both.rate("edit") == 1
    assert both.at(1.0, "edit", "look") == 9
