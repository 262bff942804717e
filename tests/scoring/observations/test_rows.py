"""Database rows as core values."""

import pytest

from annotator.matching.models import KIND, MatchFile, peer_annotations
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.models import Work
from scoring.measures.pyramid_scores import Peer
from scoring.observations.rows import peer_rows
from tests.factories import make_member
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


def from_file(annotation: Work, *, marks: bool | None) -> Work:
    MatchFile.objects.create(work=annotation, name="1.pan", marks_non_matching=marks)
    return annotation


def marked() -> dict[Work, bool]:
    return {row.annotation: row.is_non_matching_marked for row in peer_rows(peer_annotations().all())}


def test_files_of_one_matcher_and_release_are_judged_together() -> None:
    release = released_topic()
    owner = make_member(release.pyramid.topic.project)
    plain = from_file(matched_peer(release, "1", [1], owner=owner), marks=False)
    marking = from_file(matched_peer(release, "2", [1, None], owner=owner), marks=True)
    by_another = from_file(matched_peer(release, "1", [1, None]), marks=False)
    other_release = from_file(matched_peer(next_release(release), "1", [1], owner=owner), marks=False)
    assert marked() == {plain: True, marking: True, by_another: False, other_release: False}


def test_an_annotation_made_here_or_of_a_file_without_document_follows_the_setting() -> None:
    release = released_topic()
    here = matched_peer(release, "1", [1])
    unknown = from_file(matched_peer(release, "2", [1]), marks=None)
    assert marked() == {here: True, unknown: True}
    release.pyramid.topic.project.non_matching = "skip"
    release.pyramid.topic.project.save()
    from_file(matched_peer(release, "3", [1, None]), marks=True)
    assert set(marked().values()) == {False}


def test_a_consensus_and_what_was_carried_over_are_judged_by_the_files_behind_them() -> None:
    release = released_topic()
    plain = from_file(matched_peer(release, "1", [1]), marks=False)
    carried = matched_peer(next_release(release), "1", [1], owner=plain.owner)
    peer_annotations().filter(pk=carried.pk).update(derived_from=plain)
    consensus = matched_peer(release, "1", [1], owner=make_member(release.pyramid.topic.project))
    ConsensusSource.objects.create(work=consensus, source=plain, kind=KIND, position=0, revision=0)
    assert marked() == {plain: False, carried: False, consensus: False}
    from_file(matched_peer(release, "2", [1, None], owner=plain.owner), marks=True)
    assert set(marked().values()) == {True}


def test_the_number_of_statements_does_not_grow(django_assert_num_queries) -> None:
    for key in ("D1", "D2", "D3"):
        release = released_topic(key=key)
        for peer in "abcd":
            matched_peer(release, peer, [1, None, 2])
    with django_assert_num_queries(7):
        assert len(peer_rows(peer_annotations().all())) == 12
