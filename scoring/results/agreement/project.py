"""Agreement of a project's annotators, for its page, the API and the command."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db.models import QuerySet

from annotator.projects.models import Topic
from annotator.runs.steps import reserve_time
from annotator.work.models import Work
from scoring.measures.pyramid_scores import MEASURES, observations
from scoring.observations.coded_rows import codings_of_rows
from scoring.observations.pyramid_scores import ScoredPeer, current_scores
from scoring.observations.viewer import Viewer, chosen_topic
from scoring.results.agreement.differences import PairScores, scores_of_pairs
from scoring.results.agreement.matching import COMPARED_SCORE, MatchingAgreement, matching_agreement, peers_to_compare
from scoring.results.agreement.robustness import Robustness, comparable_observations, compare_owners
from scoring.results.agreement.words import TooFewAnnotators, WordAgreement, empty_word_agreement, word_agreement
from scoring.stats.anova import SumsOfSquares
from scoring.stats.codings import NotAllCovered, UncoveredPolicy

SECONDS_PER_WORK = 0.0004
"""Estimated time for each work of the project (a pyramid or peer annotation) on a slow machine."""
SECONDS_PER_MATCHING = 0.0003
"""Estimated time for each peer annotation that is compared, on a slow machine."""


@dataclass(frozen=True, slots=True)
class AgreementSettings:
    """What to compare, and how.

    ``uncovered``: how words in no SCU count. ``topic``: a key, "" for all topics. ``score``: the score that is compared
    between annotators (see Robustness); ``sums_of_squares``: the type of its analysis of variance. Matching is compared
    on the releases of ``pyramid_owner`` ("" for all owners) with the number ``release`` (None for all numbers); if
    ``latest_only``, only on the latest release of each pyramid.
    """

    uncovered: UncoveredPolicy = UncoveredPolicy.SINGLETON
    topic: str = ""
    include_drafts: bool = False
    score: str = COMPARED_SCORE
    sums_of_squares: SumsOfSquares = SumsOfSquares.SEQUENTIAL
    pyramid_owner: str = ""
    release: int | None = None
    latest_only: bool = False


@dataclass(frozen=True, slots=True)
class ProjectAgreement:
    """Agreement among the works that the viewer may see. ``topics``: those that the viewer can select. ``refusal``: a
    sentence that says why ``words`` is empty, or "". ``pair_scores``: the scores by each pair of matchers.
    ``withheld_count``: number of annotations whose scores the project does not show to the viewer. ``masked_count``:
    number of scores left out of ``robustness`` because their peers have a different name on each topic.
    """

    topics: list[Topic]
    words: WordAgreement
    refusal: str
    matching: MatchingAgreement
    pair_scores: tuple[PairScores, ...]
    robustness: Robustness | None
    withheld_count: int
    masked_count: int

    @property
    def refuses_uncovered(self) -> bool:
        """Whether ``words`` is empty because a word is in no SCU."""
        return bool(self.refusal) and self.refusal != str(TooFewAnnotators())

    def as_json(self) -> dict[str, Any]:
        """For the API: the keys of ``manage.py agreement --json``, and the other numbers of the page."""
        overall = self.matching.overall
        return {
            **self.words.as_json(),
            "score_agreement": self.matching.as_json(),
            **self.words.details_as_json(),
            "refused": self.refusal or None,
            "matchers": [asdict(pair) for pair in overall.pairs] if overall else [],
            "differences": [asdict(pair) for pair in self.pair_scores],
            "releases": [release.as_json() for release in self.matching.releases],
            "robustness": self.robustness and self.robustness.as_json(),
            "withheld": self.withheld_count,
            "masked": self.masked_count,
        }


def project_agreement(viewer: Viewer, settings: AgreementSettings) -> ProjectAgreement:
    """Agreement among the pyramids and annotations that the viewer may see. Raises Topic.DoesNotExist."""
    topics = viewer.topics()
    topic = chosen_topic(settings.topic, topics)
    reserve_time(0 if topic else viewer.work_count * SECONDS_PER_WORK)
    words, refusal = _word_agreement(viewer.pyramids(topic), settings)
    scored_peers, withheld_count = peers_to_compare(viewer, topic=topic, include_drafts=settings.include_drafts)
    reserve_time(len(scored_peers) * SECONDS_PER_MATCHING)
    scores = observations([(peer.origin, peer.scores) for peer in current_scores(scored_peers)]).of(settings.score)
    compared = [peer for peer in scored_peers if _is_chosen(peer, settings)]
    return ProjectAgreement(
        topics=topics,
        words=replace(words, warnings=_warnings(words, scored_peers)),
        refusal=refusal,
        matching=matching_agreement(compared),
        pair_scores=scores_of_pairs(compared),
        robustness=compare_owners(scores, MEASURES[settings.score], settings.sums_of_squares),
        withheld_count=withheld_count,
        masked_count=len(scores) - len(comparable_observations(scores)),
    )


def _word_agreement(pyramids: QuerySet[Work], settings: AgreementSettings) -> tuple[WordAgreement, str]:
    """Returns the agreement on words and "". If it cannot be computed: an empty agreement, and a sentence that says
    why.
    """
    try:
        return word_agreement(codings_of_rows(pyramids, include_drafts=settings.include_drafts), settings.uncovered), ""
    except (TooFewAnnotators, NotAllCovered) as refusal:
        return empty_word_agreement(settings.uncovered), str(refusal)


def _warnings(words: WordAgreement, peers: Iterable[ScoredPeer]) -> tuple[str, ...]:
    """The warnings of ``words`` and of the releases that ``peers`` are matched to, without repetitions."""
    release_warnings = (
        f"Topic {peer.origin.subject.topic}: {warning}" for peer in peers for warning in peer.origin.basis.warnings
    )
    return tuple(dict.fromkeys([*words.warnings, *release_warnings]))


def _is_chosen(peer: ScoredPeer, settings: AgreementSettings) -> bool:
    basis = peer.origin.basis
    number = peer.row.latest_release if settings.latest_only else settings.release
    return settings.pyramid_owner in ("", basis.owner) and number in (None, basis.number)
