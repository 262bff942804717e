"""The same group again is applied once; the same id for something else is refused as a whole (DESIGN §4)."""

from typing import Any

import pytest

from annotator.work.log.models import Edit
from annotator.work.models import Work
from tests.annotator.conftest import WorkScene
from tests.annotator.work.log.requests import edit, group, send
from tests.factories import PART_IDS, SCU_IDS, UNIT_IDS, client_id
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db


def _standing(work: WorkScene) -> tuple[list[Any], int, int]:
    return work.snapshots(), work.revision(), Edit.objects.count()


def test_a_repeated_group_is_applied_and_nothing_is_doubled(work: WorkScene) -> None:
    client, sent = signed_in(work.owner), group(work.sound(), work.sound())
    first = send(client, work.target, sent)
    standing = _standing(work)
    second = send(client, work.target, sent)
    assert second.data == first.data
    assert _standing(work) == standing


def test_repeated_groups_go_before_new_ones(work: WorkScene) -> None:
    client, old, new = signed_in(work.owner), group(work.sound()), group(work.sound())
    send(client, work.target, old)
    answer = send(client, work.target, old, new)
    assert answer.data["applied"] == [old["group"], new["group"]]
    assert work.revision() == 2


def test_a_repeated_group_is_applied_whatever_stands_now(work: WorkScene) -> None:
    """Its part is gone: played again it would be refused, and said so to a person whose edit was saved."""
    sent = group(edit("set_part", part=client_id(PART_IDS, 1), start=1, end=3))
    send(signed_in(work.owner), work.target, sent)
    whole = (
        edit("delete_scu", scu=client_id(SCU_IDS, 1))
        if work.kind == "pyramid"
        else edit("remove_unit", unit=client_id(UNIT_IDS, 1))
    )
    send(signed_in(work.editor), work.target, group(whole))
    standing = _standing(work)
    answer = send(signed_in(work.owner), work.target, sent)
    assert (answer.data["applied"], answer.data["refused"]) == ([sent["group"]], None)
    assert _standing(work) == standing


def test_a_repeated_group_by_somebody_else_is_the_same_group(work: WorkScene) -> None:
    sent = group(work.sound())
    send(signed_in(work.owner), work.target, sent)
    answer = send(signed_in(work.editor), work.target, sent)
    assert answer.data["applied"] == [sent["group"]]
    assert [one["by"] for one in answer.data["edits"]] == [work.owner.username]


def test_a_repeated_group_older_than_the_base_is_applied(work: WorkScene) -> None:
    client, old = signed_in(work.owner), group(work.sound())
    send(client, work.target, old)
    send(client, work.target, group(work.sound()))
    answer = send(client, work.target, old, base=2)
    assert answer.data == {"revision": 2, "applied": [old["group"]], "refused": None, "edits": [], "state": {}}


def test_fields_in_another_order_are_the_same_payload(work: WorkScene) -> None:
    client, one = signed_in(work.owner), work.sound()
    sent = group(one)
    send(client, work.target, sent)
    again = {"edits": [dict(reversed(one.items()))], "group": sent["group"]}
    assert send(client, work.target, again).data["applied"] == [sent["group"]]


def _other_payload(work: WorkScene, sent: dict[str, Any]) -> dict[str, Any]:
    name, value = ("label", "other") if work.kind == "pyramid" else ("end", 5)
    return {**sent, "edits": [{**sent["edits"][0], name: value}]}


def _other_edit_id(work: WorkScene, sent: dict[str, Any]) -> dict[str, Any]:
    return {**sent, "edits": [{**sent["edits"][0], "id": work.sound()["id"]}]}


def _one_edit_more(work: WorkScene, sent: dict[str, Any]) -> dict[str, Any]:
    return {**sent, "edits": [*sent["edits"], work.sound()]}


def _other_verb(work: WorkScene, sent: dict[str, Any]) -> dict[str, Any]:
    return {**sent, "edits": [{**work.refused(), "id": sent["edits"][0]["id"]}]}


def _same_edit_in_another_group(work: WorkScene, sent: dict[str, Any]) -> dict[str, Any]:
    return group(*sent["edits"])


def _same_edit_id_in_another_group(work: WorkScene, sent: dict[str, Any]) -> dict[str, Any]:
    return group(work.sound(), {**work.sound(), "id": sent["edits"][0]["id"]})


@pytest.mark.parametrize(
    "reuse",
    [
        _other_payload,
        _other_edit_id,
        _one_edit_more,
        _other_verb,
        _same_edit_in_another_group,
        _same_edit_id_in_another_group,
    ],
)
def test_an_id_used_for_something_else_bars_the_whole_request(work: WorkScene, reuse: Any) -> None:
    client, sent = signed_in(work.owner), group(work.sound())
    send(client, work.target, sent)
    standing = _standing(work)
    answer = send(client, work.target, group(work.sound()), reuse(work, sent))
    assert answer.status_code == 422
    (error,) = answer.data["errors"]
    assert error["field"].startswith("groups[1].")
    assert error["message"].endswith(".")
    assert _standing(work) == standing


def test_group_ids_of_another_project_are_free(work: WorkScene) -> None:
    """Ids are unique within a pyramid or annotation only: a refusal must not reveal another project's row."""
    other = Work.objects.filter(kind=work.target.kind).exclude(pk=work.target.pk).get()
    sent = group(work.sound())
    assert other.owner.user
    assert send(signed_in(other.owner.user), other, sent).data["applied"] == [sent["group"]]
    assert send(signed_in(work.owner), work.target, sent).data["applied"] == [sent["group"]]
