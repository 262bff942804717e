"""The vectors of tests/vectors through the real endpoint: rows set up, groups posted, rows compared."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from annotator.matching.models import Absence
from annotator.matching.store import read_absences, read_units
from annotator.projects.models import Membership, Project, Summary
from annotator.pyramids.models import SetAside
from annotator.pyramids.store import read_asides, read_scus
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.adjudication.models import Decision
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Work
from tests import factories
from tests.annotator.work.log.requests import send
from tests.scenes import signed_in
from tests.vectors import comparable, load_vectors

pytestmark = pytest.mark.django_db


def _owner(vector: dict[str, Any], **settings: Any) -> Membership:
    overlap = vector["overlap"]
    project = factories.make_project(overlap_models=overlap, overlap_peers=overlap, **settings)
    manages = vector["start"].get("any_order", False)
    return factories.make_member(project, Membership.Role.MANAGER if manages else Membership.Role.ANNOTATOR)


def _set_up_past(target: Work, start: dict[str, Any]) -> None:
    """The log behind a start: of each step an edit, of those that do not stand the undo too."""
    somebody = factories.make_member(target.owner.project)
    for group, step in start.get("history", {}).items():
        actor = target.owner.user if step["mine"] else somebody.user
        rows: list[tuple[Any, ...]] = [("flag", group, {}, step["before"], step["after"])]
        if not step["done"]:
            rows.append(("undo", str(uuid4()), {"group": group}, step["after"], step["before"]))
        for verb, key, payload, before, after in rows:
            target.revision += 1
            fields = {"uuid": uuid4(), "group": key, "verb": verb, "payload": payload, "before": before, "after": after}
            Edit.objects.create(work=target, revision=target.revision, actor=actor, at=timezone.now(), **fields)
    target.save(update_fields=["revision"])


def _set_up_decisions(target: Work, start: dict[str, Any]) -> None:
    """What makes it a consensus, and what was decided in it."""
    if start.get("may_decide"):
        other = factories.make_member(target.owner.project)
        source = (
            factories.make_pyramid(target.topic, other)
            if target.kind == "pyramid"
            else factories.make_peer_annotation(target.release, other, summary=target.summary)
        )
        factories.make_sources(target, source)
    for snapshot in start.get("decisions", []):
        said = {name: snapshot[name] for name in ("choice", "note", "sources")}
        key = snapshot["id"].removeprefix("decision:")
        Decision.objects.create(work=target, key=key, made=snapshot[target.work_kind.items], **said)


def _set_up_pyramid(vector: dict[str, Any]) -> Work:
    owner, start = _owner(vector), vector["start"]
    topic = factories.make_topic(owner.project)
    for key, length in start["lengths"].items():
        factories.make_summary(topic, text="x" * length, pk=int(key))
    counters = {name: start[name] for name in ("next_uid", "next_position")}
    pyramid = factories.make_pyramid(topic, owner, start["scus"], **counters)
    for aside in start.get("asides", []):
        for low, high in aside["spans"]:
            SetAside.objects.create(pyramid=pyramid, summary_id=aside["summary"], start=low, end=high)
    _set_up_decisions(pyramid, start)
    factories.use_up(pyramid, start["reserved"])
    _set_up_past(pyramid, start)
    return pyramid


def _pyramid_rows(pyramid: Work) -> dict[str, Any]:
    pyramid.refresh_from_db()
    lengths = pyramid.topic.summaries.filter(kind=Summary.Kind.MODEL).values_list("pk", "length")
    return {
        "next_uid": pyramid.next_uid,
        "next_position": pyramid.next_position,
        "lengths": {str(key): length for key, length in lengths},
        "reserved": [str(used.uuid) for used in UsedId.objects.filter(work=pyramid)],
        "scus": read_scus(pyramid.pk),
        "asides": read_asides(pyramid.pk),
        "decisions": read_decisions(pyramid),
    }


def _set_up_peer(vector: dict[str, Any]) -> Work:
    start = vector["start"]
    owner = _owner(vector, non_matching="mark" if start["may_mark_non_matching"] else "skip")
    pyramid = factories.make_pyramid(factories.make_topic(owner.project), owner)
    # The release's SCUs are named by their ids alone; uid and position follow the order of the list.
    scus = [{**factories.scu_snapshot(i), "id": one} for i, one in enumerate(start["release"], start=1)]
    peer = factories.make_summary(pyramid.topic, Summary.Kind.PEER, text="x" * start["length"])
    annotation = factories.make_peer_annotation(
        factories.make_release(pyramid, scus),
        owner,
        start["units"],
        summary=peer,
        next_position=start["next_position"],
    )
    for absence in start.get("absences", []):
        scu = annotation.release.scus.get(uuid=absence["scu"])
        Absence.objects.create(annotation=annotation, scu=scu)
    _set_up_decisions(annotation, start)
    factories.use_up(annotation, start["reserved"])
    _set_up_past(annotation, start)
    return annotation


def _peer_rows(annotation: Work) -> dict[str, Any]:
    annotation.refresh_from_db()
    project = annotation.topic.project
    return {
        "next_position": annotation.next_position,
        "length": annotation.summary.length,
        "release": [str(scu.uuid) for scu in annotation.release.scus.all()],
        "may_mark_non_matching": project.non_matching == Project.NonMatching.MARK,
        "reserved": [str(used.uuid) for used in UsedId.objects.filter(work=annotation)],
        "units": read_units(annotation.pk),
        "absences": read_absences(annotation.pk),
        "decisions": read_decisions(annotation),
    }


def _in_one_request(target: Work, vector: dict[str, Any]) -> tuple[list[str], dict[str, str] | None]:
    answer = send(signed_in(_user(target)), target, *vector["groups"])
    assert answer.status_code == 200, answer.data
    return answer.data["applied"], _without_message(answer.data["refused"])


def _in_a_request_each(target: Work, vector: dict[str, Any]) -> tuple[list[str], dict[str, str] | None]:
    client, applied = signed_in(_user(target)), []
    for group in vector["groups"]:
        answer = send(client, target, group)
        assert answer.status_code == 200, answer.data
        applied += answer.data["applied"]
        if answer.data["refused"]:
            return applied, _without_message(answer.data["refused"])
    return applied, None


def _user(target: Work) -> Any:
    return target.owner.user


def _without_message(refused: dict[str, str] | None) -> dict[str, str] | None:
    return refused and {name: value for name, value in refused.items() if name != "message"}


Way = Callable[[Work, dict[str, Any]], tuple[list[str], dict[str, str] | None]]
WAYS: dict[str, Way] = {"one-request": _in_one_request, "a-request-each": _in_a_request_each}


def _cases(kind: str) -> list[Any]:
    """Each vector in each way; a single group is the same request in both."""
    return [
        pytest.param(vector, way, id=f"{name}-{title}")
        for name, vector in load_vectors(kind).items()
        for title, way in WAYS.items()
        if way is _in_one_request or len(vector["groups"]) > 1
    ]


@pytest.mark.parametrize(("vector", "way"), _cases("pyramid"))
def test_a_pyramid_becomes_what_the_vector_says(vector: dict[str, Any], way: Way) -> None:
    pyramid = _set_up_pyramid(vector)
    assert comparable(_pyramid_rows(pyramid)) == comparable(vector["start"])
    applied, refused = way(pyramid, vector)
    expected = vector["expect"]
    assert (applied, refused) == (expected["applied"], expected["refused"])
    assert comparable(_pyramid_rows(pyramid)) == comparable(expected["state"])


@pytest.mark.parametrize(("vector", "way"), _cases("peer"))
def test_a_peer_annotation_becomes_what_the_vector_says(vector: dict[str, Any], way: Way) -> None:
    annotation = _set_up_peer(vector)
    assert comparable(_peer_rows(annotation)) == comparable(vector["start"])
    applied, refused = way(annotation, vector)
    expected = vector["expect"]
    assert (applied, refused) == (expected["applied"], expected["refused"])
    assert comparable(_peer_rows(annotation)) == comparable(expected["state"])
