"""Agreement of a project's annotators, for its page, the API and the command."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Project, Topic
from annotator.pyramids.models import Pyramid
from scoring.core.anova import SumsOfSquares
from scoring.core.codings import NotAllCovered, Uncovered
from scoring.inputs.coded_rows import row_codings
from scoring.services.matching_agreement import (
    SCORE_KIND,
    Matched,
    MatchingAgreement,
    matched_peers,
    matching_agreement,
)
from scoring.services.peer_scores import current_scores
from scoring.services.robustness import Robustness, comparable, robustness
from scoring.services.word_agreement import TooFewAnnotators, WordAgreement, no_words, word_agreement


@dataclass(frozen=True, slots=True)
class AgreementChoice:
    """What is asked: the policy for words in no SCU; one topic or all; whether drafts count; which ``score`` and sums
    of squares the robustness is about; of the releases whose matching is compared the ``pyramid_owner`` ("" for all),
    the number (None for all), or the ``latest`` of each pyramid.
    """

    uncovered: Uncovered = Uncovered.SINGLETON
    topic: Topic | None = None
    include_drafts: bool = False
    score: str = SCORE_KIND
    sums_of_squares: SumsOfSquares = SumsOfSquares.SEQUENTIAL
    pyramid_owner: str = ""
    release: int | None = None
    latest: bool = False


@dataclass(frozen=True, slots=True)
class ProjectAgreement:
    """``words`` has none, and ``refused`` says why in a sentence, where it cannot be computed.

    ``withheld``: annotations whose scores the project does not show to who asks; ``masked``: those left out of
    ``robustness`` because their peers have other names on each topic.
    """

    words: WordAgreement
    refused: str
    matching: MatchingAgreement
    robustness: Robustness | None
    withheld: int
    masked: int

    @property
    def is_bare(self) -> bool:
        """Whether it was refused for words in no SCU."""
        return bool(self.refused) and self.refused != str(TooFewAnnotators())

    def as_json(self) -> dict[str, Any]:
        """The keys of DESIGN §5."""
        return {**self.words.as_json(), "score_agreement": self.matching.as_json()}

    def as_detailed_json(self) -> dict[str, Any]:
        """All that the page shows, for the API: those keys and more."""
        return {
            **self.as_json(),
            **self.words.details_as_json(),
            "refused": self.refused or None,
            "matchers": self.matching.pairs_as_json(),
            "releases": self.matching.releases_as_json(),
            "robustness": self.robustness and self.robustness.as_json(),
            "withheld": self.withheld,
            "masked": self.masked,
        }


def project_agreement(
    *,
    project: Project,
    pyramids: QuerySet[Pyramid],
    annotations: QuerySet[PeerAnnotation],
    role: str | None,
    choice: AgreementChoice,
) -> ProjectAgreement:
    """Agreement among the ``pyramids`` and ``annotations`` that may be seen. ``role``: see score_sheet.

    Ten statements, however many topics, owners and peers.
    """
    pyramids = pyramids.filter(topic__project=project)
    if choice.topic is not None:
        pyramids = pyramids.filter(topic=choice.topic)
        annotations = annotations.filter(summary__topic=choice.topic)
    words, refused = _words(pyramids, choice)
    matched, withheld = matched_peers(
        project=project, annotations=annotations, role=role, include_drafts=choice.include_drafts
    )
    current = current_scores([one.scored for one in matched])
    return ProjectAgreement(
        words=words,
        refused=refused,
        matching=matching_agreement([one for one in matched if _is_chosen(one, choice)]),
        robustness=robustness(current, choice.score, choice.sums_of_squares),
        withheld=withheld,
        masked=len(current) - len(comparable(current)),
    )


def _words(pyramids: QuerySet[Pyramid], choice: AgreementChoice) -> tuple[WordAgreement, str]:
    try:
        return word_agreement(row_codings(pyramids, include_drafts=choice.include_drafts), choice.uncovered), ""
    except (TooFewAnnotators, NotAllCovered) as refused:
        return no_words(choice.uncovered), str(refused)


def _is_chosen(one: Matched, choice: AgreementChoice) -> bool:
    annotation = one.row.annotation
    number = one.row.latest_release if choice.latest else choice.release
    return choice.pyramid_owner in ("", annotation.pyramid_owner) and number in (None, annotation.release.number)
