"""Agreement of a project's annotators, for its page, the API and the command."""

from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import QuerySet

from annotator.projects.models import Topic
from annotator.runs.steps import reserve_time
from annotator.work.models import Work
from scoring.measures.pyramid_scores import MEASURES, observations
from scoring.observations.coded_rows import row_codings
from scoring.observations.pyramid_scores import ScoredPeer, current_scores
from scoring.observations.viewer import Viewer, chosen_topic
from scoring.results.agreement.matching import SCORE_KIND, MatchingAgreement, matched_peers, matching_agreement
from scoring.results.agreement.robustness import Robustness, comparable, robustness
from scoring.results.agreement.words import TooFewAnnotators, WordAgreement, no_words, word_agreement
from scoring.stats.anova import SumsOfSquares
from scoring.stats.codings import NotAllCovered, Uncovered

SECONDS = 0.0004
"""What a work of the project costs on a slow machine."""


@dataclass(frozen=True, slots=True)
class AgreementChoice:
    """``uncovered``: how words in no SCU count. ``topic``: a key, "" for all topics. ``score`` and ``sums_of_squares``
    are for the robustness. The matching is compared on the releases of ``pyramid_owner`` ("" for all owners) with the
    number ``release`` (None for all), or on the ``latest`` of each pyramid.
    """

    uncovered: Uncovered = Uncovered.SINGLETON
    topic: str = ""
    include_drafts: bool = False
    score: str = SCORE_KIND
    sums_of_squares: SumsOfSquares = SumsOfSquares.SEQUENTIAL
    pyramid_owner: str = ""
    release: int | None = None
    latest: bool = False


@dataclass(frozen=True, slots=True)
class ProjectAgreement:
    """Agreement among what the viewer may see; ``topics`` are those they can choose.

    If ``words`` cannot be computed it is empty and ``refused`` is a sentence that says why. ``withheld``: number of
    annotations whose scores the project does not show to the viewer. ``masked``: number of scores left out of
    ``robustness`` because their peers have a different name on each topic.
    """

    topics: list[Topic]
    words: WordAgreement
    refused: str
    matching: MatchingAgreement
    robustness: Robustness | None
    withheld: int
    masked: int

    @property
    def refuses_uncovered(self) -> bool:
        """Whether words in no SCU are the reason for the refusal."""
        return bool(self.refused) and self.refused != str(TooFewAnnotators())

    def as_json(self) -> dict[str, Any]:
        """For the API: the keys of DESIGN §5, and the other numbers of the page."""
        overall = self.matching.overall
        return {
            **self.words.as_json(),
            "score_agreement": self.matching.as_json(),
            **self.words.details_as_json(),
            "refused": self.refused or None,
            "matchers": [asdict(pair) for pair in overall.pairs] if overall else [],
            "releases": [release.as_json() for release in self.matching.releases],
            "robustness": self.robustness and self.robustness.as_json(),
            "withheld": self.withheld,
            "masked": self.masked,
        }


def project_agreement(viewer: Viewer, choice: AgreementChoice) -> ProjectAgreement:
    """Agreement among the pyramids and annotations that the viewer may see. Raises Topic.DoesNotExist."""
    topics = viewer.topics()
    topic = chosen_topic(choice.topic, topics)
    reserve_time(0 if topic else viewer.works * SECONDS)
    words, refused = _words(viewer.pyramids(topic), choice)
    matched, withheld = matched_peers(viewer, topic=topic, include_drafts=choice.include_drafts)
    current = current_scores(matched)
    scores = observations([(one.origin, one.scores) for one in current]).of(choice.score)
    return ProjectAgreement(
        topics=topics,
        words=words,
        refused=refused,
        matching=matching_agreement([one for one in matched if _is_chosen(one, choice)]),
        robustness=robustness(scores, MEASURES[choice.score], choice.sums_of_squares),
        withheld=withheld,
        masked=len(scores) - len(comparable(scores)),
    )


def _words(pyramids: QuerySet[Work], choice: AgreementChoice) -> tuple[WordAgreement, str]:
    try:
        return word_agreement(row_codings(pyramids, include_drafts=choice.include_drafts), choice.uncovered), ""
    except (TooFewAnnotators, NotAllCovered) as refused:
        return no_words(choice.uncovered), str(refused)


def _is_chosen(one: ScoredPeer, choice: AgreementChoice) -> bool:
    basis = one.origin.basis
    number = one.row.latest_release if choice.latest else choice.release
    return choice.pyramid_owner in ("", basis.owner) and number in (None, basis.number)
