"""Pyramids in the database as codings."""

import pytest

from annotator.pyramids.models import pyramids
from scoring.observations.coded_rows import codings_of_rows
from tests.factories import make_project, make_release
from tests.scoring.agreed_project import A, B, annotated, annotated_topic, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return make_project("p")


@pytest.fixture
def people(project):
    return [member(project, name) for name in ("ann", "ben", "cat")]


def found(**choice):
    return codings_of_rows(pyramids().all(), **choice)


def test_words_are_numbered_through_the_model_summaries(project, people) -> None:
    annotated_topic(project, "D1", {people[0]: A, people[1]: B})
    (topic,) = found()
    assert (topic.key, topic.coded.word_count) == ("D1", 16)
    assert topic.coded.sentence_of_word == (0,) * 4 + (1,) * 4 + (2,) * 4 + (3,) * 4
    assert {one.coder: [list(scu) for scu in one.scus] for one in topic.coded.codings} == {"ann": A, "ben": B}
    assert topic.unaligned == {"ann": 0, "ben": 0}


def test_drafts_count_if_asked_for_the_consensus_and_empty_pyramids_never(project, people) -> None:
    topic = annotated_topic(project, "D1", {people[0]: A, people[1]: []})
    annotated(topic, member(project, "consensus"), A)
    assert found() == []
    annotated(topic, people[2], B, state="returned")
    assert found() == []
    (drafts,) = found(include_drafts=True)
    assert [one.coder for one in drafts.coded.codings] == ["ann", "cat"]


def test_what_was_released_counts_until_it_is_edited(project, people) -> None:
    topic = annotated_topic(project, "D1", {people[0]: A})
    pyramid = annotated(topic, people[1], B, state="in_progress")
    assert found() == []
    make_release(pyramid)
    assert len(found()) == 1
    pyramids().filter(pk=pyramid.pk).update(revision=pyramid.revision + 1)
    assert found() == []


def test_a_topic_with_one_annotator_is_left_out(project, people) -> None:
    annotated_topic(project, "D1", {people[0]: A})
    annotated_topic(project, "D2", {people[0]: A, people[2]: B})
    assert [topic.key for topic in found()] == ["D2"]


def test_the_number_of_statements_does_not_grow(project, people, django_assert_num_queries) -> None:
    for key in ("D1", "D2", "D3"):
        annotated_topic(project, key, dict.fromkeys(people, A))
    with django_assert_num_queries(3):
        assert len(found()) == 3
