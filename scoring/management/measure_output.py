"""Formats the output of commands that print values of measures: tables, CSV, JSON, and formats of other programs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.management.base import CommandError

from annotator.tables.csv_output import csv_text
from annotator.texts.cleaning import printable
from scoring.management.command_line import aligned_text, json_text, made_by
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.short_name import short_name
from scoring.results.reporting.program import MADE_BY, this_program
from scoring.studies.formats.metrics_lines import metrics_lines
from scoring.studies.formats.rouge_lines import NotPrintedByRouge, check_measures, rouge_lines
from scoring.studies.formats.rouge_lines import warnings as rouge_warnings
from scoring.studies.formats.rows import (
    MeasuredRow,
    means,
    measures_as_json,
    table_rows,
    value_columns,
    value_rows,
)

OUTPUT_FORMATS = ("table", "csv", "json", "rouge", "sacrerouge")


def check_format(measures: Sequence[Measure], output_format: str) -> list[str]:
    """Returns warnings on values unlike those of ROUGE-1.5.5. Raises CommandError if it cannot print a measure."""
    if output_format != "rouge":
        return []
    try:
        check_measures(measures)
    except NotPrintedByRouge as error:
        raise CommandError(str(error), returncode=2) from error
    return rouge_warnings(measures)


def undefined_warnings(rows: Sequence[MeasuredRow]) -> list[str]:
    """Returns a sentence for each measure and each reason why it has no value for some summaries."""
    totals = Counter(row.measure for row in rows)
    counts = Counter((row.measure, row.undefined) for row in rows if row.undefined)
    return [
        f"{short_name(measure)} is undefined for {count:,} of {totals[measure]:,} summaries: {reason}."
        for (measure, reason), count in counts.items()
    ]


def training_warnings(rows: Sequence[MeasuredRow]) -> list[str]:
    """Returns a sentence for each measure that was trained on some of these summaries."""
    totals = Counter(row.measure for row in rows)
    counts = Counter(row.measure for row in rows if row.in_training)
    return [
        f"{short_name(measure)} was trained on {count:,} of {totals[measure]:,} summaries (in_training)."
        for measure, count in counts.items()
    ]


def output_text(
    output_format: str,
    rows: Sequence[MeasuredRow],
    measures: Sequence[Measure],
    warnings: Sequence[str],
    settings: Mapping[str, Any],
) -> str:
    """Returns the output in one of `OUTPUT_FORMATS`. ``settings``: the options that can change the numbers."""
    match output_format:
        case "rouge":
            return _printable_lines(rouge_lines(rows, str(this_program())))
        case "sacrerouge":
            return "".join(f"{line}\n" for line in metrics_lines(rows))
        case "json":
            return json_text(
                {
                    "measures": measures_as_json(measures),
                    "rows": [row.as_json() for row in rows],
                    "means": [mean.as_json() for mean in means(rows)],
                    "warnings": list(warnings),
                    MADE_BY: made_by(settings),
                }
            )
        case "csv":
            return _csv(rows, measures, settings)
    return _tables(rows, measures)


def _printable_lines(lines: Iterable[str]) -> str:
    return "".join(f"{printable(line)}\n" for line in lines)


def _csv(rows: Sequence[MeasuredRow], measures: Sequence[Measure], flags: Mapping[str, Any]) -> str:
    """Returns CSV with a row for each value. The commands `study` and `import_scores` read such tables."""
    settings = {name: value for name, value in made_by(flags)["settings"].items() if value}
    program = this_program().with_settings(settings)
    return csv_text((*value_columns(measures), MADE_BY), ({**row, MADE_BY: program} for row in value_rows(rows)))


def _tables(rows: Sequence[MeasuredRow], measures: Sequence[Measure]) -> str:
    """Returns the primary values of each summary, then the means of each summarizer."""
    names = [short_name(measure) for measure in measures]
    empty = dict.fromkeys(names)
    summary_rows = [{**empty, **row} for row in table_rows(rows)]
    summarizer_rows = [{**empty, **row} for row in table_rows(means(rows))]
    tables = (
        aligned_text(("topic", "summarizer", "kind", *names), summary_rows),
        aligned_text(("summarizer", "kind", "topics", *names), summarizer_rows),
    )
    return _printable_lines("\n\nMeans over topics\n".join(table.rstrip("\n") for table in tables).split("\n"))
