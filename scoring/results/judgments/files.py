"""The results of an instrument as a file: a CSV table of scores, or JSON or a workbook with everything."""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header

from scoring.results.exports.tables import Table, two_columns, with_made_by
from scoring.results.exports.texts import csv_pieces
from scoring.results.exports.writing import write_workbook
from scoring.results.judgments.judged_scores import SummaryScore
from scoring.results.judgments.report import JudgmentReport, summarizers_as_json
from scoring.results.reporting.program import this_program

FILE_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
MEASURE_COLUMNS = ("topic", "summarizer", "kind", "measure", "value", "judges")
JUDGE_COLUMNS = ("topic", "summarizer", "kind", "measure", "judge", "judge_kind", "value")
SUMMARIZER_COLUMNS = (*("measure", "rank", "summarizer", "kind", "mean", "median", "low", "high", "topics", "letters"),)
AGREEMENT_COLUMNS = (
    *("question", "judges", "items", "alpha_nominal", "alpha_ordinal", "alpha_interval", "exact", "within_one"),
    *("mean_difference", "marks"),
)
PAIR_COLUMNS = ("question", "a", "b", "items", "exact", "kappa_cohen", "pearson", "spearman")
PROGRAM_COLUMNS = (
    *("question", "program", "importance", "comparisons", "exact", "within_one", "kappa_cohen"),
    *("alpha_nominal", "alpha_ordinal", "alpha_interval"),
)
COLUMN_MEANINGS = {
    "measure": "The instrument and the score or question.",
    "kind": "peer, or human for a model summary.",
    "value": "The score of the summary by all its judges; by_judge: by one judge alone. Empty if it is missing.",
    "judges": "The number of judges with a score.",
    "judge_kind": "person or program.",
    "mean, median, low, high": "Over topics; the 95 % interval of the mean is by Student’s t.",
    "letters": "Summarizers that share a letter do not differ significantly (Holm, .05).",
    "items": "The number of items that at least two people judged; of pairs, those that both judged.",
    "alpha_...": "Krippendorff’s alpha with nominal, ordinal and interval distances.",
    "exact, within_one": "The share of pairs of values that are equal, and at most one step apart.",
    "marks": "The mean Jaccard index of the marks of two judges for an item.",
}


def results_file(report: JudgmentReport, file_format: str, *, stem: str) -> HttpResponse:
    """Returns the response with the file. ``file_format``: a key of FILE_TYPES."""
    disposition = content_disposition_header(as_attachment=True, filename=f"{stem}.{file_format}")
    headers = {"Content-Disposition": disposition, "Cache-Control": "private, no-store"}
    return HttpResponse(file_content(report, file_format), content_type=FILE_TYPES[file_format], headers=headers)


def file_content(report: JudgmentReport, file_format: str) -> bytes:
    settings = {"instrument": report.data.instrument, **report.settings.as_json()}
    program = this_program()
    if file_format == "json":
        document = {**report.results_as_json(), "made_by": program.made_by(settings)}
        return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2).encode() + b"\n"
    if file_format == "csv":
        table = with_made_by(measures_table(report), program.with_settings(settings, report.warnings))
        return "".join(csv_pieces(table)).encode()
    out = BytesIO()
    write_workbook(out, _sheets(report, {"version": program.version, "date": program.day.isoformat(), **settings}))
    return out.getvalue()


def measures_table(report: JudgmentReport) -> Table:
    """Returns a row for each summary and score, in columns that studies can import. Scores without a value are left
    out.
    """
    return Table(MEASURE_COLUMNS, (_measure_row(report, score) for score in _scores(report) if score.value is not None))


def _scores(report: JudgmentReport) -> Iterator[SummaryScore]:
    for scores in report.scores.values():
        yield from sorted(scores, key=lambda score: (score.subject.topic, score.subject.kind, score.subject.summarizer))


def _measure_row(report: JudgmentReport, score: SummaryScore) -> dict[str, Any]:
    return {
        "topic": score.subject.topic,
        "summarizer": score.subject.summarizer,
        "kind": score.subject.kind,
        "measure": f"{report.data.instrument}.{score.measure.name}",
        "value": None if score.value is None else float(score.value),
        "judges": score.judge_count,
    }


def _sheets(report: JudgmentReport, settings: dict[str, Any]) -> dict[str, Table]:
    setting_rows = ((name, str(value)) for name, value in settings.items() if value is not None)
    note_rows = (("note", warning) for warning in report.warnings)
    left_out = ("drafts left out", report.counted.drafts)
    return {
        "scores": measures_table(report),
        "by_judge": Table(JUDGE_COLUMNS, _judge_rows(report)),
        "summarizers": Table(SUMMARIZER_COLUMNS, _summarizer_rows(report)),
        "agreement": Table(AGREEMENT_COLUMNS, _agreement_rows(report)),
        "pairs": Table(PAIR_COLUMNS, _listed_rows(report, "pairs")),
        "programs": Table(PROGRAM_COLUMNS, _listed_rows(report, "programs")),
        "settings": two_columns(("setting", "value"), [*setting_rows, left_out, *note_rows]),
        "columns": two_columns(("column", "meaning"), COLUMN_MEANINGS.items()),
    }


def _judge_rows(report: JudgmentReport) -> Iterator[dict[str, Any]]:
    for score in _scores(report):
        for judge, value in sorted(score.by_judge.items()):
            if value is not None:
                kind = "program" if judge in report.data.programs else "person"
                yield {**_measure_row(report, score), "judge": judge, "judge_kind": kind, "value": float(value)}


def _summarizer_rows(report: JudgmentReport) -> Iterator[dict[str, Any]]:
    for table in report.tables:
        for row in summarizers_as_json(table):
            yield {**row, "measure": f"{report.data.instrument}.{row['question']}"}


def _agreement_rows(report: JudgmentReport) -> Iterator[dict[str, Any]]:
    for question, agreement in report.agreement.items():
        row = agreement.as_json()
        yield {**row, **_alphas(row), "question": question, "judges": len(agreement.judges)}


def _listed_rows(report: JudgmentReport, key: str) -> Iterator[dict[str, Any]]:
    """Yields the rows of a list in the JSON of each question's agreement. ``key``: "pairs" or "programs"."""
    for question, agreement in report.agreement.items():
        for row in agreement.as_json()[key]:
            yield {**row, **_alphas(row), "question": question}


def _alphas(row: dict[str, Any]) -> dict[str, Any]:
    return {f"alpha_{distance}": value for distance, value in row.get("alpha", {}).items()}
