"""``GET``: a pyramid or a peer annotation as it stands, for those who may see it."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.matching.models import peer_annotations
from annotator.projects.models import Project, Summary
from annotator.work.visibility import WorkState
from tests import factories
from tests.annotator.conftest import WorkScene, make_work
from tests.annotator.work.log.requests import edit, group, self_url, send
from tests.factories import SCU_IDS, client_id, scu_snapshot, unit_snapshot
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db


def _get(work: WorkScene, user: Any = None) -> Any:
    return signed_in(user or work.owner).get(self_url(work.target))


def test_a_pyramid_is_shown_with_its_models() -> None:
    work = make_work("pyramid")
    pyramid = work.target
    assert pyramid.kind == "pyramid"
    answer = _get(work)
    assert answer.status_code == 200
    shown = answer.json()
    assert (shown["id"], shown["revision"], shown["next_uid"], shown["next_position"]) == (pyramid.pk, 0, 3, 3.0)
    assert (shown["state"], shown["editable"], shown["owner"]) == ("in_progress", True, work.owner.username)
    assert shown["topic"]["key"] == pyramid.topic.key
    assert shown["settings"] == {"overlap": "allow", "suggestions": "on"}
    assert shown["latest_release"] is None
    assert shown["scus"] == work.snapshots()
    assert [one["letter"] for one in shown["summaries"]] == ["A", "B"]
    assert shown["summaries"][0]["text"] == "word " * 20
    assert shown["urls"]["edits"] == f"/api/pyramids/{pyramid.pk}/edits/"


def test_a_peer_annotation_is_shown_with_its_peer_and_release() -> None:
    work = make_work("peer")
    annotation = work.target
    assert annotation.kind == "match"
    shown = _get(work).json()
    assert (shown["id"], shown["revision"], shown["next_position"]) == (annotation.pk, 0, 3)
    assert shown["units"] == work.snapshots()
    assert shown["peer"]["id"] == annotation.summary_id
    assert shown["settings"] == {"overlap": "allow", "non_matching": "mark", "suggestions": "on", "show_scores": True}
    release = shown["release"]
    assert (release["number"], release["latest"], release["pyramid_owner"]) == (1, 1, work.owner.username)
    assert [(scu["uid"], scu["weight"]) for scu in release["scus"]] == [(1, 2), (2, 1)]
    assert release["scus"][0]["contributors"][0]["parts"] == [{"start": 0, "end": 4}, {"start": 10, "end": 14}]
    assert shown["urls"]["edits"] == f"/api/peer-annotations/{annotation.pk}/edits/"


def test_it_shows_what_edits_left(work: WorkScene) -> None:
    one = work.sound()
    answer = send(signed_in(work.owner), work.target, group(one))
    shown = _get(work).json()
    assert shown["revision"] == 1
    (snapshot,) = answer.data["state"].values()
    assert snapshot in work.snapshots()
    assert shown["scus" if work.kind == "pyramid" else "units"] == work.snapshots()


def test_the_list_is_in_order_of_position() -> None:
    work = make_work("pyramid")
    new = client_id(SCU_IDS, 7)
    send(signed_in(work.owner), work.target, group(edit("create_scu", scu=new, after=client_id(SCU_IDS, 1))))
    assert [scu["uid"] for scu in _get(work).json()["scus"]] == [1, 3, 2]


@pytest.mark.parametrize(
    ("who", "editable"),
    [("owner", True), ("editor", True), ("manager", False), ("colleague", False), ("viewer", False)],
)
def test_each_member_sees_it_and_its_editors_may_edit(work: WorkScene, who: str, editable: bool) -> None:
    answer = _get(work, getattr(work, who))
    assert (answer.status_code, answer.json()["editable"]) == (200, editable)


def test_finished_work_is_not_editable(work: WorkScene) -> None:
    type(work.target).objects.filter(pk=work.target.pk).update(state=WorkState.SUBMITTED)
    shown = _get(work).json()
    assert (shown["state"], shown["editable"]) == ("submitted", False)


def test_outsiders_and_unknown_keys_get_the_same_answer(work: WorkScene) -> None:
    barred = _get(work, work.outsider)
    assert barred.status_code == 404
    for pk in (0, 2**40, 2**63, 2**200):
        work.target.pk = pk
        unknown = _get(work)
        assert (unknown.status_code, unknown.json()) == (404, barred.json())


def test_nobody_is_asked_to_sign_in(work: WorkScene) -> None:
    assert APIClient().get(self_url(work.target)).status_code == 401


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_is_only_read(work: WorkScene, method: str) -> None:
    assert getattr(signed_in(work.owner), method)(self_url(work.target)).status_code == 405


def _grow(work: WorkScene) -> None:
    """Ten times the SCUs, parts, units, models, peers, releases and members."""
    target = work.target
    pyramid = target if target.kind == "pyramid" else target.release.pyramid
    topic, project = pyramid.topic, pyramid.topic.project
    models = [factories.make_summary(topic) for _ in range(18)]
    scus = [
        scu_snapshot(n, (models[n % 18].pk, [(n, 0, 4), (n + 500, 10, 14)]), (models[n % 17].pk, [(n + 900, 5, 6)]))
        for n in range(101, 118)
    ]
    factories.add_scus(pyramid, scus)
    factories.make_summary(topic, Summary.Kind.PEER)
    for _ in range(10):
        target.editors.add(factories.make_member(project))
    if target.kind == "match":
        factories.make_release(pyramid, scus)
        factories.add_units(target, [unit_snapshot(n, 1, (n, 0, 4), (n + 500, 10, 14)) for n in range(101, 121)])


def _statements(work: WorkScene) -> int:
    client = signed_in(work.owner)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(self_url(work.target)).status_code == 200
    return len(captured)


def test_its_statements_do_not_grow_with_what_it_shows(work: WorkScene) -> None:
    before = _statements(work)
    shown = len(work.snapshots())
    _grow(work)
    assert len(work.snapshots()) >= 9 * shown
    assert _statements(work) == before <= 12


def test_scores_are_shown_as_the_project_says() -> None:
    work = make_work("peer", live_scores=Project.LiveScores.AFTER_SUBMIT)
    assert _get(work).json()["settings"]["show_scores"] is False
    peer_annotations().update(state=WorkState.SUBMITTED)
    assert _get(work).json()["settings"]["show_scores"] is True
    Project.objects.update(live_scores=Project.LiveScores.HIDE)
    assert _get(work).json()["settings"]["show_scores"] is False
