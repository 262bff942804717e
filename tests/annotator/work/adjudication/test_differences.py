"""Differences between annotations: hand-made cases, and what must hold whatever the annotations are."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotator.work.adjudication.comparison import Difference, Item, Source, compare, words_of


def item(key: str, words: str, label: str | None = None, matched: str | None = None) -> Item:
    """An item whose words are letters of an imagined text."""
    return Item(key, key if label is None else label, frozenset((1, ord(letter)) for letter in words), matched)


def source(name: str, *items: Item) -> Source:
    return Source(name, items)


def shapes(*sources: Source) -> list[tuple[str, str]]:
    """Each difference as its shape and the ids in it."""
    found = [(one.shape, "|".join("".join(i.id for i in several) for several in one.items)) for one in compare(sources)]
    return sorted(found)


def test_the_same_words_and_label_are_the_same_whatever_case_spacing_and_full_stop() -> None:
    a, b = source("A", item("1", "abc", "All  matter has Mass.")), source("B", item("2", "abc", "all matter has mass"))
    assert shapes(a, b) == [("same", "1|2")]


def test_the_same_words_under_another_label_differ_in_the_label_only() -> None:
    assert shapes(source("A", item("1", "abc")), source("B", item("2", "abc"))) == [("label", "1|2")]


def test_other_bounds_of_the_same_scu_are_another_extent() -> None:
    a, b = source("A", item("1", "abcd"), item("2", "xyz")), source("B", item("3", "vwxyz"), item("4", "bcde"))
    assert shapes(a, b) == [("extent", "1|4"), ("extent", "2|3")]


def test_one_of_a_that_is_several_of_b_is_split_and_the_reverse_merged() -> None:
    whole, halves = item("1", "abcdefgh"), (item("2", "abcde"), item("3", "fgh"))
    assert shapes(source("A", whole), source("B", *halves)) == [("split", "1|23")]
    assert shapes(source("A", *halves), source("B", whole)) == [("merged", "23|1")]


def test_items_cut_across_each_other_are_regrouped() -> None:
    a = source("A", item("1", "abcdefgh"), item("2", "ijklmnop"))
    b = source("B", item("3", "abcdijkl"), item("4", "efghmnop"))
    assert shapes(a, b) == [("regrouped", "12|34")]


def test_overlapping_items_that_both_have_are_not_taken_for_one_group() -> None:
    """SCUs of one annotator may share words; that is no reason to show them as one difference."""
    a = source("A", item("1", "abcdefghij"), item("2", "efghijklmno"))
    b = source("B", item("3", "abcdefghi"), item("4", "fghijklmno"))
    assert shapes(a, b) == [("extent", "1|3"), ("extent", "2|4")]


def test_what_only_one_has_is_told_with_whose_it_is() -> None:
    assert shapes(source("A", item("1", "abc")), source("B", item("2", "xyz"))) == [("only_a", "1|"), ("only_b", "|2")]


def test_a_word_or_two_in_common_do_not_make_items_the_same() -> None:
    a, b = source("A", item("1", "abcdefghij")), source("B", item("2", "jklmnopqrs"))
    assert shapes(a, b) == [("only_a", "1|"), ("only_b", "|2")]


def test_items_without_words_are_told_apart_by_their_labels() -> None:
    a = source("A", item("1", "", "Energy"), item("2", "", "Mass"))
    b = source("B", item("3", "", "mass"))
    assert shapes(a, b) == [("only_a", "1|"), ("same", "2|3")]


def test_of_two_items_of_the_same_words_each_finds_its_own_label() -> None:
    a = source("A", item("1", "abc", "Energy"), item("2", "abc", "Mass"))
    b = source("B", item("3", "abc", "Mass"), item("4", "abc", "Energy"))
    assert shapes(a, b) == [("same", "1|4"), ("same", "2|3")]


def test_the_same_label_on_other_words_is_the_same_scu_elsewhere() -> None:
    a, b = source("A", item("1", "abc", "Mass")), source("B", item("2", "xyz", "mass."))
    assert shapes(a, b) == [("extent", "1|2")]
    assert shapes(source("A", item("1", "abc", "")), source("B", item("2", "xyz", ""))) == [
        ("only_a", "1|"),
        ("only_b", "|2"),
    ]


def test_shared_words_count_more_than_a_shared_label() -> None:
    a = source("A", item("1", "abcdef", "Mass"), item("2", "uvwxyz", "Energy"))
    b = source("B", item("3", "abcdef", "Energy"), item("4", "uvwxyz", "Mass"))
    assert shapes(a, b) == [("label", "1|3"), ("label", "2|4")]


def test_units_on_the_same_words_matched_otherwise() -> None:
    a = source("A", item("1", "abc", "", "scu-1"), item("2", "xyz", "", None))
    b = source("B", item("3", "abc", "", "scu-2"), item("4", "xyz", "", "scu-1"))
    assert shapes(a, b) == [("match", "1|3"), ("nonmatching", "2|4")]


def test_units_elsewhere_that_are_matched_to_the_same_scu_belong_together() -> None:
    a, b = source("A", item("1", "abc", "", "scu-1")), source("B", item("2", "xyz", "", "scu-1"))
    assert shapes(a, b) == [("extent", "1|2")]


def test_units_are_paired_by_words_before_they_are_paired_by_their_scu() -> None:
    a = source("A", item("1", "abc", "", "scu-1"), item("2", "xyz", "", "scu-2"))
    b = source("B", item("3", "abc", "", "scu-2"), item("4", "xyz", "", "scu-1"))
    assert shapes(a, b) == [("match", "1|3"), ("match", "2|4")]


def test_three_agree_only_if_all_three_have_the_same_words() -> None:
    a, b = source("A", item("1", "abcd", "L")), source("B", item("2", "abcd", "L"))
    assert shapes(a, b, source("C", item("3", "abcd", "L"))) == [("same", "1|2|3")]
    assert shapes(a, b, source("C", item("3", "abc", "L"))) == [("extent", "1|2|3")]
    assert shapes(a, b, source("C")) == [("only", "1|2|")]
    assert shapes(a, b, source("C", item("3", "ab"), item("4", "cd"))) == [("grouping", "1|2|34")]


def test_how_much_is_shared_is_told_as_the_share_of_words_that_all_have() -> None:
    a, b, c = source("A", item("1", "abcd")), source("B", item("2", "abc")), source("C", item("3", "abx"))
    assert [it.shared_fraction for it in compare([a, b])] == [0.75]
    assert [it.shared_fraction for it in compare([a, b, c])] == [0.4]
    empty = compare([source("A", item("1", "")), source("B", item("2", "", "1"))])
    assert [it.shared_fraction for it in empty] == [1.0]


def test_a_key_changes_with_what_is_compared_and_with_nothing_else() -> None:
    a, b = source("A", item("1", "abc")), source("B", item("2", "abcd"))
    more = source("A", item("0", "xyz"), item("1", "abc"))
    key = compare([a, b])[0].key
    assert {one.key for one in compare([more, b])} > {key}
    changed = [source("A", item("1", "ab")), source("A", item("1", "abc", "Other")), source("A", item("9", "abc"))]
    assert key not in {compare([one, b])[0].key for one in changed}


def test_one_source_or_two_of_one_name_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="two or more"):
        compare([source("A")])
    with pytest.raises(ValueError, match="two or more"):
        compare([source("A"), source("A")])


def test_a_word_belongs_to_a_part_that_touches_it() -> None:
    assert words_of([(7, 2, 5)], {7: [0, 3, 4, 8, 9, 12]}) == {(7, 0), (7, 1)}


# How long a draw takes on a busy machine says nothing about what is compared.
steady = settings(derandomize=True, max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
labels = st.sampled_from(["", "Energy", "energy.", "Mass"])
word_sets = st.frozensets(st.tuples(st.integers(1, 2), st.integers(0, 9)), max_size=8)
matches = st.sampled_from([None, "s1", "s2"])


@st.composite
def annotations(draw: st.DrawFn, names: str = "AB") -> list[Source]:
    sources = []
    for name in names:
        made = draw(st.lists(st.tuples(labels, word_sets, matches), max_size=6))
        sources.append(Source(name, tuple(Item(f"{name}{i}", *rest) for i, rest in enumerate(made))))
    return sources


def content(differences: list[Difference], names: str) -> set[tuple[str, str, tuple[tuple[str, ...], ...]]]:
    """What is found, with the sources put in the order of their names."""
    order = sorted(range(len(names)), key=lambda at: names[at])
    return {
        (one.key, one.kind, tuple(tuple(sorted(item.id for item in one.items[at])) for at in order))
        for one in differences
    }


@steady
@given(annotations("ABC"))
def test_every_item_is_in_exactly_one_difference(sources: list[Source]) -> None:
    found = compare(sources)
    for at, one in enumerate(sources):
        there = [item.id for difference in found for item in difference.items[at]]
        assert sorted(there) == sorted(item.id for item in one.items)
    assert len({difference.key for difference in found}) == len(found)


@steady
@given(annotations("AB"))
def test_comparing_the_other_way_round_finds_the_same(sources: list[Source]) -> None:
    a, b = sources
    turned = {"split": "merged", "merged": "split", "only_a": "only_b", "only_b": "only_a"}
    there, back = compare([a, b]), compare([b, a])
    assert content(there, "AB") == content(back, "BA")
    assert sorted(turned.get(one.shape, one.shape) for one in there) == sorted(one.shape for one in back)


@steady
@given(annotations("ABC"), st.permutations(range(3)), st.randoms(use_true_random=False))
def test_the_order_of_sources_and_items_changes_nothing(
    sources: list[Source], order: list[int], random: object
) -> None:
    def shuffled(one: Source) -> Source:
        items = list(one.items)
        random.shuffle(items)  # type: ignore[attr-defined]
        return Source(one.name, tuple(items))

    names = "".join("ABC"[at] for at in order)
    assert content(compare([shuffled(sources[at]) for at in order]), names) == content(compare(sources), "ABC")


@steady
@given(annotations("A"))
def test_an_annotation_is_the_same_as_itself(sources: list[Source]) -> None:
    (a,) = sources
    found = compare([a, Source("B", a.items)])
    assert {one.kind for one in found} <= {"same"}
    assert len(found) == len(a.items)
