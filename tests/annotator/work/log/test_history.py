"""``GET .../history/``: who did what, newest first, in words, and what of it can be undone."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.pyramids.services import release_pyramid
from annotator.work.edits.history import IS_A_TURN, REDO_ENDED
from annotator.work.log.history import NOT_AN_EDIT, NOT_YOURS, PAGE_SIZE
from tests.annotator.conftest import WorkScene, make_work
from tests.annotator.work.log.requests import edit, group, self_url, send
from tests.annotator.work.twin import NOW
from tests.factories import SCU_IDS, UNIT_IDS, client_id
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db

s, u = (lambda n, kind=kind: client_id(kind, n) for kind in (SCU_IDS, UNIT_IDS))


def _get(work: WorkScene, user: User | None = None, **query: Any) -> Any:
    return signed_in(user or work.owner).get(f"{self_url(work.target)}history/", query)


def _gestures(work: WorkScene, user: User | None = None, **query: Any) -> list[dict[str, Any]]:
    answer = _get(work, user, **query)
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["gestures"]
    return found


def _do(work: WorkScene, *edits: dict[str, Any], user: User | None = None) -> str:
    """Send a group that applies; gives its id."""
    sent = group(*edits)
    answer = send(signed_in(user or work.owner), work.target, sent)
    assert answer.data["refused"] is None
    return str(sent["group"])


def _flag(work: WorkScene, reason: str = "unsure", verb: str = "flag") -> dict[str, Any]:
    return edit(verb, **({"scu": s(1)} if work.kind == "pyramid" else {"unit": u(1)}), reason=reason)


def test_work_nobody_began_has_no_history(work: WorkScene) -> None:
    assert _get(work).json() == {"any_order": False, "gestures": []}


def test_a_gesture_is_one_line_whatever_its_edits(work: WorkScene) -> None:
    key = _do(work, _flag(work), _flag(work, "discuss"))
    (gesture,) = _gestures(work)
    snapshot = next(snapshot for snapshot in work.snapshots() if snapshot.get("flags"))
    at = gesture.pop("at")
    assert at.startswith("20")
    assert gesture == {
        "group": key,
        "revision": 2,
        "by": work.owner.username,
        "mine": True,
        "kind": "edit",
        "turns": None,
        "text": "flagged “SCU 1” as unsure and 1 more"
        if work.kind == "pyramid"
        else "flagged a unit as unsure and 1 more",
        "undone": False,
        "barred": "",
        "before": {snapshot["id"]: {name: value for name, value in snapshot.items() if name != "flags"}},
        "after": {snapshot["id"]: snapshot},
    }


def test_a_merge_reads_as_one() -> None:
    work = make_work("pyramid")
    _do(work, *(edit("create_scu", scu=s(n)) for n in (7, 8)))
    _do(work, edit("merge_scus", into=s(1), scus=[s(2), s(7), s(8)]))
    assert [one["text"] for one in _gestures(work)] == ["merged 3 SCUs into “SCU 1”", "made SCU 3 and 1 more"]


def test_undos_and_redos_say_what_they_turned(work: WorkScene) -> None:
    first = _do(work, _flag(work))
    undo = _do(work, edit("undo", group=first))
    undone, made = _gestures(work)
    assert made["undone"]
    assert (undone["kind"], undone["turns"], undone["text"]) == ("turn", first, f"undid: {made['text']}")
    assert (undone["group"], undone["undone"], undone["barred"]) == (undo, False, IS_A_TURN)
    _do(work, edit("redo", group=first))
    redone, _, made = _gestures(work)
    assert (made["undone"], redone["text"]) == (False, f"redid: {made['text']}")


def test_a_step_back_over_several_is_counted(work: WorkScene) -> None:
    first, second = _do(work, _flag(work)), _do(work, _flag(work, "discuss"))
    _do(work, edit("undo", group=second), edit("undo", group=first))
    found = _gestures(work)
    assert found[0]["text"] == "undid 2 steps"
    assert [one["undone"] for one in found] == [False, True, True]


def test_what_an_undo_turned_is_named_though_it_is_on_another_page(work: WorkScene) -> None:
    first = _do(work, _flag(work))
    _do(work, edit("undo", group=first))
    (turn,) = _gestures(work, limit=1)
    assert turn["text"].startswith("undid: flagged")


def test_each_person_is_told_what_they_cannot_undo(work: WorkScene) -> None:
    key = _do(work, _flag(work))
    assert _get(work, work.editor).json()["any_order"] is False
    assert [(one["group"], one["mine"], one["barred"]) for one in _gestures(work, work.editor)] == [
        (key, False, NOT_YOURS)
    ]
    assert _get(work, work.manager).json()["any_order"] is True
    assert [(one["mine"], one["barred"]) for one in _gestures(work, work.manager)] == [(False, "")]


def test_a_manager_who_is_no_editor_may_undo_and_redo_and_nothing_else(work: WorkScene) -> None:
    key, client = _do(work, _flag(work)), signed_in(work.manager)
    for verb in ("undo", "redo", "undo"):
        answer = send(client, work.target, group(edit(verb, group=key)))
        assert (answer.status_code, answer.data["refused"]) == (200, None)
    assert send(client, work.target, group(work.sound()), group(edit("redo", group=key))).status_code == 403
    assert send(signed_in(work.colleague), work.target, group(edit("redo", group=key))).status_code == 403


def test_a_new_edit_bars_redo(work: WorkScene) -> None:
    first = _do(work, _flag(work))
    _do(work, edit("undo", group=first))
    assert _gestures(work)[1]["barred"] == ""
    _do(work, _flag(work, "discuss"))
    assert _gestures(work)[2]["barred"] == REDO_ENDED


def test_an_edit_of_somebody_else_does_not_bar_redo(work: WorkScene) -> None:
    first = _do(work, _flag(work))
    _do(work, edit("undo", group=first))
    _do(work, _flag(work, "discuss"), user=work.editor)
    assert _gestures(work)[2]["barred"] == ""


def test_a_release_is_in_the_history_and_cannot_be_undone() -> None:
    work = make_work("pyramid")
    _do(work, _flag(work))
    assert work.target.kind == "pyramid"
    work.target.refresh_from_db()
    release_pyramid(pyramid=work.target, by=work.owner, now=NOW)
    event = _gestures(work)[0]
    assert (event["text"], event["kind"], event["barred"]) == ("made release 1", "event", NOT_AN_EDIT)
    assert (event["before"], event["after"]) == ({}, {})
    answer = send(signed_in(work.owner), work.target, group(edit("undo", group=event["group"])))
    assert answer.data["refused"]["code"] == "blocked"


def test_it_comes_in_pages(work: WorkScene) -> None:
    """Newest first; the next page begins before the last revision of the one shown."""
    keys = [_do(work, _flag(work, verb=verb)) for verb in ("flag", "unflag") * 3]
    pages, before = [], 10**6
    while page := _gestures(work, limit=4, before=before):
        pages.append([one["group"] for one in page])
        before = page[-1]["revision"]
    assert pages == [keys[:1:-1], keys[1::-1]]


def test_a_page_has_a_bounded_length(work: WorkScene) -> None:
    groups = [group(_flag(work, verb=verb)) for verb in ("flag", "unflag") * 110]
    for lot in (groups[:110], groups[110:]):
        send(signed_in(work.owner), work.target, *lot, base=10**6)
    assert len(_gestures(work)) == PAGE_SIZE
    assert len(_gestures(work, limit=1000)) == 200


@pytest.mark.parametrize("query", [{"before": "x"}, {"limit": "-1"}, {"before": "1.5"}, {"limit": "9" * 10}])
def test_what_is_no_number_is_named(work: WorkScene, query: dict[str, Any]) -> None:
    answer = _get(work, **query)
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == list(query)


@pytest.mark.parametrize("who", ["editor", "manager", "viewer", "colleague"])
def test_each_member_reads_it(work: WorkScene, who: str) -> None:
    _do(work, _flag(work))
    assert len(_gestures(work, getattr(work, who))) == 1


def test_outsiders_and_unknown_keys_get_the_same_answer(work: WorkScene) -> None:
    _do(work, _flag(work))
    barred = _get(work, work.outsider)
    assert barred.status_code == 404
    for pk in (0, 2**40, 2**63, 2**200):
        work.target.pk = pk
        unknown = _get(work)
        assert (unknown.status_code, unknown.json()) == (404, barred.json())


def test_nobody_is_asked_to_sign_in(work: WorkScene) -> None:
    assert APIClient().get(f"{self_url(work.target)}history/").status_code == 401


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_is_only_read(work: WorkScene, method: str) -> None:
    assert getattr(signed_in(work.owner), method)(f"{self_url(work.target)}history/").status_code == 405


def test_another_log_is_not_read(work: WorkScene) -> None:
    other = make_work(work.kind)
    _do(other, _flag(other))
    assert _gestures(work) == []


def test_its_statements_do_not_grow_with_the_log(work: WorkScene) -> None:
    counts = []
    for _ in range(2):
        for verb in ("flag", "unflag") * 10:
            key = _do(work, _flag(work, verb=verb))
        _do(work, edit("undo", group=key))
        client = signed_in(work.owner)
        with CaptureQueriesContext(connection) as captured:
            client.get(f"{self_url(work.target)}history/", {"limit": 1})
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 5
