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

from annotator.matching.verbs.table import PEER_VERBS
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.web.errors import PROBLEM
from annotator.web.json_schema import (
    ANYTHING,
    FLAG,
    NUMBER,
    TEXT,
    TIME,
    UUID,
    WHOLE,
    Schema,
    many,
    maybe,
    one_of,
    ref,
    shape,
)
from annotator.work.edits.request import (
    MAX_ID,
    MAX_LIST,
    MAX_OFFSET,
    id_check,
    offset_check,
    uuid_check,
    uuid_or_null_check,
    uuids_check,
)
from annotator.work.edits.verb import Field, Verb, Verbs, names_of
from annotator.work.states.services import TRANSITIONS
from annotator.work.visibility import WorkState

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
        """What a view declares as ``body``, a JSON Schema; None if it declares nothing: such calls take no body."""
        if (body := getattr(self.view, "body", None)) is not None:
            return {"application/json": body}
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


def _edits(description: str, verbs: Verbs) -> Schema:
    shapes = [_edit(name, verbs[name]) for name in names_of(verbs, ("edit", "turn"))]
    edits = {"type": "array", "minItems": 1, "items": {"oneOf": shapes}}
    group = shape("One gesture: all of it applies, or nothing.", group=UUID, edits=edits)
    body = shape(description, base={**WHOLE, "minimum": 0, "description": "The revision you know."}, groups=many(group))
    return {**body, "additionalProperties": False}


def _edit(name: str, verb: Verb) -> Schema:
    required = ["id", "verb", *(key for key, field in verb.fields.items() if field.required)]
    fields = {key: _field(field) for key, field in verb.fields.items()}
    properties = {"id": UUID, "verb": {"const": name}, **fields}
    return {
        "type": "object",
        "title": name,
        "required": required,
        "properties": properties,
        "additionalProperties": False,
    }


def _field(field: Field) -> Schema:
    known: list[tuple[Any, Schema]] = [
        (uuid_check, UUID),
        (uuid_or_null_check, maybe(UUID)),
        (uuids_check, {**many(UUID), "minItems": 1, "maxItems": MAX_LIST, "uniqueItems": True}),
        (id_check, {**WHOLE, "minimum": 1, "maximum": MAX_ID}),
        (offset_check, {**WHOLE, "minimum": 0, "maximum": MAX_OFFSET}),
    ]
    return next((schema for check, schema in known if field.check is check), {})


STATE = one_of(WorkState.values)
PART = shape("A span of code points; ends are exclusive.", id=UUID, start=WHOLE, end=WHOLE)

SUMMARY = shape(
    "A summary with its tokens. word_steps: starts and ends of the words in turn, each less the one before.",
    id=WHOLE,
    letter=TEXT,
    summarizer=TEXT,
    title=TEXT,
    text=TEXT,
    word_steps=many(WHOLE),
    sentences=many(WHOLE),
    dir=one_of(["ltr", "rtl"]),
)

CONTRIBUTOR = shape(
    "What one model summary says of an SCU.",
    summary=WHOLE,
    comment=TEXT,
    parts=many(ref("Part")),
    optional={"flags": many(TEXT)},
)

SCU = shape(
    "An SCU as it stands.",
    id=UUID,
    uid=WHOLE,
    position=NUMBER,
    label=TEXT,
    comment=TEXT,
    contributors=many(CONTRIBUTOR),
    optional={"flags": many(TEXT)},
)

UNIT = shape(
    "A mention in a peer, matched to an SCU of the release or to none.",
    id=UUID,
    position=WHOLE,
    scu=maybe(UUID),
    comment=TEXT,
    parts=many(ref("Part")),
    optional={"label": TEXT, "flags": many(TEXT)},
)

STAGE = shape(
    "Where a work stands, who brought it there, and what you may do next.",
    state=STATE,
    verb=TEXT,
    by=maybe(TEXT),
    at=maybe(TIME),
    note=TEXT,
    agreed=FLAG,
    actions=many(one_of(TRANSITIONS)),
)

_WORK: dict[str, Schema] = {
    "id": WHOLE,
    "revision": WHOLE,
    "state": STATE,
    "stage": ref("Stage"),
    "open_notes": WHOLE,
    "editable": FLAG,
    "owner": TEXT,
    "project": ANYTHING,
    "topic": ANYTHING,
    "settings": ANYTHING,
    "urls": {"type": "object", "additionalProperties": TEXT},
}

PYRAMID = shape(
    "A pyramid with its texts, as the workspace shows it.",
    **_WORK,
    latest_release=maybe(ANYTHING),
    summaries=many(ref("WorkspaceSummary")),
    scus=many(ref("ScuImage")),
    asides=many(ANYTHING),
    next_uid=WHOLE,
    next_position=NUMBER,
)

PEER_ANNOTATION = shape(
    "A peer annotation with its peer and release, as the workspace shows it.",
    **_WORK,
    peer=ref("WorkspaceSummary"),
    release=ANYTHING,
    units=many(ref("UnitImage")),
    absences=many(ANYTHING),
    next_position=WHOLE,
)

LOGGED = shape(
    "A row of the log; the fields of its verb stand beside these.",
    id=UUID,
    group=UUID,
    revision=WHOLE,
    by=maybe(TEXT),
    at=TIME,
    verb=TEXT,
)

EDITS_ANSWER = shape(
    "What became of the groups. edits: all since base; snapshot in its place where these are too many.",
    revision=WHOLE,
    applied=many(UUID),
    refused=maybe(ref("Refusal")),
    state={**ANYTHING, "description": "Each touched SCU or unit in full, by id; null where it is gone."},
    optional={"edits": many(ref("LoggedEdit")), "snapshot": ANYTHING},
)

REFUSAL = shape(
    "The first group that cannot apply; those before it stay.",
    group=UUID,
    edit=TEXT,
    message=TEXT,
    code=one_of(["gone", "changed", "overlap", "out_of_text", "duplicate", "blocked"]),
)

GESTURE = shape(
    "A group of the log, told in words.",
    group=UUID,
    revision=WHOLE,
    by=maybe(TEXT),
    mine=FLAG,
    at=TIME,
    kind=one_of(["edit", "turn", "event"]),
    turns=maybe(UUID),
    text=TEXT,
    undone=FLAG,
    barred=maybe(TEXT),
    before=ANYTHING,
    after=ANYTHING,
)

NOTE = shape("A note.", id=UUID, by=TEXT, mine=FLAG, at=TIME, text=TEXT)

THREAD = shape(
    "Notes about one thing.",
    id=TEXT,
    scu=maybe(UUID),
    summary=maybe(WHOLE),
    unit=maybe(UUID),
    moved=FLAG,
    resolved=FLAG,
    resolved_by=maybe(TEXT),
    notes=many(ref("Note")),
)

PROBLEM_SHAPE = shape(
    "A problem (RFC 9457). errors: the fields in question; state: that of a work that takes no edits.",
    type={"type": "string", "format": "uri-reference"},
    title=TEXT,
    status=WHOLE,
    detail=TEXT,
    optional={"errors": many(shape("A field.", field=TEXT, message=TEXT)), "state": STATE},
)

COMPONENTS: dict[str, Schema] = {
    "Part": PART,
    "WorkspaceSummary": SUMMARY,
    "ScuImage": SCU,
    "UnitImage": UNIT,
    "Stage": STAGE,
    "PyramidWorkspace": PYRAMID,
    "PeerWorkspace": PEER_ANNOTATION,
    "PyramidEdits": _edits("Groups of edits of a pyramid.", PYRAMID_VERBS),
    "PeerEdits": _edits("Groups of edits of a peer annotation.", PEER_VERBS),
    "EditsAnswer": EDITS_ANSWER,
    "LoggedEdit": LOGGED,
    "Refusal": REFUSAL,
    "Gesture": GESTURE,
    "History": shape("The newest first.", any_order=FLAG, gestures=many(ref("Gesture"))),
    "Note": NOTE,
    "NewNote": shape(
        "id is made by the client; on an SCU, its contributor of a summary, a unit, or the whole work.",
        id=UUID,
        text=TEXT,
        optional={"scu": UUID, "summary": WHOLE, "unit": UUID},
    ),
    "NoteAnswer": {
        "oneOf": [shape("A further note.", id=UUID, text=TEXT), shape("Closed, or open again.", resolved=FLAG)]
    },
    "Threads": shape("The oldest first.", may_write=FLAG, threads=many(THREAD)),
    "SimilarScus": shape(
        "The most alike first; scores are above 0 and at most 1.",
        scus=many(shape("An SCU.", id=UUID, score=NUMBER)),
        optional={"passages": many(shape("Words.", summary=WHOLE, start=WHOLE, end=WHOLE, score=NUMBER))},
    ),
    "Problem": PROBLEM_SHAPE,
}
