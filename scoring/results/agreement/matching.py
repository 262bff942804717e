"""Agreement on matching: do people who match the same peer against the same release match it alike?"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from annotator.projects.models import CONSENSUS, Topic
from scoring.measures.peer_agreement import PeerAgreement, PeerMatching, peer_agreement
from scoring.measures.pyramid import Rounding
from scoring.observations.pyramid_scores import ScoredPeer, scored_row, visible_rows
from scoring.observations.viewer import Viewer

COMPARED_SCORE = "modified"
"""The score whose agreement is reported. Unlike the original score, it does not need non-matching text to be marked."""


@dataclass(frozen=True, slots=True)
class ReleaseAgreement:
    """Agreement on one release. Releases with the same SCUs and weights count as one, which has the newest number."""

    topic: str
    pyramid_owner: str
    release: int
    agreement: PeerAgreement

    def as_json(self) -> dict[str, Any]:
        fields = asdict(self)
        agreement = fields.pop("agreement")
        return {**fields, **agreement_fields(self.agreement), "cells": agreement["cells"], "pairs": agreement["pairs"]}


@dataclass(frozen=True, slots=True)
class MatchingAgreement:
    """The agreement on the peers of all releases together (``overall``: None if no peer has two matchers), and on the
    peers of each release (``releases``).
    """

    overall: PeerAgreement | None
    releases: tuple[ReleaseAgreement, ...]

    def as_json(self) -> dict[str, Any] | None:
        """The value of ``score_agreement`` in the API; its ``release`` is null if there are several releases."""
        number = self.releases[0].release if len(self.releases) == 1 else None
        return {"release": number, **agreement_fields(self.overall)} if self.overall else None


COEFFICIENTS = (
    *("kappa_cohen", "kappa_fleiss", "alpha_presence", "jaccard", "pearson", "mean_difference"),
    *("icc_a1", "icc_c1", "limits", "positive", "negative", "ac1"),
)
"""The coefficients of PeerAgreement in the order of the output; ``limits`` is a pair of numbers."""

MEAN_OVER_PAIRS = "mean over pairs"


def agreement_fields(agreement: PeerAgreement) -> dict[str, Any]:
    """The agreement as JSON. ``method``: how cells (pairs of an SCU and a peer) and the values of several pairs of
    matchers are combined.
    """
    icc = "all matchers" if agreement.has_joint_icc else MEAN_OVER_PAIRS
    return {
        "peers": agreement.peers,
        **{name: getattr(agreement, name) for name in COEFFICIENTS},
        "intervals": agreement.intervals,
        "method": {"cells": "pooled", "matchers": MEAN_OVER_PAIRS, "icc": icc},
    }


def peers_to_compare(
    viewer: Viewer, *, topic: Topic | None = None, include_drafts: bool = False
) -> tuple[list[ScoredPeer], int]:
    """Returns the scored annotations whose matching is compared, newest release first, and the number of annotations
    withheld from the viewer. The consensus is left out, because it was made from the annotations that are compared.
    """
    rows, withheld_count = visible_rows(viewer, viewer.annotations(topic).exclude(owner__name=CONSENSUS))
    rounding = Rounding(viewer.project.rounding)
    scored_peers = [scored_row(row, rounding, include_drafts=include_drafts) for row in rows]
    return [peer for peer in scored_peers if peer.origin.is_in_means], withheld_count


def matching_agreement(scored_peers: Sequence[ScoredPeer]) -> MatchingAgreement:
    """The agreement of matchers. ``scored_peers``: sorted by release, the newest first."""
    by_release: dict[tuple[str, str], list[ScoredPeer]] = defaultdict(list)
    for peer in scored_peers:
        by_release[peer.origin.subject.topic, peer.origin.basis.comparison_key].append(peer)
    releases = []
    for peers in by_release.values():
        if agreement := peer_agreement(map(_peer_matching, peers)):
            origin = peers[0].origin
            release = ReleaseAgreement(origin.subject.topic, origin.basis.owner, origin.basis.number, agreement)
            releases.append(release)
    return MatchingAgreement(peer_agreement(map(_peer_matching, scored_peers)), tuple(releases))


def _peer_matching(peer: ScoredPeer) -> PeerMatching:
    score = peer.scores.by_kind[COMPARED_SCORE]
    return PeerMatching(
        peer=(peer.origin.basis.comparison_key, peer.origin.subject.summary),
        rater=peer.origin.judge,
        scus=tuple(peer.row.pyramid.weights),
        present=peer.row.peer.matched,
        score=score.score if score.exact is None else score.exact,
    )
