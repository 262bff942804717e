"""Spans: each property is checked against the plain definition over sets of character positions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from annotator.duc.part_offsets import Utf16Offsets
from annotator.texts.spans import Span, join_overlapping, overlaps, touching_tokens

spans = st.tuples(st.integers(0, 40), st.integers(1, 12)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))
span_lists = st.lists(spans, max_size=8)
texts = st.text(alphabet=st.sampled_from("aé\u0301 漢\n😀🏳️𝒳"), max_size=30)


def characters(*many: Span) -> set[int]:
    return {index for span in many for index in range(span.start, span.end)}


def test_spans_that_touch_do_not_overlap() -> None:
    assert not overlaps((0, 4), (4, 9))
    assert overlaps((0, 5), (4, 9))


@given(spans, spans)
def test_overlap_means_a_shared_character(a: Span, b: Span) -> None:
    assert overlaps(a, b) == bool(characters(a) & characters(b))


def test_absorbing_grows_the_first_overlapped_span_and_drops_the_others() -> None:
    assert join_overlapping([Span(20, 30), Span(0, 5), Span(8, 12), Span(4, 9)]) == ((20, 30), (0, 12))


def test_spans_that_touch_stay_apart() -> None:
    assert join_overlapping([Span(5, 9), Span(0, 5)]) == ((5, 9), (0, 5))


@given(span_lists)
def test_absorbed_spans_hold_the_same_characters_and_never_overlap(many: list[Span]) -> None:
    joined = join_overlapping(many)
    assert characters(*joined) == characters(*many)
    assert sum(span.end - span.start for span in joined) == len(characters(*many))


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
    assert offsets.is_identity == (len(text) == expected[-1])


@given(texts)
def test_an_offset_inside_a_surrogate_pair_is_told_and_goes_to_its_character(text: str) -> None:
    offsets = Utf16Offsets(text)
    bounds = {offsets.to_utf16(index): index for index in range(len(text) + 1)}
    for offset in range(offsets.utf16_length + 1):
        assert offsets.splits_pair(offset) == (offset not in bounds)
        if offset not in bounds:
            assert offsets.to_code_point(offset) == bounds[offset - 1]
