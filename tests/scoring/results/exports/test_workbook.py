"""Text in workbooks and CSV is text, whatever it begins with."""

import csv
import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.tables import workbook
from annotator.web.refusals import ServiceRefused
from scoring.results.exports.tables import Table
from scoring.results.exports.texts import csv_pieces
from scoring.results.exports.writing import write_workbook
from tests.scoring.results.exports.written import sheets

EVIL = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\0=1",
    '=HYPERLINK("http://x")',
    "http://x.org",
    "{=1}",
    "<r>x</r>",
    "<r><b></r>",
]


def table(*values) -> Table:
    return Table(("a", "b"), ({"a": value, "b": 1} for value in values))


def written(*values) -> bytes:
    out = io.BytesIO()
    write_workbook(out, {"t": table(*values)})
    return out.getvalue()


@pytest.mark.parametrize("text", EVIL)
def test_text_stays_text_in_xlsx(text) -> None:
    data = written(text)
    assert sheets(data)["t"][1] == (text.replace("\0", "_x0000_"), 1)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
        assert not any("hyperlink" in name.lower() for name in archive.namelist())
    assert "<f>" not in sheet
    assert "<hyperlink" not in sheet


@pytest.mark.parametrize("text", EVIL[:7])
def test_text_that_spreadsheets_would_run_begins_with_an_apostrophe_in_csv(text) -> None:
    *_, row = csv.reader(io.StringIO("".join(csv_pieces(table(text))), newline=""))
    assert row == ["'" + text.replace("\t=", "\t'="), "1"]


def test_negative_numbers_stay_numbers() -> None:
    assert "".join(csv_pieces(table(-1.5))).splitlines()[1] == "-1.5,1"
    assert sheets(written(-1.5, 3))["t"][1:] == [(-1.5, 1), (3, 1)]


@settings(max_examples=20)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_is_the_same_number_when_it_is_read_back(number) -> None:
    assert sheets(written(number))["t"][1][0] == number


def test_text_that_is_too_long_for_a_cell_is_cut_and_says_so() -> None:
    cut = sheets(written("😀" * 20_000))["t"][1][0]
    assert len(cut.encode("utf-16-le")) // 2 <= workbook.LONGEST_TEXT
    assert cut.endswith("😀…")


def test_sentences_are_joined_and_nothing_is_an_empty_cell() -> None:
    assert sheets(written(["One.", "Two."], None))["t"][1:] == [("One. Two.", 1), (None, 1)]


def test_more_rows_than_a_sheet_has_are_refused(monkeypatch) -> None:
    monkeypatch.setattr(workbook, "MAX_ROWS", 3)
    assert len(sheets(written("x", "y"))["t"]) == 3
    with pytest.raises(ServiceRefused, match="use CSV or JSON"):
        written("x", "y", "z")


def test_the_same_table_is_the_same_file() -> None:
    assert written("x", 1.5) == written("x", 1.5)


def test_a_workbook_has_no_date_of_its_own() -> None:
    with zipfile.ZipFile(io.BytesIO(written("x"))) as archive:
        assert "1980-01-01" in archive.read("docProps/core.xml").decode()
