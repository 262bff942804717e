"""The results of an instrument of a project: for a member, or for a command."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count

from annotator.judgments.models import Instrument, Judgment
from annotator.projects.models import Membership
from annotator.projects.permissions import can_manage
from annotator.runs.registry import EVERYTHING
from annotator.runs.steps import reserve_time
from scoring.figures.figure import Figure
from scoring.measures.observation import Measure
from scoring.observations.viewer import Viewer
from scoring.results.judgments.judged_scores import SummaryScore, mean_of_known
from scoring.results.judgments.project_sheets import read_judgments
from scoring.results.judgments.report import JudgmentReport, judgment_report
from scoring.results.judgments.settings import JudgmentSettings
from scoring.results.judgments.summarizers import ScoreTable, score_table
from scoring.results.scores.figures import rank_figure, topic_figure
from scoring.results.scores.rows import natural_key

SECONDS_PER_JUDGMENT = 0.00003
"""Estimated time to read and score a judgment on a slow machine."""


def judged_instrument(viewer: Viewer, key: str) -> Instrument:
    """Returns the instrument if the viewer may see its results. Raises Instrument.DoesNotExist."""
    if viewer.user is None:
        return Instrument.objects.get(project=viewer.project, key=key)
    return Instrument.objects.with_results_visible_to(viewer.user).get(project=viewer.project, key=key)


def report_of(instrument: Instrument, user: User | AnonymousUser | None, settings: JudgmentSettings) -> JudgmentReport:
    """Returns the scores and agreement of an instrument. ``user``: None for a command. Raises Instrument.DoesNotExist
    if the user may not see them.
    """
    judgments = Judgment.objects.filter(sheet__instrument=instrument).aggregate(count=Count("pk"))["count"]
    reserve_time(judgments * SECONDS_PER_JUDGMENT)
    data = read_judgments(instrument=instrument, user=user, with_drafts=settings.include_drafts)
    return judgment_report(data, settings)


def judged_identifiers(user: User, slug: str) -> frozenset[str]:
    """Returns identifiers of the results of judgments that a member may see now, on which the access to stored answers
    depends (see `visible_identifiers`). Raises Membership.DoesNotExist.
    """
    member = Membership.objects.select_related("project").get(project__slug=slug, user=user)
    if can_manage(member.role):
        return frozenset([EVERYTHING])
    instruments = Instrument.objects.with_results_visible_to(user).filter(project=member.project)
    masks = f"masks {member.project.mask_summarizers}"
    return frozenset([masks, *(f"results {pk}" for pk in instruments.values_list("pk", flat=True))])


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """The means of a summarizer over topics, one for each score."""

    name: str
    is_human: bool
    means: tuple[float | None, ...]


@dataclass(frozen=True)
class InstrumentResults:
    """The results of an instrument as its page shows them. ``score``: the name of the score that is ranked.
    ``max_test_seconds``: longer tests of significance are postponed.
    """

    instrument: Instrument
    report: JudgmentReport
    score: str
    common_topics_only: bool = False
    max_test_seconds: float = inf

    @cached_property
    def measures(self) -> list[Measure]:
        return [scores[0].measure for scores in self.report.scores.values()]

    @cached_property
    def table(self) -> ScoreTable | None:
        """The ranking by the chosen score, or by the first one if there is none of this name; None without scores."""
        scores = self.report.scores
        chosen = scores.get(self.score) or next(iter(scores.values()), None)
        if chosen is None:
            return None
        return score_table(
            chosen,
            self.report.bases,
            common_topics_only=self.common_topics_only,
            max_test_seconds=self.max_test_seconds,
        )

    @cached_property
    def overview(self) -> list[OverviewRow]:
        """The means of all scores, by summarizer. Masked summarizers are left out: a mask holds on one topic only."""
        by_name: dict[tuple[str, str], dict[str, list[SummaryScore]]] = {}
        for name, scores in self.report.scores.items():
            for score in scores:
                if not score.subject.is_masked:
                    key = (score.subject.summarizer, score.subject.kind)
                    by_name.setdefault(key, {}).setdefault(name, []).append(score)
        return [
            OverviewRow(name, kind == "human", tuple(self._means(by_name[name, kind])))
            for name, kind in sorted(by_name, key=lambda key: natural_key(*key))
        ]

    @property
    def has_masked(self) -> bool:
        return any(sheet.is_masked for sheet in self.report.counted.sheets)

    @property
    def figures(self) -> list[Figure | None]:
        if self.table is None:
            return []
        ranking = self.table.ranking
        rows = [ranked.row for ranked in ranking.rows]
        return [rank_figure(ranking), topic_figure(rows, self.report.topics, ranking.measure)]

    def _means(self, scores: Mapping[str, Sequence[SummaryScore]]) -> list[float | None]:
        means = (mean_of_known(score.value for score in scores.get(name, ())) for name in self.report.scores)
        return [None if mean is None else float(mean) for mean in means]
