"""The passages that are most like a query."""

import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.texts.similarity.passages import Passage, best_passages
from annotator.texts.similarity.tokens import join_bags
from annotator.texts.similarity.topic import TopicIndex
from annotator.texts.spans import overlaps
from tests.annotator.texts.similarity.topics import STORM, bag_of, token_text, topic_of

WORDS = (
    "storm",
    "storms",
    "Hafen",
    "closed,",
    "the",
    "a.",
    "物質は",
    "水",
    "قالت المدينة",
    "שלום",
    "1990",
    "!",
    "👩‍🔬",
)
texts = st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join)


def quoted(topic: TopicIndex, passage: Passage) -> str:
    return topic.texts[passage.summary].text[passage.start : passage.end]


@pytest.fixture(scope="module")
def storm() -> TopicIndex:
    return topic_of(*STORM)


def test_each_other_summary_shows_its_best_first(storm: TopicIndex) -> None:
    found = best_passages(bag_of(storm, 10, "A storm closed the harbour of Port Amley on Monday"), storm, exclude=[10])
    assert [quoted(storm, passage) for passage in found[:2]] == [
        "On Monday the storm had closed Port Amley's harbours",
        "The harbour was closed by the storm",
    ]


def test_inflected_words_are_found(storm: TopicIndex) -> None:
    found = best_passages(bag_of(storm, 10, "Two ferries"), storm, exclude=[10])
    assert quoted(storm, found[0]).startswith("Ferry")


def test_a_summary_without_a_word_like_it_has_no_passage(storm: TopicIndex) -> None:
    found = best_passages(bag_of(storm, 10, "harbour"), storm, exclude=[10])
    assert {passage.summary for passage in found} == {11, 12}


def test_the_same_words_score_highest(storm: TopicIndex) -> None:
    assert best_passages(bag_of(storm, 13, "Schools opened late"), storm, k=1)[0] == Passage(13, 0, 19, 1.0)


def test_ties_go_in_text_order() -> None:
    topic = topic_of("Rain. A red house. A red house.", "A red house.", "A red house.")
    found = best_passages(topic_of("A red house.").texts[10].bag([(0, 12)]), topic)
    assert [(one.summary, one.start) for one in found] == [(10, 6), (11, 0), (12, 0), (10, 19)]
    assert len({one.score for one in found}) == 1


def test_a_passage_prefers_whole_clauses() -> None:
    topic = topic_of("Rain fell; the old bridge at Amley broke in half, which nobody saw.")
    found = best_passages(token_text("The old bridge at Amley broke in two").bag([(0, 36)]), topic, k=1)
    assert quoted(topic, found[0]) == "the old bridge at Amley broke in half"


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("物質は質量を持つ。", "今日は晴れです。すべての物質は質量を持っている。明日は雨です。", "物質は質量"),
        ("เรือถูกยกเลิก", "วันนี้อากาศดี เรือสองลำถูกยกเลิก", "เรือสองลำถูกยกเลิก"),
        ("أغلقت العاصفة الميناء", "ارتفعت الأسعار. أغلقت عاصفة قوية ميناء المدينة.", "أغلقت عاصفة قوية ميناء"),
    ],
    ids=["japanese", "thai", "arabic"],
)
def test_other_scripts_are_compared_too(query: str, text: str, expected: str) -> None:
    topic = topic_of(text)
    found = best_passages(token_text(query).bag([(0, len(query))]), topic, k=1)
    assert expected in quoted(topic, found[0])


def test_what_several_texts_say_weighs_more(storm: TopicIndex) -> None:
    query = join_bags(
        [bag_of(storm, 10, "Monday"), bag_of(storm, 12, "Prices of fish"), bag_of(storm, 12, "fish rose")]
    )
    assert "fish" in quoted(storm, best_passages(query, storm)[0])


def test_nothing_is_like_nothing(storm: TopicIndex) -> None:
    nothing = storm.texts[10].bag([])
    assert best_passages(nothing, storm) == []
    assert best_passages(bag_of(storm, 10, "storm"), topic_of()) == []
    assert best_passages(bag_of(storm, 10, "storm"), topic_of("...", "")) == []


def test_a_whole_text_can_be_asked_for(storm: TopicIndex) -> None:
    long = topic_of(" ".join(f"word{n}" for n in range(300)), *STORM)
    assert best_passages(long.texts[10].bag([(0, 10_000)]), long, k=1)[0].summary == 10


@given(st.lists(texts, min_size=1, max_size=4), st.data())
def test_passages_are_disjoint_stretches_from_word_to_word(summaries: list[str], data: st.DataObject) -> None:
    topic = topic_of(*summaries)
    source = topic.texts[10]
    start = data.draw(st.integers(0, len(source.text)))
    query = source.bag([(start, data.draw(st.integers(start, len(source.text))))])
    excluded = data.draw(st.sets(st.sampled_from(topic.keys)))
    found = best_passages(query, topic, k=5, exclude=excluded)
    for one in found:
        bounds = topic.texts[one.summary].bounds
        assert one.start in {first for first, _ in bounds}
        assert one.end in {last for _, last in bounds}
        assert 0 <= one.start < one.end <= len(topic.texts[one.summary].text)
        assert 0 < one.score <= 1
        assert one.summary not in excluded
    assert not any(
        one.summary == two.summary and overlaps((one.start, one.end), (two.start, two.end))
        for one, two in combinations(found, 2)
    )
    firsts = found[: len({one.summary for one in found})]
    assert len({one.summary for one in firsts}) == len(firsts)
    for several in (firsts, found[len(firsts) :]):
        assert [one.score for one in several] == sorted((one.score for one in several), reverse=True)
    assert best_passages(query, topic_of(*summaries), k=5, exclude=excluded) == found


def test_another_process_answers_the_same() -> None:
    """Sets of words are walked in another order in each process."""
    script = (
        "from tests.annotator.texts.similarity.topics import *\n"
        "from annotator.texts.similarity.passages import best_passages\n"
        "topic = topic_of(*STORM)\nprint(best_passages(bag_of(topic, 10, 'Two ferries were cancelled. Nobody'), topic))"
    )
    root = Path(__file__).parents[4]
    answers = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=root,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
