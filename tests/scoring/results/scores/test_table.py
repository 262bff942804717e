"""Peers by topics with means."""

import pytest

from annotator.matching.models import peer_annotations
from scoring.measures.pyramid_scores import MEASURES
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.results.scores.queries import mean_rows, sorted_peers
from scoring.results.scores.ranking import topic_ranks
from scoring.results.scores.rows import natural_key
from tests.factories import make_member, make_project
from tests.scoring.scored_project import matched_peer, released_topic
from tests.scoring.seen import score_sheet

pytestmark = pytest.mark.django_db


def ranks_of(rows):
    return topic_ranks([row.by_measure["recall"] for row in rows], MEASURES["recall"])


@pytest.fixture
def scored():
    """Peers 2 and 10 on D1 (recall 3/6 and 5/6), 10 on D2 too (2/6), 2 there as a draft."""
    project = make_project()
    owner = make_member(project)
    first, second = released_topic(project, "D1", owner), released_topic(project, "D2", owner)
    matched_peer(first, "10", [1, 2])
    matched_peer(first, "2", [1])
    matched_peer(second, "10", [2])
    matched_peer(second, "2", [1], state="in_progress")
    annotations = peer_annotations().all()
    return score_sheet(project=project, annotations=annotations, role=None, settings=ScoreSettings()).scored


def test_means_leave_drafts_out_and_say_over_how_many(scored) -> None:
    two, ten = mean_rows(one.row for one in scored)
    assert (two["summarizer"], two["recall"]) == ("2", {"mean": 0.5, "n": 1})
    assert (ten["summarizer"], ten["recall"]) == ("10", {"mean": (5 / 6 + 2 / 6) / 2, "n": 2})


@pytest.mark.parametrize(
    ("by", "descending", "expected"),
    [
        ("recall", False, ["2", "10"]),
        ("recall", True, ["10", "2"]),
        ("summarizer", False, ["2", "10"]),
        ("summarizer", True, ["10", "2"]),
        ("warnings", False, ["10", "2"]),  # what is no column: by rank
        ("", True, ["2", "10"]),
    ],
)
def test_the_peers_of_a_topic_are_sorted_as_asked(scored, by, descending, expected) -> None:
    one_topic = [one.row for one in scored if one.origin.subject.topic == "D1"]
    ranked = sorted_peers(one_topic, ranks_of(one_topic), by, descending=descending)
    assert [(one.origin.subject.summarizer, str(rank)) for one, rank in ranked] == [
        (name, {"2": "2", "10": "1"}[name]) for name in expected
    ]


def test_a_peer_without_a_score_comes_last(scored) -> None:
    one_topic = [one.row for one in scored if one.origin.subject.topic == "D2"]
    ranks = ranks_of(one_topic)
    for by, descending in (("recall", False), ("recall", True), ("", False), ("", True)):
        assert [
            one.origin.subject.summarizer for one, _ in sorted_peers(one_topic, ranks, by, descending=descending)
        ] == ["10", "2"]


def test_names_that_are_numbers_sort_by_value_before_the_others() -> None:
    assert sorted(["10", "A", "2", "B"], key=natural_key) == ["2", "10", "A", "B"]
