"""Ids in a body reach nothing outside the pyramid or annotation of the address (DESIGN §7, 2)."""

from collections.abc import Callable
from typing import Any

import pytest

from annotator.matching.models import Unit, UnitPart
from annotator.projects.models import Summary
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu
from annotator.work.models import Work
from tests import factories
from tests.annotator.conftest import WorkScene, make_work
from tests.annotator.work.log.requests import edit, group, send
from tests.factories import PART_IDS, SCU_IDS, UNIT_IDS, client_id, scu_snapshot, unit_snapshot
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db

OURS, OUR_PART, OUR_UNIT = client_id(SCU_IDS, 1), client_id(PART_IDS, 1), client_id(UNIT_IDS, 1)
THEIRS, THEIR_PART, THEIR_UNIT = client_id(SCU_IDS, 61), client_id(PART_IDS, 61), client_id(UNIT_IDS, 61)
NEW_PART, NEW_UNIT, NEW_SCU = client_id(PART_IDS, 90), client_id(UNIT_IDS, 90), client_id(SCU_IDS, 90)


def _rows() -> list[Any]:
    tables: list[type[Any]] = [Scu, Contributor, Part, Unit, UnitPart, Work, ReleasedScu]
    return [list(table.objects.order_by("pk").values()) for table in tables]


def _their_pyramid(work: WorkScene, where: str) -> Work:
    """A pyramid with ids that ours does not have: by somebody else, of another topic, or of another project."""
    ours = work.target
    assert ours.kind == "pyramid"
    project = factories.make_project() if where == "project" else ours.topic.project
    topic = ours.topic if where == "owner" else factories.make_topic(project)
    summary = factories.make_summary(topic)
    scus = [scu_snapshot(61, (summary.pk, [(61, 0, 4)])), scu_snapshot(62)]
    return factories.make_pyramid(topic, factories.make_member(project), scus)


def _pyramid_edits(their_summary: int, our_summary: int) -> dict[str, dict[str, Any]]:
    return {
        "after": edit("create_scu", scu=NEW_SCU, after=THEIRS),
        "relabel": edit("relabel_scu", scu=THEIRS, label="x", was="SCU 61"),
        "comment": edit("comment_scu", scu=THEIRS, comment="x", was=""),
        "delete": edit("delete_scu", scu=THEIRS),
        "merge into": edit("merge_scus", into=THEIRS, scus=[OURS]),
        "merge": edit("merge_scus", into=OURS, scus=[THEIRS]),
        "add to": edit("add_part", part=NEW_PART, scu=THEIRS, summary=our_summary, start=0, end=1),
        "add from": edit("add_part", part=NEW_PART, scu=OURS, summary=their_summary, start=0, end=1),
        "set": edit("set_part", part=THEIR_PART, start=0, end=1),
        "remove": edit("remove_part", part=THEIR_PART),
        "move from": edit("move_contributor", scu=THEIRS, summary=their_summary, to_scu=OURS),
        "move to": edit("move_contributor", scu=OURS, summary=our_summary, to_scu=THEIRS),
        "remove contributor": edit("remove_contributor", scu=THEIRS, summary=their_summary),
        "comment contributor": edit("comment_contributor", scu=THEIRS, summary=their_summary, comment="x", was=""),
    }


# A model summary of the same topic is another owner's and ours alike.
CASES = [
    (way, where)
    for where in ("owner", "topic", "project")
    for way in _pyramid_edits(1, 1)
    if (way, where) != ("add from", "owner")
]


@pytest.mark.parametrize("overlap", ["allow", "forbid"])
@pytest.mark.parametrize(("way", "where"), CASES)
def test_another_pyramid_is_out_of_reach(way: str, where: str, overlap: str) -> None:
    work = make_work("pyramid", overlap_models=overlap)
    their_summary = Contributor.objects.get(scu__pyramid=_their_pyramid(work, where)).summary_id
    our_summary = Contributor.objects.filter(scu__pyramid=work.target.pk)[0].summary_id
    before = _rows()
    answer = send(signed_in(work.owner), work.target, group(_pyramid_edits(their_summary, our_summary)[way]))
    assert answer.status_code == 200
    assert answer.data["refused"]["code"] == ("out_of_text" if way == "add from" else "gone")
    assert answer.data["state"] == {}
    assert _rows() == before


def test_a_peer_is_no_model_to_add_parts_of() -> None:
    work = make_work("pyramid")
    assert work.target.kind == "pyramid"
    peer = factories.make_summary(work.target.topic, Summary.Kind.PEER)
    one = edit("add_part", part=NEW_PART, scu=OURS, summary=peer.pk, start=0, end=1)
    assert send(signed_in(work.owner), work.target, group(one)).data["refused"]["code"] == "out_of_text"


def _their_annotation(work: WorkScene) -> Work:
    """Another annotation of the same peer, of another release that has another SCU."""
    ours = work.target
    assert ours.kind == "match"
    release = factories.make_release(ours.release.pyramid, [scu_snapshot(61)])
    owner = factories.make_member(ours.owner.project)
    return factories.make_peer_annotation(release, owner, [unit_snapshot(61, 61, (61, 0, 4))], summary=ours.summary)


PEER_EDITS = {
    "match to": edit("match_part", unit=NEW_UNIT, part=NEW_PART, scu=THEIRS, start=0, end=1),
    "set": edit("set_part", part=THEIR_PART, start=0, end=1),
    "remove part": edit("remove_part", part=THEIR_PART),
    "rematch": edit("rematch_unit", unit=THEIR_UNIT, scu=OURS),
    "rematch to": edit("rematch_unit", unit=OUR_UNIT, scu=THEIRS),
    "remove unit": edit("remove_unit", unit=THEIR_UNIT),
    "comment": edit("comment_unit", unit=THEIR_UNIT, comment="x", was=""),
}


@pytest.mark.parametrize("overlap", ["allow", "forbid"])
@pytest.mark.parametrize("way", PEER_EDITS)
def test_another_annotation_is_out_of_reach(way: str, overlap: str) -> None:
    work = make_work("peer", overlap_peers=overlap)
    _their_annotation(work)
    before = _rows()
    answer = send(signed_in(work.owner), work.target, group(PEER_EDITS[way]))
    assert answer.status_code == 200
    assert answer.data["refused"]["code"] == "gone"
    assert answer.data["state"] == {}
    assert _rows() == before


def test_ids_that_are_theirs_alone_are_free_to_use(work: WorkScene) -> None:
    """Were they taken, a refusal would tell of rows one may not see."""
    if work.kind == "pyramid":
        _their_pyramid(work, "project")
        edits = [edit("create_scu", scu=THEIRS)]
        edits.append(edit("add_part", part=THEIR_PART, scu=THEIRS, summary=_a_summary(work), start=0, end=1))
    else:
        _their_annotation(work)
        edits = [edit("match_part", unit=THEIR_UNIT, part=THEIR_PART, scu=None, start=0, end=1)]
    assert send(signed_in(work.owner), work.target, group(*edits)).data["refused"] is None


def _a_summary(work: WorkScene) -> int:
    return Contributor.objects.filter(scu__pyramid=work.target.pk)[0].summary_id


def _all_of_ours(work: WorkScene) -> list[dict[str, Any]]:
    """Edits that change or remove everything of ours, by ids that theirs has too."""
    if work.kind == "pyramid":
        merge = edit("merge_scus", into=OURS, scus=[client_id(SCU_IDS, 2)])
        return [merge, edit("set_part", part=OUR_PART, start=0, end=30), edit("delete_scu", scu=OURS)]
    comment = edit("comment_unit", unit=OUR_UNIT, comment="x", was="")
    return [comment, edit("set_part", part=OUR_PART, start=0, end=30), edit("remove_unit", unit=OUR_UNIT)]


def test_the_same_ids_elsewhere_are_left_alone(work: WorkScene) -> None:
    read: Callable[[], list[Any]] = lambda: [  # noqa: E731
        rows for target in type(work.target).objects.exclude(pk=work.target.pk) for rows in _snapshots(target)
    ]
    before = read()
    assert before
    answer = send(signed_in(work.owner), work.target, *(group(one) for one in _all_of_ours(work)))
    assert answer.data["refused"] is None
    assert read() == before


def _snapshots(target: Work) -> list[Any]:
    people = dict.fromkeys(("owner", "editor", "manager", "viewer", "colleague", "outsider"), target.owner.user)
    return WorkScene(target=target, **people).snapshots()
