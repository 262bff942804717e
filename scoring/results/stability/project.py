"""The analysis by pyramid order (its number of model summaries) of a project, for its page, the API and the command."""

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet

from annotator.projects.models import CONSENSUS, Summary, Topic
from annotator.projects.peer_names import mask_sort_key
from annotator.pyramids.models import ReleasedScu
from annotator.runs.steps import reserve_time
from annotator.work.release_models import Release
from annotator.work.states.permissions import accepts_edits
from scoring.observations.pyramid_scores import consensus_first, visible_rows
from scoring.observations.rows import PeerRow
from scoring.observations.topic_pyramids import NamedPeer, TopicPyramid, double_counting_warnings
from scoring.observations.viewer import Viewer
from scoring.results.stability.analysis import StabilityRefused, analyse_stability
from scoring.results.stability.result import MODIFIED, Stability, StabilitySettings

MAX_SCORES = 64_000_000
"""The most scores that a page computes: 3 topics of 20 models, or 1 such topic with 40 peers. More takes too long."""
SECONDS_PER_TOPIC, SECONDS_PER_SCORE = 0.005, 1e-7
"""Estimated times on a slow machine."""

ADVICE = "choose fewer topics, or use manage.py stability."


@dataclass(frozen=True, slots=True)
class PyramidSelection:
    """Which releases to analyse, and whose matching of peers.

    ``topics``: keys; empty for all topics. ``owner``: the owner of the pyramids; "" for the consensus, or else the
    only owner. ``number``: the number of the release; None for the latest. ``matcher``: who matched the peers; "" for
    the consensus on each peer, or else the mean over its matchers.
    """

    topics: tuple[str, ...] = ()
    owner: str = ""
    number: int | None = None
    matcher: str = ""
    include_drafts: bool = False


@dataclass(frozen=True, slots=True)
class ProjectStability:
    """``stability``: the analysis; None if it is refused. ``refusal``: a sentence that says why it is refused;
    ``peer_refusal``: why only the peers are not analysed; "" otherwise. ``topics``, ``owners``, ``matchers``: what the
    viewer can select.
    """

    stability: Stability | None
    refusal: str
    peer_refusal: str
    topics: list[Topic]
    owners: tuple[str, ...]
    matchers: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """For the API: the keys of ``manage.py stability --json`` unless refused, and the owners and matchers."""
        return {
            **(self.stability.as_json() if self.stability else {}),
            "refused": self.refusal or None,
            "peers_refused": self.peer_refusal or None,
            "owners": list(self.owners),
            "matchers": list(self.matchers),
        }


def project_stability(
    viewer: Viewer, pyramid_selection: PyramidSelection, settings: StabilitySettings, most_scores: int | None = None
) -> ProjectStability:
    """Analyse the releases of the project that the viewer may see, and the peers matched to them. An analysis of more
    than ``most_scores`` scores is refused. Raises Topic.DoesNotExist.
    """
    visible_topics = viewer.topics()
    if set(pyramid_selection.topics) - {topic.key for topic in visible_topics}:
        raise Topic.DoesNotExist
    visible_releases = releases_in_order(viewer.releases())
    owners = tuple(sorted({release.pyramid.owner.name for release in visible_releases}, key=consensus_first))
    matchers: tuple[str, ...] = ()
    peer_refusal = ""
    try:
        releases, warnings = _chosen_releases(visible_releases, pyramid_selection)
        topics = release_pyramids(releases)
        if not _is_small_enough(topics, most_scores):
            raise StabilityRefused(f"So many model summaries take too long for a page: {ADVICE}")
        reserve_time(len(releases) * SECONDS_PER_TOPIC + _score_count(topics) * SECONDS_PER_SCORE)
        if settings.score_peers:
            rows, _ = visible_rows(viewer, viewer.annotations().filter(release__in=releases))
            rows = [row for row in rows if pyramid_selection.include_drafts or not accepts_edits(row.annotation.state)]
            matchers = tuple(sorted({row.annotation.owner.name for row in rows}, key=consensus_first))
            rows = [row for row in rows if pyramid_selection.matcher in ("", row.annotation.owner.name)]
            # Unless all text that matches no SCU is marked, X of the original score is not known.
            if not all(row.is_non_matching_marked for row in rows):
                settings = replace(settings, score_kind=MODIFIED)
            topics, peer_refusal = _with_peers(topics, releases, rows)
            reserve_time(_score_count(topics) * SECONDS_PER_SCORE)
            if not _is_small_enough(topics, most_scores):
                topics = [replace(topic, peers=()) for topic in topics]
                peer_refusal = f"So many peers take too long for a page: {ADVICE}"
        result = analyse_stability(topics, settings)
    except StabilityRefused as refusal:
        return ProjectStability(None, str(refusal), peer_refusal, visible_topics, owners, matchers)
    result = replace(result, warnings=(*warnings, *result.warnings))
    return ProjectStability(result, "", peer_refusal, visible_topics, owners, matchers)


def releases_in_order(releases: QuerySet[Release]) -> list[Release]:
    """The releases sorted by topic, then owner, then newest first; with their pyramids, topics and owners."""
    releases = releases.select_related("pyramid__owner", "pyramid__topic")
    releases = releases.order_by("pyramid__topic__key", "pyramid__owner__name", "-number")
    return list(releases.defer("document", "pyramid__topic__statement"))


def release_pyramids(releases: Sequence[Release]) -> list[TopicPyramid]:
    """The pyramid of each release; weights count distinct model summaries."""
    scus: dict[int, list[tuple[int, int, set[int]]]] = defaultdict(list)
    released_scus = ReleasedScu.objects.filter(release__in=releases).order_by("position", "pk")
    rows = released_scus.values_list("release", "uid", "weight", "contributors")
    for release_id, uid, weight, contributors in rows.iterator():
        scus[release_id].append((uid, weight, {contributor["summary"] for contributor in contributors}))
    models: dict[int, list[tuple[int, str]]] = defaultdict(list)
    topic_ids = [release.pyramid.topic_id for release in releases]
    summaries = Summary.objects.filter(topic__in=topic_ids).model_summaries().order_by("topic", "position")
    for topic_id, key, name in summaries.values_list("topic", "pk", "summarizer"):
        models[topic_id].append((key, name))
    return [_topic_pyramid(release, scus[release.pk], models[release.pyramid.topic_id]) for release in releases]


def source_name(release: Release) -> str:
    return f"release {release.number} of {release.pyramid.owner.name}"


def _topic_pyramid(
    release: Release, scus: Sequence[tuple[int, int, set[int]]], models: Sequence[tuple[int, str]]
) -> TopicPyramid:
    """``scus``: the uid, weight and contributing model summaries (keys) of each SCU. ``models``: key and name."""
    contributing = set().union(*(summaries for _, _, summaries in scus))
    released_models = _released_models(release, models, contributing)
    bits = {key: 1 << index for index, (key, _) in enumerate(released_models)}  # a mask has a bit for each model
    model_masks = {uid: sum(bits[summary] for summary in summaries) for uid, _, summaries in scus}
    double_counted_scus = sum(weight != len(summaries) for _, weight, summaries in scus)
    warnings = release.warnings + double_counting_warnings(double_counted_scus)
    names = tuple(name for _, name in released_models)
    return TopicPyramid(release.pyramid.topic.key, source_name(release), names, model_masks, warnings=warnings)


def _released_models(
    release: Release, models: Sequence[tuple[int, str]], contributing: Container[int]
) -> Sequence[tuple[int, str]]:
    """The models (primary key, name) at the time of the release. ``contributing``: keys of models in any of its SCUs.
    If the topic now has more models than the release, the others were added later: the last ones that are in no SCU.
    """
    later_count = len(models) - release.model_count
    if later_count <= 0:
        return models
    later_models = [(key, name) for key, name in models if key not in contributing][-later_count:]
    return [model for model in models if model not in later_models]


def _chosen_releases(releases: Sequence[Release], selection: PyramidSelection) -> tuple[list[Release], list[str]]:
    """Returns the selected release of each topic, and sentences about the topics that have no such release."""
    releases_by_topic: dict[str, dict[str, list[Release]]] = defaultdict(lambda: defaultdict(list))
    for release in releases:
        releases_by_topic[release.pyramid.topic.key][release.pyramid.owner.name].append(release)
    keys = selection.topics or releases_by_topic
    chosen = {key: _release_of_topic(key, releases_by_topic.get(key, {}), selection) for key in keys}
    if not any(chosen.values()):
        raise StabilityRefused(_no_release_sentence(releases_by_topic, selection))
    warnings = [f"Topic {key} has no such release and is left out." for key, release in chosen.items() if not release]
    return [release for release in chosen.values() if release], warnings


def _release_of_topic(
    key: str, by_owner: Mapping[str, Sequence[Release]], selection: PyramidSelection
) -> Release | None:
    """The selected release of a topic; None if it has none. ``by_owner``: the topic's releases, newest first. Raises
    StabilityRefused if the topic has pyramids by several owners, none by the consensus, and no owner is selected.
    """
    owner = selection.owner or (CONSENSUS if CONSENSUS in by_owner else "")
    if not owner and len(by_owner) > 1:
        raise StabilityRefused(f"Topic {key} has pyramids by {_enumeration(list(by_owner))}: choose whose.")
    releases = by_owner.get(owner, ()) if owner else next(iter(by_owner.values()), ())
    return next((release for release in releases if selection.number in (None, release.number)), None)


def _no_release_sentence(releases_by_topic: Mapping[str, Mapping[str, object]], selection: PyramidSelection) -> str:
    release = f"release {selection.number}" if selection.number is not None else "release"
    if selection.owner:
        owners = {owner for by_owner in releases_by_topic.values() for owner in by_owner}
        names = _enumeration(sorted(owners)) or "nobody"
        return f"There is no {release} of {selection.owner} here; releases are by {names}."
    if selection.topics:
        return f"There is no {release} of {_enumeration(selection.topics)}."
    return f"There is no {release} of any topic yet."


def _is_small_enough(topics: Sequence[TopicPyramid], most_scores: int | None) -> bool:
    return most_scores is None or _score_count(topics) <= most_scores


def _score_count(topics: Sequence[TopicPyramid]) -> int:
    """Number of scores to compute: of each summary and matching against every pyramid. A topic with more than 20 models
    has a sample of pyramids, which counts like 20 models.
    """
    counts = [(len(topic.models), sum(len(peer.matchings) for peer in topic.peers)) for topic in topics]
    return sum((models + matchings) * 2 ** min(models, 20) for models, matchings in counts)


def _with_peers(
    topics: Sequence[TopicPyramid], releases: Sequence[Release], rows: Sequence[PeerRow]
) -> tuple[list[TopicPyramid], str]:
    """Returns the topics with their peers, and "". If no peer is matched: the unchanged topics, and a sentence that
    says so. The consensus on a peer replaces the matchings by people. ``rows``: the matchings of ``releases``.
    """
    by_peer: dict[tuple[int, int], list[PeerRow]] = defaultdict(list)
    for row in rows:
        by_peer[row.annotation.release.pk, row.annotation.summary.pk].append(row)
    if not by_peer:
        names = sorted({source_name(release) for release in releases})
        return list(topics), f"No finished peer is matched to {_enumeration(names)}."
    peers: dict[int, list[NamedPeer]] = defaultdict(list)
    for (release_key, _), peer_rows in by_peer.items():
        by_matcher = {row.annotation.owner.name: row.peer for row in peer_rows}
        matchings = (by_matcher[CONSENSUS],) if CONSENSUS in by_matcher else tuple(by_matcher.values())
        annotation = peer_rows[0].annotation
        peers[release_key].append(NamedPeer(annotation.peer_name, matchings, annotation.hides_peer))
    if any(row.annotation.hides_peer for row in rows):  # in the order of the import, masked peers could be recognised
        for release_peers in peers.values():
            release_peers.sort(key=lambda peer: mask_sort_key(peer.name))
    topics_and_releases = zip(topics, releases, strict=True)
    return [replace(topic, peers=tuple(peers[release.pk])) for topic, release in topics_and_releases], ""


def _enumeration(names: Sequence[str]) -> str:
    """The names joined as in "a, b and c"."""
    *first_names, last_name = names or [""]
    return f"{', '.join(first_names)} and {last_name}" if first_names else last_name
