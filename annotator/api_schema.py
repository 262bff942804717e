"""The OpenAPI description of the API: tags, summaries, error responses and examples of every operation."""

import inspect
import json
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django import forms
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.generics import GenericAPIView

from annotator.web.errors import PROBLEM, Problem

TAGS = {
    "start": "Where to begin.",
    "projects": "Projects and their members.",
    "topics": "Topics and the texts in them.",
    "pyramids": "Pyramids, their SCUs and edits.",
    "releases": "Immutable snapshots of pyramids.",
    "peer annotations": "Peers matched to a release.",
    "judgments": "Instruments, lists of what is judged, and judges' sheets.",
    "runs": "Long imports, exports and calculations: progress and results.",
    "results": "Scores, agreement, stability, variances, overlap, diagnosis, measures, given scores, exports.",
}
TAGS_BY_SEGMENT = {
    **dict.fromkeys(("summaries", "models", "peers", "topics"), "topics"),
    **dict.fromkeys(("peer-annotations", "notes"), "peer annotations"),
    **dict.fromkeys(("instruments", "item-lists", "sheets"), "judgments"),
    "pyramids": "pyramids",
    "releases": "releases",
    "runs": "runs",
}
RESULT_SEGMENTS = frozenset(
    {
        *("scores", "agreement", "stability", "enough", "overlap", "diagnosis", "export"),
        *("measures", "parses", "score-tables", "trained-measures"),
    }
)
EXAMPLES = Path(__file__).with_name("api_examples.json")
TEXT_FILES = {"text/csv": OpenApiTypes.STR, "text/plain": OpenApiTypes.STR, "application/json": OpenApiTypes.ANY}
# Error statuses documented for all operations, for those with a body or query, and for those that write.
STATUSES_OF_ALL = (401, 403, 404, 406)
STATUSES_WITH_INPUT = (400,)
STATUSES_OF_WRITES = (400, 409, 413, 415, 422, 423)


class ApiSchema(AutoSchema):
    """Describes an operation from its view's attributes and docstrings, and adds what all operations have in common."""

    def get_tags(self) -> list[str]:
        """Returns a single tag, which the segments of the URL determine."""
        segments = [segment for segment in self.path.split("/") if segment and "{" not in segment][1:]  # without "api"
        if not segments:
            return ["start"]
        if RESULT_SEGMENTS & set(segments):
            return ["results"]
        return [TAGS_BY_SEGMENT.get(segments[-1] if segments[0] == "projects" else segments[0], "projects")]

    def get_summary(self) -> str:
        """Returns the first line of the docstring."""
        return self._docstring().partition("\n")[0].rstrip(".")

    def get_description(self) -> str:  # type: ignore[override]  # drf-spectacular's may be None
        """Returns the rest of the docstring."""
        return self._docstring().partition("\n")[2].strip()

    def _docstring(self) -> str:
        """Returns the view's docstring, or that of the method's handler if the view has several handlers."""
        handler = getattr(type(self.view), self.method.lower())
        has_several_handlers = len(set(self.view.allowed_methods) - {"OPTIONS", "HEAD"}) > 1
        return inspect.cleandoc((has_several_handlers and handler.__doc__) or type(self.view).__doc__ or "")

    def get_request_serializer(self) -> Any:
        """Returns the view's ``body_schema``, or None. A ``request`` given to ``extend_schema`` overrides this."""
        schema = getattr(self.view, "body_schema", None)
        return {"application/json": schema} if schema else None

    def get_response_serializers(self) -> Any:
        """Returns the view's ``file_types`` if it answers with files, else its serializer."""
        if content_types := [file_type.partition(";")[0] for file_type in getattr(self.view, "file_types", ())]:
            return {(200, name): TEXT_FILES.get(name, OpenApiTypes.BINARY) for name in content_types}
        serializers = super().get_response_serializers()
        return serializers if isinstance(self.view, GenericAPIView) else {200: serializers}

    def get_override_parameters(self) -> list[Any]:
        """Adds the query parameters of a GET: the fields of the view's ``query_form``, and its ``query``."""
        form: type[forms.Form] | None = getattr(self.view, "query_form", None)
        query = [
            *(_parameters(form) if form else ()),
            *(OpenApiParameter(name, str, description=text) for name, text in getattr(self.view, "query", {}).items()),
        ]
        return [*super().get_override_parameters(), *(query if self.method == "GET" else ())]

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        has_input = self.method != "GET" or any(parameter["in"] == "query" for parameter in self._get_parameters())
        statuses = {*STATUSES_OF_ALL, *(STATUSES_WITH_INPUT if has_input else ())}
        for status in sorted({*statuses, *(STATUSES_OF_WRITES if self.method != "GET" else ())}):
            body = self._get_response_for_code(Problem, str(status), media_types=[PROBLEM])
            bodies.setdefault(str(status), {**body, "description": HTTPStatus(status).phrase})
        if self.method == "GET":
            bodies.setdefault("304", {"description": "Nothing has changed since the answer with this entity tag."})
        return bodies


def _parameters(form: type[forms.Form]) -> Iterator[OpenApiParameter]:
    for name, field in form.base_fields.items():
        types = {forms.IntegerField: int, forms.BooleanField: bool, forms.FloatField: float}
        type_ = next((type_ for field_class, type_ in types.items() if isinstance(field, field_class)), str)
        choices = [value for value, _ in getattr(field, "choices", ()) if value]
        description = str(field.help_text or field.label or "")
        yield OpenApiParameter(name, type_, required=field.required, enum=choices or None, description=description)


def complete(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """A hook of drf-spectacular: adds descriptions of the tags, and an example of each body and response."""
    result["tags"] = [{"name": name, "description": description} for name, description in TAGS.items()]
    for operations in result["paths"].values():
        for operation in operations.values():
            example = examples().get(operation["operationId"], {})
            _add_example(operation.get("requestBody", {}), example.get("request"))
            for status, response in operation["responses"].items():
                if status.startswith("2"):
                    _add_example(response, example.get("response"))
                elif PROBLEM in response.get("content", {}):
                    _add_example(response, _example_problem(int(status)))
    return result


def _add_example(body_or_response: dict[str, Any], example: Any) -> None:
    if example is not None:
        for content in body_or_response.get("content", {}).values():
            content.setdefault("example", example)


def _example_problem(status: int) -> dict[str, Any]:
    title = HTTPStatus(status).phrase
    problem = {"type": "about:blank", "title": title, "status": status, "detail": f"{title}."}
    if status == 400:
        message = "This must be a whole number, 1 to 999,999,999."
        problem |= {"detail": f"page: {message}", "errors": [{"field": "page", "message": message}]}
    return problem


@cache
def examples() -> dict[str, Any]:
    """Returns an example ``request`` and ``response`` for each operation id; tests/annotator/api records them."""
    recorded: dict[str, Any] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return recorded
