"""Tables as an XLSX workbook whose cells have types: numbers are numbers, and text is never anything else."""

from datetime import UTC, datetime
from typing import Any, BinaryIO

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from annotator.web.refusals import ServiceRefused
from scoring.results.exports.tables import Table
from scoring.results.exports.texts import flat

MOST_ROWS = 1_048_576
"""Of a sheet, its header included."""
LONGEST_TEXT = 32_767
"""UTF-16 units in a cell; what is longer ends in an ellipsis."""
MADE = datetime(1980, 1, 1, tzinfo=UTC)
"""The date of every workbook, as of the files inside it: the same scores are the same bytes."""
OPTIONS = {
    "constant_memory": True,
    "strings_to_numbers": False,
    "strings_to_formulas": False,
    "strings_to_urls": False,
}


class TooManyRows(ServiceRefused):
    """A table does not fit into a sheet."""

    def __init__(self) -> None:
        super().__init__(f"A sheet of XLSX holds {MOST_ROWS:,} rows and this has more: take CSV or JSON.")


class ExactNumber(float):
    """A float that is written with all its digits; XlsxWriter asks for 16, and doubles can have 17."""

    def __format__(self, form: str) -> str:
        return repr(float(self))


class Sheet(Worksheet):
    """A sheet whose rows are written one after the other and not kept."""

    def _xml_rich_inline_string(self, string: str, attributes: Any = ()) -> None:
        """XlsxWriter takes text between <r> and </r> for its own markup; here it is text as any other."""
        self._xml_inline_string(string, True, attributes)

    def fill(self, table: Table, bold: Format) -> None:
        """A header that stays in view, and the rows. Raises TooManyRows."""
        self.freeze_panes(1, 0)
        self.set_column(0, len(table.columns) - 1, 14)
        self.ignore_errors({"number_stored_as_text": f"A1:XFD{MOST_ROWS}"})
        for at, column in enumerate(table.columns):
            self._put(0, at, column, bold)
        last = 0
        for last, row in enumerate(table.rows, start=1):
            if last == MOST_ROWS:
                raise TooManyRows
            for at, column in enumerate(table.columns):
                self._put(last, at, flat(row[column]))
        self.autofilter(0, 0, last, len(table.columns) - 1)

    def _put(self, row: int, at: int, value: Any, look: Format | None = None) -> None:
        """None and empty text leave the cell empty. What XML does not have is written out, as NUL: _x0000_."""
        if isinstance(value, str) and value:
            self.write_string(row, at, _cut(value), look)
        elif value not in (None, ""):
            self.write_number(row, at, ExactNumber(value) if isinstance(value, float) else value, look)


def write_workbook(out: BinaryIO, sheets: dict[str, Table]) -> None:
    """One sheet a table, filled in this order. Raises TooManyRows."""
    with Workbook(out, OPTIONS) as workbook:
        workbook.set_properties({"created": MADE})
        bold = workbook.add_format({"bold": True})
        for name, table in sheets.items():
            workbook.add_worksheet(name, Sheet).fill(table, bold)


def _cut(text: str) -> str:
    units = text.encode("utf-16-le", "surrogatepass")
    if len(units) <= 2 * LONGEST_TEXT:
        return text
    return units[: 2 * (LONGEST_TEXT - 1)].decode("utf-16-le", "ignore") + "…"
