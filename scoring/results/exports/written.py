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
from scoring.results.exports.formats import ExportForm, FileFormat, Shape
from scoring.results.exports.running import Running
from scoring.results.exports.tables import Table, long_table, wide_table
from scoring.results.exports.texts import csv_pieces, duc_pieces, flat, json_pieces

MEANINGS = {
    "project": "The project's name in addresses.",
    "topic": "Key of the topic (document set).",
    "summarizer": "Who or what wrote the summary; an opaque name where that is masked.",
    "kind": "peer: a summary that was matched to the pyramid; human: a model summary scored against the others.",
    "matcher": "Who matched the peer to the pyramid.",
    "pyramid_owner": "Whose pyramid it was matched to; empty where that is hidden.",
    "release": "Number of the release of that pyramid.",
    "revision": "Revision of the matching.",
    "state": "How far the matching is; drafts have scores only if they were asked for.",
    "models": "Number of model summaries behind the pyramid.",
    "pyramid_scus": "Number of SCUs in the release.",
    "matched_scus": "Number of SCUs that the peer expresses, each counted once.",
    "repeated": "Further mentions of SCUs that were counted already.",
    "non_matching": "Units of the peer that match no SCU.",
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
    "weight_source": "Where weights come from: distinct model summaries, or the imported file.",
    "warnings": "Why a score is missing, and what else to know of it.",
}

MEAN_MEANINGS = {
    "matcher (all)": "In means: the matchers together; on a topic the adjudicated score, else the mean over them.",
    "original, modified, recall": "In means: the mean over the topics where the score is defined.",
    "original_n, modified_n, recall_n": "In means: the number of those topics.",
}

WIDE_MEANINGS = {
    **{name: MEANINGS[name] for name in ("project", "summarizer", "kind", "matcher")},
    "matcher (all)": "The matchers together, as on the page: the adjudicated score, else the mean over them.",
    "score": "Which of the three scores it is.",
    "mean": "Its mean over the topics where it is defined.",
    "n": "The number of those topics.",
    "(the others)": "The score on the topic of that key; empty where there is none.",
}


def column_rows(form: ExportForm) -> Iterator[dict[str, Any]]:
    """``{"column", "meaning"}``."""
    meanings = WIDE_MEANINGS if form.shape is Shape.WIDE else MEANINGS | MEAN_MEANINGS
    return ({"column": column, "meaning": meaning} for column, meaning in meanings.items())


def setting_rows(wanted: Sequence[ScoreRequest], running: Running) -> Iterator[dict[str, Any]]:
    """``{"setting", "value"}`` of an export whose rows have been read."""
    for one in wanted:
        choice = one.choice
        yield _setting("project", one.viewer.project.slug)
        yield _setting("name", one.viewer.project.name)
        yield _setting("rounding", str(choice.rounding or one.viewer.project.rounding))
        yield _setting("X of the original score", str(choice.x))
        humans = "by jackknife: all scores are of one model summary less" if choice.jackknife else "without"
        yield _setting("human summaries", humans)
        yield _setting("matched by", choice.matcher or "everybody")
        yield _setting("release", choice.release or "latest of each matcher")
        yield _setting("drafts", "included" if choice.include_drafts else "without scores")
    yield _setting("rows", running.rows)
    yield _setting("scores left out as the project does not show them now", running.withheld)
    yield _setting("rows of masked summarizers, which are in no mean", running.masked)
    for sentence in running.mixed():
        yield _setting("note", f"{sentence} Scores of different releases are not quite comparable.")


def _setting(name: str, value: str | int) -> dict[str, Any]:
    return {"setting": name, "value": value}


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


MEAN_COLUMNS = (
    *("project", "summarizer", "kind", "matcher"),
    *(column for kind in KINDS for column in (kind, f"{kind}_n")),
)


def write_export(out: BinaryIO, wanted: Sequence[ScoreRequest], form: ExportForm) -> Running:
    """Write the scores as they are at one moment, row by row; gives what was noted on the way.

    Raises ServiceRefused for what the form cannot hold.
    """
    if form.format is FileFormat.DUC and len(wanted) > 1:
        raise ServiceRefused("A DUC table does not name the project, so it is of one project only.")
    running = Running(kept=form.score if form.shape is Shape.WIDE else "")
    with read_snapshot():
        pieces = (piece for one in wanted for piece in score_pieces(one))
        rows = running.over((piece.rows, piece.sheet.withheld) for piece in pieces)
        if form.format is FileFormat.XLSX:
            write_workbook(out, _sheets(rows, running, wanted, form))
        else:
            out.writelines(piece.encode() for piece in _pieces(rows, running, form))
    return running


def _pieces(rows: Iterator[Row], running: Running, form: ExportForm) -> Iterable[str]:
    if form.format is FileFormat.DUC:
        return duc_pieces(rows, header=form.header)
    table = _table(rows, running, form)
    return csv_pieces(table) if form.format is FileFormat.CSV else json_pieces(table)


def _table(rows: Iterator[Row], running: Running, form: ExportForm) -> Table:
    if form.shape is Shape.WIDE:
        return wide_table(rows, running)
    return long_table(rows, MEASURES.values(), COUNTS)


def _sheets(
    rows: Iterator[Row], running: Running, wanted: Sequence[ScoreRequest], form: ExportForm
) -> dict[str, Table]:
    """Rows are made as they are written, so the later sheets know what came by in the first."""
    means = {} if form.shape is Shape.WIDE else {"means": Table(MEAN_COLUMNS, running.mean_rows())}
    return {
        form.score if form.shape is Shape.WIDE else "scores": _table(rows, running, form),
        **means,
        "settings": Table(("setting", "value"), setting_rows(wanted, running)),
        "columns": Table(("column", "meaning"), column_rows(form)),
    }
