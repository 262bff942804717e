"""Ranks."""

from scoring.stats.ranking import Rank, competition_ranks


def test_equal_values_tie_and_take_the_places_of_all_of_them() -> None:
    assert competition_ranks([0.2, 0.5, None, 0.5, 0.5, 0.1]) == [
        Rank(4, False),
        Rank(1, True),
        None,
        Rank(1, True),
        Rank(1, True),
        Rank(5, False),
    ]


def test_nothing_has_no_ranks() -> None:
    assert competition_ranks([]) == []
    assert competition_ranks([None]) == [None]
