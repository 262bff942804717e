"""Relations of SCUs from the API to the log, a release, a project file and the DUC export."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from annotator.interchange.project_file.exporting import export_project
from annotator.interchange.project_file.importing import import_project
from annotator.interchange.project_file.refusals import ProjectFileError
from annotator.pyramids.models import ReleasedScu, ScuRelation, pyramids
from annotator.pyramids.release_changes import changes_between
from annotator.pyramids.release_page import release_page_data
from annotator.pyramids.services import release_pyramid
from annotator.pyramids.store import read_scus
from annotator.work.log.rebuild import check_log_of
from annotator.work.models import Work
from tests.annotator.work.log.requests import edit, group, send
from tests.factories import (
    PART_IDS,
    SCU_IDS,
    client_id,
    make_member,
    make_project,
    make_pyramid,
    make_summary,
    make_topic,
)
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db
FIRST, SECOND, THIRD = (client_id(SCU_IDS, number) for number in (1, 2, 3))


@pytest.fixture
def pyramid() -> Work:
    """A manager's pyramid of three SCUs, all from the log; the first implies the second and needs the third."""
    topic = make_topic(make_project("varn"))
    model = make_summary(topic)
    pyramid = make_pyramid(topic, make_member(topic.project, "manager"))
    made = [
        made
        for number, scu in enumerate((FIRST, SECOND, THIRD), start=1)
        for made in (
            edit("create_scu", scu=scu, label=f"SCU {number}"),
            edit("add_part", part=client_id(PART_IDS, number), scu=scu, summary=model.pk, start=number, end=number + 1),
        )
    ]
    answer = _send(pyramid, *made, _relate(FIRST, SECOND, "implies"), _relate(FIRST, THIRD, "depends"))
    assert answer["refused"] is None
    return pyramid


def _send(pyramid: Work, *edits: dict[str, Any]) -> dict[str, Any]:
    pyramid.refresh_from_db()
    data: dict[str, Any] = send(signed_in(_user(pyramid)), pyramid, group(*edits), base=pyramid.revision).data
    pyramid.refresh_from_db()
    return data


def _user(pyramid: Work) -> User:
    assert pyramid.owner.user
    return pyramid.owner.user


def _relate(scu: str, to_scu: str, kind: str, verb: str = "relate_scus") -> dict[str, Any]:
    return edit(verb, scu=scu, to_scu=to_scu, kind=kind)


RELATIONS = [{"to": THIRD, "kind": "depends"}, {"to": SECOND, "kind": "implies"}]


def test_relations_are_in_the_snapshot_and_the_log_gives_them(pyramid: Work) -> None:
    assert [scu.get("relations", []) for scu in read_scus(pyramid.pk)] == [RELATIONS, [], []]
    assert [check.faults for check in check_log_of(pyramid.pk)] == [()]
    ScuRelation.objects.filter(kind="implies").delete()
    (check,) = check_log_of(pyramid.pk)
    assert FIRST in check.faults[0]


def test_an_unknown_kind_or_a_relation_to_itself_is_malformed(pyramid: Work) -> None:
    for scu, kind in ((SECOND, "means"), (FIRST, "implies")):
        answer = send(signed_in(_user(pyramid)), pyramid, group(_relate(FIRST, scu, kind)), base=pyramid.revision)
        assert answer.status_code == 400


def test_a_circle_is_refused_with_what_to_do(pyramid: Work) -> None:
    refused = _send(pyramid, _relate(SECOND, FIRST, "implies"))["refused"]
    assert refused["code"] == "blocked"
    assert refused["message"] == "Each of these SCUs would imply the other: they say the same, so merge them."


def test_a_release_keeps_its_relations(pyramid: Work) -> None:
    first = release_pyramid(pyramid=pyramid, by=_user(pyramid), now=timezone.now())
    _send(pyramid, _relate(FIRST, SECOND, "implies", "unrelate_scus"))
    workspace = pyramids().for_workspace(_user(pyramid)).get(pk=pyramid.pk)
    changed = release_page_data(workspace)["unreleased_changes"]["changed"]
    assert [scu["id"] for scu in changed] == [FIRST]
    second = release_pyramid(pyramid=pyramid, by=_user(pyramid), now=timezone.now())
    frozen = [ReleasedScu.objects.get(release=release, uuid=FIRST).relations for release in (first, second)]
    assert frozen == [RELATIONS, RELATIONS[:1]]
    assert [(change.change_type, change.scu_id) for change in changes_between(first, second)] == [("related", FIRST)]


def test_a_project_file_keeps_relations(pyramid: Work) -> None:
    release_pyramid(pyramid=pyramid, by=_user(pyramid), now=timezone.now())
    data = "".join(export_project(pyramid.topic.project)).encode()
    copy = import_project(data=data, by=None, slug="copy")
    imported = pyramids().get(topic__project=copy)
    assert [scu.get("relations", []) for scu in read_scus(imported.pk)] == [RELATIONS, [], []]
    assert list(ReleasedScu.objects.filter(release__pyramid=imported, uid=1).values_list("relations", flat=True)) == [
        RELATIONS
    ]
    assert [check.faults for check in check_log_of(imported.pk)] == [()]
    again = json.loads("".join(export_project(copy)))
    assert again["topics"] == json.loads(data)["topics"]


@pytest.mark.parametrize(
    ("scu", "relations", "reason"),
    [
        (1, [{"to": FIRST, "kind": "implies"}], "form a circle"),
        (1, [{"to": client_id(SCU_IDS, 9), "kind": "implies"}], "There is no such SCU"),
        (0, RELATIONS[::-1], "sorted by kind, then by id"),
        (2, [{"to": SECOND, "kind": "implies"}], "The log does not give the current items"),
    ],
)
def test_a_project_file_with_impossible_relations_is_refused(
    pyramid: Work, scu: int, relations: list[dict[str, str]], reason: str
) -> None:
    file = json.loads("".join(export_project(pyramid.topic.project)))
    file["topics"][0]["pyramids"][0]["scus"][scu]["relations"] = relations
    with pytest.raises(ProjectFileError, match=reason):
        import_project(data=json.dumps(file).encode(), by=None, slug="copy")


def test_the_duc_export_says_what_it_lacks(pyramid: Work, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    release_pyramid(pyramid=pyramid, by=_user(pyramid), now=timezone.now())
    call_command("export_duc", "--project", "varn", "--out", str(tmp_path))
    assert capsys.readouterr().err.endswith(".pyr: lacks 2 relations between SCUs.\n")
