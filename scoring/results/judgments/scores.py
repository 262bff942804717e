"""The scores of an instrument's sheets, by its kind."""

from collections.abc import Sequence

from scoring.results.judgments.coverage_scores import coverage_scores
from scoring.results.judgments.extracts.scores import extract_scores
from scoring.results.judgments.judged_scores import SheetScore, SummaryScore, mean_over_judges
from scoring.results.judgments.presence_scores import presence_scores, presence_sheet_scores
from scoring.results.judgments.rating_scores import rating_scores
from scoring.results.judgments.settings import JudgmentSettings
from scoring.results.judgments.sheets import InstrumentData, JudgedSheet


def sheet_scores(data: InstrumentData, sheets: Sequence[JudgedSheet], settings: JudgmentSettings) -> list[SheetScore]:
    """Returns the scores of each sheet about a summary, for analyses of variation between judges and models."""
    match data.kind:
        case "rating":
            return list(rating_scores(data, sheets))
        case "coverage":
            return list(coverage_scores(data, sheets, settings.length_target))
        case "presence":
            return list(presence_sheet_scores(data, sheets, settings))
        case _:
            return []


def summary_scores(
    data: InstrumentData, sheets: Sequence[JudgedSheet], settings: JudgmentSettings
) -> list[SummaryScore]:
    """Returns the scores of each summary or extract by all its judges."""
    match data.kind:
        case "presence":
            return list(presence_scores(data, sheets, settings))
        case "utility" | "extract":
            return list(extract_scores(data, sheets, settings.credit))
        case _:
            return mean_over_judges(sheet_scores(data, sheets, settings))
