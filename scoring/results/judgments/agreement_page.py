"""The agreement on each question, arranged for the agreement page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.figures.dot_plot import Dot, DotPlot, DotRow
from scoring.figures.figure import Figure
from scoring.figures.heat_map import HeatMap
from scoring.figures.marks import Series
from scoring.results.judgments.agreement import ProgramAgreement, QuestionAgreement
from scoring.results.judgments.report import JudgmentReport
from scoring.results.judgments.sheets import QuestionScale
from scoring.stats.value_agreement import JudgePair, ValueDistance

MAX_PAIRS, MAX_MATRIX_JUDGES, MAX_VALUES = 200, 20, 30
"""Limits that keep the page small: pairs in the list, judges in the matrix, and values with a column. Files and the API
have everything."""


@dataclass(frozen=True)
class QuestionOnPage:
    """The agreement on a question, arranged in tables."""

    scale: QuestionScale
    agreement: QuestionAgreement

    @property
    def alphas(self) -> list[tuple[str, float | None]]:
        return [(distance.value, alpha) for distance, alpha in self.agreement.alpha.items()]

    @cached_property
    def values(self) -> list[int]:
        """The values of the scale, or only the used ones if there are many."""
        scale = range(self.scale.minimum, self.scale.maximum + 1, self.scale.step)
        if len(scale) <= MAX_VALUES:
            return list(scale)
        return sorted({value for counts in self.agreement.values.values() for value in counts})[:MAX_VALUES]

    @property
    def value_rows(self) -> list[tuple[str, list[int], int]]:
        """For each judge, how often each value was given, and their sum."""
        by_judge = self.agreement.values.items()
        return [
            (judge, [counts.get(value, 0) for value in self.values], sum(counts.values())) for judge, counts in by_judge
        ]

    @property
    def pair_rows(self) -> list[tuple[str, str, JudgePair]]:
        """The pairs of judges (two names and their agreement), most common items first, at most MAX_PAIRS."""
        pairs = sorted(self.agreement.pairs, key=lambda pair: (-pair.items, pair.a, pair.b))[:MAX_PAIRS]
        names = self.agreement.judges
        return [(names[pair.a], names[pair.b], pair) for pair in pairs]

    @property
    def left_out_pair_count(self) -> int:
        return max(0, len(self.agreement.pairs) - MAX_PAIRS)

    @property
    def programs(self) -> list["ProgramOnPage"]:
        return [ProgramOnPage(program) for program in self.agreement.programs]

    @cached_property
    def figure(self) -> Figure | None:
        """A square of all pairs of judges: Cohen's kappa above the diagonal, the share of equal values below it. None
        for fewer than three judges, or more than MAX_MATRIX_JUDGES.
        """
        names = self.agreement.judges
        if not 3 <= len(names) <= MAX_MATRIX_JUDGES:
            return None
        cells: list[list[float | None]] = [[None] * len(names) for _ in names]
        for pair in self.agreement.pairs:
            first, last = sorted((pair.a, pair.b))
            cells[first][last], cells[last][first] = pair.kappa_cohen, pair.exact
        plot = HeatMap("Judge", names, "Cohen’s kappa", "equal values", tuple(map(tuple, cells)))
        about = "Pairs of judges, over the items that both judged."
        return Figure(f"pairs-{self.scale.key}", f"{self.scale.title}: agreement of each pair", about, plot)


@dataclass(frozen=True)
class ProgramOnPage:
    """The agreement of a program with people."""

    agreement: ProgramAgreement

    @property
    def alphas(self) -> list[float | None]:
        return [self.agreement.alpha[distance] for distance in ValueDistance]

    @property
    def values(self) -> list[int]:
        return sorted({value for pair in self.agreement.confusion for value in pair})

    @property
    def confusion_rows(self) -> list[tuple[int, list[int]]]:
        """For each value of a person, how often the program gave each of the values."""
        confusion: Mapping[tuple[int, int], int] = self.agreement.confusion
        return [(person, [confusion.get((person, program), 0) for program in self.values]) for person in self.values]


def questions_on_page(report: JudgmentReport) -> list[QuestionOnPage]:
    return [QuestionOnPage(question, report.agreement[question.key]) for question in report.data.questions]


def alpha_figure(questions: Sequence[QuestionOnPage]) -> Figure | None:
    """Returns a figure with a row for each question and a dot for each alpha; None if no question has an alpha."""
    rows = tuple(
        DotRow(question.scale.title, tuple(None if alpha is None else Dot(alpha) for _, alpha in question.alphas))
        for question in questions
    )
    if not any(dot for row in rows for dot in row.dots):
        return None
    series = tuple(Series(distance.value) for distance in ValueDistance)
    about = "Krippendorff’s alpha of all people together: 1 is perfect agreement, 0 agreement by chance."
    return Figure(
        "alpha", "Agreement on each question", about, DotPlot("Alpha", "Question", series, rows, axis_range=(0, 1))
    )
