"""How much the scores of summaries depend on the judge and on the model: numbers and figures of the variation page.

A set is all scores of a topic's summaries by one judge, against one model, or by one judge against one model.
Source: Harman & Over 2004; comments such as "Figure 4" and "Table 1" refer to this paper.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from scoring.figures.box_plot import Box, BoxPlot
from scoring.figures.dot_plot import Dot, DotPlot, DotRow
from scoring.figures.figure import Figure
from scoring.figures.marks import Series, shown_number
from scoring.figures.scatter_plot import ScatterPlot, ScatterPoint
from scoring.measures.observation import HUMAN, Measure
from scoring.measures.overlap import ModelOverlap
from scoring.results.judgments.judged_scores import SheetScore
from scoring.results.judgments.report import JudgmentReport
from scoring.results.judgments.scores import sheet_scores
from scoring.results.overlap.figures import topic_overlap_figure
from scoring.results.scores.rows import natural_key
from scoring.stats.anova import SumsOfSquares
from scoring.stats.factorial import (
    MAX_COLUMNS,
    SECONDS_PER_CUBED_COLUMN,
    FactorialAnova,
    factorial_anova,
    solved_columns,
)
from scoring.stats.variation import (
    MAX_CORRELATED_SETS,
    Centre,
    JudgedScore,
    SetsBy,
    Variation,
    compare_sets,
    overlap_correlation,
    set_key,
)

NO_MEASURE = Measure("score", "Score")
"""Stands for the measure if there are no scores."""
SECONDS_PER_SCORE, SECONDS_PER_CORRELATION = 5e-5, 0.003
"""Estimated times on a slow machine, for each score and each pair of sets, without the analysis of variance."""
MODEL_IN_CODE = re.compile(r"(?:(?P<dotted>.+)\.|(?P<letter>.*\D))\d+", re.ASCII)
"""The code of a list of units: the model and the number of the list, such as A1 or amara.1."""


@dataclass(frozen=True, slots=True)
class VariationSettings:
    """``by``: what sets of scores differ in. ``centre``: the average over topics to compare. ``score``: the name of the
    score; "" for the first one. ``includes_models``: whether scores of model summaries count too.
    """

    by: SetsBy = SetsBy.JUDGE
    centre: Centre = Centre.MEDIAN
    sums_of_squares: SumsOfSquares = SumsOfSquares.SEQUENTIAL
    score: str = ""
    includes_models: bool = False

    def as_json(self) -> dict[str, Any]:
        """The settings of variation, for the key "settings" of ``manage.py judgments --json``."""
        return {
            "set": self.by,
            "centre": self.centre,
            "anova": int(self.sums_of_squares),
            "score": self.score or None,
            "include_models": self.includes_models,
        }


class NoSuchScore(ValueError):
    """The instrument has no score of this name; the message is a sentence that lists the names."""


@dataclass(frozen=True, slots=True)
class ScoreVariation:
    """The variation of one score. ``overlap``: of the models; None if not known or if sets differ only in judges.
    ``model_names``: the authors of the models with each letter (several if they differ between topics); empty if not
    known.
    """

    measure: Measure
    anova: FactorialAnova
    variation: Variation
    overlap: ModelOverlap | None = None
    model_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The keys "anova" and "variation" of ``manage.py judgments --json`` (docs/commands.md)."""
        variation = {
            "score": self.measure.name,
            **self.variation.as_json(),
            "overlap_correlation": self.overlap_correlation,
        }
        return {"anova": self.anova.as_json(), "variation": variation}

    @property
    def overlap_correlation(self) -> float | None:
        """Pearson's r, over topics, between the mean overlap of the models and the mean share of the differences."""
        return overlap_correlation(self.variation, self._mean_overlaps)

    def figures(self) -> dict[str, Figure]:
        """Returns the figures by name; those of overlap only if it is known."""
        return {figure.name: figure for figure in (*self._overlap_figures(), *self._score_figures())}

    @property
    def _mean_overlaps(self) -> dict[str, float | None]:
        """The mean overlap of words (unigrams) of each topic."""
        return {topic.topic: topic.means[0] for topic in self.overlap.topics} if self.overlap else {}

    def _overlap_figures(self) -> Iterator[Figure]:
        if self.overlap is None:
            return
        yield topic_overlap_figure(self.overlap)
        # Figure 4.
        shares = {topic.topic: topic.mean_share for topic in self.variation.topics}
        points = tuple(
            ScatterPoint(topic, overlap, share)
            for topic, overlap in self._mean_overlaps.items()
            if overlap is not None and (share := shares.get(topic)) is not None
        )
        about = f"A dot is a topic. Pearson's r is {shown_number(self.overlap_correlation)}."
        scatter = ScatterPlot("Mean overlap of words", "Mean share", "Topic", points, has_fit_line=True)
        yield Figure("overlap-and-shares", "Overlap of models and differences of scores", about, scatter)

    def _score_figures(self) -> Iterator[Figure]:
        topics, by = self.variation.topics, f"by {self.variation.by}"
        # Figures 3, 6 and 9.
        about = "The largest minus the smallest score of each summary. A box holds the middle half of them."
        boxes = tuple(Box(topic.topic, tuple(summary.difference for summary in topic.differences)) for topic in topics)
        yield Figure("differences", f"Differences of scores {by}", about, BoxPlot("Difference", "Topic", boxes))
        about = "Differences of scores as shares of the largest score of the summary."
        boxes = tuple(
            Box(topic.topic, tuple(summary.share for summary in topic.differences if summary.share is not None))
            for topic in topics
        )
        plot = BoxPlot("Share of the largest score", "Topic", boxes, axis_range=(0, 1))
        yield Figure("shares", f"Differences of scores as shares, {by}", about, plot)
        # Figures 5, 7 and 10.
        centre, sets = self.variation.centre, self.variation.sets
        by_set = [{row.summarizer: getattr(row, centre) for row in score_set.summarizers} for score_set in sets]
        names = sorted({name for values in by_set for name in values}, key=natural_key)
        rows = tuple(
            DotRow(name, tuple(Dot(values[name]) if name in values else None for values in by_set)) for name in names
        )
        series = tuple(Series(score_set.name) for score_set in sets)
        ranks = DotPlot(
            f"{centre.capitalize()} over topics", "Summarizer", series, rows, joins_rows=True,
            axis_range=self.measure.axis_range,
        )  # fmt: skip
        about = f"A line for each set, {by}. Where lines run side by side, summarizers keep their ranks."
        yield Figure("sets", f"{self.measure.title} by set", about, ranks)


def variation_of_report(report: JudgmentReport, settings: VariationSettings) -> ScoreVariation:
    """Analyses the scores of the sheets that count in the report. Raises NoSuchScore."""
    measure, scores = scores_of_report(report, settings)
    return score_variation(scores, measure, settings)


def scores_of_report(report: JudgmentReport, settings: VariationSettings) -> tuple[Measure, list[JudgedScore]]:
    """Returns the measure with the name in the settings, and its scores. Raises NoSuchScore."""
    scores = list(sheet_scores(report.data, report.counted.sheets, report.settings))
    measures = {score.measure.name: score.measure for score in scores}
    if settings.score and settings.score not in measures:
        names = ", ".join(measures) or "none"
        raise NoSuchScore(f"There is no score “{settings.score}”; there are: {names}.")
    measure = measures[settings.score] if settings.score else next(iter(measures.values()), NO_MEASURE)
    has_models = report.data.kind == "coverage"
    return measure, [
        JudgedScore(
            topic=score.sheet.topic,
            summarizer=_summarizer(score),
            judge=score.sheet.judge,
            model=_model(score) if has_models else "",
            value=score.value,
        )
        for score in scores
        if score.measure.name == measure.name
        and score.value is not None
        and (settings.includes_models or score.sheet.kind != HUMAN)
    ]


def estimated_seconds(scores: Sequence[JudgedScore], settings: VariationSettings) -> float:
    """Returns how long `score_variation` takes on a slow machine."""
    factors = _factors(scores, settings.by)
    columns = min(solved_columns(factors, list(combinations(factors, 2))), MAX_COLUMNS)
    topic_sets = {(score.topic, set_key(score, settings.by)) for score in scores}
    set_count = max(Counter(topic for topic, _ in topic_sets).values(), default=0)
    pairs = min(set_count, MAX_CORRELATED_SETS) ** 2 / 2
    return len(scores) * SECONDS_PER_SCORE + columns**3 * SECONDS_PER_CUBED_COLUMN + pairs * SECONDS_PER_CORRELATION


def score_variation(
    scores: Sequence[JudgedScore],
    measure: Measure,
    settings: VariationSettings,
    overlap: ModelOverlap | None = None,
) -> ScoreVariation:
    """Analyses the scores of one measure, at most one for each summary, judge and model."""
    return ScoreVariation(
        measure=measure,
        anova=_anova(scores, settings),
        variation=compare_sets(scores, settings.by, settings.centre),
        overlap=None if settings.by is SetsBy.JUDGE else overlap,
    )


def _summarizer(score: SheetScore) -> str:
    """Returns the summarizer, marked if it wrote a model, because a peer can have the same name. A mask stands for
    different summarizers on different topics, so the topic is put before it.
    """
    sheet = score.sheet
    if sheet.is_masked:
        return f"{sheet.topic}: {sheet.summarizer}"
    return f"{sheet.summarizer} (human)" if sheet.kind == HUMAN else sheet.summarizer


def _model(score: SheetScore) -> str:
    """Returns the letter or the name of the model that the sheet's list of units is from."""
    match = MODEL_IN_CODE.fullmatch(score.sheet.list)
    return match["dotted"] or match["letter"] if match else score.sheet.list


def _factors(scores: Sequence[JudgedScore], by: SetsBy) -> dict[str, list[str]]:
    """Returns the level of each score, by factor of Table 1. The first factor is what the sets differ in."""
    judges, models = [score.judge for score in scores], [score.model for score in scores]
    if by is SetsBy.PAIR and len({*judges}) == len({*models}) == len({*zip(judges, models, strict=True)}):
        by = SetsBy.JUDGE  # every judge has one model of their own; the notes then say that both are one factor
    first_factors = {
        SetsBy.JUDGE: judges,
        SetsBy.MODEL: models,
        SetsBy.PAIR: [f"{model} / {judge}" for judge, model in zip(judges, models, strict=True)],
    }
    return {
        str(by): first_factors[by],
        "system": [score.summarizer for score in scores],
        "docset": [score.topic for score in scores],
    }


def _anova(scores: Sequence[JudgedScore], settings: VariationSettings) -> FactorialAnova:
    """Returns the analysis of variance of Table 1."""
    factors = _factors(scores, settings.by)
    # The notes say if the models are the same factor as the judges.
    equivalents = {
        "judge": {"model": [score.model for score in scores]},
        "model": {"judge": [score.judge for score in scores]},
    }
    return factorial_anova(
        [float(score.value) for score in scores],
        factors,
        settings.sums_of_squares,
        equivalents=equivalents.get(next(iter(factors)), {}) if any(score.model for score in scores) else {},
    )
