"""An export as a file: every form, of one project or of several."""

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from annotator.projects.snapshot import one_moment
from annotator.web.refusals import ServiceRefused
from scoring.measures.observation import Row
from scoring.measures.pyramid_scores import COUNTS, KINDS, MEASURES
from scoring.observations.score_stream import Wanted, score_pieces
from scoring.results.exports.explained import column_rows, setting_rows
from scoring.results.exports.formats import ExportForm, FileFormat, Shape
from scoring.results.exports.running import Running
from scoring.results.exports.tables import Table, long_table, wide_table
from scoring.results.exports.texts import csv_pieces, duc_pieces, json_pieces
from scoring.results.exports.workbook import write_workbook

MEAN_COLUMNS = (
    *("project", "summarizer", "kind", "matcher"),
    *(column for kind in KINDS for column in (kind, f"{kind}_n")),
)


def write_export(out: BinaryIO, wanted: Sequence[Wanted], form: ExportForm) -> Running:
    """Write the scores as they are at one moment, row by row; gives what was noted on the way.

    Raises ServiceRefused for what the form cannot hold.
    """
    if form.format is FileFormat.DUC and len(wanted) > 1:
        raise ServiceRefused("A DUC table does not name the project, so it is of one project only.")
    running = Running(kept=form.score if form.shape is Shape.WIDE else "")
    with one_moment():
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


def _sheets(rows: Iterator[Row], running: Running, wanted: Sequence[Wanted], form: ExportForm) -> dict[str, Table]:
    """Rows are made as they are written, so the later sheets know what came by in the first."""
    means = {} if form.shape is Shape.WIDE else {"means": Table(MEAN_COLUMNS, running.mean_rows())}
    return {
        form.score if form.shape is Shape.WIDE else "scores": _table(rows, running, form),
        **means,
        "settings": Table(("setting", "value"), setting_rows(wanted, running)),
        "columns": Table(("column", "meaning"), column_rows(form)),
    }
