"""What the peers of a project or topic miss: each SCU with how many peers miss it, and what the best has and the worst
lacks. Only annotations that count take part, on each topic those of one release.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from statistics import fmean
from typing import Any

from annotator.projects.models import CONSENSUS, Summary, Topic
from annotator.pyramids.models import ReleasedScu
from annotator.work.models import Release
from scoring.measures.diagnosis import MatchedPeer, SummarizerMean, best_and_worst, majority_scus
from scoring.observations.pyramid_scores import ScoreChoice, ScoredPeer, score_sheet
from scoring.observations.viewer import Viewer
from scoring.results.scores.rows import natural_key
from scoring.results.wordings import Wording, said, wordings

CSV_COLUMNS = (*("topic", "release", "uid", "scu", "weight", "missed", "peers", "best_has", "worst_has", "wording"),)


@dataclass(frozen=True, slots=True)
class DiagnosedScu:
    """An SCU that ``missed`` of ``peers`` do not express; whether the best and the worst do (None: not here)."""

    topic: str
    release: int
    uid: int
    label: str
    weight: int
    missed: int
    peers: int
    best_has: bool | None
    worst_has: bool | None
    wordings: tuple[Wording, ...]

    @property
    def most_miss(self) -> bool:
        """Whether more than half of the peers miss it."""
        return 2 * self.missed > self.peers

    def as_row(self) -> dict[str, Any]:
        """The values of ``CSV_COLUMNS``."""
        told = {"scu": self.label, "wording": said(self.wordings)}
        return {column: told[column] if column in told else getattr(self, column) for column in CSV_COLUMNS}

    def as_json(self) -> dict[str, Any]:
        """Plain values for the API."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        return {**plain, "wordings": [asdict(wording) for wording in self.wordings]}


@dataclass(frozen=True, slots=True)
class TierMissed:
    """The SCUs of a weight: in how many cases, an SCU and a peer each, the peer misses it."""

    weight: int
    scus: int
    missed: int
    cases: int


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """``scus``: all, the heaviest and most missed first. ``best`` and ``worst``: by the ``kind`` of score, None where
    there are no two that differ. ``notes``: sentences on what was left out. ``several``: peers with several matchers.
    """

    kind: str
    topics: tuple[str, ...]
    peers: int
    scus: tuple[DiagnosedScu, ...]
    best: SummarizerMean | None
    worst: SummarizerMean | None
    masked: bool
    several: int
    withheld: int
    notes: tuple[str, ...]

    @property
    def missed_by_most(self) -> tuple[DiagnosedScu, ...]:
        """The SCUs that more than half of their topic's peers miss."""
        return tuple(scu for scu in self.scus if scu.most_miss)

    @property
    def best_has_worst_lacks(self) -> tuple[DiagnosedScu, ...]:
        """What sets the two apart, on the topics that both were matched on."""
        return tuple(scu for scu in self.scus if scu.best_has and scu.worst_has is False)

    @property
    def worst_has_best_lacks(self) -> tuple[DiagnosedScu, ...]:
        """The other way round."""
        return tuple(scu for scu in self.scus if scu.worst_has and scu.best_has is False)

    @property
    def tiers(self) -> tuple[TierMissed, ...]:
        """By weight, the heaviest first."""
        found = []
        for weight in sorted({scu.weight for scu in self.scus}, reverse=True):
            tier = [scu for scu in self.scus if scu.weight == weight]
            found.append(TierMissed(weight, len(tier), sum(scu.missed for scu in tier), sum(scu.peers for scu in tier)))
        return tuple(found)

    def as_json(self) -> dict[str, Any]:
        """Plain values for the API."""
        return {
            "score": self.kind,
            "topics": list(self.topics),
            "peers": self.peers,
            "best": self.best and asdict(self.best),
            "worst": self.worst and asdict(self.worst),
            "tiers": [asdict(tier) for tier in self.tiers],
            "scus": [scu.as_json() for scu in self.scus],
            "withheld": self.withheld,
            "warnings": list(self.notes),
        }


def diagnosis(viewer: Viewer, choice: ScoreChoice, kind: str, topic: Topic | None = None) -> Diagnosis:
    """Diagnose the peers of all topics or of one; what the project does not show to the viewer is left out."""
    sheet = score_sheet(viewer, choice, viewer.annotations(topic))
    counted = [one for one in sheet.peers.values() if one.origin.included]
    used, notes = _one_release_a_topic(counted)
    peers, several = _judged(used, kind)
    masked = any(one.origin.subject.masked for one in used)
    releases = {one.origin.subject.topic: one.row.annotation.release for one in used}
    ends = None if masked and len(releases) > 1 else best_and_worst(peers)
    best, worst = ends or (None, None)
    return Diagnosis(
        kind=kind,
        topics=tuple(releases),
        peers=len(peers),
        scus=tuple(_scus(releases, peers, best, worst)),
        best=best,
        worst=worst,
        masked=masked,
        several=several,
        withheld=sheet.withheld,
        notes=tuple(notes),
    )


def _one_release_a_topic(counted: Sequence[ScoredPeer]) -> tuple[list[ScoredPeer], list[str]]:
    """The annotations of the release that most are matched against (else the newest), and what that leaves out."""
    by_topic: dict[str, dict[int, list[ScoredPeer]]] = defaultdict(lambda: defaultdict(list))
    for one in counted:
        by_topic[one.origin.subject.topic][one.origin.basis.key].append(one)
    used, notes = [], []
    for topic, releases in by_topic.items():
        chosen = max(releases.values(), key=_size_and_age)
        used += chosen
        if left := sum(map(len, releases.values())) - len(chosen):
            notes.append(
                f"Topic {topic} mixes releases: {left} annotation{'' if left == 1 else 's'} of others than release "
                f"{chosen[0].origin.basis.number} left out."
            )
    return used, notes


def _size_and_age(matched: Sequence[ScoredPeer]) -> tuple[int, datetime, int]:
    release = matched[0].row.annotation.release
    return len(matched), release.created_at, release.pk


def _judged(used: Sequence[ScoredPeer], kind: str) -> tuple[list[MatchedPeer], int]:
    """The peers by name, each once, and how many of them are put together from several people's matching.

    A peer with a consensus is taken by that; else it has what at least half of its matchers found, and the mean of
    their scores.
    """
    by_peer: dict[int, list[ScoredPeer]] = defaultdict(list)
    for one in used:
        by_peer[one.origin.subject.summary].append(one)
    judged, several = [], 0
    for matched in by_peer.values():
        ones = [one for one in matched if one.origin.judge == CONSENSUS] or matched
        several += len(ones) > 1
        values = [value for one in ones if (value := one.scores.by_kind[kind].score) is not None]
        subject = ones[0].origin.subject
        expressed = majority_scus([one.row.peer.matched for one in ones])
        judged.append(MatchedPeer(subject.topic, subject.summarizer, expressed, fmean(values) if values else None))
    return sorted(judged, key=lambda peer: natural_key(peer.summarizer)), several


def _scus(
    releases: Mapping[str, Release],
    peers: Sequence[MatchedPeer],
    best: SummarizerMean | None,
    worst: SummarizerMean | None,
) -> list[DiagnosedScu]:
    """All SCUs of the releases: heaviest first, then those that the greatest share of peers misses."""
    topics = {release.pk: topic for topic, release in releases.items()}
    by_topic: dict[str, list[MatchedPeer]] = {topic: [] for topic in releases}
    for peer in peers:
        by_topic[peer.topic].append(peer)
    released = list(ReleasedScu.objects.filter(release__in=list(topics)).order_by("position", "pk"))
    models = Summary.objects.filter(topic__in=[one.pyramid.topic_id for one in releases.values()]).model_summaries()
    summaries = {summary.pk: summary for summary in models.defer("words", "sentences")}
    found = []
    for scu in released:
        topic = topics[scu.release_id]
        here = by_topic[topic]
        found.append(
            DiagnosedScu(
                topic=topic,
                release=releases[topic].number,
                uid=scu.uid,
                label=scu.label,
                weight=scu.weight,
                missed=sum(scu.uid not in peer.expressed for peer in here),
                peers=len(here),
                best_has=_has(scu.uid, here, best),
                worst_has=_has(scu.uid, here, worst),
                wordings=wordings(scu, summaries),
            )
        )
    order = {topic: at for at, topic in enumerate(releases)}
    return sorted(found, key=lambda scu: (-scu.weight, -scu.missed / scu.peers, order[scu.topic]))


def _has(uid: int, here: Iterable[MatchedPeer], one: SummarizerMean | None) -> bool | None:
    """Whether a summarizer's peer on this topic expresses an SCU; None where there is none."""
    return next((uid in peer.expressed for peer in here if one and peer.summarizer == one.summarizer), None)
