"""Write scores to a file: CSV, JSON, a DUC table, or a workbook that also explains its columns."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, BinaryIO

from annotator.projects.database_snapshot import database_snapshot
from annotator.tables import workbook
from annotator.web.refusals import ServiceRefused
from scoring.measures.observation import Observation, Row
from scoring.measures.pyramid_scores import COUNTS, MEASURES, SCORE_KINDS
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.observations.score_stream import ScoreRequest, score_pieces
from scoring.results.exports.forms import NO_WIDE_DUC_TABLE, ExportLayout, FileFormat, Shape
from scoring.results.exports.ranking_tables import RANKING_COLUMN_MEANINGS, ranking_settings, ranking_tables
from scoring.results.exports.tables import (
    SUMMARIZER_COLUMNS,
    Table,
    Totals,
    long_table,
    two_columns,
    wide_table,
    with_made_by,
)
from scoring.results.exports.texts import csv_pieces, duc_pieces, json_pieces
from scoring.results.reporting.program import this_program
from scoring.results.scores.ranking import Ranking, score_ranking

COLUMN_MEANINGS = {
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

MEAN_COLUMN_MEANINGS = {
    "matcher (all)": "In means: all matchers together; on a topic the adjudicated score, or else the mean over them.",
    "original, modified, recall": "In means: the mean over the topics where the score is defined.",
    "original_n, modified_n, recall_n": "In means: the number of those topics.",
}

WIDE_COLUMN_MEANINGS = {
    **{name: COLUMN_MEANINGS[name] for name in ("project", "summarizer", "kind", "matcher")},
    "matcher (all)": "All matchers together, as on the page: the adjudicated score, or else the mean over them.",
    "score": "Which of the three scores the row has.",
    "mean": "The mean of this score over the topics where it is defined.",
    "n": "The number of those topics.",
    "(the others)": "The score on the topic with that key; empty if there is none.",
}

MEAN_COLUMNS = (*SUMMARIZER_COLUMNS, *(column for kind in SCORE_KINDS for column in (kind, f"{kind}_n")))


def write_workbook(out: BinaryIO, sheets: dict[str, Table]) -> None:
    """Write a workbook to ``out``. ``sheets``: the table of each sheet, by the sheet's name. Raises ServiceRefused."""
    try:
        workbook.write_workbook(out, sheets)
    except workbook.TooManyRows as error:
        raise ServiceRefused(str(error)) from error


def write_export(out: BinaryIO, requests: Sequence[ScoreRequest], layout: ExportLayout) -> Totals:
    """Write the scores of one snapshot of the database, row by row, and return the totals of the rows. Raises
    ServiceRefused if the layout cannot hold the scores.
    """
    if layout.file_format is FileFormat.DUC and layout.shape is Shape.WIDE:
        raise ServiceRefused(NO_WIDE_DUC_TABLE)
    if layout.file_format is FileFormat.DUC and len(requests) > 1:
        raise ServiceRefused("A DUC table does not name the project, so it can hold only one project.")
    totals = Totals(topic_measure=layout.score_kind if layout.shape is Shape.WIDE else "")
    with database_snapshot():
        # A piece has some of the rows, so that not all are in memory at the same time.
        pieces = (piece for request in requests for piece in score_pieces(request))
        rows = totals.add_rows((piece.rows, piece.sheet.withheld_count) for piece in pieces)
        if layout.file_format is FileFormat.XLSX:
            write_workbook(out, _sheets(rows, totals, requests, layout))
        else:
            out.writelines(text.encode() for text in _text_pieces(rows, totals, requests, layout))
    return totals


def _text_pieces(
    rows: Iterator[Row], totals: Totals, requests: Sequence[ScoreRequest], layout: ExportLayout
) -> Iterable[str]:
    """Returns the text of an export that is not a workbook, row by row."""
    if layout.file_format is FileFormat.DUC:
        return duc_pieces(rows, header=layout.has_header, ratings=layout.ratings)
    table = _score_table(rows, totals, layout)
    warnings = totals.release_warnings if layout.shape is Shape.WIDE else ()  # long tables have a column for them
    table = with_made_by(table, _made_by(requests, warnings))
    return csv_pieces(table) if layout.file_format is FileFormat.CSV else json_pieces(table)


def _score_table(rows: Iterator[Row], totals: Totals, layout: ExportLayout) -> Table:
    return wide_table(rows, totals) if layout.shape is Shape.WIDE else long_table(rows, MEASURES.values(), COUNTS)


def _sheets(
    rows: Iterator[Row], totals: Totals, requests: Sequence[ScoreRequest], layout: ExportLayout
) -> dict[str, Table]:
    """Returns the tables of a workbook by the name of their sheet. The scores must be written first: this completes the
    totals, from which the rows of the other sheets are computed.
    """
    sheets: dict[str, Table] = {}
    settings = _settings(requests, totals)
    meanings = WIDE_COLUMN_MEANINGS if layout.shape is Shape.WIDE else COLUMN_MEANINGS | MEAN_COLUMN_MEANINGS
    if layout.has_ranking and len(requests) == 1:
        observations: list[Observation] = []
        rows = _with_observations(rows, layout.score_kind, observations)

        @cache
        def rank() -> Ranking:
            return score_ranking(
                observations,
                MEASURES[layout.score_kind],
                common_topics_only=layout.common_topics_only,
                min_topics=layout.min_topics,
            )

        sheets = ranking_tables(rank)
        settings = chain(settings, ranking_settings(rank))
        meanings = meanings | RANKING_COLUMN_MEANINGS
    scores = _score_table(rows, totals, layout)
    if layout.shape is Shape.WIDE:
        sheets = {layout.score_kind: scores, **sheets}
    else:
        sheets = {"scores": scores, "means": Table(MEAN_COLUMNS, totals.mean_rows()), **sheets}
    sheets["settings"] = two_columns(("setting", "value"), settings)
    sheets["columns"] = two_columns(("column", "meaning"), meanings.items())
    return sheets


def _with_observations(rows: Iterator[Row], score_kind: str, observations: list[Observation]) -> Iterator[Row]:
    """Yields the rows. Appends each row's observation of the ranked score to ``observations`` when the row is read."""
    for row in rows:
        observations.append(row.by_measure[score_kind])
        yield row


def _made_by(requests: Sequence[ScoreRequest], warnings: Iterable[str]) -> str:
    """Returns the program and the settings of the requests. Only the rounding can differ between projects."""
    settings = next((request.settings for request in requests), ScoreSettings())
    roundings = dict.fromkeys(str(request.settings.rounding or request.viewer.project.rounding) for request in requests)
    return this_program().with_settings(
        {
            "rounding": ",".join(roundings),
            "x": settings.x,
            "matcher": settings.matcher or "all",
            "release": settings.release or "latest",
            "include_drafts": settings.include_drafts,
            "humans": "jackknife" if settings.jackknife else "no",
        },
        warnings,
    )


def _settings(requests: Sequence[ScoreRequest], totals: Totals) -> Iterator[tuple[str, Any]]:
    """Yields the rows of the sheet "settings": names and values, then notes."""
    program = this_program()
    yield "version", program.version
    yield "date", program.day.isoformat()
    for request in requests:
        project, settings = request.viewer.project, request.settings
        yield "project", project.slug
        yield "name", project.name
        yield "rounding", str(settings.rounding or project.rounding)
        yield "X of the original score", str(settings.x)
        jackknife = "scored by jackknife: all scores are against pyramids that lack one model summary"
        yield "human summaries", jackknife if settings.jackknife else "not scored"
        yield "matched by", settings.matcher or "everyone"
        yield "release", settings.release or "latest of each matcher"
        yield "drafts", "included" if settings.include_drafts else "without scores"
    yield "rows", totals.row_count
    yield "scores that the project does not show at present (left out)", totals.withheld_count
    yield "rows of masked summarizers (in no mean)", totals.masked_count
    for sentence in totals.mixed_release_warnings():
        yield "note", f"{sentence} Scores against different releases are not fully comparable."
    for sentence in totals.release_warnings:
        yield "note", sentence
