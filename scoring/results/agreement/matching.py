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

    def as_json(self) -> dict[str, Any]:
        """For the API, with its pairs of matchers."""
        fields = asdict(self)
        agreement = fields.pop("agreement")
        return {**fields, **agreement_fields(self.agreement), "cells": agreement["cells"], "pairs": agreement["pairs"]}


@dataclass(frozen=True, slots=True)
class MatchingAgreement:
    """Agreement over all releases together (None if no peer has two matchers), and by release."""

    overall: PeerAgreement | None
    releases: tuple[ReleaseAgreement, ...]

    def as_json(self) -> dict[str, Any] | None:
        """``score_agreement`` of DESIGN §5; ``release`` is null if there are several."""
        number = self.releases[0].release if len(self.releases) == 1 else None
        return {"release": number, **agreement_fields(self.overall)} if self.overall else None


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
    by_release: dict[int, list[ScoredPeer]] = defaultdict(list)
    for peer in matched:
        by_release[peer.origin.basis.key].append(peer)
    releases = []
    for peers in by_release.values():
        if agreement := peer_agreement(map(_peer_matching, peers)):
            origin = peers[0].origin
            release = ReleaseAgreement(origin.subject.topic, origin.basis.owner, origin.basis.number, agreement)
            releases.append(release)
    return MatchingAgreement(peer_agreement(map(_peer_matching, matched)), tuple(releases))


def _peer_matching(scored: ScoredPeer) -> PeerMatching:
    """What a matching says of each SCU of its release."""
    return PeerMatching(
        peer=(scored.origin.basis.key, scored.origin.subject.summary),
        rater=scored.origin.judge,
        scus=tuple(scored.row.pyramid.weights),
        present=scored.row.peer.matched,
        score=scored.scores.by_kind[SCORE_KIND].score,
    )
