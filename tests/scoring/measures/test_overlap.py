"""Overlaps of models: the pairs that Harman & Over 2004 quote, and sets of n-grams by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.measures.overlap import Overlap, OverlapSettings, model_overlap
from tests.oracles.overlaps import n_gram_types

# Section 2.2: the two pairs of 50-word models with the greatest and the least unigram overlap.
D32 = {
    "G": "In March 1989, an Exxon oil tanker crashed on a reef near Valdez, Alaska, spilling 8.4 million "
    "gallons of oil into Prince William Sound seriously damaging the environment. The cleanup was slow "
    "and Exxon was subject to severe compensation costs and indictment by a federal jury on five criminal "
    "charges.",
    "I": "On March 24, 1989, the Exxon Valdez spilled 11.3 million gallons of crude oil in Prince William "
    "Sound, Alaska. Cleanup of the disaster continued until September and cost almost $2 billion, but 117 "
    "miles of beach remained oily. Exxon announced an earnings- drop in January 1990 and was ordered to "
    "resume cleaning on May 1.",
}
D14 = {
    "B": "U.S. military aircraft crashes occur throughout the world more often than one might suspect. They "
    "are normally reported in the press; however, only those involving major damage or loss of life "
    "attract extensive media coverage. Investigations are always conducted. Flight safety records and "
    "statistics are kept for all aircraft models.",
    "H": "1988 crashes included four F-16s, two F-14s, three A-10s, two B-52s, two B-1Bs, and one tanker. In "
    "1989 one T-2 trainer crashed. 1990 crashes included one F-16, one F-111, one F-4, one C-5A, and 17 "
    "helicopters. Other plane crashes occurred in 1975 (C-5B), 1984 (B-52), 1987 (F-16), and 1994 (F-15).",
}
TEXTS = st.dictionaries(st.sampled_from("abc"), st.text("xyz ,", max_size=12), min_size=2)


def counts(texts: dict[str, str], settings: OverlapSettings) -> list[tuple[int, int]]:
    (topic,) = model_overlap([("D", texts)], settings).topics
    (pair,) = topic.pairs
    return [(overlap.common, overlap.all) for overlap in pair.overlaps]


@pytest.mark.parametrize(
    ("texts", "settings", "expected"),
    # The figures of shared/judgments.md, section 12.1.
    [
        (D32, OverlapSettings(3), {1: (20, 79), 3: (2, 113)}),
        (D32, OverlapSettings(1, folds_case=True), {1: (22, 75)}),
        (D14, OverlapSettings(3), {1: (6, 84), 3: (0, 127)}),
        (D14, OverlapSettings(1, folds_case=True), {1: (6, 83)}),
    ],
)
def test_the_quoted_pairs_have_their_overlaps(texts, settings, expected) -> None:
    by_n = dict(enumerate(counts(texts, settings), start=1))
    assert {n: by_n[n] for n in expected} == expected


def test_values_are_inside_the_axis_of_figure_2() -> None:
    result = model_overlap([("D32", D32), ("D14", D14)], OverlapSettings())
    values = [topic.pairs[0].overlaps[0].value for topic in result.topics]
    assert values == [pytest.approx(0.2532, abs=5e-5), pytest.approx(0.0714, abs=5e-5)]
    assert result.means[0] == pytest.approx((20 / 79 + 6 / 84) / 2)
    assert result.topics_with_common[0] == 2
    assert result.topics_with_common[2] == 1  # trigrams: D32 only


def test_marks_are_dropped_on_request() -> None:
    texts = {"a": "One, two.", "b": "two; One-half."}
    assert counts(texts, OverlapSettings(1)) == [(2, 6)]  # two .; One , two . ; One-half
    assert counts(texts, OverlapSettings(1, drops_marks=True)) == [(1, 3)]


@given(TEXTS, st.booleans())
def test_overlaps_are_those_of_sets(texts, drops_marks) -> None:
    settings = OverlapSettings(4, drops_marks=drops_marks)
    (topic,) = model_overlap([("D", texts)], settings).topics
    for pair in topic.pairs:
        for overlap in pair.overlaps:
            a, b = (n_gram_types(settings.words(texts[name]), overlap.n, ordered=True) for name in (pair.a, pair.b))
            assert overlap == Overlap(overlap.n, len(a & b), len(a | b))
            assert overlap.value == (len(a & b) / len(a | b) if a or b else None)


def test_without_n_grams_there_is_no_value_and_no_mean() -> None:
    result = model_overlap([("D", {"a": "one two", "b": "three"}), ("E", {"a": "alone"})], OverlapSettings(3))
    assert result.topics[0].means == [0.0, 0.0, None]
    assert result.means == [0.0, 0.0, None]
    assert result.warnings == ("Topics with fewer than two models are left out: E.",)
