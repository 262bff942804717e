"""Database rows as core values."""

import pytest

from annotator.matching.models import peer_annotations
from scoring.measures.pyramid_scores import Peer
from scoring.observations.rows import peer_rows
from tests.scoring.scored_project import WEIGHTS, matched_peer, next_release, released_topic

pytestmark = pytest.mark.django_db


def test_a_peer_comes_with_the_weights_of_its_own_release() -> None:
    release = released_topic()
    annotation = matched_peer(release, "7", [2, 2, None])
    next_release(release)
    (row,) = peer_rows(peer_annotations().all())
    assert (row.annotation, row.peer, row.latest_release) == (annotation, Peer((2, 2, None)), 2)
    assert (dict(row.pyramid.weights), row.pyramid.model_count) == (WEIGHTS, 3)


def test_a_peer_without_units_and_a_limit() -> None:
    release = released_topic()
    matched_peer(release, "1", [])
    matched_peer(release, "2", [1])
    (row,) = peer_rows(peer_annotations().order_by("created_at"), limit=1)
    assert row.peer == Peer(())


def test_the_number_of_statements_does_not_grow(django_assert_num_queries) -> None:
    for key in ("D1", "D2", "D3"):
        release = released_topic(key=key)
        for peer in "abcd":
            matched_peer(release, peer, [1, None, 2])
    with django_assert_num_queries(7):
        assert len(peer_rows(peer_annotations().all())) == 12
