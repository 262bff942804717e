"""Writes the judgments, items and measures of an instrument as the bytes of a file."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from annotator.interchange.judgment_files.items_table import COLUMNS as ITEM_COLUMNS
from annotator.interchange.judgment_files.items_table import item_records, write_items_csv, write_items_jsonl
from annotator.interchange.judgment_files.long_table import (
    COLUMNS,
    judgment_records,
    write_judgments_csv,
    write_judgments_jsonl,
)
from annotator.interchange.judgment_files.reading import ItemRow
from annotator.interchange.judgments import published_formats
from annotator.interchange.judgments.item_rows import item_rows, lists_of
from annotator.interchange.judgments.layouts import Layout, Shape
from annotator.interchange.judgments.measures import COLUMNS as MEASURE_COLUMNS
from annotator.interchange.judgments.measures import MeasureRow
from annotator.judgments.models import Instrument
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_output import csv_text
from annotator.tables.csv_records import TableError
from annotator.tables.workbook import TooManyRows, write_workbook
from annotator.web.refusals import ServiceRefused


@dataclass(frozen=True, slots=True)
class Table:
    """A worksheet of a workbook. ``rows``: a dictionary by column for each row."""

    columns: Sequence[str]
    rows: Any


def export_judgments(
    *, instrument: Instrument, rows: Sequence[JudgmentRow], layout: Layout, with_items: bool = True
) -> bytes:
    """Returns a file with what the shape of the layout names: these judgments, or the instrument's items or answers.

    ``rows``: as `judgment_rows` returns them. ``with_items``: whether a workbook of judgments gets a worksheet with the
    items, whose keys and texts only managers may see. Raises ServiceRefused if the format cannot represent the content.
    """
    try:
        if layout.shape == Shape.ITEMS:
            return _items_file(instrument, layout.file_format)
        if layout.shape == Shape.ANSWERS:
            return published_formats.nugget_answers(instrument).encode()
        if layout.file_format == "xlsx":
            items = {"items": _item_table(instrument)} if with_items else {}
            return workbook({"judgments": Table(COLUMNS, judgment_records(rows)), **items})
        return _judgments_file(instrument, rows, layout.file_format)
    except (TooManyRows, TableError) as error:
        raise ServiceRefused(str(error)) from error


def export_measures(rows: Sequence[MeasureRow], file_format: str) -> bytes:
    """Returns a file with these scores. Raises ServiceRefused if the format cannot represent them."""
    if file_format == "nuggets":
        return zip_file(published_formats.nugget_metrics(rows))
    records = [asdict(row) for row in rows]
    if file_format == "csv":
        return csv_text(MEASURE_COLUMNS, records).encode()
    if file_format == "jsonl":
        return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()
    try:
        return workbook({"measures": Table(MEASURE_COLUMNS, records)})
    except TooManyRows as error:
        raise ServiceRefused(str(error)) from error


def _judgments_file(instrument: Instrument, rows: Sequence[JudgmentRow], file_format: str) -> bytes:
    match file_format:
        case "csv":
            return write_judgments_csv(rows).encode()
        case "jsonl":
            return write_judgments_jsonl(rows).encode()
        case "duc-table":
            return published_formats.duc_table(instrument, rows).encode()
        case "litepyramid":
            return published_formats.litepyramid_results(instrument, rows).encode()
        case "nuggets":
            return published_formats.nugget_assignments(instrument, rows).encode()
    return zip_file(published_formats.mead_files(instrument, rows))


def _items_file(instrument: Instrument, file_format: str) -> bytes:
    items = instrument_items(instrument)
    match file_format:
        case "csv":
            return write_items_csv(items).encode()
        case "jsonl":
            return write_items_jsonl(items).encode()
        case "xlsx":
            return workbook({"items": Table(ITEM_COLUMNS, item_records(items))})
        case "litepyramid":
            return published_formats.litepyramid_scus(items).encode()
        case "nuggets":
            return published_formats.nugget_bank(instrument, items).encode()
        case "see":
            return zip_file(published_formats.see_files(instrument, items))
    return zip_file(published_formats.mead_files(instrument, []))


def instrument_items(instrument: Instrument) -> list[ItemRow]:
    """Returns the items of the lists that the instrument uses. Raises ServiceRefused if its kind has no items."""
    items = item_rows(lists_of(instrument))
    if not items:
        raise ServiceRefused(f"The instrument “{instrument.key}” has no items.")
    return items


def _item_table(instrument: Instrument) -> Table:
    return Table(ITEM_COLUMNS, item_records(item_rows(lists_of(instrument))))


def workbook(sheets: dict[str, Table]) -> bytes:
    """Returns an XLSX file. Raises TooManyRows."""
    out = BytesIO()
    write_workbook(out, sheets)
    return out.getvalue()


def zip_file(texts: dict[str, str]) -> bytes:
    """Returns a zip archive of the texts. The same texts give the same bytes, because entries have a fixed date."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(ZipInfo(name), text.encode(), compress_type=ZIP_DEFLATED)
    return out.getvalue()
