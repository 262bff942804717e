"""The scores that peers would have if they also expressed the SCUs that their matched SCUs imply."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from annotator.pyramids.models import ReleasedScu
from annotator.pyramids.verbs.relations import closure, relations_of
from scoring.measures.pyramid import Rounding
from scoring.measures.pyramid_scores import PyramidScores, XCount, score_peer
from scoring.measures.relations import with_implied
from scoring.observations.pyramid_scores import ScoredPeer

RelatedScus = Mapping[str, dict[str, Any]]
"""The SCUs of a release by id, with at least ``uid`` and ``relations``."""


def related_scus(releases: Iterable[int]) -> Mapping[int, RelatedScus]:
    """Returns the SCUs of these releases, by the primary key of the release, in the order of their positions. They also
    have ``label`` and ``weight``.
    """
    scus: dict[int, dict[str, dict[str, Any]]] = {key: {} for key in releases}
    rows = ReleasedScu.objects.filter(release__in=list(scus)).order_by("position", "pk")
    for row in rows.values("release", "uuid", "uid", "label", "weight", "relations"):
        scus[row["release"]][str(row["uuid"])] = {**row}
    return scus


@dataclass(frozen=True, slots=True)
class ImpliedScores:
    """A peer and its scores with implied SCUs. ``implied_count``: the number of SCUs that are implied, not matched."""

    peer: ScoredPeer
    scores: PyramidScores
    implied_count: int

    def as_json(self) -> dict[str, Any]:
        origin = self.peer.origin
        return {
            "peer": origin.subject.summarizer,
            "matcher": origin.judge,
            "release": origin.basis.number,
            "implied": self.implied_count,
            "scores": {kind: score.as_json() for kind, score in self.peer.scores.by_kind.items()},
            "with_implied": {kind: score.as_json() for kind, score in self.scores.by_kind.items()},
        }


def implied_scores(peer: ScoredPeer, scus: RelatedScus, x_count: XCount = XCount.DUCVIEW) -> ImpliedScores:
    """Scores a peer as if it also expressed all SCUs that its matched SCUs imply, directly or indirectly. ``scus``: the
    SCUs of its release.
    """
    row, origin = peer.row, peer.origin
    matched_ids = [key for key, scu in scus.items() if scu["uid"] in row.peer.matched]
    implied = {scus[key]["uid"] for key in closure(scus, matched_ids, "implies")}
    scores = score_peer(
        row.pyramid,
        with_implied(row.peer, implied),
        finished=origin.is_in_means,
        non_matching_marked=row.is_non_matching_marked,
        rounding=Rounding(origin.rounding),
        x_count=x_count,
    )
    return ImpliedScores(peer, scores, len(implied - row.peer.matched))


def has_implications(scus: RelatedScus) -> bool:
    """Whether any SCU implies another."""
    return any(relation["kind"] == "implies" for scu in scus.values() for relation in relations_of(scu))
