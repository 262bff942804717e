"""Order-n analysis of a project's releases, for its page, the API and the command: whose pyramids, whose matching."""

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet

from annotator.projects.models import CONSENSUS, Project, Summary, Topic
from annotator.projects.peer_names import mask_sort_key
from annotator.pyramids.models import ReleasedScu
from annotator.runs.steps import reserve_time
from annotator.work.models import Release
from annotator.work.states.permissions import accepts_edits
from scoring.observations.pyramid_scores import consensus_first, visible_rows
from scoring.observations.rows import PeerRow
from scoring.observations.topic_contents import NamedPeer, TopicContents, doubled_warnings
from scoring.observations.viewer import Viewer
from scoring.results.stability.analysis import StabilityRefused, stability
from scoring.results.stability.result import MODIFIED, Stability, StabilityChoice

MOST_SCORES = 64_000_000
"""More than three topics of 20 models take too long for a page, and more than 40 peers of one of them."""
SECONDS_OF_TOPIC, SECONDS_OF_SCORE = 0.005, 1e-7
"""On a slow machine."""

SMALLER = "choose fewer topics, or use manage.py stability."


@dataclass(frozen=True, slots=True)
class PyramidChoice:
    """Which pyramids and whose matching. ``topics``: keys; none means all. ``owner``: of the pyramids; "" means the
    consensus, else the only owner. ``number``: of a release; None means the latest. ``matcher``: of the peers; "" means
    the consensus on each peer, else its only matcher.
    """

    topics: tuple[str, ...] = ()
    owner: str = ""
    number: int | None = None
    matcher: str = ""
    include_drafts: bool = False


@dataclass(frozen=True, slots=True)
class ProjectStability:
    """The analysis, or None and a sentence in ``refused`` that says why; ``peers_refused`` is such a sentence about the
    peers alone. ``topics``, ``owners`` and ``matchers`` are those that the viewer can choose.
    """

    stability: Stability | None
    refused: str
    peers_refused: str
    topics: list[Topic]
    owners: tuple[str, ...]
    matchers: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """For the API: the keys of the command unless it was refused, and these."""
        return {
            **(self.stability.as_json() if self.stability else {}),
            "refused": self.refused or None,
            "peers_refused": self.peers_refused or None,
            "owners": list(self.owners),
            "matchers": list(self.matchers),
        }


def project_stability(
    viewer: Viewer, pyramids: PyramidChoice, choice: StabilityChoice, most_scores: int | None = None
) -> ProjectStability:
    """Analyse the releases of the project that the viewer may see, and the peers matched to them.

    An analysis of more than ``most_scores`` scores is refused. Raises Topic.DoesNotExist.
    """
    visible = viewer.topics()
    if set(pyramids.topics) - {topic.key for topic in visible}:
        raise Topic.DoesNotExist
    releases = releases_in_order(viewer.releases())
    owners = tuple(sorted({one.pyramid.owner.name for one in releases}, key=consensus_first))
    matchers: tuple[str, ...] = ()
    peers_refused = ""
    try:
        chosen, warnings = _chosen(releases, pyramids)
        topics = release_contents(chosen)
        if not _fits(topics, most_scores):
            raise StabilityRefused(f"So many model summaries take too long for a page: {SMALLER}")
        reserve_time(len(chosen) * SECONDS_OF_TOPIC + _scores(topics) * SECONDS_OF_SCORE)
        if choice.score_peers:
            if viewer.project.non_matching != Project.NonMatching.MARK:
                choice = replace(choice, score=MODIFIED)
            rows, _ = visible_rows(viewer, viewer.annotations().filter(release__in=chosen))
            rows = [row for row in rows if pyramids.include_drafts or not accepts_edits(row.annotation.state)]
            matchers = tuple(sorted({row.annotation.owner.name for row in rows}, key=consensus_first))
            topics, peers_refused = _with_peers(topics, chosen, rows, pyramids)
            reserve_time(_scores(topics) * SECONDS_OF_SCORE)
            if not _fits(topics, most_scores):
                topics = [replace(one, peers=()) for one in topics]
                peers_refused = f"So many peers take too long for a page: {SMALLER}"
        result = stability(topics, choice)
    except StabilityRefused as refused:
        return ProjectStability(None, str(refused), peers_refused, visible, owners, matchers)
    result = replace(result, warnings=(*warnings, *result.warnings))
    return ProjectStability(result, "", peers_refused, visible, owners, matchers)


def releases_in_order(releases: QuerySet[Release]) -> list[Release]:
    """Releases with pyramid, topic and owner, by topic, then owner, the newest first."""
    releases = releases.select_related("pyramid__owner", "pyramid__topic")
    releases = releases.order_by("pyramid__topic__key", "pyramid__owner__name", "-number")
    return list(releases.defer("document", "pyramid__topic__statement"))


def release_contents(releases: Sequence[Release]) -> list[TopicContents]:
    """The pyramid of each release; weights count distinct model summaries."""
    scus: dict[int, list[tuple[int, int, set[int]]]] = defaultdict(list)
    rows = ReleasedScu.objects.filter(release__in=releases).order_by("position", "pk")
    for release, uid, weight, contributors in rows.values_list("release", "uid", "weight", "contributors").iterator():
        scus[release].append((uid, weight, {contributor["summary"] for contributor in contributors}))
    models: dict[int, list[tuple[int, str]]] = defaultdict(list)
    topics = [release.pyramid.topic_id for release in releases]
    summaries = Summary.objects.filter(topic__in=topics).model_summaries().order_by("topic", "position")
    for topic, key, name in summaries.values_list("topic", "pk", "summarizer"):
        models[topic].append((key, name))
    return [_contents(release, scus[release.pk], models[release.pyramid.topic_id]) for release in releases]


def source_name(release: Release) -> str:
    """The name of a release for people."""
    return f"release {release.number} of {release.pyramid.owner.name}"


def _contents(
    release: Release, scus: Sequence[tuple[int, int, set[int]]], models: Sequence[tuple[int, str]]
) -> TopicContents:
    contributing = set().union(*(summaries for _, _, summaries in scus))
    builders = _builders(release, models, contributing)
    bits = {key: 1 << at for at, (key, _) in enumerate(builders)}
    masks = {uid: sum(bits[summary] for summary in summaries) for uid, _, summaries in scus}
    warnings = doubled_warnings(sum(weight != len(summaries) for _, weight, summaries in scus))
    names = tuple(name for _, name in builders)
    return TopicContents(release.pyramid.topic.key, source_name(release), names, masks, warnings=warnings)


def _builders(
    release: Release, models: Sequence[tuple[int, str]], contributing: Container[int]
) -> Sequence[tuple[int, str]]:
    """The models that the release was built from: all except the summaries added to the topic later."""
    later = len(models) - release.model_count
    if later <= 0:
        return models
    added = [model for model in models if model[0] not in contributing][-later:]
    return [model for model in models if model not in added]


def _chosen(releases: Sequence[Release], choice: PyramidChoice) -> tuple[list[Release], list[str]]:
    """One release of each topic, and sentences about topics that have none."""
    topics: dict[str, dict[str, list[Release]]] = defaultdict(lambda: defaultdict(list))
    for release in releases:
        topics[release.pyramid.topic.key][release.pyramid.owner.name].append(release)
    by_topic = {key: _release_of_topic(key, topics.get(key, {}), choice) for key in choice.topics or topics}
    chosen = [release for release in by_topic.values() if release is not None]
    if not chosen:
        raise StabilityRefused(_none_chosen(topics, choice))
    missing = [key for key, release in by_topic.items() if release is None]
    return chosen, [f"Topic {key} has no such release and is left out." for key in missing]


def _release_of_topic(key: str, owners: Mapping[str, Sequence[Release]], choice: PyramidChoice) -> Release | None:
    name = choice.owner or (CONSENSUS if CONSENSUS in owners else "")
    if not name and len(owners) > 1:
        raise StabilityRefused(f"Topic {key} has pyramids by {_listed(list(owners))}: choose whose.")
    releases = owners.get(name, ()) if name else next(iter(owners.values()), ())
    return next((release for release in releases if choice.number in (None, release.number)), None)


def _none_chosen(topics: Mapping[str, Mapping[str, object]], choice: PyramidChoice) -> str:
    wanted = f"release {choice.number}" if choice.number is not None else "release"
    if choice.owner:
        known = _listed(sorted({owner for owners in topics.values() for owner in owners})) or "nobody"
        return f"There is no {wanted} of {choice.owner} here; releases are by {known}."
    if choice.topics:
        return f"There is no {wanted} of {_listed(choice.topics)}."
    return f"There is no {wanted} of any topic yet."


def _fits(topics: Sequence[TopicContents], most_scores: int | None) -> bool:
    """Whether so many summaries, each scored by all pyramids, are few enough."""
    return most_scores is None or _scores(topics) <= most_scores


def _scores(topics: Sequence[TopicContents]) -> int:
    return sum((len(one.models) + len(one.peers)) << min(len(one.models), 20) for one in topics)


def _with_peers(
    topics: Sequence[TopicContents], chosen: Sequence[Release], rows: Sequence[PeerRow], choice: PyramidChoice
) -> tuple[list[TopicContents], str]:
    """The topics with one matching of each peer, or without any and a sentence that says why."""
    by_peer: dict[tuple[int, int], list[PeerRow]] = defaultdict(list)
    for row in rows:
        if choice.matcher in ("", row.annotation.owner.name):
            by_peer[row.annotation.release.pk, row.annotation.summary.pk].append(row)
    if not by_peer:
        return list(topics), f"No finished peer is matched to {_listed(sorted({source_name(one) for one in chosen}))}."
    peers: dict[int, list[NamedPeer]] = defaultdict(list)
    for (release, _), matchings in by_peer.items():
        owners = {row.annotation.owner.name: row for row in matchings}
        row = owners.get(CONSENSUS) or next(iter(owners.values()))
        if len(owners) > 1 and CONSENSUS not in owners:
            names = _listed(sorted(owners))
            return list(topics), f"Peer {row.annotation.peer_name} is matched by {names}: choose whose matching."
        peers[release].append(NamedPeer(row.annotation.peer_name, row.peer, row.annotation.hides_peer))
    if any(row.annotation.hides_peer for row in rows):  # the order of the import would tell masked peers apart
        for of_release in peers.values():
            of_release.sort(key=lambda peer: mask_sort_key(peer.name))
    return [replace(topic, peers=tuple(peers[one.pk])) for topic, one in zip(topics, chosen, strict=True)], ""


def _listed(names: Sequence[str]) -> str:
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last
