"""Turns exceptions into answers of the API: problem details (RFC 9457)."""

from collections.abc import Iterable, Iterator
from http import HTTPStatus
from itertools import islice
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, RequestDataTooBig
from rest_framework import serializers
from rest_framework.exceptions import APIException, NotFound, ValidationError
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from annotator.texts.errors import FieldError, Malformed
from annotator.web.refusals import NotAllowed, ServiceRefused, WrongState
from annotator.web.serializers import Plain

PROBLEM = "application/problem+json"
MOST_ERRORS = 100
"""Errors beyond these are left out: a body can have millions."""


class FieldProblem(Plain):
    """A field and what is wrong with it."""

    field = serializers.CharField()
    message = serializers.CharField()


class Problem(Plain):
    """A problem (RFC 9457)."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    errors = FieldProblem(many=True, required=False)  # type: ignore[assignment]  # hides DRF's own
    state = serializers.CharField(required=False, help_text="Of a work that takes no edits.")


def problem_members(status: int, detail: str, errors: Iterable[FieldError] = (), **more: str) -> dict[str, Any]:
    """The members of a problem: ``detail`` is a sentence for people, ``errors`` names fields, ``more`` are added."""
    first = islice(errors, MOST_ERRORS)
    fields = [{"field": _writable(error.field), "message": _writable(error.message)} for error in first]
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": _writable(detail),
        **({"errors": fields} if fields else {}),
        **more,
    }


def problem(status: int, detail: str, errors: Iterable[FieldError] = (), **more: str) -> Response:
    """An answer with a problem."""
    return Response(problem_members(status, detail, errors, **more), status=status, content_type=PROBLEM)


def _malformed(status: int, errors: list[FieldError]) -> Response:
    sentences = [f"{error.field}: {error.message}" if error.field else error.message for error in errors[:3]]
    return problem(status, " ".join([*sentences, *(["And more."] if len(errors) > len(sentences) else [])]), errors)


def _writable(text: str) -> str:
    """Escapes lone surrogates, which JSON can name but UTF-8 cannot encode."""
    return text.encode("utf-8", "backslashreplace").decode()


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler. None if the exception is a bug, which Django then answers with 500."""
    if isinstance(error, Malformed):
        return _malformed(error.status, error.errors)
    if isinstance(error, ServiceRefused):
        return problem(409, str(error), [FieldError("", reason) for reason in error.reasons])
    if isinstance(error, NotAllowed):
        return problem(403, str(error))
    if isinstance(error, WrongState):
        return problem(423, str(error), state=error.state)
    if isinstance(error, RequestDataTooBig):
        return problem(413, "The request is too large.")
    return _of_framework(NotFound() if isinstance(error, ObjectDoesNotExist) else error, context)


def _of_framework(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an exception of DRF or Django, with DRF's headers."""
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, ValidationError):
        return _malformed(response.status_code, list(_fields(error.detail)))
    detail = error.detail if isinstance(error, APIException) else response.data["detail"]
    answer = problem(response.status_code, str(detail))
    for name in ("WWW-Authenticate", "Retry-After"):
        if name in response:
            answer[name] = response[name]
    return answer


def _fields(detail: Any, path: str = "") -> Iterator[FieldError]:
    """The errors of serializers as a flat list: nested fields are named ``summaries[0].text``."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            if name == api_settings.NON_FIELD_ERRORS_KEY:
                yield from _fields(inner, path)
            else:
                step = f"[{name}]" if isinstance(name, int) else f".{name}"
                yield from _fields(inner, f"{path}{step}".removeprefix("."))
    elif isinstance(detail, list):
        for place, inner in enumerate(detail):
            yield from _fields(inner, path if isinstance(inner, str) else f"{path}[{place}]")
    else:
        yield FieldError(path, str(detail))
