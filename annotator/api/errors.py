"""The one place where exceptions of the domain become answers of the API."""

from typing import Any

from django.core.exceptions import ObjectDoesNotExist, RequestDataTooBig
from rest_framework.exceptions import NotFound
from rest_framework.response import Response
from rest_framework.views import exception_handler

from annotator.permissions import NotAllowed, NotEditable
from annotator.reducers.request import FieldError, MalformedEdits
from annotator.services.editing import IdReused
from annotator.services.refused import ServiceRefused
from annotator.services.similar import MalformedQuery


def _errors(errors: list[FieldError]) -> dict[str, Any]:
    return {"errors": [{"field": _writable(error.field), "message": error.message} for error in errors]}


def _writable(field: str) -> str:
    """A field's path with half surrogate pairs, which JSON may name but UTF-8 cannot carry, written out."""
    return field.encode("utf-8", "backslashreplace").decode()


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: 400 and 422 name fields, 403, 404 and 423 say why."""
    if isinstance(error, MalformedEdits | MalformedQuery):
        return Response(_errors(error.errors), status=400)
    if isinstance(error, IdReused):
        return Response(_errors(error.errors), status=422)
    if isinstance(error, ServiceRefused):
        return Response({"detail": " ".join(error.reasons)}, status=409)
    if isinstance(error, NotAllowed):
        return Response({"detail": str(error)}, status=403)
    if isinstance(error, NotEditable):
        return Response({"detail": str(error), "state": error.state}, status=423)
    if isinstance(error, RequestDataTooBig):
        return Response({"detail": "The request is too large."}, status=413)
    if isinstance(error, ObjectDoesNotExist):
        return exception_handler(NotFound(), context)
    return exception_handler(error, context)
