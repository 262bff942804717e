"""Reads and writes the table of items, as CSV or JSON Lines: model units, sentences and statements, in their order."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from typing import Any

from annotator.interchange.judgment_files.cells import BadCell, Cells, choice, table_rows, whole_number, yes_or_no
from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, Reading
from annotator.tables.csv_output import csv_text

COLUMNS = tuple(field.name for field in fields(ItemRow))
REQUIRED = ("topic", "source", "key", "text")
SOURCES = ("model_units", "peer_sentences", "document_sentences", "statements")
MAX_OFFSET = 2_000_000
MAX_WEIGHT = 10_000
MAX_HEADING = 300
_TEXT_COLUMNS = ("topic", "list", "summarizer", "key", "text", "document", "heading")


def read_items(data: bytes) -> JudgmentFile:
    """Returns the items of a table. Only the ``REQUIRED`` columns must exist. Raises TableError with all errors."""
    reading = Reading()
    for place, cells in table_rows(data, required=REQUIRED):
        if reading.has_too_many_errors:
            break
        try:
            reading.add_item(_item(cells), place)
        except BadCell as error:
            reading.refuse(place, str(error))
    return reading.result(if_empty="The table has no rows.")


def write_items_csv(items: Iterable[ItemRow]) -> str:
    return csv_text(COLUMNS, item_records(items))


def item_records(items: Iterable[ItemRow]) -> Iterator[dict[str, Any]]:
    """Yields the cells of each item by column."""
    return ({**record, "judged": "yes" if record["judged"] else "no"} for record in _records(items))


def write_items_jsonl(items: Iterable[ItemRow]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in _records(items))


def _records(items: Iterable[ItemRow]) -> Iterator[dict[str, Any]]:
    return (asdict(item) for item in items)


def _item(cells: Cells | str) -> ItemRow:
    """Returns the item in a row. ``cells``: an error message if the row cannot be read. Raises BadCell."""
    if isinstance(cells, str):
        raise BadCell(cells)
    source = choice(cells, "source", SOURCES, default="")
    start, end = whole_number(cells, "start", maximum=MAX_OFFSET), whole_number(cells, "end", maximum=MAX_OFFSET)
    if (start is None) != (end is None) or (start is not None and end is not None and start >= end):
        raise BadCell("start and end must both be given, and the end must be after the start; or both be empty.")
    if source == "statements" and start is not None:
        raise BadCell("a statement has no start and end.")
    if source == "document_sentences" and not cells.get("document"):
        raise BadCell("the document of the sentence is missing.")
    if source in ("model_units", "peer_sentences") and not cells.get("summarizer"):
        raise BadCell("the summarizer whose summary the item is from is missing.")
    if len(cells.get("heading", "")) > MAX_HEADING:
        raise BadCell(f"the heading has more than {MAX_HEADING} characters.")
    return ItemRow(
        **{name: cells.get(name, "") for name in _TEXT_COLUMNS},
        source=source,
        start=start,
        end=end,
        weight=whole_number(cells, "weight", maximum=MAX_WEIGHT),
        importance=choice(cells, "importance", ("vital", "okay", ""), default=""),
        judged=yes_or_no(cells, "judged", default=True),
    )
