"""What peers miss: how many peers miss each SCU, and which SCUs the best summarizer has and the worst lacks.

Counts finished annotations (drafts only on request), on each topic those of one release.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from statistics import fmean
from typing import Any

from annotator.projects.models import CONSENSUS, Summary, Topic
from annotator.pyramids.models import ReleasedScu
from annotator.runs.steps import reserve_time, with_progress
from annotator.work.models import Release
from scoring.figures.bar_plot import Bar, BarPlot
from scoring.figures.figure import Figure
from scoring.measures.diagnosis import MatchedPeer, SummarizerMean, best_and_worst, majority_scus
from scoring.measures.observation import Observation
from scoring.observations.pyramid_scores import ScoreChoice, score_sheet
from scoring.observations.rows import PeerRow
from scoring.observations.viewer import Viewer, chosen_topic
from scoring.results.scores.detail import Wording, wordings
from scoring.results.scores.rows import natural_key

SECONDS = 0.0004
"""What a work of the project costs on a slow machine."""

MOST_BARS = 20
"""Number of SCUs that are drawn; the table and the file have all."""

CSV_COLUMNS = ("topic", "release", "uid", "scu", "weight", "missed", "peers", "best_has", "worst_has", "wording")

Matching = tuple[Observation, PeerRow]
"""The score of a peer annotation, and the annotation."""


@dataclass(frozen=True, slots=True)
class DiagnosedScu:
    """An SCU that ``missed`` of ``peers`` do not express.

    ``best_has`` and ``worst_has``: whether the best and the worst express it, None if not matched on this topic.
    """

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

    def csv_row(self) -> dict[str, Any]:
        """The values of ``CSV_COLUMNS``, among others."""
        wording = " | ".join(f"{one.letter}: {one.text}" for one in self.wordings)
        return {**asdict(self), "scu": self.label, "wording": wording}


@dataclass(frozen=True, slots=True)
class TierMissed:
    """The SCUs of a weight. ``cases``: (SCU, peer) pairs; ``missed``: those in which the peer lacks the SCU."""

    weight: int
    scus: int
    missed: int
    cases: int


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What peers miss on ``topic`` (None: all topics); ``choices`` are the topics that the viewer can choose.

    ``scus``: all SCUs, the heaviest and most missed first. ``best`` and ``worst`` by the ``kind`` of score; None if
    no two summarizers differ. ``several``: number of peers with more than one matcher. ``notes``: sentences about
    annotations that were left out.
    """

    choices: list[Topic]
    topic: Topic | None
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
        return tuple(scu for scu in self.scus if 2 * scu.missed > scu.peers)

    @property
    def best_has_worst_lacks(self) -> tuple[DiagnosedScu, ...]:
        """On the topics where both were matched."""
        return tuple(scu for scu in self.scus if scu.best_has and scu.worst_has is False)

    @property
    def worst_has_best_lacks(self) -> tuple[DiagnosedScu, ...]:
        """On the topics where both were matched."""
        return tuple(scu for scu in self.scus if scu.worst_has and scu.best_has is False)

    @property
    def tiers(self) -> tuple[TierMissed, ...]:
        """By weight, the heaviest first."""
        by_weight: dict[int, list[DiagnosedScu]] = defaultdict(list)
        for scu in self.scus:  # the heaviest first
            by_weight[scu.weight].append(scu)
        return tuple(
            TierMissed(weight, len(scus), sum(scu.missed for scu in scus), sum(scu.peers for scu in scus))
            for weight, scus in by_weight.items()
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "score": self.kind,
            "topics": list(self.topics),
            "peers": self.peers,
            "best": self.best and asdict(self.best),
            "worst": self.worst and asdict(self.worst),
            "tiers": [asdict(tier) for tier in self.tiers],
            "scus": [asdict(scu) for scu in self.scus],
            "withheld": self.withheld,
            "warnings": list(self.notes),
        }


def diagnosis(viewer: Viewer, choice: ScoreChoice, kind: str, topic_key: str = "") -> Diagnosis:
    """Diagnose the peers of all topics or of one, as far as the viewer may see their scores.

    Raises Topic.DoesNotExist.
    """
    choices = viewer.topics()
    topic = chosen_topic(topic_key, choices)
    reserve_time(0 if topic else viewer.works * SECONDS)
    sheet = score_sheet(viewer, choice, viewer.annotations(topic))
    scores = [score for score in sheet.observations.of(kind) if score.origin.included]
    rows = {key: peer.row for key, peer in sheet.peers.items()}
    used, notes = _one_release_a_topic([(score, rows[key]) for score in scores if (key := score.origin.work) in rows])
    peers, several = _judged_peers(used)
    masked = any(score.subject.masked for score, _ in used)
    releases = {score.subject.topic: row.annotation.release for score, row in used}
    best, worst = (None if masked and len(releases) > 1 else best_and_worst(peers)) or (None, None)
    return Diagnosis(
        choices=choices,
        topic=topic,
        kind=kind,
        topics=tuple(releases),
        peers=len(peers),
        scus=tuple(_diagnosed_scus(releases, peers, best, worst)),
        best=best,
        worst=worst,
        masked=masked,
        several=several,
        withheld=sheet.withheld,
        notes=tuple(notes),
    )


def tier_figure(result: Diagnosis) -> Figure | None:
    """How much of each tier is missed; None without SCUs."""
    if not result.scus:
        return None
    bars = tuple(
        Bar(f"Weight {tier.weight} ({tier.scus} SCU{'' if tier.scus == 1 else 's'})", tier.missed, tier.cases)
        for tier in result.tiers
    )
    about = "Of all pairs of an SCU and a peer on its topic, those in which the peer misses the SCU."
    return Figure("tiers", "Missed by weight", about, BarPlot("Missed", "Tier", bars))


def missed_figure(result: Diagnosis) -> Figure | None:
    """The heaviest SCUs that most peers miss; None if there are none."""
    missed = result.missed_by_most[:MOST_BARS]
    if not missed:
        return None
    several = len(result.topics) > 1
    names = [f"{scu.topic} [{scu.weight}] {scu.label}" if several else f"[{scu.weight}] {scu.label}" for scu in missed]
    bars = tuple(Bar(name, scu.missed, scu.peers) for name, scu in zip(names, missed, strict=True))
    about = f"The {len(missed)} heaviest SCUs that more than half of the peers miss, with the number of peers that do."
    return Figure("missed", "Missed by most peers", about, BarPlot("Peers that miss it", "SCU", bars))


def _one_release_a_topic(matchings: Iterable[Matching]) -> tuple[list[Matching], list[str]]:
    """The annotations of the release with most annotations (the newest of several), and sentences on the others."""
    by_topic: dict[str, dict[int, list[Matching]]] = defaultdict(lambda: defaultdict(list))
    for score, row in matchings:
        by_topic[score.subject.topic][score.origin.basis.key].append((score, row))
    used, notes = [], []
    for topic, releases in by_topic.items():
        chosen = max(releases.values(), key=_size_and_age)
        used += chosen
        if unused := sum(map(len, releases.values())) - len(chosen):
            notes.append(
                f"Topic {topic} mixes releases: only annotations of release {chosen[0][0].origin.basis.number} are "
                f"used; {unused} other{' is' if unused == 1 else 's are'} left out."
            )
    return used, notes


def _size_and_age(matchings: Sequence[Matching]) -> tuple[int, datetime, int]:
    release = matchings[0][1].annotation.release
    return len(matchings), release.created_at, release.pk


def _judged_peers(matchings: Iterable[Matching]) -> tuple[list[MatchedPeer], int]:
    """Each peer once, by name, and how many of them combine the matching of several people.

    The consensus on a peer is taken if there is one. Otherwise the peer has the SCUs that at least half of its
    matchers found, and the mean of their scores.
    """
    by_peer: dict[int, list[Matching]] = defaultdict(list)
    for score, row in matchings:
        by_peer[score.subject.summary].append((score, row))
    peers, several = [], 0
    for of_peer in by_peer.values():
        chosen = [(score, row) for score, row in of_peer if score.origin.judge == CONSENSUS] or of_peer
        several += len(chosen) > 1
        values = [score.value for score, _ in chosen if score.value is not None]
        subject = chosen[0][0].subject
        expressed = majority_scus([row.peer.matched for _, row in chosen])
        peers.append(MatchedPeer(subject.topic, subject.summarizer, expressed, fmean(values) if values else None))
    return sorted(peers, key=lambda peer: natural_key(peer.summarizer)), several


def _diagnosed_scus(
    releases: Mapping[str, Release],
    peers: Iterable[MatchedPeer],
    best: SummarizerMean | None,
    worst: SummarizerMean | None,
) -> list[DiagnosedScu]:
    """All SCUs of the releases, by topic: heaviest first, then by the share of peers that miss them."""
    topics = {release.pk: topic for topic, release in releases.items()}
    by_topic: dict[str, list[MatchedPeer]] = {topic: [] for topic in releases}
    for peer in peers:
        by_topic[peer.topic].append(peer)
    models = Summary.objects.filter(topic__in=[one.pyramid.topic_id for one in releases.values()]).model_summaries()
    summaries = {summary.pk: summary for summary in models.defer("words", "sentences")}
    released = ReleasedScu.objects.filter(release__in=list(topics)).order_by("position", "pk")
    scus = [
        DiagnosedScu(
            topic=topic,
            release=releases[topic].number,
            uid=scu.uid,
            label=scu.label,
            weight=scu.weight,
            missed=sum(scu.uid not in peer.expressed for peer in by_topic[topic]),
            peers=len(by_topic[topic]),
            best_has=_has(scu.uid, by_topic[topic], best),
            worst_has=_has(scu.uid, by_topic[topic], worst),
            wordings=wordings(scu, summaries),
        )
        for scu in with_progress(released, share=0.6)
        for topic in [topics[scu.release_id]]
    ]
    order = {topic: at for at, topic in enumerate(releases)}
    return sorted(scus, key=lambda scu: (-scu.weight, -scu.missed / scu.peers, order[scu.topic]))


def _has(uid: int, peers: Iterable[MatchedPeer], ranked: SummarizerMean | None) -> bool | None:
    """Whether the peer by the best or worst summarizer expresses the SCU; None if it wrote none of ``peers``."""
    return next((uid in peer.expressed for peer in peers if ranked and peer.summarizer == ranked.summarizer), None)
