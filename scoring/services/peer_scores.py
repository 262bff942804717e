"""Scores of peer annotations in a project: which count, with which rounding, and who may see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from annotator.models import PeerAnnotation, Project
from annotator.models.membership import CONSENSUS
from annotator.permissions import accepts_edits, can_manage
from annotator.services.workspace import shows_scores
from scoring.core.pyramid import Rounding
from scoring.core.pyramid_scores import PyramidScores, score_peer
from scoring.inputs.rows import PeerRow, peer_rows
from scoring.services.score_fields import count_fields, flat_score_fields, undefined_warnings

EXPORT_COLUMNS = (
    *("project", "topic", "summarizer", "kind", "matcher", "pyramid_owner", "release", "revision", "state"),
    *("models", "pyramid_scus", "matched_scus", "repeated", "non_matching", "weight_sum"),
    *("original", "original_x", "original_max", "modified", "modified_x", "modified_max", "recall", "recall_max"),
    *("rounding", "weight_source", "warnings"),
)
"""The columns of the scores that are given away (DESIGN §5)."""


NEWEST_FIRST = (
    *("summary__topic__key", "summary__position", "summary__summarizer", "owner__name"),
    *("-release__created_at", "-release__number", "-created_at"),
)
"""Order of annotations: by peer and matcher, the newest release first."""


@dataclass(frozen=True, slots=True)
class ScoreChoice:
    """Which annotations count and how: ``matcher`` the name of one owner, or "" for all; ``release`` a number, or None
    for the newest that each matcher has finished; ``rounding`` None for the project's own.
    """

    include_drafts: bool = False
    rounding: Rounding | None = None
    matcher: str = ""
    release: int | None = None


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

    def as_row(self) -> dict[str, Any]:
        """The values of ``EXPORT_COLUMNS``; ``warnings`` a list of sentences."""
        annotation, release = self.annotation, self.annotation.release
        row = {
            "project": annotation.summary.topic.project.slug,
            "topic": self.topic,
            "summarizer": self.summarizer,
            "kind": annotation.summary.kind,
            "matcher": self.matcher,
            "pyramid_owner": annotation.pyramid_owner,
            "release": release.number,
            "revision": annotation.revision,
            "state": annotation.state,
            **count_fields(self.scores),
            **flat_score_fields(self.scores),
            "rounding": self.rounding.value,
            "weight_source": release.weight_source,
            "warnings": list(self.warnings),
        }
        return {column: row[column] for column in EXPORT_COLUMNS}


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The scores of a project or topic by topic, summarizer and matcher.

    ``withheld``: annotations left out because the project does not show their scores to this role now.
    """

    scored: tuple[ScoredPeer, ...]
    matchers: tuple[str, ...]
    withheld: int
    rounding: Rounding


def score_sheet(
    *, project: Project, annotations: QuerySet[PeerAnnotation], role: str | None, choice: ScoreChoice
) -> ScoreSheet:
    """One score for each peer and matcher among ``annotations`` (those of ``project`` that may be seen).

    Where a matcher has several annotations of a peer, the one that counts and has the newest release is taken.
    ``role``: of the member who asks; None (a command) sees all. Three statements.
    """
    rounding = choice.rounding or Rounding(project.rounding)
    rows = peer_rows(annotations.filter(summary__topic__project=project).order_by(*NEWEST_FIRST))
    shown = [row for row in rows if may_see_scores(row.annotation, role)]
    scored = [scored_row(row, rounding, include_drafts=choice.include_drafts) for row in shown]
    matchers = sorted({one.matcher for one in scored}, key=lambda name: (name != CONSENSUS, name))
    if any(one.is_masked for one in scored):  # the order of the import would tell masked peers apart
        scored.sort(key=lambda one: (one.topic, one.summarizer))
    wanted = [one for one in scored if _is_wanted(one, choice)]
    return ScoreSheet(tuple(current_scores(wanted)), tuple(matchers), len(rows) - len(shown), rounding)


def may_see_scores(annotation: PeerAnnotation, role: str | None) -> bool:
    """Managers see all scores; others those that the project shows now (``live_scores``, DESIGN §3)."""
    return role is None or can_manage(role) or shows_scores(annotation)


def live_scores(annotations: QuerySet[PeerAnnotation]) -> ScoredPeer:
    """Scores of the first of ``annotations`` as it stands, finished or not.

    Raises PeerAnnotation.DoesNotExist where there is none.
    """
    rows = peer_rows(annotations, limit=1)
    if not rows:
        raise PeerAnnotation.DoesNotExist
    rounding = Rounding(rows[0].annotation.summary.topic.project.rounding)
    return scored_row(rows[0], rounding, include_drafts=True)


def scored_row(row: PeerRow, rounding: Rounding, *, include_drafts: bool) -> ScoredPeer:
    """The scores of an annotation; null, with a reason, for a draft unless drafts are included."""
    annotation = row.annotation
    counts = include_drafts or not accepts_edits(annotation.state)
    scores = score_peer(
        row.pyramid,
        row.peer,
        finished=counts,
        non_matching_marked=annotation.summary.topic.project.non_matching == Project.NonMatching.MARK,
        rounding=rounding,
    )
    return ScoredPeer(annotation, scores, rounding, counts, tuple(_warnings(row, scores)), row.carried_to)


def current_scores(scored: Sequence[ScoredPeer]) -> list[ScoredPeer]:
    """For each peer and matcher the first that counts, else the first; ``scored`` has the newest releases first."""
    chosen: dict[tuple[int, int], ScoredPeer] = {}
    for one in scored:
        key = (one.annotation.summary_id, one.annotation.owner_id)
        if key not in chosen or (one.counts and not chosen[key].counts):
            chosen[key] = one
    return list(chosen.values())


def used_releases(scored: Sequence[ScoredPeer]) -> dict[str, list[str]]:
    """By topic the releases that its peers are matched against, as "1 of ann", or "1" where the owner is hidden."""
    used: dict[str, set[tuple[str, int]]] = {}
    for one in scored:
        annotation = one.annotation
        used.setdefault(one.topic, set()).add((annotation.pyramid_owner, annotation.release.number))
    return {
        topic: [f"{number} of {owner}" if owner else str(number) for owner, number in sorted(found)]
        for topic, found in used.items()
    }


def mixed_releases(scored: Sequence[ScoredPeer]) -> list[str]:
    """A sentence for each topic whose peers are matched against more than one release or pyramid."""
    return [
        f"Topic {topic} mixes releases: {', '.join(releases)}."
        for topic, releases in used_releases(scored).items()
        if len(releases) > 1
    ]


def _is_wanted(one: ScoredPeer, choice: ScoreChoice) -> bool:
    release = one.annotation.release.number
    return choice.matcher in ("", one.matcher) and choice.release in (None, release)


def _warnings(row: PeerRow, scores: PyramidScores) -> list[str]:
    warnings = undefined_warnings(scores)
    number = row.annotation.release.number
    if row.carried_to is not None:
        warnings.append(f"Matched against release {number}; carried over to release {row.carried_to}.")
    elif row.latest_release > number and not row.annotation.hides_pyramid:
        warnings.append(f"Matched against release {number}; the newest of this pyramid is {row.latest_release}.")
    return warnings
