"""One line of scores: a peer as somebody matched it, or a model summary against the others."""

from dataclasses import dataclass, field
from typing import Any

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Summary
from annotator.work.models import Release
from annotator.work.states.permissions import accepts_edits
from scoring.core.pyramid import Rounding
from scoring.core.pyramid_scores import PyramidScores
from scoring.services.score_fields import count_fields, flat_score_fields

EXPORT_COLUMNS = (
    *("project", "topic", "summarizer", "kind", "matcher", "pyramid_owner", "release", "revision", "state"),
    *("models", "pyramid_scus", "matched_scus", "repeated", "non_matching", "weight_sum"),
    *("original", "original_x", "original_max", "modified", "modified_x", "modified_max", "recall", "recall_max"),
    *("rounding", "weight_source", "warnings"),
)
"""The columns of the scores that are given away (DESIGN §5)."""

HUMAN = "human"
"""The kind of a model summary that is scored against the others."""


@dataclass(frozen=True, slots=True)
class ScoredPeer:
    """One peer annotation with its scores.

    ``counts`` unless it is a draft that was not asked for; ``carried_to``: the release which it was carried over to, if
    it was; ``topic``: its key; ``summarizer``: who wrote the peer, by its mask where the user who asked may not know
    (``is_masked``: the same mask on two topics is two peers); ``matcher``: who matched it; ``pyramid_owner``: whose
    pyramid ``release`` is of, nothing where that is hidden from the user who asked.
    """

    annotation: PeerAnnotation
    scores: PyramidScores
    rounding: Rounding
    counts: bool
    warnings: tuple[str, ...]
    carried_to: int | None = None

    is_draft: bool = field(init=False)
    project: str = field(init=False)
    topic: str = field(init=False)
    summary: Summary = field(init=False)
    kind: str = field(init=False)
    summarizer: str = field(init=False)
    is_masked: bool = field(init=False)
    matcher: str = field(init=False)
    release: Release = field(init=False)
    pyramid_owner: str = field(init=False)

    def __post_init__(self) -> None:
        """Found once: tables ask for them thousands of times, and each is several steps away."""
        annotation = self.annotation
        summary, release = annotation.summary, annotation.release
        topic = summary.topic
        found = {
            "is_draft": accepts_edits(annotation.state),
            "project": topic.project.slug,
            "topic": topic.key,
            "summary": summary,
            "kind": summary.kind,
            "summarizer": annotation.peer_name,
            "is_masked": annotation.hides_peer,
            "matcher": annotation.owner.name,
            "release": release,
            "pyramid_owner": annotation.pyramid_owner,
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)

    def as_row(self) -> dict[str, Any]:
        """The values of ``EXPORT_COLUMNS``; ``warnings`` a list of sentences."""
        return _row(self, revision=self.annotation.revision, state=self.annotation.state)


@dataclass(frozen=True, slots=True)
class ScoredModel:
    """One model summary scored against the pyramid that a release has without it."""

    summary: Summary
    release: Release
    pyramid_owner: str
    scores: PyramidScores
    rounding: Rounding
    warnings: tuple[str, ...]

    kind = HUMAN
    is_draft = False
    counts = True
    is_masked = False
    carried_to = None

    @property
    def project(self) -> str:
        """Slug of the project."""
        return self.summary.topic.project.slug

    @property
    def topic(self) -> str:
        """Key of the topic."""
        return self.summary.topic.key

    @property
    def summarizer(self) -> str:
        """Who wrote it; models are never masked."""
        return self.summary.summarizer

    @property
    def matcher(self) -> str:
        """Who found its SCUs: the owner of the pyramid, nothing where that is hidden."""
        return self.pyramid_owner

    def as_row(self) -> dict[str, Any]:
        """The values of ``EXPORT_COLUMNS``; revision and state are those of the release."""
        return _row(self, revision=self.release.revision, state="released")


Scored = ScoredPeer | ScoredModel


def _row(one: Scored, *, revision: int, state: str) -> dict[str, Any]:
    row = {
        "project": one.project,
        "topic": one.topic,
        "summarizer": one.summarizer,
        "kind": one.kind,
        "matcher": one.matcher,
        "pyramid_owner": one.pyramid_owner,
        "release": one.release.number,
        "revision": revision,
        "state": state,
        **count_fields(one.scores),
        **flat_score_fields(one.scores),
        "rounding": one.rounding.value,
        "weight_source": one.release.weight_source,
        "warnings": list(one.warnings),
    }
    return {column: row[column] for column in EXPORT_COLUMNS}
