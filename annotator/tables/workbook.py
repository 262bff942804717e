"""Writes workbooks (XLSX) in which text is never run as a formula."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, BinaryIO, Protocol

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

MAX_ROWS = 1_048_576
"""The limit of Excel for a sheet, with its header."""
LONGEST_TEXT = 32_767
"""The limit of Excel for a cell, in UTF-16 code units; longer texts are cut and end in an ellipsis."""
CREATION_DATE = datetime(1980, 1, 1, tzinfo=UTC)
"""The date of every workbook and of the files inside it, so that the same scores give the same bytes."""
XLSXWRITER_OPTIONS = {
    "constant_memory": True,
    "strings_to_numbers": False,
    "strings_to_formulas": False,
    "strings_to_urls": False,
}


class TooManyRows(ValueError):
    """A table has more rows than a sheet of a workbook can hold; the message is a sentence for people."""


class RowTable(Protocol):
    """A table. Each row has a value by column: text, a number, None, or a list of sentences, which are joined."""

    @property
    def columns(self) -> Sequence[str]: ...

    @property
    def rows(self) -> Iterable[Mapping[str, Any]]: ...


class ExactNumber(float):
    """A float that is written with all its digits: XlsxWriter writes 16, but a double can need 17."""

    def __format__(self, format_spec: str) -> str:
        return repr(float(self))


class Sheet(Worksheet):  # type: ignore[misc]  # XlsxWriter has no types
    """A sheet of a workbook; it writes each row immediately and keeps none in memory."""

    def _xml_rich_inline_string(self, string: str, attributes: Any = ()) -> None:
        """Write text that begins with <r> and ends with </r> as it is; XlsxWriter would take it for its own markup."""
        self._xml_inline_string(string, preserve=True, attributes=attributes)

    def fill(self, table: RowTable, bold: Format) -> None:
        """Write the rows under a header that stays visible. Raises TooManyRows."""
        self.freeze_panes(1, 0)
        self.set_column(0, len(table.columns) - 1, 14)
        self.ignore_errors({"number_stored_as_text": f"A1:XFD{MAX_ROWS}"})
        for column, name in enumerate(table.columns):
            self._put_value(0, column, name, bold)
        row_number = 0
        for row_number, row in enumerate(table.rows, start=1):
            if row_number == MAX_ROWS:
                raise TooManyRows(
                    f"An XLSX sheet holds at most {MAX_ROWS:,} rows and this table has more: use CSV or JSON."
                )
            for column, name in enumerate(table.columns):
                self._put_value(row_number, column, _cell(row[name]))
        self.autofilter(0, 0, row_number, len(table.columns) - 1)

    def _put_value(self, row: int, column: int, value: Any, cell_format: Format | None = None) -> None:
        """Write a cell, which stays empty for None and empty text. XlsxWriter escapes characters not allowed in XML."""
        if isinstance(value, str) and value:
            self.write_string(row, column, _shortened(value), cell_format)
        elif value not in (None, ""):
            self.write_number(row, column, ExactNumber(value) if isinstance(value, float) else value, cell_format)


def write_workbook(out: BinaryIO, sheets: Mapping[str, RowTable]) -> None:
    """Write a workbook to ``out``. ``sheets``: the table of each sheet, by the sheet's name. Raises TooManyRows."""
    with Workbook(out, XLSXWRITER_OPTIONS) as workbook:
        workbook.set_properties({"created": CREATION_DATE})
        bold = workbook.add_format({"bold": True})
        for name, table in sheets.items():
            workbook.add_worksheet(name, Sheet).fill(table, bold)


def _shortened(text: str) -> str:
    """The text, cut to LONGEST_TEXT code units of UTF-16 (two bytes each)."""
    utf_16 = text.encode("utf-16-le", "surrogatepass")
    if len(utf_16) <= 2 * LONGEST_TEXT:
        return text
    return utf_16[: 2 * (LONGEST_TEXT - 1)].decode("utf-16-le", "ignore") + "…"


def _cell(value: Any) -> Any:
    return " ".join(value) if isinstance(value, list) else value
