"""The people of the load test: what they send is what the site takes, and an edit that went astray would be noticed."""

import asyncio
import random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from annotator.matching.models import matchings
from annotator.matching.services import start_peer_annotation
from annotator.pyramids.models import Scu
from annotator.pyramids.services import release_pyramid
from annotator.work.models import Work
from bench.gestures import MOST_UNITS, PeerWork, PyramidWork, request_of
from bench.gestures import Work as Gestures
from bench.http_client import Answer
from bench.kept_edits import amiss
from bench.load_client import Annotator, carry_out
from tests import factories
from tests.bench.loops import in_a_loop

TEXT = "word " * 300
PERSON: dict[str, Any] = {
    "session": "s",
    "pyramid": 1,
    "revision": 0,
    "summaries": [1],
    "peer": 1,
    "scus": ["a"],
    **dict.fromkeys(("address", "peer_address", "topic", "project"), "/"),
}


def sent(client: Client, work: Gestures, times: int) -> list[tuple[str, str]]:
    """So many edits, one a request; those that were acknowledged."""
    told = []
    for _ in range(times):
        ids, body = request_of(work, [work.next_edit()])
        answer = client.post(work.path, body, content_type="application/json").json()
        assert (answer["refused"], len(answer["applied"])) == (None, 1)
        work.revision = answer["revision"]
        told += [(work.path, one) for one in ids]
    return told


@pytest.fixture
def pyramid(client: Client) -> Work:
    """An empty one, of the signed-in person."""
    owner = factories.make_member(factories.make_project())
    assert owner.user is not None
    client.force_login(owner.user)
    topic = factories.make_topic(owner.project)
    factories.make_summary(topic, text=TEXT)
    return factories.make_pyramid(topic, owner)


def pyramid_work(pyramid: Work) -> PyramidWork:
    """What a person of the load test does with it."""
    models = list(pyramid.topic.summaries.values_list("pk", flat=True))
    return PyramidWork(random.Random(1), f"/api/pyramids/{pyramid.pk}/edits/", 0, models)


@pytest.mark.django_db
def test_edits_of_a_pyramid_go_round_and_are_all_there(client: Client, pyramid: Work) -> None:
    told = sent(client, pyramid_work(pyramid), 11)
    assert len(set(told)) == 11
    assert amiss(told) == []
    assert pyramid.scus.count() == 1


@pytest.mark.django_db
def test_edits_of_a_peer_are_all_there_and_the_peer_stays_small(client: Client, pyramid: Work) -> None:
    sent(client, pyramid_work(pyramid), 4)
    pyramid.refresh_from_db()
    assert pyramid.owner.user is not None
    release = release_pyramid(pyramid=pyramid, by=pyramid.owner.user, now=timezone.now())
    peer = factories.make_summary(pyramid.topic, "peer", text="x" * 2_000)
    annotation = start_peer_annotation(summary=peer, release=release, owner=pyramid.owner)
    scus = [str(uuid) for uuid in release.scus.values_list("uuid", flat=True)]
    told = sent(client, PeerWork(random.Random(2), f"/api/peer-annotations/{annotation.pk}/edits/", 0, scus), 40)
    assert amiss(told) == []
    assert matchings().get(pk=annotation.pk).units.count() <= MOST_UNITS + 1


@pytest.mark.django_db
def test_an_edit_that_is_not_in_the_log_is_found(client: Client, pyramid: Work) -> None:
    told = sent(client, pyramid_work(pyramid), 2)
    assert len(amiss([*told, (told[0][0], "00000000-0000-4000-8000-000000000001")])) == 1


@pytest.mark.django_db
def test_rows_that_the_log_does_not_tell_of_are_found(client: Client, pyramid: Work) -> None:
    told = sent(client, pyramid_work(pyramid), 1)
    Scu.objects.filter(pyramid=pyramid).update(label="past the log")
    assert [what.split(": ")[1] for what in amiss(told)] == ["Its rows are not what its log says"]


class Answers:
    """In place of a connection: so many answers with this status, and then it breaks."""

    def __init__(self, number: int, status: int) -> None:
        self.left = number
        self.status = status

    async def request(self, method: str, path: str, body: bytes = b"") -> Answer:
        await asyncio.sleep(0)
        self.left -= 1
        if self.left < 0:
            raise EOFError("It broke.")
        return Answer(self.status, b'{"refused": null, "applied": ["x"], "revision": 7}', 1.5)

    async def close(self) -> None:
        pass


def carried_out(number: int, status: int, do: str) -> tuple[dict[str, Any], Annotator]:
    """What an order to one annotator came to whom the server answers so."""
    one = Annotator(0, "1", PERSON)
    one.connection = Answers(number, status)  # type: ignore[assignment]
    order = {"do": do, "clients": 1, "seconds": 3600.0, "pace": 1e9}
    return in_a_loop(carry_out(order, [one])), one


@pytest.mark.parametrize(("do", "kind", "kept"), [("edits", "edit", 5), ("bare", "bare", 0)])
def test_each_request_is_counted_and_each_acknowledged_edit_kept(do: str, kind: str, kept: int) -> None:
    done, annotator = carried_out(5, 200, do)
    assert done["ms"] == {kind: [1.5] * 5}
    assert len(annotator.acknowledged) == kept
    assert done["errors"] == ["EOFError: It broke."]


def test_an_answer_that_is_no_success_is_an_error_and_nothing_is_acknowledged() -> None:
    done, annotator = carried_out(5, 500, "edits")
    assert (len(done["errors"]), annotator.acknowledged) == (1, [])


def test_people_read_and_edit_and_match() -> None:
    done, _ = carried_out(500, 200, "people")
    assert set(done["ms"]) == {"edit", "match", "look", "page", "workspace", "history", "scores"}
    assert sum(map(len, done["ms"].values())) == 500
