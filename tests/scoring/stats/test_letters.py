"""Compact letters, against their definition."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.stats.ranking import MOST_LETTERS, compact_letters

pairs_of_seven = st.sets(st.sampled_from(list(combinations(range(7), 2))))


@given(pairs_of_seven)
@settings(max_examples=80)
def test_two_share_a_letter_if_and_only_if_they_do_not_differ(different) -> None:
    letters = compact_letters(7, sorted(different))
    assert letters is not None
    for a, b in combinations(range(7), 2):
        assert bool(set(letters[a]) & set(letters[b])) == ((a, b) not in different)


@given(pairs_of_seven)
@settings(max_examples=40)
def test_no_letter_could_be_left_out_and_they_go_from_the_first_down(different) -> None:
    letters = compact_letters(7, sorted(different))
    assert letters is not None
    used = {letter: {at for at, one in enumerate(letters) if letter in one} for letter in "".join(letters)}
    assert not any(a < b for a in used.values() for b in used.values())
    assert sorted(used) == [chr(ord("a") + at) for at in range(len(used))]
    assert [min(used[letter]) for letter in sorted(used)] == sorted(min(several) for several in used.values())


def test_where_nothing_differs_all_share_one() -> None:
    assert compact_letters(3, []) == ["a", "a", "a"]
    assert compact_letters(0, []) == []


def test_where_all_differ_each_has_its_own() -> None:
    assert compact_letters(3, combinations(range(3), 2)) == ["a", "b", "c"]


def test_too_many_are_none() -> None:
    things = MOST_LETTERS + 1
    assert compact_letters(things, combinations(range(things), 2)) is None
    assert compact_letters(300, combinations(range(300), 2)) is None
