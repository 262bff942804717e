"""SCUs ranked for a query."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.texts.similarity.scus import ScuTexts, rank_scus
from annotator.texts.similarity.tokens import Bag, bag_of_label
from annotator.texts.similarity.topic import TopicIndex
from tests.annotator.texts.similarity.topics import STORM, bag_of, token_text, topic_of

TOPIC = topic_of(*STORM)
CLOSED = ScuTexts(
    "closed",
    (
        bag_of_label("The harbour was shut"),
        bag_of(TOPIC, 10, "A storm closed the harbour"),
        bag_of(TOPIC, 12, "closed"),
    ),
)
CANCELLED = ScuTexts("cancelled", (bag_of_label("Ferries did not run"), bag_of(TOPIC, 11, "Ferry traffic stopped")))
UNHURT = ScuTexts("unhurt", (bag_of_label(""), bag_of(TOPIC, 10, "Nobody was hurt")))
EMPTY = ScuTexts("empty", (bag_of_label(""),))
SCUS = (EMPTY, UNHURT, CANCELLED, CLOSED)


def words(text: str) -> Bag:
    return token_text(text).bag([(0, len(text))])


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("All ferries were stopped.", "cancelled"),
        ("Harbours closed on Monday.", "closed"),
        ("There was nobody injured.", "unhurt"),
        ("It was shut.", "closed"),  # a word of a label alone
        ("The shutting", "closed"),  # spelt like a word of a label alone
    ],
)
def test_the_scu_that_says_it_is_first(query: str, first: str) -> None:
    assert rank_scus(words(query), SCUS, TOPIC)[0].id == first


def test_scus_without_any_likeness_are_left_out() -> None:
    assert rank_scus(words("zebra"), SCUS, TOPIC) == []
    assert "empty" not in [scu.id for scu in rank_scus(words("Nobody closed ferries"), SCUS, TOPIC)]


def test_no_words_are_like_nothing() -> None:
    assert rank_scus(words("..."), SCUS, TOPIC) == []
    assert rank_scus(words("storm"), [], TOPIC) == []
    assert rank_scus(words("storm"), [EMPTY], TOPIC) == []


def test_ties_keep_the_order_of_the_scus() -> None:
    twins = [ScuTexts(name, UNHURT.texts) for name in "bac"]
    assert [scu.id for scu in rank_scus(words("Nobody was hurt"), twins, TOPIC)] == ["b", "a", "c"]


def test_at_most_as_many_as_asked_for() -> None:
    assert len(rank_scus(words("Nobody closed ferries"), SCUS, TOPIC, k=2)) == 2


def test_a_topic_without_texts_still_has_labels() -> None:
    nothing: TopicIndex = topic_of()
    found = rank_scus(words("a storm"), [ScuTexts("label", (bag_of_label("the storm"),))], nothing)
    assert [scu.id for scu in found] == ["label"]


@given(st.text(alphabet="storm clΩ物ש.", max_size=30), st.permutations(SCUS))
def test_scores_do_not_depend_on_the_order_of_the_scus(query: str, order: list[ScuTexts]) -> None:
    found = rank_scus(words(query), order, TOPIC)
    assert {scu.id: scu.score for scu in found} == {scu.id: scu.score for scu in rank_scus(words(query), SCUS, TOPIC)}
    assert all(0 < scu.score <= 1 for scu in found)
    assert [scu.score for scu in found] == sorted((scu.score for scu in found), reverse=True)
