"""Inserts the documents, item lists, extracts, instruments and sheets of a project file."""

from collections.abc import Iterable, Mapping
from typing import Any

from annotator.interchange.project_file.fields import column_values
from annotator.interchange.project_file.imported_works import edit_row
from annotator.interchange.project_file.refusals import Json
from annotator.interchange.project_file.rows import People, TopicKeys, insert_rows, list_identity
from annotator.judgments.models import KIND as SHEET
from annotator.judgments.models import (
    Extract,
    ExtractedItem,
    Instrument,
    Item,
    ItemList,
    Judgment,
    Mark,
    Question,
    Sheet,
)
from annotator.projects.columns import opaque_id
from annotator.projects.documents.models import Document
from annotator.work.log.models import Edit
from annotator.work.models import Work


def write_topic_judgments(keys: TopicKeys, topic: Json, people: People) -> None:
    """Insert a topic's documents, item lists and extracts. Adds the keys of lists and items to ``keys``."""
    documents = topic.get("documents", ())
    rows = [
        {**column_values(Document, document), "id": opaque_id(), "topic": keys.topic, "length": len(document["text"])}
        for document in documents
    ]
    insert_rows(Document, rows)
    document_keys = {row["key"]: row["id"] for row in rows}
    lists = [(opaque_id(), item_list) for item_list in topic.get("item_lists", ())]
    keys.lists = {list_identity(item_list): key for key, item_list in lists}
    insert_rows(ItemList, [_list_row(key, item_list, keys, people) for key, item_list in lists])
    list_positions = [(key, position) for key, item_list in lists for position in range(1, len(item_list["items"]) + 1)]
    item_rows = [
        _item_row(key, position, item, item_list["release"], keys, document_keys)
        for key, item_list in lists
        for position, item in enumerate(item_list["items"], start=1)
    ]
    keys.items = dict(zip(list_positions, insert_rows(Item, item_rows), strict=True))
    _write_extracts(keys, topic.get("extracts", ()))


def _list_row(key: int, item_list: Json, keys: TopicKeys, people: People) -> dict[str, Any]:
    return {
        **column_values(ItemList, item_list),
        "id": key,
        "topic": keys.topic,
        "summary": keys.summary(item_list["summary"]),
        "release": keys.release(item_list["release"]),
        **people.account_columns(item_list["created_by"], account="created_by", fallback="creator_name"),
    }


def _item_row(
    list_key: int, position: int, item: Json, release: Json | None, keys: TopicKeys, documents: Mapping[str, int]
) -> dict[str, Any]:
    return {
        **column_values(Item, item),
        "list": list_key,
        "position": position,
        "document": documents[item["document"]] if item["document"] else None,
        "scu": keys.scu(release, item["scu"]) if release and item["scu"] else None,
        "source_summary": keys.models[item["source_summary"]] if item["source_summary"] else None,
    }


def _write_extracts(keys: TopicKeys, extracts: Iterable[Json]) -> None:
    new_extracts = [(opaque_id(), extract) for extract in extracts]
    insert_rows(
        Extract,
        [
            {
                **column_values(Extract, extract),
                "id": key,
                "items": keys.lists[list_identity(extract["list"])],
                "summary": keys.peers[extract["summary"]] if extract["summary"] else None,
            }
            for key, extract in new_extracts
        ],
    )
    insert_rows(
        ExtractedItem,
        [
            {
                "extract": key,
                "item": keys.items[keys.lists[list_identity(extract["list"])], item_position],
                "position": position,
            }
            for key, extract in new_extracts
            for position, item_position in enumerate(extract["items"], start=1)
        ],
    )


def write_instruments(
    project: int, instruments: Iterable[Json], topics: Mapping[str, TopicKeys], people: People
) -> None:
    """Insert the instruments of a project with their sheets. ``topics``: primary keys, by topic key."""
    item_lists = ItemList.objects.filter(topic__project=project).select_related("summary")
    list_codes = {item_list.pk: item_list.code for item_list in item_lists}
    for instrument in instruments:
        instrument_id = opaque_id()
        insert_rows(Instrument, [{**column_values(Instrument, instrument), "id": instrument_id, "project": project}])
        questions = instrument["questions"]
        rows = [
            {**column_values(Question, question), "instrument": instrument_id, "position": position}
            for position, question in enumerate(questions, start=1)
        ]
        question_keys = dict(zip((question["key"] for question in questions), insert_rows(Question, rows), strict=True))
        for sheet in instrument["sheets"]:
            _write_sheet(
                sheet, instrument_id, instrument["key"], question_keys, topics[sheet["topic"]], list_codes, people
            )


def _write_sheet(
    sheet: Json,
    instrument_id: int,
    instrument_key: str,
    questions: Mapping[str, int],
    keys: TopicKeys,
    list_codes: Mapping[int, str],
    people: People,
) -> None:
    work, item_list, sentence_list = opaque_id(), keys.item_list(sheet["items"]), keys.item_list(sheet["sentences"])
    row = {
        **column_values(SHEET, sheet),
        "id": work,
        "kind": SHEET,
        "topic": keys.topic,
        "summary": keys.summary(sheet["summary"]),
        "owner": people.members[sheet["judge"]],
        "slot": f"{instrument_key}.{list_codes[item_list]}" if item_list else instrument_key,
        "next_uid": 1,
        "next_position": 1.0,
    }
    insert_rows(Work, [row])
    detail = {"work": work, "instrument": instrument_id, "items": item_list, "sentences": sentence_list}
    insert_rows(Sheet, [{**column_values(Sheet, sheet), **detail}])
    judgments = sheet["judgments"]
    judgment_keys = insert_rows(
        Judgment,
        [
            {
                **column_values(Judgment, judgment),
                "sheet": work,
                "question": questions[judgment["question"]],
                "item": keys.items[item_list, judgment["item"]] if item_list and judgment["item"] else None,
            }
            for judgment in judgments
        ],
    )
    marked_list = sentence_list or item_list
    insert_rows(
        Mark,
        [
            {"judgment": key, "item": keys.items[marked_list, position]}
            for key, judgment in zip(judgment_keys, judgments, strict=True)
            for position in judgment["marks"]
            if marked_list
        ],
    )
    insert_rows(Edit, [{**edit_row(edit, keys, people), "work": work} for edit in sheet["log"]])
