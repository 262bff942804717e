"""The sample project's texts and annotation: what a new user sees first has to be whole and worth looking at."""

from collections import Counter
from itertools import pairwise

import pytest

from annotator.interchange.sample_texts import Quote, SampleText, SampleTopic, find_spans, read_sample
from annotator.texts.segmentation import segment

PROJECT = read_sample()
ANNOTATED, UNTOUCHED, OF_EXTRACTS = PROJECT.topics


def summaries_of(topic: SampleTopic) -> list[SampleText]:
    return [*topic.models, *topic.peers]


ALL_TEXTS = [(topic.key, summary) for topic in (ANNOTATED, UNTOUCHED) for summary in summaries_of(topic)]


def weights(topic: SampleTopic) -> list[int]:
    return [len(scu.contributors) for scu in topic.scus]


def units_by_scu(summarizer: str) -> Counter[int | None]:
    peer = [peer.summarizer for peer in ANNOTATED.peers].index(summarizer)
    return Counter(unit.scu for unit in ANNOTATED.units if unit.peer == peer)


def word_bounds(text: str) -> tuple[set[int], set[int]]:
    words = segment(text).words
    return set(words[::2]), set(words[1::2])


def test_there_are_two_topics_with_five_models_and_four_peers_and_one_of_extracts() -> None:
    assert [topic.key for topic in PROJECT.topics] == ["mill", "train", "turn"]
    assert (len(OF_EXTRACTS.models), OF_EXTRACTS.peers) == (2, ())  # the peers are extracts of its document
    for topic in (ANNOTATED, UNTOUCHED):
        assert len(topic.models) == 5
        assert len(topic.peers) == 4
        assert topic.title
        assert topic.statement.endswith("?")


def test_summarizers_have_the_same_codes_in_both_topics() -> None:
    for kind in ("models", "peers"):
        codes = [[summary.summarizer for summary in getattr(topic, kind)] for topic in (ANNOTATED, UNTOUCHED)]
        assert codes[0] == codes[1]
        assert len(set(codes[0])) == len(codes[0])


@pytest.mark.parametrize(("topic", "summary"), ALL_TEXTS, ids=[f"{key}-{text.summarizer}" for key, text in ALL_TEXTS])
def test_every_text_is_one_paragraph_of_about_a_hundred_words(topic: str, summary: SampleText) -> None:
    assert 90 <= len(summary.text.split()) <= 115
    assert "\n" not in summary.text
    assert summary.text == summary.text.strip()


def test_no_two_texts_are_the_same() -> None:
    assert len({summary.text for _, summary in ALL_TEXTS}) == len(ALL_TEXTS) == 18


def test_the_second_topic_is_untouched() -> None:
    assert UNTOUCHED.scus == ()
    assert UNTOUCHED.units == ()


def test_weights_are_spread_as_in_real_pyramids() -> None:
    """Few at the top, most at the bottom; formats.md gives 56-66 % of weight 1 for four models, and fewer for more."""
    tiers = Counter(weights(ANNOTATED))
    assert 25 <= len(ANNOTATED.scus) <= 35
    assert set(tiers) == {1, 2, 3, 4, 5}
    assert tiers[1] > tiers[2] > tiers[3] > tiers[4] >= tiers[5] >= 3


def test_labels_are_sentences_of_their_own() -> None:
    labels = [scu.label for scu in ANNOTATED.scus]
    assert len(set(labels)) == len(labels)
    assert all(label[0].isupper() and 4 <= len(label.split()) <= 15 for label in labels)


def test_a_quarter_of_the_contributors_have_several_parts() -> None:
    parts = [len(parts) for scu in ANNOTATED.scus for parts in scu.contributors.values()]
    assert 0.2 <= sum(count > 1 for count in parts) / len(parts) <= 0.35
    assert max(parts) >= 3


def test_about_a_twentieth_of_the_words_is_open_and_some_are_shared() -> None:
    total = open_words = shared = 0
    for index, model in enumerate(ANNOTATED.models):
        words = segment(model.text).words
        spans = [part for scu in ANNOTATED.scus for part in scu.contributors.get(index, ())]
        covers = [sum(start <= word < end for start, end in spans) for word in words[::2]]
        total += len(covers)
        open_words += covers.count(0)
        shared += sum(count > 1 for count in covers)
    assert 0.03 <= open_words / total <= 0.07
    assert 0.05 <= shared / total <= 0.2


def test_all_parts_lie_on_word_bounds_in_order_without_overlap() -> None:
    parts = [
        (ANNOTATED.models[model].text, spans) for scu in ANNOTATED.scus for model, spans in scu.contributors.items()
    ]
    parts += [(ANNOTATED.peers[unit.peer].text, unit.parts) for unit in ANNOTATED.units]
    for text, spans in parts:
        starts, ends = word_bounds(text)
        assert all(start in starts and end in ends for start, end in spans)
        assert list(spans) == sorted(spans)
        assert all(before[1] < after[0] for before, after in pairwise(spans))


def test_the_best_peer_says_all_of_the_two_top_tiers_once() -> None:
    units = units_by_scu("fusion-5")
    heavy = {index for index, weight in enumerate(weights(ANNOTATED)) if weight >= 4}
    assert heavy <= set(units)
    assert all(units[scu] == 1 for scu in units if scu is not None)


def test_the_middling_peer_lacks_content_of_the_top_tier() -> None:
    units = units_by_scu("extract-2")
    missing = [weight for index, weight in enumerate(weights(ANNOTATED)) if index not in units]
    assert 5 in missing
    assert units[None] >= 5


def test_the_baseline_repeats_itself() -> None:
    units = units_by_scu("baseline")
    assert sum(count - 1 for scu, count in units.items() if scu is not None) >= 5


def test_the_last_peer_is_mostly_off_the_pyramid() -> None:
    units = units_by_scu("neural-7")
    assert units[None] > sum(count for scu, count in units.items() if scu is not None)


def test_some_units_are_discontinuous_and_some_share_words() -> None:
    assert sum(len(unit.parts) > 1 for unit in ANNOTATED.units) >= 5


def test_the_guidelines_read_well_with_and_without_markdown() -> None:
    """Pages may show them as they are: no marks within a line, and no line broken in mid-sentence."""
    lines = [line for line in PROJECT.guidelines.splitlines() if line]
    assert len(lines) >= 12
    assert not any(mark in line for line in lines for mark in ("*", "#", "`"))
    assert all(line[-1] in ".:" or len(line) < 30 for line in lines)


def test_topics_come_in_the_order_of_their_keys_with_the_annotated_one_first() -> None:
    """Pages list topics by key, and the first sight is to be a pyramid."""
    keys = [topic.key for topic in PROJECT.topics]
    assert keys == sorted(keys)
    assert PROJECT.topics[0].scus


@pytest.mark.parametrize(
    ("quote", "expected"),
    [("mill", (4, 8)), ({"quote": "The", "occurrence": 2}, (17, 20)), ("The mill stands", (0, 15))],
)
def test_a_quote_is_found_as_whole_words(quote: Quote, expected: tuple[int, int]) -> None:
    assert find_spans([quote], "The mill stands. The millstone lies.") == (expected,)


@pytest.mark.parametrize("quote", ["The", "mil", "wheel", {"quote": "The", "occurrence": 3}])
def test_a_quote_that_is_not_there_once_is_refused_by_name(quote: Quote) -> None:
    with pytest.raises(ValueError, match=quote if isinstance(quote, str) else "The"):
        find_spans([quote], "The mill stands. The millstone lies.")
