"""Reads documents, item lists, extracts, instruments and sheets as JSON for a project file.

Keys without content are left out, so that files of projects without judgments are as in earlier versions.
"""

from collections import defaultdict
from collections.abc import Iterator

from django.db.models import F

from annotator.interchange.project_file.exported_works import LogReader
from annotator.interchange.project_file.fields import PLAIN_FIELDS, json_fields, user_name_expression
from annotator.interchange.project_file.names import Json, Names
from annotator.judgments.models import KIND as SHEET
from annotator.judgments.models import Extract, ExtractedItem, Instrument, Item, ItemList, Question, Sheet, sheets
from annotator.judgments.store import judgments_by_sheet
from annotator.projects.documents.models import Document
from annotator.projects.models import Project

LIST_REFERENCE = ("source", "number", "summary__kind", "summary__summarizer")


def topic_judgments_json(topic_id: int, names: Names) -> Json:
    """The documents, item lists and extracts of a topic."""
    documents = Document.objects.filter(topic=topic_id).order_by("position").values(*PLAIN_FIELDS[Document])
    content = {
        "documents": [json_fields(Document, row) for row in documents],
        "item_lists": _item_lists(topic_id, names),
        "extracts": _extracts(topic_id),
    }
    return {key: rows for key, rows in content.items() if rows}


def _item_lists(topic_id: int, names: Names) -> list[Json]:
    related = {
        "document_key": F("document__key"),
        "scu_uuid": F("scu__uuid"),
        "model": F("source_summary__summarizer"),
    }
    items: dict[int, list[Json]] = defaultdict(list)
    rows = Item.objects.filter(list__topic=topic_id).order_by("list_id", "position")
    for row in rows.values("list", *PLAIN_FIELDS[Item], **related):
        scu = row["scu_uuid"]
        references = {"document": row["document_key"], "scu": str(scu) if scu else None, "source_summary": row["model"]}
        items[row["list"]].append({**json_fields(Item, row), **references})
    creator = user_name_expression(account="created_by", fallback="creator_name")
    lists = ItemList.objects.filter(topic=topic_id).order_by("source", "summary__kind", "summary__position", "number")
    return [
        {
            "summary": _summary_reference(row["summary__kind"], row["summary__summarizer"]),
            "release": names.releases.get(row["release"]),
            **json_fields(ItemList, row),
            "created_by": row["creator"],
            "items": items[row["pk"]],
        }
        for row in lists.values(
            "pk", "release", *PLAIN_FIELDS[ItemList], "summary__kind", "summary__summarizer", creator=creator
        )
    ]


def _summary_reference(kind: str | None, summarizer: str | None) -> Json | None:
    return {"kind": kind, "name": summarizer} if kind else None


def _list_reference(row: Json, prefix: str) -> Json | None:
    """The reference to a list, from a row's columns `LIST_REFERENCE` with a prefix; None if they are null."""
    source, number, kind, summarizer = (row[f"{prefix}{name}"] for name in LIST_REFERENCE)
    return {"source": source, "summary": _summary_reference(kind, summarizer), "number": number} if source else None


def _extracts(topic_id: int) -> list[Json]:
    positions: dict[int, list[int]] = defaultdict(list)
    rows = ExtractedItem.objects.filter(extract__items__topic=topic_id).order_by("extract_id", "position")
    for extract, position in rows.values_list("extract", "item__position"):
        positions[extract].append(position)
    extracts = Extract.objects.filter(items__topic=topic_id).order_by("items__number", "summarizer", "label")
    columns = [f"items__{name}" for name in LIST_REFERENCE]
    return [
        {
            "list": _list_reference(row, "items__"),
            "summary": row["peer"],
            **json_fields(Extract, row),
            "items": positions[row["pk"]],
        }
        for row in extracts.values("pk", *PLAIN_FIELDS[Extract], *columns, peer=F("summary__summarizer"))
    ]


def instruments_json(project: Project) -> Iterator[Json]:
    """The instruments of a project, sorted by key, each with its questions and sheets."""
    for row in Instrument.objects.filter(project=project).order_by("key").values("pk", *PLAIN_FIELDS[Instrument]):
        questions = Question.objects.filter(instrument=row["pk"]).order_by("position").values(*PLAIN_FIELDS[Question])
        yield {
            **json_fields(Instrument, row),
            "questions": [json_fields(Question, question) for question in questions],
            "sheets": _sheets(row["pk"]),
        }


def _sheets(instrument_id: int) -> Iterator[Json]:
    """The sheets of an instrument, sorted by topic, summary, list and judge."""
    list_columns = [f"sheet__{items}__{name}" for items in ("items", "sentences") for name in LIST_REFERENCE]
    renamed = {
        "topic_key": F("topic__key"),
        "judge": F("owner__name"),
        "file_name": F("sheet__file_name"),
        "summary_kind": F("summary__kind"),
        "summarizer": F("summary__summarizer"),
    }
    works = sheets().filter(sheet__instrument=instrument_id)
    rows = list(works.values("pk", *PLAIN_FIELDS[SHEET], *list_columns, **renamed))
    sort_columns = ("topic_key", "summary_kind", "summarizer", *list_columns, "judge")
    rows.sort(key=lambda row: [str(row[name]) for name in sort_columns])
    sheet_ids = [row["pk"] for row in rows]
    judgments, logs = judgments_by_sheet(sheet_ids), LogReader(sheet_ids, Names({}, {}))
    for row in rows:
        yield {
            "topic": row["topic_key"],
            "summary": _summary_reference(row["summary_kind"], row["summarizer"]),
            "judge": row["judge"],
            "items": _list_reference(row, "sheet__items__"),
            "sentences": _list_reference(row, "sheet__sentences__"),
            **json_fields(SHEET, row),
            **json_fields(Sheet, row),
            "judgments": [
                {name: value for name, value in judgment.items() if name != "id"} for judgment in judgments[row["pk"]]
            ],
            "log": logs.of_work(row["pk"]),
        }
