"""Turns exceptions into API responses with problem details (RFC 9457)."""

from collections.abc import Iterable, Iterator
from http import HTTPStatus
from itertools import islice
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from rest_framework import serializers
from rest_framework.exceptions import APIException, NotFound, ValidationError
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from annotator.texts.errors import FieldError, Malformed
from annotator.web.refusals import NotAllowed, ServiceRefused, WrongState
from annotator.web.serializers import MAX_ERRORS, PlainSerializer

PROBLEM = "application/problem+json"
MAX_FIELD = 200
"""The length to which a field's name is cut in a response, because requests can contain names of any length."""


class FieldProblem(PlainSerializer):
    """An error in one field."""

    field = serializers.CharField()
    message = serializers.CharField()


class Problem(PlainSerializer):
    """Problem details (RFC 9457)."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    errors = FieldProblem(many=True, required=False)  # type: ignore[assignment]  # hides DRF's own `errors`
    state = serializers.CharField(required=False, help_text="The state of a work that cannot be edited now.")


def problem_members(status: int, detail: str, errors: Iterable[FieldError] = (), **extra: str) -> dict[str, Any]:
    """Return the JSON members of a problem. ``detail``: a sentence for people. ``extra``: further members."""
    first_errors = islice(errors, MAX_ERRORS)
    fields = [
        {"field": _encodable(error.field[:MAX_FIELD]), "message": _encodable(error.message)} for error in first_errors
    ]
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": _encodable(detail),
        **({"errors": fields} if fields else {}),
        **extra,
    }


def problem(status: int, detail: str, errors: Iterable[FieldError] = (), **extra: str) -> Response:
    """Return a response with problem details; the arguments are those of `problem_members`."""
    return Response(problem_members(status, detail, errors, **extra), status=status, content_type=PROBLEM)


def _field_problems(status: int, errors: list[FieldError]) -> Response:
    sentences = [
        f"{error.field[:MAX_FIELD]}: {error.message}" if error.field else error.message for error in errors[:3]
    ]
    return problem(status, " ".join([*sentences, *(["And more."] if len(errors) > len(sentences) else [])]), errors)


def _encodable(text: str) -> str:
    """Return the text with lone surrogates escaped, because UTF-8 cannot encode them."""
    return text.encode("utf-8", "backslashreplace").decode()


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Handle an exception in a DRF view. Returns None for unexpected exceptions, which Django answers with 500."""
    if isinstance(error, Malformed):
        return _field_problems(error.status, error.errors)
    if isinstance(error, ServiceRefused):
        return problem(409, str(error), [FieldError("", reason) for reason in error.reasons])
    if isinstance(error, NotAllowed):
        return problem(403, str(error))
    if isinstance(error, WrongState):
        return problem(423, str(error), state=error.state)
    return _framework_problem(NotFound() if isinstance(error, ObjectDoesNotExist) else error, context)


def _framework_problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the response to an exception of DRF or Django, with DRF's headers; None for other exceptions."""
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, ValidationError):
        return _field_problems(response.status_code, list(_flatten(error.detail)))
    detail = error.detail if isinstance(error, APIException) else response.data["detail"]
    problem_response = problem(response.status_code, str(detail))
    for name in ("WWW-Authenticate", "Retry-After"):
        if name in response:
            problem_response[name] = response[name]
    return problem_response


def _flatten(detail: Any, path: str = "") -> Iterator[FieldError]:
    """Yield the nested errors of serializers as a flat series, with field names such as ``summaries[0].text``."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            if name == api_settings.NON_FIELD_ERRORS_KEY:
                yield from _flatten(inner, path)
            else:
                suffix = f"[{name}]" if isinstance(name, int) else f".{name}"
                yield from _flatten(inner, f"{path}{suffix}".removeprefix("."))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            yield from _flatten(inner, path if isinstance(inner, str) else f"{path}[{index}]")
    else:
        yield FieldError(path, str(detail))
