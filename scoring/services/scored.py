"""One line of scores: a peer as somebody matched it, or a model summary against the others."""

from dataclasses import dataclass
from typing import Any

from annotator.models import PeerAnnotation, Release, Summary
from annotator.permissions import accepts_edits
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
    """One peer annotation with its scores; ``counts`` unless it is a draft that was not asked for; ``carried_to``: the
    release which it was carried over to, if it was.
    """

    annotation: PeerAnnotation
    scores: PyramidScores
    rounding: Rounding
    counts: bool
    warnings: tuple[str, ...]
    carried_to: int | None = None

    @property
    def is_draft(self) -> bool:
        """Whether the annotation is still being worked on."""
        return accepts_edits(self.annotation.state)

    @property
    def topic(self) -> str:
        """Key of the topic."""
        return self.annotation.summary.topic.key

    @property
    def summary(self) -> Summary:
        """The peer."""
        return self.annotation.summary

    @property
    def kind(self) -> str:
        """``peer``."""
        return self.annotation.summary.kind

    @property
    def summarizer(self) -> str:
        """Who wrote the peer; its mask where the user who asked may not know."""
        return self.annotation.peer_name

    @property
    def is_masked(self) -> bool:
        """Whether the summarizer is a mask: the same one on two topics are two."""
        return self.annotation.hides_peer

    @property
    def matcher(self) -> str:
        """Who matched the peer."""
        return self.annotation.owner.name

    @property
    def release(self) -> Release:
        """The release that the peer was matched against."""
        return self.annotation.release

    @property
    def pyramid_owner(self) -> str:
        """Whose pyramid the release is of; nothing where that is hidden from the user who asked."""
        return self.annotation.pyramid_owner

    def as_row(self) -> dict[str, Any]:
        """The values of ``EXPORT_COLUMNS``; ``warnings`` a list of sentences."""
        project = self.annotation.summary.topic.project.slug
        return _row(self, project=project, revision=self.annotation.revision, state=self.annotation.state)


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
        project = self.summary.topic.project.slug
        return _row(self, project=project, revision=self.release.revision, state="released")


Scored = ScoredPeer | ScoredModel


def _row(one: Scored, *, project: str, revision: int, state: str) -> dict[str, Any]:
    row = {
        "project": project,
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
