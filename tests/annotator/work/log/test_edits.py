"""``POST .../edits/``: what applies, what is refused, and what the page is told (DESIGN §4)."""

from uuid import uuid4

import pytest
from django.utils import timezone

from annotator.work.log.append import MAX_MISSED_EDITS
from annotator.work.log.models import Edit, UsedId
from tests.annotator.conftest import WorkScene, make_work
from tests.annotator.work.log.requests import edit, group, send
from tests.factories import PART_IDS, SCU_IDS, client_id
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db


def _touched(one: dict[str, str]) -> str:
    """The id of the SCU or unit that a sound edit makes."""
    return one.get("unit") or one["scu"]


def test_an_edit_is_in_the_rows_the_log_and_the_answer(work: WorkScene) -> None:
    one = work.sound()
    sent = group(one)
    answer = send(signed_in(work.owner), work.target, sent)
    assert answer.status_code == 200
    assert answer.data["revision"] == work.revision() == 1
    assert answer.data["applied"] == [sent["group"]]
    assert answer.data["refused"] is None
    (told,) = answer.data["edits"]
    at = told.pop("at")
    assert told == {**one, "group": sent["group"], "revision": 1, "by": work.owner.username}
    snapshot = answer.data["state"][_touched(one)]
    assert snapshot in work.snapshots()
    (row,) = work.target.edits.all()
    assert (str(row.uuid), str(row.group), row.verb, row.revision) == (one["id"], sent["group"], one["verb"], 1)
    assert (row.actor, row.at.isoformat()) == (work.owner, at)
    assert row.payload == {name: value for name, value in one.items() if name not in ("id", "verb")}
    assert (row.before, row.after) == ({_touched(one): None}, {_touched(one): snapshot})


def test_no_groups_tell_what_stands(work: WorkScene) -> None:
    answer = send(signed_in(work.owner), work.target)
    assert answer.data == {"revision": 0, "applied": [], "refused": None, "edits": [], "state": {}}


def test_each_edit_of_a_group_is_a_revision(work: WorkScene) -> None:
    sent = group(work.sound(), work.sound(), work.sound())
    answer = send(signed_in(work.owner), work.target, sent)
    assert [one["revision"] for one in answer.data["edits"]] == [1, 2, 3]
    assert {one["group"] for one in answer.data["edits"]} == {sent["group"]}


def test_a_listed_editor_edits_like_the_owner(work: WorkScene) -> None:
    answer = send(signed_in(work.editor), work.target, group(work.sound()))
    assert answer.data["edits"][0]["by"] == work.editor.username


def test_a_manager_edits_work_they_are_an_editor_of(work: WorkScene) -> None:
    work.target.editors.add(work.target.owner.project.memberships.get(user=work.manager))
    assert send(signed_in(work.manager), work.target, group(work.sound())).status_code == 200


def test_a_refused_group_stops_and_those_before_it_stay(work: WorkScene) -> None:
    before, refused = group(work.sound()), group(work.sound(), work.refused())
    after = group(work.sound())
    answer = send(signed_in(work.owner), work.target, before, refused, after)
    assert answer.status_code == 200
    assert answer.data["applied"] == [before["group"]]
    told = answer.data["refused"]
    assert told.pop("message").endswith(".")
    assert told == {"group": refused["group"], "edit": refused["edits"][1]["id"], "code": "gone"}
    assert answer.data["revision"] == work.revision() == 1
    assert [one["id"] for one in answer.data["edits"]] == [before["edits"][0]["id"]]
    standing = {snapshot["id"] for snapshot in work.snapshots()}
    assert _touched(before["edits"][0]) in standing
    assert not standing & {_touched(refused["edits"][0]), _touched(after["edits"][0])}


def test_a_refused_group_can_be_sent_again_when_it_applies(work: WorkScene) -> None:
    client, one = signed_in(work.owner), work.sound()
    second = group(edit("remove_part", part=client_id(PART_IDS, 99)))
    assert send(client, work.target, second).data["refused"]["code"] == "gone"
    assert send(client, work.target, group(one)).data["applied"]
    assert send(client, work.target, {**second, "edits": [work.sound()]}).data["applied"] == [second["group"]]


def test_a_stale_base_is_told_what_it_missed(work: WorkScene) -> None:
    theirs = [work.sound() for _ in range(3)]
    for one in theirs:
        send(signed_in(work.editor), work.target, group(one))
    mine = work.sound()
    answer = send(signed_in(work.owner), work.target, group(mine), base=1)
    assert [one["id"] for one in answer.data["edits"]] == [theirs[1]["id"], theirs[2]["id"], mine["id"]]
    assert [one["by"] for one in answer.data["edits"]] == [work.editor.username] * 2 + [work.owner.username]
    assert answer.data["state"].keys() == {_touched(one) for one in [*theirs[1:], mine]}
    assert all(snapshot in work.snapshots() for snapshot in answer.data["state"].values())


def test_what_was_missed_is_told_with_a_refusal_too(work: WorkScene) -> None:
    gone = client_id(PART_IDS, 3)
    send(signed_in(work.editor), work.target, group(edit("remove_part", part=gone)))
    answer = send(signed_in(work.owner), work.target, group(edit("remove_part", part=gone)))
    assert answer.data["refused"]["code"] == "gone"
    assert [one["verb"] for one in answer.data["edits"]] == ["remove_part"]
    assert len(answer.data["state"]) == 1


def test_what_is_gone_is_null_in_the_state(work: WorkScene) -> None:
    if work.kind == "pyramid":
        one = edit("delete_scu", scu=client_id(SCU_IDS, 2))
        key = client_id(SCU_IDS, 2)
    else:
        key = next(snapshot["id"] for snapshot in work.snapshots() if snapshot["scu"] is None)
        one = edit("remove_unit", unit=key)
    assert send(signed_in(work.owner), work.target, group(one)).data["state"] == {key: None}
    later = send(signed_in(work.editor), work.target)
    assert later.data["state"] == {key: None}


def test_a_base_ahead_of_the_server_is_told_all(work: WorkScene) -> None:
    """A page that knows more than a server restored from a backup must not go on from what it believes."""
    answer = send(signed_in(work.owner), work.target, base=7)
    assert "edits" not in answer.data
    assert answer.data["snapshot"]["revision"] == answer.data["revision"] == 0


def _log_rows(work: WorkScene, count: int) -> None:
    work.target.edits.bulk_create(
        Edit(
            work=work.target,
            uuid=uuid4(),
            group=uuid4(),
            revision=number,
            at=timezone.now(),
            verb="import",
            payload={},
            before={},
            after={},
        )
        for number in range(1, count + 1)
    )
    type(work.target).objects.filter(pk=work.target.pk).update(revision=count)


def test_the_most_that_can_be_missed_is_told_edit_by_edit(work: WorkScene) -> None:
    _log_rows(work, MAX_MISSED_EDITS)
    assert len(send(signed_in(work.owner), work.target).data["edits"]) == 500
    assert len(send(signed_in(work.owner), work.target, group(work.sound()), base=1).data["edits"]) == 500


def test_more_missed_edits_are_told_as_a_snapshot(work: WorkScene) -> None:
    _log_rows(work, MAX_MISSED_EDITS)
    one = work.sound()
    answer = send(signed_in(work.owner), work.target, group(one))
    assert "edits" not in answer.data
    assert answer.data["revision"] == answer.data["snapshot"]["revision"] == MAX_MISSED_EDITS + 1
    listed = answer.data["snapshot"]["scus" if work.kind == "pyramid" else "units"]
    assert _touched(one) in {snapshot["id"] for snapshot in listed}
    assert _touched(one) in answer.data["state"]


def test_a_payload_comes_back_as_it_was_sent() -> None:
    work = make_work("pyramid")
    label = "“quotes” \\ \U0001d11e ‏עברית \t\n<b>&amp;</b> %s {} '; --"
    one = edit("relabel_scu", scu=client_id(SCU_IDS, 1), label=label, was="SCU 1")
    answer = send(signed_in(work.owner), work.target, group(one))
    assert answer.data["edits"][0]["label"] == label
    assert answer.data["state"][client_id(SCU_IDS, 1)]["label"] == label
    assert work.snapshots()[0]["label"] == label


def test_ids_of_what_is_gone_stay_reserved_in_the_rows(work: WorkScene) -> None:
    part = client_id(PART_IDS, 2)
    send(signed_in(work.owner), work.target, group(edit("remove_part", part=part)))
    assert [str(used.uuid) for used in UsedId.objects.all()] == [part]
