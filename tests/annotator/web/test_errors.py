"""What goes wrong under ``/api/`` is told as problem details (RFC 9457), never as HTML."""

from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

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


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10)
def test_a_large_body_is_too_large(shelf: Shelf) -> None:
    address = f"/api/pyramids/{shelf.release.pyramid_id}/edits/"
    problem(shelf.client.post(address, {"base": 0, "groups": []}, content_type="application/json"), 413)


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
