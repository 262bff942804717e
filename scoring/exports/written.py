"""An export as a file: every form, of one project or of several."""

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from annotator.projects.snapshot import one_moment
from annotator.web.refusals import ServiceRefused
from scoring.exports.explained import column_rows, setting_rows
from scoring.exports.form import ExportForm, FileFormat, Shape
from scoring.exports.running import Running
from scoring.exports.tables import Table, long_table, wide_table
from scoring.exports.texts import csv_pieces, duc_pieces, json_pieces
from scoring.exports.workbook import write_workbook
from scoring.services.score_fields import KINDS
from scoring.services.score_stream import Wanted, score_chunks
from scoring.services.scored import Scored

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
        scored = running.over(sheet for one in wanted for sheet in score_chunks(one))
        if form.format is FileFormat.XLSX:
            write_workbook(out, _sheets(scored, running, wanted, form))
        else:
            out.writelines(piece.encode() for piece in _pieces(scored, running, form))
    return running


def _pieces(scored: Iterator[Scored], running: Running, form: ExportForm) -> Iterable[str]:
    if form.format is FileFormat.DUC:
        return duc_pieces(scored, header=form.header)
    table = _table(scored, running, form)
    return csv_pieces(table) if form.format is FileFormat.CSV else json_pieces(table)


def _table(scored: Iterator[Scored], running: Running, form: ExportForm) -> Table:
    return wide_table(scored, running) if form.shape is Shape.WIDE else long_table(scored)


def _sheets(scored: Iterator[Scored], running: Running, wanted: Sequence[Wanted], form: ExportForm) -> dict[str, Table]:
    """Rows are made as they are written, so the later sheets know what came by in the first."""
    means = {} if form.shape is Shape.WIDE else {"means": Table(MEAN_COLUMNS, running.mean_rows())}
    return {
        form.score if form.shape is Shape.WIDE else "scores": _table(scored, running, form),
        **means,
        "settings": Table(("setting", "value"), setting_rows(wanted, running)),
        "columns": Table(("column", "meaning"), column_rows(form)),
    }
