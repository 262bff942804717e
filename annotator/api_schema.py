"""How the API describes itself (OpenAPI 3.1): tags, summaries, problems and examples of every operation."""

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
    "runs": "Long work: its progress and its result.",
    "results": "Scores, agreement, stability, diagnosis, exports.",
}
TAG_OF_STEP = {
    **dict.fromkeys(("summaries", "models", "peers", "topics"), "topics"),
    **dict.fromkeys(("peer-annotations", "notes"), "peer annotations"),
    "pyramids": "pyramids",
    "releases": "releases",
    "runs": "runs",
}
RESULTS = frozenset({"scores", "agreement", "stability", "diagnosis", "export"})
EXAMPLES = Path(__file__).with_name("api_examples.json")
FILES = {"text/csv": OpenApiTypes.STR, "text/plain": OpenApiTypes.STR, "application/json": OpenApiTypes.ANY}
ALWAYS = (401, 403, 404, 406)
WITH_INPUT = (400,)
WHEN_WRITING = (400, 409, 413, 415, 422, 423)


class ApiSchema(AutoSchema):
    """What all operations have in common, so that views need not declare it."""

    def get_tags(self) -> list[str]:
        """The tag that a URL belongs to."""
        steps = [step for step in self.path.split("/") if step and "{" not in step][1:]
        if not steps:
            return ["start"]
        if RESULTS & set(steps):
            return ["results"]
        return [TAG_OF_STEP.get(steps[-1] if steps[0] == "projects" else steps[0], "projects")]

    def get_summary(self) -> str:
        """The first line of the docstring."""
        return self._docstring().partition("\n")[0].rstrip(".")

    def get_description(self) -> str:  # type: ignore[override]  # drf-spectacular's may be None
        """The rest of the docstring."""
        return self._docstring().partition("\n")[2].strip()

    def _docstring(self) -> str:
        """The view's docstring, or the handler's if the view has several handlers."""
        handler = getattr(type(self.view), self.method.lower())
        several = len(set(self.view.allowed_methods) - {"OPTIONS", "HEAD"}) > 1
        return inspect.cleandoc((several and handler.__doc__) or type(self.view).__doc__ or "")

    def get_request_serializer(self) -> Any:
        """The view's ``body_schema``, if it has one. Other calls take what ``extend_schema`` declares, or nothing."""
        schema = getattr(self.view, "body_schema", None)
        return {"application/json": schema} if schema else None

    def get_response_serializers(self) -> Any:
        """Files of the ``file_types`` that the view declares, or its serializer."""
        if kinds := [kind.partition(";")[0] for kind in getattr(self.view, "file_types", ())]:
            return {(200, kind): FILES.get(kind, OpenApiTypes.BINARY) for kind in kinds}
        serializers = super().get_response_serializers()
        return serializers if isinstance(self.view, GenericAPIView) else {200: serializers}

    def get_override_parameters(self) -> list[Any]:
        """What a GET reads from the query: the fields of the view's ``query_form``, or its ``query``."""
        form: type[forms.Form] | None = getattr(self.view, "query_form", None)
        query = [
            *(_parameters(form) if form else ()),
            *(OpenApiParameter(name, str, description=text) for name, text in getattr(self.view, "query", {}).items()),
        ]
        return [*super().get_override_parameters(), *(query if self.method == "GET" else ())]

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        has_input = self.method != "GET" or any(parameter["in"] == "query" for parameter in self._get_parameters())
        statuses = {*ALWAYS, *(WITH_INPUT if has_input else ()), *(WHEN_WRITING if self.method != "GET" else ())}
        for status in sorted(statuses):
            body = self._get_response_for_code(Problem, str(status), media_types=[PROBLEM])
            bodies.setdefault(str(status), {**body, "description": HTTPStatus(status).phrase})
        if self.method == "GET":
            bodies.setdefault("304", {"description": "Nothing has changed since the answer with this entity tag."})
        return bodies


def _parameters(form: type[forms.Form]) -> Iterator[OpenApiParameter]:
    for name, field in form.base_fields.items():
        types = {forms.IntegerField: int, forms.BooleanField: bool, forms.FloatField: float}
        type_ = next((type_ for known, type_ in types.items() if isinstance(field, known)), str)
        choices = [value for value, _ in getattr(field, "choices", ()) if value]
        description = str(field.help_text or field.label or "")
        yield OpenApiParameter(name, type_, required=field.required, enum=choices or None, description=description)


def complete(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """The last step of drf-spectacular: tags, and an example of everything."""
    result["tags"] = [{"name": name, "description": description} for name, description in TAGS.items()]
    for operations in result["paths"].values():
        for operation in operations.values():
            example = examples().get(operation["operationId"], {})
            _put(operation.get("requestBody", {}), example.get("request"))
            for status, answer in operation["responses"].items():
                if status.startswith("2"):
                    _put(answer, example.get("response"))
                elif PROBLEM in answer.get("content", {}):
                    _put(answer, _problem(int(status)))
    return result


def _put(holder: dict[str, Any], example: Any) -> None:
    if example is not None:
        for content in holder.get("content", {}).values():
            content.setdefault("example", example)


def _problem(status: int) -> dict[str, Any]:
    title = HTTPStatus(status).phrase
    problem = {"type": "about:blank", "title": title, "status": status, "detail": f"{title}."}
    if status == 400:
        message = "This must be a whole number, 1 to 999,999,999."
        problem |= {"detail": f"page: {message}", "errors": [{"field": "page", "message": message}]}
    return problem


@cache
def examples() -> dict[str, Any]:
    """By operation an example of its ``request`` and ``response``, as tests/annotator/api recorded it."""
    recorded: dict[str, Any] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return recorded
