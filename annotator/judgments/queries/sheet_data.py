"""The data of a sheet, as its judge's session needs it. It names no summarizer, whatever the project's settings."""

from typing import Any

from django.db.models import F

from annotator.judgments.models import Instrument, Item, ItemList, Question, sheets
from annotator.judgments.order import order_key
from annotator.judgments.store import judgments_by_sheet
from annotator.projects.models import Summary
from annotator.work.models import Work
from annotator.work.workspace import work_data, work_urls


def sheet_data(work: Work) -> dict[str, Any]:
    """A sheet with its questions, texts, items and judgments. ``work``: from ``for_workspace(user)``."""
    sheet = work.sheet
    return {
        **work_data(work),
        "settings": {},
        "instrument": instrument_data(sheet.instrument),
        "place": place_of(work),
        "summary": _text_data(work.summary) if work.summary else None,
        "list": sheet.items.code if sheet.items else None,
        "items": items_data(sheet.items),
        "sentences": items_data(sheet.sentences),
        "judgments": judgments_by_sheet([work.pk])[work.pk],
        "urls": work_urls(work),
    }


def instrument_data(instrument: Instrument) -> dict[str, Any]:
    """What a session needs of an instrument. The seed stays secret: it would reveal the order of the summaries."""
    fields = ("key", "name", "kind", "state", "guidelines", "walk", "every_value", "size", "size_unit")
    shown = ("shows_statement", "shows_models", "shows_documents")
    return {
        "id": instrument.pk,
        **{name: getattr(instrument, name) for name in (*fields, *shown)},
        "questions": [question_data(question) for question in instrument.questions.all()],
    }


def question_data(question: Question) -> dict[str, Any]:
    fields = ("key", "name", "text", "per", "minimum", "maximum", "step", "labels", "anchors", "optional")
    return {name: getattr(question, name) for name in fields}


def items_data(items: ItemList | None) -> list[dict[str, Any]]:
    """The items of a list in order. Omits weights, and keys, SCUs and models, which could name a summarizer."""
    if items is None:
        return []
    rows = Item.objects.filter(list=items).order_by("position")
    fields = ("position", "text", "start", "end", "heading", "judged")
    return list(rows.values(*fields, document_key=F("document__key")))


def place_of(work: Work) -> dict[str, int]:
    """The position of a sheet in its session, in the judge's own order; ``number`` begins at 1."""
    session = sheets().filter(topic=work.topic_id, owner=work.owner_id, sheet__instrument=work.sheet.instrument_id)
    rows = session.values_list("pk", "summary", "sheet__items__summary__position")
    seed = work.sheet.instrument.seed
    ordered = sorted(rows, key=lambda row: (order_key(seed, work.owner_id, row[1] or 0), row[2] or 0))
    return {"number": [row[0] for row in ordered].index(work.pk) + 1, "of": len(ordered)}


def _text_data(summary: Summary) -> dict[str, Any]:
    return {"text": summary.text, "sentences": summary.sentences, "dir": summary.direction}
