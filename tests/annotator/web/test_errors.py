"""What goes wrong under ``/api/`` is told as problem details (RFC 9457), never as HTML."""

import json
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.web.costs import Cost
from annotator.web.serializers import MAX_VALUES
from tests.annotator.api.reading import Shelf, make_shelf

pytestmark = pytest.mark.django_db


class Broken(APIView):
    """A call that fails."""

    def get(self, request: Request) -> Response:
        """Fails."""
        raise RuntimeError("broken on purpose")


class Addresses:
    """The project's addresses and one that fails."""

    from config.urls import handler400, handler404, handler500
    from config.urls import urlpatterns as _usual

    urlpatterns = [path("api/broken/", Broken.as_view()), *_usual]


@pytest.fixture
def shelf() -> Shelf:
    return make_shelf()


def problem(answer: Any, status: int) -> dict[str, Any]:
    """The members of a problem, once the answer is known to be one."""
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
    told: dict[str, Any] = answer.json()
    assert told["status"] == status
    assert told["type"] == "about:blank"
    assert told["title"]
    assert told["detail"]
    return told


def test_who_is_signed_out_is_told_how_to_sign_in() -> None:
    answer = Client().get("/api/projects/")
    problem(answer, 401)
    assert answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize(
    "address", ["projects/other/", "projects/p/topics/D9/", "releases/1/", "nowhere/", "nowhere/at/all"]
)
def test_what_is_not_there_is_not_found(shelf: Shelf, address: str) -> None:
    problem(shelf.get(address), 404)


def test_an_address_with_nul_is_not_found(shelf: Shelf) -> None:
    problem(shelf.client.get("/api/projects/p/topics/a%00b/"), 404)


def test_a_wrong_method_is_told_the_right_ones(shelf: Shelf) -> None:
    answer = shelf.client.delete("/api/projects/p/")
    problem(answer, 405)
    assert "GET" in answer.headers["Allow"]


def test_another_kind_of_answer_is_not_acceptable(shelf: Shelf) -> None:
    problem(shelf.client.get("/api/projects/", headers={"accept": "text/html"}), 406)


def test_another_kind_of_body_is_not_supported(shelf: Shelf) -> None:
    address = f"/api/pyramids/{shelf.release.pyramid_id}/edits/"
    problem(shelf.client.post(address, "base=0", content_type="text/plain"), 415)


def test_what_is_no_json_is_malformed(shelf: Shelf) -> None:
    address = f"/api/pyramids/{shelf.release.pyramid_id}/edits/"
    told = problem(shelf.client.post(address, "{", content_type="application/json"), 400)
    assert told["errors"] == [{"field": "", "message": "The body cannot be read as JSON."}]
    assert told["detail"] == "The body cannot be read as JSON."


def test_a_large_body_is_too_large(shelf: Shelf) -> None:
    body = b" " * (Cost.SHORT.value + 1)
    said = problem(shelf.client.post("/api/projects/", body, content_type="application/json"), 413)
    assert said["detail"] == "The request is larger than 1 MB, which is the most that this address takes."


@pytest.mark.parametrize("values", [b"[],", b"{},", b"0,", b'"",', b'""' * 3])
def test_a_body_of_too_many_values_is_malformed(shelf: Shelf, values: bytes) -> None:
    address = f"/api/pyramids/{shelf.release.pyramid_id}/edits/"
    told = problem(shelf.client.post(address, values * MAX_VALUES, content_type="application/json"), 400)
    assert told["detail"] == "The body has more than 100,000 values; send it in parts."


def test_texts_may_have_any_number_of_commas_and_braces(shelf: Shelf) -> None:
    address = f"/api/pyramids/{shelf.release.pyramid_id}/edits/"
    body = {"base": 0, "groups": [{"group": '\\",[{' * MAX_VALUES, "edits": []}]}
    told = problem(shelf.client.post(address, json.dumps(body), content_type="application/json"), 400)
    assert [error["field"] for error in told["errors"]] == ["groups[0].group", "groups[0].edits"]


def test_of_unknown_fields_the_first_hundred_are_named(shelf: Shelf) -> None:
    body = json.dumps({"name": "x", **{f"{number}" * 300: 0 for number in range(200, 900)}})
    told = problem(shelf.client.post("/api/projects/", body, content_type="application/json"), 400)
    assert len(told["errors"]) == 100
    assert told["errors"][0] == {"field": ("200" * 300)[:200], "message": "There is no such field."}


@override_settings(ROOT_URLCONF=Addresses)
def test_a_fault_tells_nothing_of_itself(shelf: Shelf) -> None:
    shelf.client.raise_request_exception = False
    told = problem(shelf.get("broken/"), 500)
    assert "purpose" not in str(told)


def test_a_malformed_query_names_its_fields_and_says_them_too(shelf: Shelf) -> None:
    told = problem(shelf.get("projects/p/scores/", release="x"), 400)
    (error,) = told["errors"]
    assert error["field"] == "release"
    assert told["detail"] == f"release: {error['message']}"
