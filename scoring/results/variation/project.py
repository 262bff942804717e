"""The variation of the scores of a project's instrument, with the overlap of the models whose units were judged."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from annotator.judgments.models import Instrument, ItemList
from annotator.projects.letters import letter_at
from annotator.runs.steps import reserve_time
from scoring.measures.overlap import ModelOverlap, OverlapSettings, model_overlap
from scoring.results.judgments.report import JudgmentReport
from scoring.results.judgments.variation import (
    NoSuchScore,
    ScoreVariation,
    VariationSettings,
    estimated_seconds,
    score_variation,
    scores_of_report,
)
from scoring.results.overlap.project import SECONDS_PER_CHARACTER
from scoring.stats.variation import SetsBy

ModelTexts = Mapping[str, Mapping[str, tuple[str, str]]]
"""The summarizer and the text of each model, by topic and by the model's letter."""


def variation_in_project(instrument: Instrument, report: JudgmentReport, settings: VariationSettings) -> ScoreVariation:
    """Analyses one score of a report about this instrument. Raises NoSuchScore."""
    measure, scores = scores_of_report(report, settings)
    reserve_time(estimated_seconds(scores, settings))
    if report.data.kind != "coverage":
        return score_variation(scores, measure, settings)
    models = _judged_models(instrument, report)
    overlap = None if settings.by is SetsBy.JUDGE else _overlap(models)
    result = score_variation(scores, measure, settings, overlap)
    return replace(result, model_names=_authors(models))


def variation_or_default(
    instrument: Instrument, report: JudgmentReport, settings: VariationSettings
) -> tuple[ScoreVariation, str]:
    """Returns the variation of the chosen score and "". If there is no such score, returns the variation of the first
    score and an error message.
    """
    try:
        return variation_in_project(instrument, report, settings), ""
    except NoSuchScore as error:
        return variation_in_project(instrument, report, replace(settings, score="")), str(error)


def _judged_models(instrument: Instrument, report: JudgmentReport) -> ModelTexts:
    """Returns the models whose units are judged in sheets that count."""
    judged_lists = {sheet.list_key for sheet in report.counted.sheets}
    lists = ItemList.objects.filter(sheets__instrument=instrument, summary__isnull=False).distinct()
    rows = lists.order_by("topic__key", "summary__position", "number").values_list(
        "topic__key", "number", "summary__position", "summary__summarizer", "summary__text"
    )
    models: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    for topic, number, position, summarizer, text in rows:
        letter = letter_at(position)
        if (topic, f"{letter}{number}") in judged_lists:
            models[topic][letter] = (summarizer, text)
    return models


def _overlap(models: ModelTexts) -> ModelOverlap:
    settings = OverlapSettings()
    characters = sum(len(text) for by_letter in models.values() for _, text in by_letter.values())
    reserve_time(characters * settings.largest_n * SECONDS_PER_CHARACTER)
    texts = ((topic, dict(by_letter.values())) for topic, by_letter in models.items())
    return model_overlap(texts, settings)


def _authors(models: ModelTexts) -> dict[str, tuple[str, ...]]:
    """Returns the authors of the models with each letter: one name if the same person wrote them on all topics."""
    authors: dict[str, set[str]] = defaultdict(set)
    for by_letter in models.values():
        for letter, (summarizer, _) in by_letter.items():
            authors[letter].add(summarizer)
    return {letter: tuple(sorted(authors[letter])) for letter in sorted(authors)}
