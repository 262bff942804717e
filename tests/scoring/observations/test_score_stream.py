"""Scores a few at a time: the same rows as all at once, and few of them held."""

import gc
import weakref

import pytest
from django.db import connection, transaction
from django.db.utils import InternalError
from django.test.utils import CaptureQueriesContext

from annotator.projects.database_snapshot import database_snapshot
from annotator.projects.models import Membership, Project, Topic
from annotator.work.models import Work
from scoring.observations.pyramid_scores import ScoreSettings, score_sheet
from scoring.observations.score_stream import ScoreRequest, matchers_of, score_pieces
from scoring.observations.viewer import Viewer
from scoring.results.scores.rows import PEER_COLUMNS, as_row
from tests.factories import make_member, make_project
from tests.scoring.scored_project import matched_peer, next_release, released_topic

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    """Two topics of seven peers, some matched by two people and against two releases."""
    project = make_project()
    first, second = make_member(project), make_member(project)
    for key in ("D1", "D2"):
        release = released_topic(project, key)
        later = next_release(release)
        for at, name in enumerate("gfedcba"):
            matched_peer(release, name, [1], owner=first)
            if at % 2:
                matched_peer(release, name, [2], owner=second, state="in_progress")
                matched_peer(later, name, [1, 2], owner=first)
    return project


def rows(sheets):
    """The rows of sheets or of pieces of them."""
    return [as_row(row, PEER_COLUMNS) for sheet in sheets for row in sheet.rows]


SETTINGS = [
    ScoreSettings(),
    ScoreSettings(include_drafts=True),
    ScoreSettings(release=2),
    ScoreSettings(release=1, include_drafts=True),
]


@pytest.mark.parametrize("score_settings", SETTINGS, ids=repr)
@pytest.mark.parametrize("size", [1, 4, 500])
def test_the_pieces_are_the_whole_sheet(project, score_settings, size) -> None:
    asked = Viewer(project), score_settings
    assert rows(score_pieces(ScoreRequest(*asked), size=size)) == rows([score_sheet(*asked)])


@pytest.mark.parametrize("size", [1, 3])
def test_masked_peers_come_in_the_order_of_their_masks(project, size) -> None:
    Project.objects.update(mask_summarizers=True)
    for topic in Topic.objects.all():
        for at, peer in enumerate(topic.summaries.peer_summaries()):
            type(peer).objects.filter(pk=peer.pk).update(mask=f"P{(at * 3) % 7}")
    viewer = make_member(project, Membership.Role.VIEWER)
    assert viewer.user is not None
    asked = Viewer(project, viewer.user, viewer.role), ScoreSettings()
    found = rows(score_pieces(ScoreRequest(*asked), size=size))
    assert found == rows([score_sheet(*asked)])
    assert [row["summarizer"] for row in found] == sorted(row["summarizer"] for row in found[:10]) + sorted(
        row["summarizer"] for row in found[10:]
    )


def test_with_jackknife_pieces_are_whole_topics(project) -> None:
    settings = ScoreSettings(jackknife=True)
    asked = Viewer(project), settings
    pieces = list(score_pieces(ScoreRequest(*asked), size=1))
    assert [{row.origin.subject.topic for row in piece.rows} for piece in pieces] == [{"D1"}, {"D2"}]
    key = lambda row: (row["topic"], row["kind"], row["summarizer"], row["matcher"], row["release"])  # noqa: E731
    assert sorted(rows(pieces), key=key) == sorted(rows([score_sheet(*asked)]), key=key)


def test_a_piece_takes_seven_statements_and_all_of_them_two_more(project) -> None:
    asked = ScoreRequest(Viewer(project), ScoreSettings())
    with CaptureQueriesContext(connection) as one, transaction.atomic():
        pieces = len(list(score_pieces(asked, size=500)))
    with CaptureQueriesContext(connection) as many, transaction.atomic():
        more = len(list(score_pieces(asked, size=4)))
    assert pieces == 1 < more
    assert len(many) - len(one) == 7 * (more - pieces)


def test_only_the_scores_of_a_piece_are_held(project) -> None:
    asked = ScoreRequest(Viewer(project), ScoreSettings())
    seen: list[weakref.ref[Work]] = []
    most = 0
    for piece in score_pieces(asked, size=4):
        seen += [weakref.ref(one.row.annotation) for one in piece.sheet.peers.values()]
        del piece
        gc.collect()
        most = max(most, sum(ref() is not None for ref in seen))
    assert len(seen) == 20
    assert most <= 6  # four, and what is left of the peer at the cut


def test_matchers_are_named_with_the_consensus_first(project) -> None:
    consensus = Membership.objects.create(project=project, name="consensus")
    matched_peer(released_topic(project, "D3"), "x", [1], owner=consensus)
    names = matchers_of(project)
    assert (names[0], names[1:], len(names)) == ("consensus", sorted(names[1:]), 3)


@pytest.mark.django_db(transaction=True)
def test_a_read_snapshot_sees_the_database_as_it_was_and_writes_nothing() -> None:
    make_project("p")
    with database_snapshot():
        assert Project.objects.count() == 1
        with connection.cursor() as cursor:
            cursor.execute("SHOW transaction_isolation")
            assert cursor.fetchone() == ("repeatable read",)
    with pytest.raises(InternalError, match="read-only"), database_snapshot():
        make_project("q")
    make_project("r")
