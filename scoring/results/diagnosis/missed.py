"""What peers miss: how many peers miss each SCU, and which SCUs the best summarizer has and the worst lacks.

Only finished annotations count (drafts on request), and on each topic only those against one release.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from statistics import fmean
from typing import Any, NamedTuple

from annotator.projects.models import CONSENSUS, Summary, Topic
from annotator.pyramids.models import ReleasedScu
from annotator.runs.steps import reserve_time, with_progress
from annotator.work.release_models import Release
from scoring.figures.bar_plot import Bar, BarPlot
from scoring.figures.figure import Figure
from scoring.measures.diagnosis import MatchedPeer, SummarizerMean, best_and_worst, majority_scus
from scoring.measures.observation import Observation, basis_warnings
from scoring.observations.pyramid_scores import ScoreSettings, score_sheet
from scoring.observations.rows import PeerRow
from scoring.observations.viewer import Viewer, chosen_topic
from scoring.results.scores.detail import Wording, wordings
from scoring.results.scores.rows import natural_key

SECONDS_PER_WORK = 0.0004
"""Estimated time for each work of the project (a pyramid or peer annotation) on a slow machine."""

MAX_BARS = 20
"""The most SCUs in the figure; the CSV file of the diagnosis has all."""

CSV_COLUMNS = ("topic", "release", "uid", "scu", "weight", "missed", "peers", "best_has", "worst_has", "wording")


class Matching(NamedTuple):
    """A peer annotation: its score, and the row with its matched SCUs."""

    score: Observation
    row: PeerRow


@dataclass(frozen=True, slots=True)
class DiagnosedScu:
    """An SCU. ``peers``: the number of peers of its topic; ``missed``: how many of these lack the SCU. ``best_has`` and
    ``worst_has``: whether the peer by the best (the worst) summarizer has the SCU, None if there is no such peer on
    this topic.
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
        wording = " | ".join(f"{wording.letter}: {wording.text}" for wording in self.wordings)
        return {**asdict(self), "scu": self.label, "wording": wording}


@dataclass(frozen=True, slots=True)
class TierMissed:
    """Counts for one weight. ``scus``: the SCUs of this weight; ``cases``: the pairs of such an SCU and a peer on its
    topic; ``missed``: the pairs whose peer lacks the SCU.
    """

    weight: int
    scus: int
    missed: int
    cases: int


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What peers miss on ``topic`` (None for all topics). ``topic_choices``: the topics that the viewer can select.
    ``topics``: the keys of the topics with matched peers. ``scus``: the heaviest and most missed first. ``best`` and
    ``worst``: the summarizers with the highest and the lowest mean score of this ``score_kind``, None if no two
    summarizers differ. ``combined_count``: number of peers whose result combines several matchers. ``notes``: sentences
    about annotations that were left out.
    """

    topic_choices: list[Topic]
    topic: Topic | None
    score_kind: str
    topics: tuple[str, ...]
    peer_count: int
    scus: tuple[DiagnosedScu, ...]
    best: SummarizerMean | None
    worst: SummarizerMean | None
    has_masked_peers: bool
    combined_count: int
    withheld_count: int
    notes: tuple[str, ...]

    @property
    def missed_by_most(self) -> tuple[DiagnosedScu, ...]:
        return tuple(scu for scu in self.scus if 2 * scu.missed > scu.peers)

    @property
    def best_has_worst_lacks(self) -> tuple[DiagnosedScu, ...]:
        return tuple(scu for scu in self.scus if scu.best_has and scu.worst_has is False)

    @property
    def worst_has_best_lacks(self) -> tuple[DiagnosedScu, ...]:
        return tuple(scu for scu in self.scus if scu.worst_has and scu.best_has is False)

    @property
    def tiers(self) -> tuple[TierMissed, ...]:
        by_weight: dict[int, list[DiagnosedScu]] = defaultdict(list)
        for scu in self.scus:  # the heaviest first
            by_weight[scu.weight].append(scu)
        return tuple(
            TierMissed(weight, len(scus), sum(scu.missed for scu in scus), sum(scu.peers for scu in scus))
            for weight, scus in by_weight.items()
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "score": self.score_kind,
            "topics": list(self.topics),
            "peers": self.peer_count,
            "best": self.best and asdict(self.best),
            "worst": self.worst and asdict(self.worst),
            "tiers": [asdict(tier) for tier in self.tiers],
            "scus": [asdict(scu) for scu in self.scus],
            "withheld": self.withheld_count,
            "warnings": list(self.notes),
        }


def diagnose(viewer: Viewer, settings: ScoreSettings, score_kind: str, topic_key: str = "") -> Diagnosis:
    """Diagnose the peers whose scores the viewer may see, on all topics or on one. Raises Topic.DoesNotExist."""
    topic_choices = viewer.topics()
    topic = chosen_topic(topic_key, topic_choices)
    reserve_time(0 if topic else viewer.work_count * SECONDS_PER_WORK)
    sheet = score_sheet(viewer, settings, viewer.annotations(topic))
    scores = [score for score in sheet.observations.of(score_kind) if score.origin.is_in_means]
    # Scores of model summaries come from no annotation (``work`` is None), so they are left out here.
    matchings, notes = _one_release_per_topic(
        Matching(score, sheet.peers[score.origin.work].row) for score in scores if score.origin.work is not None
    )
    peers, combined_count = _combined_peers(matchings)
    has_masked_peers = any(score.subject.is_masked for score, _ in matchings)
    releases = {score.subject.topic: row.annotation.release for score, row in matchings}
    is_comparable = len(releases) < 2 or not has_masked_peers
    best, worst = (best_and_worst(peers) if is_comparable else None) or (None, None)
    return Diagnosis(
        topic_choices=topic_choices,
        topic=topic,
        score_kind=score_kind,
        topics=tuple(releases),
        peer_count=len(peers),
        scus=tuple(_diagnosed_scus(releases, peers, best, worst)),
        best=best,
        worst=worst,
        has_masked_peers=has_masked_peers,
        combined_count=combined_count,
        withheld_count=sheet.withheld_count,
        notes=(*notes, *basis_warnings(score.origin for score, _ in matchings)),
    )


def tier_figure(result: Diagnosis) -> Figure | None:
    """How much of each tier is missed; None if there are no SCUs."""
    if not result.scus:
        return None
    bars = tuple(
        Bar(f"Weight {tier.weight} ({tier.scus} SCU{'' if tier.scus == 1 else 's'})", tier.missed, tier.cases)
        for tier in result.tiers
    )
    about = "Of all pairs of an SCU and a peer on its topic, those in which the peer misses the SCU."
    return Figure("tiers", "Missed by weight", about, BarPlot(value_name="Missed", row_name="Tier", bars=bars))


def missed_figure(result: Diagnosis) -> Figure | None:
    """The heaviest SCUs that most peers miss; None if there are none."""
    missed = result.missed_by_most[:MAX_BARS]
    if not missed:
        return None
    prefixes = [f"{scu.topic} " if len(result.topics) > 1 else "" for scu in missed]
    names = [f"{prefix}[{scu.weight}] {scu.label}" for prefix, scu in zip(prefixes, missed, strict=True)]
    bars = tuple(Bar(name, scu.missed, scu.peers) for name, scu in zip(names, missed, strict=True))
    about = f"The {len(missed)} heaviest SCUs that more than half of the peers miss, with the number of peers that do."
    plot = BarPlot(value_name="Peers that miss it", row_name="SCU", bars=bars)
    return Figure("missed", "Missed by most peers", about, plot)


def _one_release_per_topic(matchings: Iterable[Matching]) -> tuple[list[Matching], list[str]]:
    """Returns the annotations against one release of each topic, and sentences about the annotations that are left out.
    The release is that with the most annotations; if several have equally many, the newest of these. Releases with the
    same models and weights count as one release.
    """
    by_topic: dict[str, dict[str, list[Matching]]] = defaultdict(lambda: defaultdict(list))
    for matching in matchings:
        subject, basis = matching.score.subject, matching.score.origin.basis
        by_topic[subject.topic][basis.comparison_key].append(matching)
    used, notes = [], []
    for topic, by_release in by_topic.items():
        sorted_by_date = (sorted(release_matchings, key=_date) for release_matchings in by_release.values())
        release_matchings = max(sorted_by_date, key=_size_and_date)
        used += release_matchings
        if unused_count := sum(map(len, by_release.values())) - len(release_matchings):
            number = release_matchings[-1].score.origin.basis.number
            notes.append(
                f"Topic {topic} mixes releases: only annotations of release {number} are used; {unused_count} "
                f"other{' is' if unused_count == 1 else 's are'} left out."
            )
    return used, notes


def _size_and_date(matchings: Sequence[Matching]) -> tuple[int, datetime, int]:
    """A sort key. ``matchings``: those of one release, or of releases that count as one, sorted by date."""
    return len(matchings), *_date(matchings[-1])


def _date(matching: Matching) -> tuple[datetime, int]:
    """A sort key: the date of the release, and its primary key."""
    release = matching.row.annotation.release
    return release.created_at, release.pk


def _combined_peers(matchings: Iterable[Matching]) -> tuple[list[MatchedPeer], int]:
    """Returns each peer once, in order of names, and the number of peers with several matchers combined. If there is a
    consensus on a peer, only the consensus counts. Otherwise the peer has the SCUs that at least half of its matchers
    found, and the mean of their scores.
    """
    by_peer: dict[int, list[Matching]] = defaultdict(list)
    for matching in matchings:
        by_peer[matching.score.subject.summary].append(matching)
    peers, combined_count = [], 0
    for peer_matchings in by_peer.values():
        by_consensus = [matching for matching in peer_matchings if matching.score.origin.judge == CONSENSUS]
        combined = by_consensus or peer_matchings
        combined_count += len(combined) > 1
        scores = [score.value for score, _ in combined if score.value is not None]
        subject = combined[0].score.subject
        expressed = majority_scus([row.peer.matched for _, row in combined])
        peers.append(MatchedPeer(subject.topic, subject.summarizer, expressed, fmean(scores) if scores else None))
    return sorted(peers, key=lambda peer: natural_key(peer.summarizer)), combined_count


def _diagnosed_scus(
    releases: Mapping[str, Release],
    peers: Iterable[MatchedPeer],
    best: SummarizerMean | None,
    worst: SummarizerMean | None,
) -> list[DiagnosedScu]:
    """All SCUs of the ``releases`` (by topic key), sorted by weight, share of peers that miss them, and topic."""
    topic_by_release = {release.pk: topic for topic, release in releases.items()}
    peers_by_topic: dict[str, list[MatchedPeer]] = {topic: [] for topic in releases}
    for peer in peers:
        peers_by_topic[peer.topic].append(peer)
    topic_ids = [release.pyramid.topic_id for release in releases.values()]
    models = Summary.objects.filter(topic__in=topic_ids).model_summaries().defer("words", "sentences")
    models_by_key = {model.pk: model for model in models}
    released_scus = ReleasedScu.objects.filter(release__in=list(topic_by_release)).order_by("position", "pk")
    scus = [
        DiagnosedScu(
            topic=topic,
            release=releases[topic].number,
            uid=scu.uid,
            label=scu.label,
            weight=scu.weight,
            missed=sum(scu.uid not in peer.expressed for peer in peers_by_topic[topic]),
            peers=len(peers_by_topic[topic]),
            best_has=_expresses(best, scu.uid, peers_by_topic[topic]),
            worst_has=_expresses(worst, scu.uid, peers_by_topic[topic]),
            wordings=wordings(scu, models_by_key),
        )
        for scu in with_progress(released_scus, time_share=0.6)
        for topic in [topic_by_release[scu.release_id]]
    ]
    topic_positions = {topic: position for position, topic in enumerate(releases)}
    return sorted(scus, key=lambda scu: (-scu.weight, -scu.missed / scu.peers, topic_positions[scu.topic]))


def _expresses(summarizer: SummarizerMean | None, uid: int, peers: Iterable[MatchedPeer]) -> bool | None:
    """Whether the summarizer's peer expresses the SCU; None without a summarizer, or if it wrote none of ``peers``."""
    return next(
        (uid in peer.expressed for peer in peers if summarizer and peer.summarizer == summarizer.summarizer), None
    )
