"""Releases in the database as topics of an order-n analysis, with a fixed number of SQL queries."""

from collections import defaultdict
from collections.abc import Container, Sequence

from django.db.models import QuerySet

from annotator.projects.models import Summary
from annotator.pyramids.models import ReleasedScu
from annotator.work.models import Release
from scoring.observations.topic_contents import TopicContents, doubled_warnings


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
