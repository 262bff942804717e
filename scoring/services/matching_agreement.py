"""Agreement of matching: whether people who matched the same peers against the same release did it alike."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import QuerySet

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import CONSENSUS, Project
from scoring.core.peer_agreement import Judgement, PeerAgreement, peer_agreement
from scoring.core.pyramid import Rounding
from scoring.inputs.rows import PeerRow, peer_rows
from scoring.services.peer_scores import NEWEST_FIRST, ScoredPeer, may_see_scores, scored_row

SCORE_KIND = "modified"
"""The score that is compared; it is defined in every project."""


@dataclass(frozen=True, slots=True)
class Matched:
    """A peer annotation that counts, with its scores."""

    row: PeerRow
    scored: ScoredPeer

    @property
    def judgement(self) -> Judgement:
        """What it says of each SCU of its release."""
        annotation = self.row.annotation
        return Judgement(
            peer=(annotation.release_id, annotation.summary_id),
            rater=annotation.owner.name,
            scus=tuple(self.row.pyramid.weights),
            present=self.row.peer.matched,
            score=getattr(self.scored.scores, SCORE_KIND).score,
        )


@dataclass(frozen=True, slots=True)
class ReleaseAgreement:
    """Agreement on the peers of one release."""

    topic: str
    pyramid_owner: str
    release: int
    agreement: PeerAgreement


@dataclass(frozen=True, slots=True)
class MatchingAgreement:
    """Agreement over all releases together (None where no peer has two matchers), and of each."""

    overall: PeerAgreement | None
    releases: tuple[ReleaseAgreement, ...]

    @property
    def release(self) -> int | None:
        """The number of the release, if it is one alone."""
        return self.releases[0].release if len(self.releases) == 1 else None

    def as_json(self) -> dict[str, Any] | None:
        """``score_agreement`` of DESIGN §5; ``release`` is null where several are put together."""
        return {"release": self.release, **agreement_fields(self.overall)} if self.overall else None

    def pairs_as_json(self) -> list[dict[str, Any]]:
        """Every two matchers over all releases."""
        return [asdict(pair) for pair in self.overall.pairs] if self.overall else []

    def releases_as_json(self) -> list[dict[str, Any]]:
        """The same of each release, with its topic, pyramid and pairs of matchers."""
        return [
            {
                "topic": one.topic,
                "pyramid_owner": one.pyramid_owner,
                "release": one.release,
                **agreement_fields(one.agreement),
                "cells": one.agreement.cells,
                "pairs": [asdict(pair) for pair in one.agreement.pairs],
            }
            for one in self.releases
        ]


def agreement_fields(found: PeerAgreement) -> dict[str, Any]:
    """The numbers, under the names of DESIGN §5."""
    names = ("peers", "kappa_cohen", "kappa_fleiss", "alpha_presence", "jaccard", "pearson", "mean_difference")
    return {name: getattr(found, name) for name in names}


def matched_peers(
    *, project: Project, annotations: QuerySet[PeerAnnotation], role: str | None, include_drafts: bool
) -> tuple[list[Matched], int]:
    """The annotations by people (the consensus is none) that count, newest releases first, and how many are withheld.

    ``annotations``: those that may be seen; withheld are those whose scores the project does not show to this ``role``
    now (None, a command, sees all). Seven statements.
    """
    mine = annotations.filter(summary__topic__project=project).exclude(owner__name=CONSENSUS)
    rows = peer_rows(mine.order_by(*NEWEST_FIRST))
    shown = [row for row in rows if may_see_scores(row.annotation, role)]
    rounding = Rounding(project.rounding)
    found = [Matched(row, scored_row(row, rounding, include_drafts=include_drafts)) for row in shown]
    return [one for one in found if one.scored.counts], len(rows) - len(shown)


def matching_agreement(matched: Sequence[Matched]) -> MatchingAgreement:
    """Agreement of the annotations, over all and by release."""
    by_release: dict[int, list[Matched]] = defaultdict(list)
    for one in matched:
        by_release[one.row.annotation.release_id].append(one)
    releases = [_of_release(several) for several in by_release.values()]
    return MatchingAgreement(
        peer_agreement(one.judgement for one in matched), tuple(one for one in releases if one is not None)
    )


def _of_release(matched: Sequence[Matched]) -> ReleaseAgreement | None:
    found = peer_agreement(one.judgement for one in matched)
    if found is None:
        return None
    annotation = matched[0].row.annotation
    topic, number = annotation.summary.topic.key, annotation.release.number
    return ReleaseAgreement(topic, annotation.pyramid_owner, number, found)
