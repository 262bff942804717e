"""How the API describes itself (OpenAPI 3.1): tags, summaries, problems and examples of every operation."""

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar

from django import forms
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import GenericAPIView

from annotator.api.errors import PROBLEM
from annotator.api.shapes import COMPONENTS, ref
from annotator.formats.json_schema import ANYTHING

Handler = TypeVar("Handler", bound=Callable[..., Any])

TAGS = {
    "start": "Where to begin.",
    "projects": "Projects and their members.",
    "topics": "Topics and the texts in them.",
    "pyramids": "Pyramids, their SCUs and edits.",
    "releases": "Immutable snapshots of pyramids.",
    "peer annotations": "Peers matched to a release.",
    "results": "Scores, agreement, stability, diagnosis, exports.",
}
RESULTS = frozenset({"scores", "agreement", "stability", "diagnosis", "exports", "export", "figures", "ranking"})
EXAMPLES = Path(__file__).with_name("examples.json")

FILES = {"text/csv": OpenApiTypes.STR, "text/plain": OpenApiTypes.STR, "application/json": OpenApiTypes.ANY}

ALWAYS = (401, 403, 404, 406)
ASKED = (400,)
WRITTEN = (400, 409, 413, 415, 422, 423)


class ApiSchema(AutoSchema):
    """What is the same for all operations, so that views need not say it."""

    def get_tags(self) -> list[str]:
        """The chapter that an address belongs to."""
        steps = [step for step in self.path.split("/") if step and "{" not in step][1:]
        if not steps:
            return ["start"]
        if RESULTS & set(steps):
            return ["results"]
        chapters = {"summaries": "topics", "models": "topics", "peers": "topics", "members": "projects"}
        chapters |= {"peer-annotations": "peer annotations", "topics": "topics", "pyramids": "pyramids"}
        chapters |= {"releases": "releases", "projects": "projects", "notes": "peer annotations"}
        if steps[0] != "projects":
            return [chapters.get(steps[0], "projects")]
        return [chapters.get(steps[-1], "projects")]

    def get_summary(self) -> str:
        """The first line of what the code says of it."""
        return self._said().partition("\n")[0].rstrip(".")

    def get_description(self) -> str:  # type: ignore[override]  # drf-spectacular's asks for nothing
        """The rest of it."""
        return self._said().partition("\n")[2].strip()

    def _said(self) -> str:
        """The view's text; a handler's own where there are several."""
        own = getattr(type(self.view), self.method.lower())
        several = len(set(self.view.allowed_methods) - {"OPTIONS", "HEAD"}) > 1
        return inspect.cleandoc((several and own.__doc__) or type(self.view).__doc__ or "")

    def get_request_serializer(self) -> Any:
        """None where nothing is declared: such calls take no body."""
        return super().get_request_serializer() if isinstance(self.view, GenericAPIView) else None

    def get_response_serializers(self) -> Any:
        """What a view without a serializer declares; any object if it declares nothing.

        ``file_types``: content types of a file; ``answer``: a JSON Schema.
        """
        if kinds := [kind.partition(";")[0] for kind in getattr(self.view, "file_types", ())]:
            return {(200, kind): FILES.get(kind, OpenApiTypes.BINARY) for kind in kinds}
        declared = isinstance(self.view, GenericAPIView) and self.view.serializer_class is not None
        return super().get_response_serializers() if declared else {200: getattr(self.view, "answer", ANYTHING)}

    def get_override_parameters(self) -> list[Any]:
        """The fields of the form that reads the query, if the view names one as ``query_form``."""
        form: type[forms.Form] | None = getattr(self.view, "query_form", None)
        return [*super().get_override_parameters(), *(_parameters(form) if form and self.method == "GET" else ())]

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        answers: dict[str, Any] = super()._get_response_bodies(direction)
        asks = self.method != "GET" or self._get_parameters_in_query()
        problems = {*ALWAYS, *(ASKED if asks else ()), *(WRITTEN if self.method != "GET" else ())}
        for status in sorted(problems):
            content = {PROBLEM: {"schema": ref("Problem")}}
            answers.setdefault(str(status), {"description": HTTPStatus(status).phrase, "content": content})
        if self.method == "GET":
            answers.setdefault("304", {"description": "Nothing has changed since the answer with this entity tag."})
        return answers

    def _get_parameters_in_query(self) -> bool:
        return any(parameter["in"] == "query" for parameter in self._get_parameters())


def _parameters(form: type[forms.Form]) -> Iterator[OpenApiParameter]:
    for name, field in form.base_fields.items():
        kinds = {forms.IntegerField: int, forms.BooleanField: bool, forms.FloatField: float}
        kind = next((kind for known, kind in kinds.items() if isinstance(field, known)), str)
        choices = [value for value, _ in getattr(field, "choices", ()) if value]
        said = str(field.help_text or field.label or "")
        yield OpenApiParameter(name, kind, required=field.required, enum=choices or None, description=said)


def told_as(
    name: str, status: int = 200, *, body: str = "", query: Mapping[str, str] | None = None
) -> Callable[[Handler], Handler]:
    """Declare that a handler answers with a component of ``shapes``, takes another, and what can be asked for."""
    asked = [OpenApiParameter(name, str, description=said) for name, said in (query or {}).items()]
    request = {"application/json": ref(body)} if body else None
    return extend_schema(request=request, responses={status: ref(name)}, parameters=asked)


def complete(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """The last step of drf-spectacular: chapters, components that have no serializers, an example of everything."""
    result["components"]["schemas"].update(COMPONENTS)
    result["tags"] = [{"name": name, "description": said} for name, said in TAGS.items()]
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
    """An example of a problem."""
    title = HTTPStatus(status).phrase
    said = {400: "page: This must be a whole number, 1 to 999,999,999.", 404: "No Topic matches the given query."}
    told = {"type": "about:blank", "title": title, "status": status, "detail": said.get(status, f"{title}.")}
    errors = [{"field": "page", "message": "This must be a whole number, 1 to 999,999,999."}]
    return {**told, "errors": errors} if status == 400 else told


@cache
def examples() -> dict[str, Any]:
    """By operation an example of its ``request`` and ``response``."""
    found: dict[str, Any] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found
