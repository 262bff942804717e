"""Requests that apply nothing: malformed, too large, from nobody, from the wrong people, or to finished work."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from annotator.projects.models import Membership
from annotator.web.costs import Cost
from annotator.work.log.models import Edit
from annotator.work.visibility import WorkState
from tests.annotator.conftest import WorkScene
from tests.annotator.work.log.requests import edits_url, group, send
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_applied(work: WorkScene) -> Iterator[None]:
    key, before, edits = work.target.pk, work.snapshots(), Edit.objects.count()
    yield
    work.target.pk = key
    assert work.snapshots() == before
    assert Edit.objects.count() == edits


def _post(work: WorkScene, body: bytes, content_type: str = "application/json") -> Any:
    return signed_in(work.owner).post(edits_url(work.target), body, content_type=content_type)


def test_malformed_fields_are_named(work: WorkScene) -> None:
    body = {"base": -1, "groups": [{"group": "x", "edits": [{**work.sound(), "color": 1}]}]}
    answer = signed_in(work.owner).post(edits_url(work.target), body, format="json")
    assert answer.status_code == 400
    assert [e["field"] for e in answer.data["errors"]] == ["base", "groups[0].group", "groups[0].edits[0].color"]


NO_EDITS = {
    "empty": b"",
    "truncated": b"{",
    "no UTF-8": b"\xff\xfe",
    "not a number": b'{"base": NaN, "groups": []}',
    "infinity": b'{"base": Infinity, "groups": []}',
    "beyond floats": b'{"base": 1e999, "groups": []}',
    "5,000 digits": b'{"base": ' + b"9" * 5_000 + b', "groups": []}',
    "open brackets": b"[" * 200_000,
    "deep": b'{"base": 0, "groups": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    "a list": b"[]",
    "null": b"null",
    "text": b'"x"',
    "half surrogate pairs": b'{"base": 0, "groups": [{"group": "\\ud800", "edits": [{"\\udfff": "\\ud800"}]}]}',
    "NUL": b'{"base": 0, "groups": [{"group": "\\u0000", "edits": [{"id": "\\u0000", "verb": "\\u0000"}]}]}',
}


@pytest.mark.parametrize("body", NO_EDITS.values(), ids=NO_EDITS)
def test_what_is_no_sound_json_is_answered_with_a_sentence(work: WorkScene, body: bytes) -> None:
    answer = _post(work, body)
    assert answer.status_code == 400
    told = json.loads(answer.content)
    assert told["errors"]
    assert all(error["message"].endswith(".") for error in told["errors"])


def test_a_field_that_cannot_be_written_is_named_all_the_same(work: WorkScene) -> None:
    """Half a surrogate pair in a field's name: the answer that names it must itself be sound UTF-8."""
    one = json.dumps({**work.sound(), "\ud800": 1})
    sent = group()["group"]
    answer = _post(work, f'{{"base": 0, "groups": [{{"group": "{sent}", "edits": [{one}]}}]}}'.encode())
    assert answer.status_code == 400
    assert json.loads(answer.content)["errors"][0]["field"].startswith("groups[0].edits[0].")


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_only_json_is_read(work: WorkScene, content_type: str) -> None:
    assert _post(work, b'{"base": 0, "groups": []}', content_type).status_code == 415


def test_a_body_that_is_too_large_is_not_read(work: WorkScene) -> None:
    body = json.dumps({"base": 0, "groups": [group(work.sound())]}).encode()
    padding = b" " * (Cost.TEXTS.value + 1 - len(body))
    answer = _post(work, body + padding)
    assert answer.status_code == 413
    assert answer.json()["detail"] == "The request is larger than 12 MB, which is the most that this address takes."


def test_nobody_is_asked_to_sign_in(work: WorkScene) -> None:
    answer = send(APIClient(), work.target, group(work.sound()))
    assert answer.status_code == 401
    assert answer.data["detail"]


def test_nobody_learns_nothing_from_an_unknown_key(work: WorkScene) -> None:
    work.target.pk = 2**40
    assert send(APIClient(), work.target, group(work.sound())).status_code == 401


@pytest.mark.parametrize("who", ["viewer", "colleague", "manager"])
def test_those_who_are_no_editors_are_told_so(work: WorkScene, who: str) -> None:
    answer = send(signed_in(getattr(work, who)), work.target, group(work.sound()))
    assert answer.status_code == 403
    assert answer.data["detail"].endswith(".")


def test_an_editor_who_became_a_viewer_edits_no_more(work: WorkScene) -> None:
    Membership.objects.filter(user=work.editor).update(role=Membership.Role.VIEWER)
    assert send(signed_in(work.editor), work.target, group(work.sound())).status_code == 403


def test_an_owner_who_left_the_project_sees_nothing(work: WorkScene) -> None:
    Membership.objects.filter(user=work.owner).update(user=None)
    assert send(signed_in(work.owner), work.target, group(work.sound())).status_code == 404


def test_an_inactive_user_is_nobody(work: WorkScene) -> None:
    client = signed_in(work.owner)
    work.owner.is_active = False
    work.owner.save()
    assert send(client, work.target, group(work.sound())).status_code == 401


def test_outsiders_and_unknown_keys_get_the_same_answer(work: WorkScene) -> None:
    barred = send(signed_in(work.outsider), work.target, group(work.sound()))
    assert barred.status_code == 404
    for pk in (0, 2**40, 2**63, 2**200):
        work.target.pk = pk
        unknown = send(signed_in(work.owner), work.target, group(work.sound()))
        assert (unknown.status_code, unknown.data) == (404, barred.data)


def test_a_superuser_is_an_outsider_too(work: WorkScene) -> None:
    work.outsider.is_superuser = work.outsider.is_staff = True
    work.outsider.save()
    assert send(signed_in(work.outsider), work.target, group(work.sound())).status_code == 404


@pytest.mark.parametrize("key", ["-1", "1.0", "x", "%00", "1/x", "١"])
def test_keys_that_are_no_numbers_are_not_found(work: WorkScene, key: str) -> None:
    url = edits_url(work.target).replace(f"/{work.target.pk}/", f"/{key}/")
    assert signed_in(work.owner).post(url, {}, format="json").status_code == 404


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "head"])
def test_edits_are_posted(work: WorkScene, method: str) -> None:
    assert getattr(signed_in(work.owner), method)(edits_url(work.target)).status_code == 405


def test_a_post_without_a_csrf_token_is_barred(work: WorkScene) -> None:
    answer = send(signed_in(work.owner, csrf=True), work.target, group(work.sound()))
    assert answer.status_code == 403
    assert "CSRF" in answer.data["detail"]


def test_a_wrong_csrf_token_is_barred(work: WorkScene) -> None:
    client = signed_in(work.owner, csrf=True)
    client.cookies["csrftoken"] = "a" * 32
    client.credentials(HTTP_X_CSRFTOKEN="b" * 32)
    assert send(client, work.target, group(work.sound())).status_code == 403


def test_a_csrf_token_is_enough(work: WorkScene) -> None:
    client = signed_in(work.owner, csrf=True)
    client.cookies["csrftoken"] = "a" * 32
    client.credentials(HTTP_X_CSRFTOKEN="a" * 32)
    assert send(client, work.target).status_code == 200


def test_basic_authentication_is_no_way_in(work: WorkScene) -> None:
    client = Client(headers={"Authorization": "Basic dXNlcjE6YSBwYXNzd29yZCBmb3IgdGVzdHM="})
    assert client.post(edits_url(work.target), "{}", content_type="application/json").status_code == 401


@pytest.mark.parametrize("state", [WorkState.SUBMITTED, WorkState.ADJUDICATED])
def test_finished_work_takes_no_edits(work: WorkScene, state: str) -> None:
    type(work.target).objects.filter(pk=work.target.pk).update(state=state)
    answer = send(signed_in(work.owner), work.target, group(work.sound()))
    assert answer.status_code == 423
    assert answer.data["state"] == state
    assert answer.data["detail"].endswith(".")
