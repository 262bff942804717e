"""Compact letters, against their definition."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.stats.ranking import MAX_LETTERS, compact_letters

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


def test_letters_go_on_after_z() -> None:
    letters = compact_letters(54, combinations(range(54), 2))
    assert letters is not None
    assert [letters[at] for at in (0, 25, 26, 27, 51, 52, 53)] == ["a", "z", "aa", "ab", "az", "ba", "bb"]


def test_beyond_z_spaces_separate_the_letters_of_an_item() -> None:
    far = [(a, b) for a, b in combinations(range(40), 2) if b - a > 1]
    letters = compact_letters(40, far)
    assert letters is not None
    assert letters[:2] == ["a", "a b"]
    assert letters[-2:] == ["al am", "am"]


def test_too_many_are_none() -> None:
    # Each of these pairs doubles the number of largest sets without a pair: 2**9 sets, and 2**10.
    pairs = [(a, a + 1) for a in range(0, 20, 2)]
    assert 2**9 <= MAX_LETTERS < 2**10
    assert compact_letters(18, pairs[:9]) is not None
    assert compact_letters(20, pairs) is None
