"""Scores written to a file: CSV, JSON, the DUC table or a workbook with its explanations."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, BinaryIO

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from annotator.projects.snapshot import read_snapshot
from annotator.web.refusals import ServiceRefused
from scoring.measures.observation import Row
from scoring.measures.pyramid_scores import COUNTS, KINDS, MEASURES
from scoring.observations.score_stream import ScoreRequest, score_pieces
from scoring.results.exports.forms import WIDE_DUC, ExportForm, FileFormat, Shape
from scoring.results.exports.tables import SUMMARIZER_COLUMNS, Table, Totals, long_table, wide_table
from scoring.results.exports.texts import csv_pieces, duc_pieces, flat, json_pieces

MEANINGS = {
    "project": "The project's name in URLs.",
    "topic": "Key of the topic (document set).",
    "summarizer": "Who or what wrote the summary; an opaque name if masked.",
    "kind": "peer: a summary that was matched to the pyramid; human: a model summary scored against the others.",
    "matcher": "Who matched the peer to the pyramid.",
    "pyramid_owner": "Owner of the pyramid that it was matched to; empty if hidden.",
    "release": "Number of the release of that pyramid.",
    "revision": "Revision of the matching.",
    "state": "State of the matching; drafts have scores only on request.",
    "models": "Number of model summaries behind the pyramid.",
    "pyramid_scus": "Number of SCUs in the release.",
    "matched_scus": "Number of SCUs that the peer expresses, each counted once.",
    "repeated": "Number of further mentions of SCUs already counted.",
    "non_matching": "Number of units of the peer that match no SCU.",
    "weight_sum": "Sum of the weights of the matched SCUs (D).",
    "original": "Original score: D divided by the best weight of as many SCUs as the peer has.",
    "original_x": "X of the original score: the number of SCUs of the peer.",
    "original_max": "Max of the original score: the best weight of X SCUs.",
    "modified": "Modified score: D divided by the best weight of an average model summary's number of SCUs.",
    "modified_x": "X of the modified score: the average number of SCUs in a model summary.",
    "modified_max": "Max of the modified score: the best weight of X SCUs.",
    "recall": "Recall: D divided by the weight of the whole pyramid.",
    "recall_max": "Max of the recall: the weight of the whole pyramid.",
    "rounding": "How the average number of SCUs was rounded.",
    "weight_source": "Source of the weights: distinct model summaries, or the imported file.",
    "warnings": "Why a score is missing, and other remarks.",
}

MEAN_MEANINGS = {
    "matcher (all)": "In means: all matchers together; on a topic the adjudicated score, or else the mean over them.",
    "original, modified, recall": "In means: the mean over the topics where the score is defined.",
    "original_n, modified_n, recall_n": "In means: the number of those topics.",
}

WIDE_MEANINGS = {
    **{name: MEANINGS[name] for name in ("project", "summarizer", "kind", "matcher")},
    "matcher (all)": "All matchers together, as on the page: the adjudicated score, or else the mean over them.",
    "score": "Which of the three scores it is.",
    "mean": "Its mean over the topics where it is defined.",
    "n": "The number of those topics.",
    "(the others)": "The score on the topic with that key; empty if there is none.",
}

MEAN_COLUMNS = (*SUMMARIZER_COLUMNS, *(column for kind in KINDS for column in (kind, f"{kind}_n")))

MOST_ROWS = 1_048_576
"""Of a sheet, with its header."""
LONGEST_TEXT = 32_767
"""UTF-16 units in a cell; longer texts are cut and end in an ellipsis."""
CREATED = datetime(1980, 1, 1, tzinfo=UTC)
"""The date of every workbook and of the files inside it, so that the same scores give the same bytes."""
OPTIONS = {
    "constant_memory": True,
    "strings_to_numbers": False,
    "strings_to_formulas": False,
    "strings_to_urls": False,
}


class ExactNumber(float):
    """A float that is written with all its digits: XlsxWriter writes 16, but doubles can have 17."""

    def __format__(self, form: str) -> str:
        return repr(float(self))


class Sheet(Worksheet):
    """A sheet that writes each row at once and keeps none."""

    def _xml_rich_inline_string(self, string: str, attributes: Any = ()) -> None:
        """Writes text between <r> and </r> as plain text; XlsxWriter treats it as its own markup."""
        self._xml_inline_string(string, True, attributes)

    def fill(self, table: Table, bold: Format) -> None:
        """Write a header that stays in view, and the rows. Raises ServiceRefused if there are too many."""
        self.freeze_panes(1, 0)
        self.set_column(0, len(table.columns) - 1, 14)
        self.ignore_errors({"number_stored_as_text": f"A1:XFD{MOST_ROWS}"})
        for at, column in enumerate(table.columns):
            self._put(0, at, column, bold)
        last = 0
        for last, row in enumerate(table.rows, start=1):
            if last == MOST_ROWS:
                raise ServiceRefused(
                    f"An XLSX sheet holds at most {MOST_ROWS:,} rows and this table has more: use CSV or JSON."
                )
            for at, column in enumerate(table.columns):
                self._put(last, at, flat(row[column]))
        self.autofilter(0, 0, last, len(table.columns) - 1)

    def _put(self, row: int, at: int, value: Any, look: Format | None = None) -> None:
        """None and empty text leave the cell empty. A character that XML lacks is escaped, such as NUL: _x0000_."""
        if isinstance(value, str) and value:
            self.write_string(row, at, _cut(value), look)
        elif value not in (None, ""):
            self.write_number(row, at, ExactNumber(value) if isinstance(value, float) else value, look)


def write_workbook(out: BinaryIO, sheets: dict[str, Table]) -> None:
    """Write a sheet for each table, in this order. Raises ServiceRefused for too many rows."""
    with Workbook(out, OPTIONS) as workbook:
        workbook.set_properties({"created": CREATED})
        bold = workbook.add_format({"bold": True})
        for name, table in sheets.items():
            workbook.add_worksheet(name, Sheet).fill(table, bold)


def _cut(text: str) -> str:
    units = text.encode("utf-16-le", "surrogatepass")
    if len(units) <= 2 * LONGEST_TEXT:
        return text
    return units[: 2 * (LONGEST_TEXT - 1)].decode("utf-16-le", "ignore") + "…"


def write_export(out: BinaryIO, requests: Sequence[ScoreRequest], form: ExportForm) -> Totals:
    """Write the scores of one snapshot of the database, row by row; returns the totals of the rows.

    Raises ServiceRefused if the form cannot hold them.
    """
    if form.format is FileFormat.DUC and form.shape is Shape.WIDE:
        raise ServiceRefused(WIDE_DUC)
    if form.format is FileFormat.DUC and len(requests) > 1:
        raise ServiceRefused("A DUC table does not name the project, so it can hold only one project.")
    totals = Totals(cells_of=form.score if form.shape is Shape.WIDE else "")
    with read_snapshot():
        pieces = (piece for request in requests for piece in score_pieces(request))
        rows = totals.counted((piece.rows, piece.sheet.withheld) for piece in pieces)
        if form.format is FileFormat.XLSX:
            write_workbook(out, _sheets(rows, totals, requests, form))
        else:
            out.writelines(text.encode() for text in _texts(rows, totals, form))
    return totals


def _texts(rows: Iterator[Row], totals: Totals, form: ExportForm) -> Iterable[str]:
    if form.format is FileFormat.DUC:
        return duc_pieces(rows, header=form.header)
    table = _table(rows, totals, form)
    return csv_pieces(table) if form.format is FileFormat.CSV else json_pieces(table)


def _table(rows: Iterator[Row], totals: Totals, form: ExportForm) -> Table:
    return wide_table(rows, totals) if form.shape is Shape.WIDE else long_table(rows, MEASURES.values(), COUNTS)


def _sheets(
    rows: Iterator[Row], totals: Totals, requests: Sequence[ScoreRequest], form: ExportForm
) -> dict[str, Table]:
    """The first sheet is written first, so the totals are complete when the later ones are made."""
    scores = _table(rows, totals, form)
    settings = _pairs(("setting", "value"), _settings(requests, totals))
    if form.shape is Shape.WIDE:
        return {
            form.score: scores,
            "settings": settings,
            "columns": _pairs(("column", "meaning"), WIDE_MEANINGS.items()),
        }
    return {
        "scores": scores,
        "means": Table(MEAN_COLUMNS, totals.mean_rows()),
        "settings": settings,
        "columns": _pairs(("column", "meaning"), (MEANINGS | MEAN_MEANINGS).items()),
    }


def _pairs(columns: tuple[str, str], pairs: Iterable[tuple[str, Any]]) -> Table:
    return Table(columns, (dict(zip(columns, pair, strict=True)) for pair in pairs))


def _settings(requests: Sequence[ScoreRequest], totals: Totals) -> Iterator[tuple[str, Any]]:
    for request in requests:
        project, choice = request.viewer.project, request.choice
        yield "project", project.slug
        yield "name", project.name
        yield "rounding", str(choice.rounding or project.rounding)
        yield "X of the original score", str(choice.x)
        jackknife = "scored by jackknife: all scores are against pyramids that lack one model summary"
        yield "human summaries", jackknife if choice.jackknife else "not scored"
        yield "matched by", choice.matcher or "everyone"
        yield "release", choice.release or "latest of each matcher"
        yield "drafts", "included" if choice.include_drafts else "without scores"
    yield "rows", totals.rows
    yield "scores that the project does not show at present (left out)", totals.withheld
    yield "rows of masked summarizers (in no mean)", totals.masked
    for sentence in totals.mixed():
        yield "note", f"{sentence} Scores against different releases are not fully comparable."
