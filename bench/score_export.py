"""Exports of few and of very many scores: the memory that they take, their statements and seconds."""

import tracemalloc
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from bench.registry import Measured, at_most, line
from bench.site import prepare_django

FEW, MANY = 10, 100  # topics of 500 scores
GROWTH_BUDGET = 1.2
FORMATS = ("csv", "xlsx")


@line("export")
def score_export() -> Iterator[Measured]:
    """The same export of 5,000 and of 50,000 rows: memory is that of a piece, not that of the rows."""
    prepare_django()
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from bench.many_scores import ScoresSize, make_many_scores

    projects = {}
    for topics in (FEW, MANY):
        size = ScoresSize(topics)
        projects[size.rows] = make_many_scores(size, f"bench-export-{topics}")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    for rows, project in projects.items():
        with CaptureQueriesContext(connection) as statements:
            started = perf_counter()
            _write(project, "csv", rows)
            seconds = perf_counter() - started
        yield Measured(f"seconds, csv, {rows:,} rows", f"{seconds:.1f}")
        yield Measured(f"SQL statements, csv, {rows:,} rows", str(len(statements)))
    for form in FORMATS:
        peaks = []
        for rows, project in projects.items():
            peaks.append(_peak(project, form, rows))
            yield Measured(f"peak MB, {form}, {rows:,} rows", f"{peaks[-1] / 1e6:.1f}")
        yield at_most(f"peak memory, {form}, the many / the few", peaks[1] / peaks[0], GROWTH_BUDGET)


def _peak(project: Any, form: str, rows: int) -> int:
    """Bytes that Python holds at most during an export, beyond what it held before."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    _write(project, form, rows)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak - before


def _write(project: Any, form: str, rows: int) -> None:
    import tempfile

    from scoring.observations.pyramid_scores import ScoreChoice
    from scoring.observations.score_stream import ScoreRequest
    from scoring.observations.viewer import Viewer
    from scoring.results.exports.formats import ExportForm, FileFormat
    from scoring.results.exports.written import write_export

    with tempfile.TemporaryFile() as out:
        wanted = ScoreRequest(Viewer(project), ScoreChoice())
        running = write_export(out, [wanted], ExportForm(FileFormat(form)))
    if running.rows != rows:
        raise AssertionError(f"{running.rows} rows were written and not {rows}.")
