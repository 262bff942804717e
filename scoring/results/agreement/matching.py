"""Agreement of matching: whether people who matched the same peers against the same release did it alike."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from annotator.projects.models import CONSENSUS, Topic
from scoring.measures.peer_agreement import PeerAgreement, PeerMatching, peer_agreement
from scoring.measures.pyramid import Rounding
from scoring.observations.pyramid_scores import ScoredPeer, scored_row, visible_rows
from scoring.observations.viewer import Viewer

SCORE_KIND = "modified"
"""The score that is compared; it is defined in every project."""


@dataclass(frozen=True, slots=True)
class ReleaseAgreement:
    """Agreement on the peers of one release."""

    topic: str
    pyramid_owner: str
    release: int
    agreement: PeerAgreement


@dataclass(frozen=True, slots=True)
class MatchingAgreement:
    """Agreement over all releases together (None if no peer has two matchers), and by release."""

    overall: PeerAgreement | None
    releases: tuple[ReleaseAgreement, ...]

    @property
    def release(self) -> int | None:
        """The number of the release if there is only one."""
        return self.releases[0].release if len(self.releases) == 1 else None

    def as_json(self) -> dict[str, Any] | None:
        """``score_agreement`` of DESIGN §5; ``release`` is null if there are several."""
        return {"release": self.release, **agreement_fields(self.overall)} if self.overall else None

    def pairs_as_json(self) -> list[dict[str, Any]]:
        """Every two matchers over all releases."""
        return [asdict(pair) for pair in self.overall.pairs] if self.overall else []

    def releases_as_json(self) -> list[dict[str, Any]]:
        """Agreement by release, with its topic, pyramid and pairs of matchers."""
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


def agreement_fields(agreement: PeerAgreement) -> dict[str, Any]:
    """The numbers, under the names of DESIGN §5."""
    names = ("peers", "kappa_cohen", "kappa_fleiss", "alpha_presence", "jaccard", "pearson", "mean_difference")
    return {name: getattr(agreement, name) for name in names}


def matched_peers(
    viewer: Viewer, *, topic: Topic | None = None, include_drafts: bool = False
) -> tuple[list[ScoredPeer], int]:
    """The annotations to compare, newest releases first, without the consensus; and how many are withheld."""
    rows, withheld = visible_rows(viewer, viewer.annotations(topic).exclude(owner__name=CONSENSUS))
    rounding = Rounding(viewer.project.rounding)
    scored = [scored_row(row, rounding, include_drafts=include_drafts) for row in rows]
    return [one for one in scored if one.origin.included], withheld


def matching_agreement(matched: Sequence[ScoredPeer]) -> MatchingAgreement:
    """Agreement of the annotations, over all and by release."""
    by_release: dict[int, list[ScoredPeer]] = defaultdict(list)
    for one in matched:
        by_release[one.origin.basis.key].append(one)
    releases = [_of_release(several) for several in by_release.values()]
    return MatchingAgreement(
        peer_agreement(map(_peer_matching, matched)), tuple(one for one in releases if one is not None)
    )


def _peer_matching(scored: ScoredPeer) -> PeerMatching:
    """What a matching says of each SCU of its release."""
    return PeerMatching(
        peer=(scored.origin.basis.key, scored.origin.subject.summary),
        rater=scored.origin.judge,
        scus=tuple(scored.row.pyramid.weights),
        present=scored.row.peer.matched,
        score=scored.scores.by_kind[SCORE_KIND].score,
    )


def _of_release(matched: Sequence[ScoredPeer]) -> ReleaseAgreement | None:
    found = peer_agreement(map(_peer_matching, matched))
    if found is None:
        return None
    origin = matched[0].origin
    return ReleaseAgreement(origin.subject.topic, origin.basis.owner, origin.basis.number, found)
