"""Computes the scores of an instrument's sheets and summaries, as its kind requires."""

from collections.abc import Iterator, Sequence

from scoring.results.judgments.coverage_scores import coverage_scores
from scoring.results.judgments.extracts.scores import extract_scores
from scoring.results.judgments.judged_scores import SheetScore, SummaryScore, mean_over_judges
from scoring.results.judgments.presence_scores import presence_scores, presence_sheet_scores
from scoring.results.judgments.rating_scores import rating_means, rating_scores
from scoring.results.judgments.settings import JudgmentSettings
from scoring.results.judgments.sheets import InstrumentData, JudgedSheet


def sheet_scores(
    data: InstrumentData, sheets: Sequence[JudgedSheet], settings: JudgmentSettings
) -> Iterator[SheetScore]:
    """Yields the scores of each sheet about a summary, also for analyses of variation between judges and models."""
    match data.kind:
        case "rating":
            yield from rating_scores(data, sheets)
        case "coverage":
            yield from coverage_scores(data, sheets, settings.length_target)
        case "presence":
            yield from presence_sheet_scores(data, sheets, settings)


def summary_scores(
    data: InstrumentData, sheets: Sequence[JudgedSheet], settings: JudgmentSettings
) -> list[SummaryScore]:
    """Returns the scores of each summary or extract by all its judges."""
    match data.kind:
        case "rating":
            return rating_means(data, sheets)
        case "presence":
            return list(presence_scores(data, sheets, settings))
        case "utility" | "extract":
            return list(extract_scores(data, sheets, settings.credit))
        case _:
            return mean_over_judges(sheet_scores(data, sheets, settings))
