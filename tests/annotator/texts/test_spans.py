"""Spans: each property is checked against the plain definition over sets of character positions."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.texts.spans import (
    Span,
    SpanError,
    Utf16Offsets,
    absorb,
    absorb_all,
    hull,
    make_span,
    overlaps,
    touching_tokens,
    union,
)

spans = st.tuples(st.integers(0, 40), st.integers(1, 12)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))
span_lists = st.lists(spans, max_size=8)
texts = st.text(alphabet=st.sampled_from("aé\u0301 漢\n😀🏳️𝒳"), max_size=30)


def characters(*many: Span) -> set[int]:
    return {index for span in many for index in range(span.start, span.end)}


def test_a_span_has_its_bounds() -> None:
    assert make_span(2, 5, length=5) == (2, 5)


@pytest.mark.parametrize(
    ("start", "end", "length", "sentence"),
    [
        (-1, 2, None, "A span cannot start at -1."),
        (3, 3, None, "A span has to end after its start, not at 3 after 3."),
        (5, 3, None, "A span has to end after its start, not at 3 after 5."),
        (3, 9, 8, "A span cannot end at 9 in a text of 8 characters."),
    ],
)
def test_a_pair_that_is_no_span_is_refused_with_a_sentence(
    start: int, end: int, length: int | None, sentence: str
) -> None:
    with pytest.raises(SpanError, match=f"^{sentence}$"):
        make_span(start, end, length=length)


def test_spans_that_touch_do_not_overlap() -> None:
    assert not overlaps((0, 4), (4, 9))
    assert overlaps((0, 5), (4, 9))


@given(spans, spans)
def test_overlap_means_a_shared_character(a: Span, b: Span) -> None:
    assert overlaps(a, b) == bool(characters(a) & characters(b))


@given(st.lists(spans, min_size=1))
def test_the_hull_is_the_smallest_span_around_all(many: list[Span]) -> None:
    assert hull(many) == (min(characters(*many)), max(characters(*many)) + 1)


def test_there_is_no_hull_of_nothing() -> None:
    with pytest.raises(SpanError):
        hull([])


def test_absorbing_grows_the_first_overlapped_span_and_drops_the_others() -> None:
    assert absorb([(20, 30), (0, 5), (8, 12)], (4, 9)) == (((20, 30), (0, 12)), 1, (2,))


def test_absorbing_a_span_apart_appends_it() -> None:
    assert absorb([(5, 9)], (0, 5)) == (((5, 9), (0, 5)), 1, ())


@given(span_lists)
def test_absorbed_spans_hold_the_same_characters_and_never_overlap(many: list[Span]) -> None:
    joined = absorb_all(many)
    assert characters(*joined) == characters(*many)
    assert sum(span.end - span.start for span in joined) == len(characters(*many))


@given(span_lists, spans)
def test_absorb_says_which_spans_stand_and_which_went(many: list[Span], new: Span) -> None:
    before = absorb_all(many)
    after = absorb(before, new)
    assert characters(new) <= characters(after.spans[after.kept])
    assert len(after.spans) == len(before) - len(after.gone) + (after.kept == len(before))
    assert all(overlaps(before[index], new) for index in after.gone)


@given(span_lists)
def test_the_union_is_in_order_apart_and_has_the_same_characters(many: list[Span]) -> None:
    merged = union(many)
    assert characters(*merged) == characters(*many)
    assert all(a.end < b.start for a, b in pairwise(merged))
    assert sum(span.end - span.start for span in merged) == len(characters(*many))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 5)), max_size=8), st.integers(0, 60), st.integers(-2, 12))
def test_touching_tokens_share_a_character_with_the_span(gaps: list[tuple[int, int]], start: int, size: int) -> None:
    tokens: list[int] = []
    for gap, width in gaps:
        begin = (tokens[-1] if tokens else 0) + gap
        tokens += [begin, begin + width]
    end = start + size
    expected = [
        index // 2 for index in range(0, len(tokens), 2) if max(start, tokens[index]) < min(end, tokens[index + 1])
    ]
    assert list(touching_tokens(tokens, start, end)) == expected


@given(texts)
def test_utf16_offsets_are_those_of_the_encoder(text: str) -> None:
    offsets = Utf16Offsets(text)
    expected = [len(text[:index].encode("utf-16-le")) // 2 for index in range(len(text) + 1)]
    assert [offsets.to_utf16(index) for index in range(len(text) + 1)] == expected
    assert [offsets.to_code_point(offset) for offset in expected] == list(range(len(text) + 1))
    assert offsets.utf16_length == expected[-1]
    assert offsets.same == (len(text) == expected[-1])


@given(texts)
def test_an_offset_inside_a_surrogate_pair_is_told_and_goes_to_its_character(text: str) -> None:
    offsets = Utf16Offsets(text)
    bounds = {offsets.to_utf16(index): index for index in range(len(text) + 1)}
    for offset in range(offsets.utf16_length + 1):
        assert offsets.splits_pair(offset) == (offset not in bounds)
        if offset not in bounds:
            assert offsets.to_code_point(offset) == bounds[offset - 1]
