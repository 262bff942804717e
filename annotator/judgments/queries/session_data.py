"""The data of a session page: all sheets of one judge of an instrument on one topic. It names no summarizer."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import F
from django.urls import reverse

from annotator.judgments.kinds.extract import sentences_in_extract
from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument, Item, ItemList, sheets
from annotator.judgments.order import in_order
from annotator.judgments.queries.sheet_data import instrument_data
from annotator.judgments.store import judgments_by_sheet
from annotator.projects.documents.models import Document
from annotator.projects.models import Summary, Topic
from annotator.work.models import Work
from annotator.work.states.permissions import can_edit_now, roles_of
from annotator.work.tasks.progress_counts import PAUSE_SECONDS

TEXT_FIELDS = ("text", "sentences", "direction")
ITEM_FIELDS = ("position", "text", "start", "end", "heading", "judged")


def session_works(*, instrument: Instrument, topic: Topic, user: User) -> list[Work]:
    """The user's own sheets of an instrument on a topic, in the order in which this user judges them. Two queries."""
    works = sheets().for_workspace(user).filter(owner__user=user, topic=topic, sheet__instrument=instrument)
    works = works.select_related("summary", "sheet__items__summary").defer(
        "summary__words", *(f"sheet__items__summary__{field}" for field in ("words", "text", "sentences"))
    )
    rows = sorted(works, key=lambda work: work.sheet.items.code if work.sheet.items else "")
    judge = rows[0].owner_id if rows else 0
    return in_order(rows, seed=instrument.seed, judge=judge, key=lambda work: work.summary_id or topic.pk)


def session_data(*, instrument: Instrument, topic: Topic, works: Sequence[Work]) -> dict[str, Any]:
    """The JSON of the session page. ``works``: the sheets (see `session_works`), at least one.

    In the result, ``lists`` are item lists by id. ``sheets`` are in the judge's order; a sheet's ``sentences`` are the
    items that its marks can point to. ``pace`` is the judge's median time for a sheet in seconds; None before the first
    finished sheet.
    """
    project, owner = topic.project, works[0].owner
    kind = instrument_kind(instrument.kind)
    items_by_list = _items_by_list(works)
    judgments = judgments_by_sheet([work.pk for work in works])
    lists = {items.pk: items for work in works if (items := work.sheet.items)}
    has_models = instrument.shows_models or kind.against_models
    models = _texts(topic.summaries.model_summaries()) if has_models else []
    has_documents = instrument.shows_documents or not kind.per_summary
    return {
        "kind": instrument.kind,
        "marks": kind.marks,
        "owner": owner.name,
        "project": {"slug": project.slug, "name": project.name},
        "topic": {
            "key": topic.key,
            "title": topic.title,
            "statement": topic.statement if instrument.shows_statement else "",
        },
        "instrument": instrument_data(instrument),
        "models": models,
        "documents": _documents(topic) if has_documents else [],
        "lists": {str(pk): _list_data(items, items_by_list[pk], instrument) for pk, items in lists.items()},
        "sheets": [
            _sheet_data(work, number, judgments[work.pk], items_by_list) for number, work in enumerate(works, start=1)
        ],
        "pace": pace(owner.pk, instrument.pk),
        "urls": {
            "judge": reverse("judge", args=[project.slug]),
            "project": reverse("project", args=[project.slug]),
        },
    }


def _sheet_data(
    work: Work, number: int, judgments: Sequence[Any], items_by_list: dict[int, list[dict[str, Any]]]
) -> dict[str, Any]:
    sheet, summary = work.sheet, work.summary
    return {
        "id": work.pk,
        "number": number,
        "revision": work.revision,
        "state": work.state,
        "editable": can_edit_now(roles_of(work), work.state) and not work.is_closed,
        "summary": _text(summary) if summary else None,
        "list": str(sheet.items_id) if sheet.items_id else None,
        "sentences": items_by_list[sheet.sentences_id] if sheet.sentences_id else [],
        "judgments": judgments,
        "urls": {name: work.api_url(name) for name in ("edits", "history", "state")} | {"self": work.api_url()},
    }


def _items_by_list(works: Iterable[Work]) -> dict[int, list[dict[str, Any]]]:
    """The items of all lists of these sheets, by list. They have no keys or SCUs, which could name a summarizer."""
    lists = {pk for work in works for pk in (work.sheet.items_id, work.sheet.sentences_id) if pk}
    items = defaultdict(list)
    rows = Item.objects.filter(list__in=lists).order_by("list", "position")
    for row in rows.values("list_id", *ITEM_FIELDS, document_key=F("document__key")):
        items[row.pop("list_id")].append(row)
    return items


def _list_data(items: ItemList, rows: list[dict[str, Any]], instrument: Instrument) -> dict[str, Any]:
    """The JSON of an item list. ``model``: the letter of the model summary whose units the items are, else None.
    ``size``: the number of items of an extract; None if the instrument does not ask for extracts.
    """
    is_of_model = items.source == ItemList.Source.MODEL_UNITS
    judged_count = sum(row["judged"] for row in rows)
    return {
        "code": items.code,
        "model": items.summary.letter if is_of_model and items.summary else None,
        "size": instrument.size and sentences_in_extract(instrument.size, instrument.size_unit, judged_count),
        "items": rows,
    }


def _texts(summaries: Iterable[Summary]) -> list[dict[str, Any]]:
    return [{"letter": summary.letter, **_text(summary)} for summary in summaries]


def _documents(topic: Topic) -> list[dict[str, Any]]:
    documents = Document.objects.filter(topic=topic).only("key", "title", "position", *TEXT_FIELDS)
    return [{"key": document.key, "title": document.title, **_text(document)} for document in documents]


def _text(text: Summary | Document) -> dict[str, Any]:
    return {"text": text.text, "sentences": text.sentences, "dir": text.direction}


def pace(judge: int, instrument: int) -> float | None:
    """The judge's median time for a finished sheet in seconds; None if no sheet is finished. One query.

    The time of a sheet is the sum of the times before each of its changes, without pauses. The time before the first
    change, in which the judge reads the summary, begins with the last change of another sheet.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH own AS (
                SELECT w.id, w.state FROM annotator_work w JOIN annotator_sheet s ON s.work_id = w.id
                WHERE w.kind = 'sheet' AND w.owner_id = %(judge)s AND s.instrument_id = %(instrument)s
            ), gaps AS (
                SELECT own.id, own.state, e.at - lag(e.at) OVER (ORDER BY e.at, e.id) AS gap
                FROM own JOIN annotator_edit e ON e.work_id = own.id
            ), times AS (
                SELECT id, sum(extract(epoch FROM gap)) AS seconds FROM gaps
                WHERE state IN ('submitted', 'adjudicated') AND gap < make_interval(secs => %(pause)s) GROUP BY id
            )
            SELECT percentile_cont(.5) WITHIN GROUP (ORDER BY seconds) FROM times
            """,
            {"judge": judge, "instrument": instrument, "pause": PAUSE_SECONDS},
        )
        (median,) = cursor.fetchone()
    return None if median is None else round(float(median), 1)
