"""What the pages on variation and on programs as judges show, arranged for their templates."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.figures.figure import Figure
from scoring.figures.scatter_plot import ScatterPlot, ScatterPoint
from scoring.measures.observation import Measure
from scoring.results.judgments.report import JudgmentReport
from scoring.results.judgments.scores import sheet_scores
from scoring.results.judgments.variation import ScoreVariation, VariationSettings
from scoring.results.variation.program_results import ProgramComparison, StandIn
from scoring.stats.anova import AnovaRow
from scoring.stats.factorial import term_sentence
from scoring.stats.significance import SIGNIFICANCE_LEVEL
from scoring.stats.variation import SetCorrelation, SetsBy

MAX_PAIRS = 100
"""The page lists at most this many pairs of sets. The API lists all pairs."""
MAX_SETS_DRAWN = 12
"""With more sets, readers cannot distinguish the lines of the figure, so the page shows only the numbers."""
MAX_POINTS_WITH_NAMES = 30
"""With more points in a figure, their names would cover each other."""
SMALLEST_P = 0.0001
"""Smaller p-values are shown as "less than" this."""


@dataclass(frozen=True, slots=True)
class AnovaLine:
    """A row of the variance table. ``meaning``: a sentence on the result of its test; empty without a test."""

    name: str
    row: AnovaRow
    meaning: str

    @property
    def p_text(self) -> str:
        """The p-value, as in "p = 0.0042"."""
        p = self.row.p or 0.0
        return f"p < {SMALLEST_P:.4f}" if p < SMALLEST_P else f"p = {p:.4f}"

    @property
    def is_significant(self) -> bool:
        return self.row.p is not None and self.row.p < SIGNIFICANCE_LEVEL


@dataclass(frozen=True)
class VariationPage:
    """The variation of one of the scores in a report."""

    report: JudgmentReport
    result: ScoreVariation
    settings: VariationSettings

    @cached_property
    def measures(self) -> list[Measure]:
        """The scores that can be chosen."""
        scores = sheet_scores(self.report.data, self.report.counted.sheets, self.report.settings)
        return list({score.measure.name: score.measure for score in scores}.values())

    @property
    def figures(self) -> list[Figure | None]:
        figures = self.result.figures()
        if len(self.result.variation.sets) > MAX_SETS_DRAWN:
            figures.pop("sets")
        return list(figures.values())

    @property
    def overlap_and_shares(self) -> Figure | None:
        return self.result.figures().get("overlap-and-shares")

    @property
    def has_models(self) -> bool:
        return self.report.data.kind == "coverage"

    @property
    def set_names(self) -> str:
        """A noun for the sets, in the plural: "judges", "models" or "pairs of model and judge"."""
        by = self.result.variation.by
        return "pairs of model and judge" if by is SetsBy.PAIR else f"{by}s"

    @property
    def anova_lines(self) -> list[AnovaLine]:
        table = self.result.anova.table
        rows = table.rows if table else ()
        return [AnovaLine(":".join(row.term) or "residual", row, term_sentence(row)) for row in rows]

    @property
    def cells(self) -> list[tuple[str, int, int]]:
        """For each pair of factors: its name, how many combinations of levels have scores, how many are possible."""
        return [(" and ".join(term), filled, possible) for term, (filled, possible) in self.result.anova.cells.items()]

    @property
    def correlations(self) -> Sequence[SetCorrelation]:
        return self.result.variation.correlations[:MAX_PAIRS]

    @property
    def left_out_pair_count(self) -> int:
        return len(self.result.variation.correlations) - len(self.correlations)

    @property
    def pearson_range(self) -> tuple[float, float] | None:
        """The smallest and the largest Pearson's r of two sets; None if there is none."""
        known = [pair.pearson for pair in self.result.variation.correlations if pair.pearson is not None]
        return (min(known), max(known)) if known else None

    @property
    def is_masked(self) -> bool:
        return any(sheet.is_masked for sheet in self.report.counted.sheets)

    @property
    def letters_of_several_people(self) -> list[str]:
        """The letters of models that are not by the same person on all topics."""
        return [letter for letter, names in self.result.model_names.items() if len(names) > 1]

    @property
    def model_authors(self) -> list[tuple[str, str]]:
        """The letters of models, with the person who wrote them on all topics."""
        return [(letter, names[0]) for letter, names in self.result.model_names.items() if len(names) == 1]


@dataclass(frozen=True, slots=True)
class ProgramSection:
    """The comparison of one program with people, and its figure."""

    comparison: ProgramComparison
    figure: Figure | None


@dataclass(frozen=True)
class ProgramsPage:
    """The comparisons of all programs by one score."""

    result: StandIn

    @cached_property
    def sections(self) -> list[ProgramSection]:
        return [
            ProgramSection(comparison, self._figure(number, comparison) if comparison.ranks else None)
            for number, comparison in enumerate(self.result.programs, start=1)
        ]

    @property
    def figures(self) -> Iterator[Figure | None]:
        return (section.figure for section in self.sections)

    def _figure(self, number: int, comparison: ProgramComparison) -> Figure:
        points = tuple(ScatterPoint(row.name, row.people, row.program) for row in comparison.ranks)
        plot = ScatterPlot(
            f"{self.result.measure.title} by people",
            f"by {comparison.program}",
            "Summarizer",
            points,
            shows_names=len(points) <= MAX_POINTS_WITH_NAMES,
        )
        about = (
            "A dot is the mean of a summarizer over topics. If both order them alike, the dots rise from left to right."
        )
        return Figure(f"means-{number}", f"Means by people and by {comparison.program}", about, plot)
