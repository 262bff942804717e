"""Hostile text in every text field of every model: what somebody might have written, wherever something can be written.

Fields are found by walking the models, so that a new one is covered by itself; those that are left are named, each with
the reason.
"""

import re
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection, models, transaction

from annotator.matching.models import Unit, UnitPart
from annotator.projects.documents.models import Document
from annotator.projects.models import CONSENSUS, Membership, Summary
from annotator.pyramids.models import Contributor, Part, ReleasedScu, SetAside

PRODUCT = 1337 * 7331
TAIL = "\"'><img src=x onerror=alert(1)>{{1337*7331}}{%"
"""No slash: names are steps of addresses."""
MARK = f"</script></title></style></textarea>--></svg>]]><script>alert(1)</script>{TAIL}"
SHORT = "\"'><b onx=1>"

KEPT = {
    "annotator.Project.slug": "letters, digits, hyphens and underscores alone",
    "annotator.ApiToken.hash": "hexadecimal digits, of our own making",
    "annotator.ImportedFile.sha256": "hexadecimal digits, of our own making",
    "annotator.AccountInvitation.role": "one of three words, held by the database",
    "annotator.Invitation.code": "of our own making",
    "annotator.Invitation.role": "one of three words, held by the database",
    "annotator.ScuRelation.kind": "one of two words, held by the database",
    "annotator.Decision.choice": "one of a few words, held by the edits",
    "annotator.Decision.key": "of our own making",
    "annotator.Edit.verb": "one of the verbs, held by the edits",
    "annotator.Summary.direction": "ltr or rtl",
    "annotator.Document.direction": "ltr or rtl",
    "annotator.Instrument.key": "letters, digits, hyphens and underscores alone",
    "annotator.Question.key": "letters, digits, hyphens and underscores alone",
    "annotator.Instrument.seed": "of our own making",
    **{
        f"annotator.{model}.{name}": "of our own making: the kinds of work name them"
        for model, name in (
            ("Work", "kind"),
            ("Work", "slot"),
            ("Assignment", "kind"),
            ("Assignment", "slot"),
            ("ConsensusSource", "kind"),
        )
    },
    "annotator.Run.job": "one of the registered jobs",
    "annotator.Run.digest": "hexadecimal digits, of our own making",
    "annotator.Run.runner": "of our own making",
    "scoring.Measured.key": "hexadecimal digits, of our own making",
    "scoring.Parse.content": "aligned to its text when it is stored",
    "scoring.Parse.digest": "hexadecimal digits, of our own making",
    "scoring.TrainedMeasure.key": "hexadecimal digits, of our own making",
    "scoring.TrainedMeasure.content": "a model, checked when it is stored",
    "scoring.Study.content": "a definition, checked when it is stored",
    "scoring.StudyResult.key": "hexadecimal digits, of our own making",
    "scoring.StudyResult.document": "of our own making",
    "auth.User.password": "a hash",
    "annotator.AccountSession.session_key": "of our own making",
    "annotator.AccountSession.session_data": "of our own making, signed",
}
NAMES = {"annotator.Membership.name", "annotator.Topic.key", "annotator.Summary.summarizer"}
"""Steps of addresses: the database takes no slash in them."""

WORDS = {*("id", "reason", "state", "choice", "from", "kind", "flags", "regex", "verb"), *("after", "weight_source")}
"""Keys of JSON whose values the program chooses among its own."""
_OWN = re.compile(r"[0-9a-f-]{16,36}|(aside|decision):.*|[A-Z]?")


def ours() -> list[type[models.Model]]:
    """The models that people's words get into."""
    own = [model for label in ("annotator", "scoring") for model in apps.get_app_config(label).get_models()]
    return [*own, *(apps.get_model(name) for name in ("auth.User", "auth.Group", "admin.LogEntry"))]


def text_fields(model: type[models.Model]) -> "Iterator[models.Field[Any, Any]]":
    """Those in which somebody can have written something."""
    for field in model._meta.concrete_fields:
        if isinstance(field, models.CharField | models.TextField) and not field.choices and _name(field) not in KEPT:
            yield field


def poison() -> None:
    """Put the mark into all rows there are, past every check but the database's own."""
    with transaction.atomic(), connection.cursor() as cursor:
        tables = [model._meta.db_table for model in ours()]
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("; ".join(f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in tables))
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        _texts()
        for model in ours():
            for row in model._default_manager.all():
                _row(row)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("; ".join(f"ALTER TABLE {table} ENABLE TRIGGER USER" for table in tables))


def unmarked() -> list[str]:
    """Fields that hold the mark in no row: a model without a row, or a field that `poison` does not know."""
    return [
        _name(field)
        for model in ours()
        for field in text_fields(model)
        if not model._default_manager.filter(**{f"{field.name}__contains": SHORT[:4]}).exists()
    ]


def _name(field: "models.Field[Any, Any]") -> str:
    return f"{field.model._meta.label}.{field.name}"


def _row(row: models.Model) -> None:
    if isinstance(row, Membership) and row.name == CONSENSUS:
        return
    changed = {field.name: _marked(getattr(row, field.name) or str(row.pk), field) for field in text_fields(type(row))}
    if isinstance(row, Summary | Document):
        del changed["text"]
    if isinstance(row, Membership) and row.kind == Membership.Kind.PERSON:
        del changed["version"]  # only programs have one
    for field in row._meta.concrete_fields:
        if isinstance(field, models.JSONField) and getattr(row, field.name) is not None:
            changed[field.name] = _json(getattr(row, field.name))
    type(row)._default_manager.filter(pk=row.pk).update(**changed)


def _marked(value: str, field: "models.Field[Any, Any]") -> str:
    mark = TAIL if _name(field) in NAMES else MARK
    longest = field.max_length or 10_000
    if len(mark) > longest:
        mark = SHORT if len(TAIL) > longest else TAIL
    return value[: longest - len(mark)] + mark


def _json(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _json(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_json(inner, key) for inner in value]
    if isinstance(value, str) and key not in WORDS and not (value and _OWN.fullmatch(value)):
        return value + MARK
    return value


def _texts() -> None:
    """Summaries end with the mark as a word; the last span of all that points into them goes on to its end."""
    for summary in Summary.objects.all():
        start, text = len(summary.text), summary.text + MARK
        end = len(text)
        words, sentences = [*summary.words, start, end], [*summary.sentences, start, end]
        own = {"text": text, "length": end, "words": words, "sentences": sentences}
        Summary.objects.filter(pk=summary.pk).update(**own)
        for group in _spans(summary):
            if last := group.order_by("start").last():
                group.filter(pk=last.pk).update(end=end)
    for document in Document.objects.all():
        start, text = len(document.text), document.text + MARK
        words, sentences = [*document.words, start, len(text)], [*document.sentences, start, len(text)]
        own = {"text": text, "length": len(text), "words": words, "sentences": sentences}
        Document.objects.filter(pk=document.pk).update(**own)
    ends = dict(Summary.objects.values_list("pk", "length"))
    for scu in ReleasedScu.objects.all():
        for contributor in scu.contributors:
            contributor["parts"][-1]["end"] = ends[contributor["summary"]]
        ReleasedScu.objects.filter(pk=scu.pk).update(contributors=scu.contributors)


def _spans(summary: Summary) -> Iterator[models.QuerySet[Any]]:
    yield from (Part.objects.filter(contributor=one) for one in Contributor.objects.filter(summary=summary))
    yield from (UnitPart.objects.filter(unit=one) for one in Unit.objects.filter(annotation__summary=summary))
    asides = SetAside.objects.filter(summary=summary)
    yield from (asides.filter(pyramid=key) for key in {*asides.values_list("pyramid", flat=True)})
