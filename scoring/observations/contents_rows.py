"""Releases in the database as topics of an order-n analysis: five statements, however many topics and peers."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from annotator.projects.models import Summary
from annotator.pyramids.models import ReleasedScu
from annotator.work.models import Release
from scoring.observations.topic_contents import TopicContents, counted_twice


def releases_in_order(releases: QuerySet[Release]) -> list[Release]:
    """Releases with pyramid, topic and owner, by topic, owner, and the newest first."""
    order = ("pyramid__topic__key", "pyramid__owner__name", "-number")
    found = releases.select_related("pyramid__owner", "pyramid__topic").order_by(*order)
    return list(found.defer("document", "pyramid__topic__statement"))


def release_contents(releases: Sequence[Release]) -> list[TopicContents]:
    """The pyramid of each release as its SCUs' contributors are; weights count distinct model summaries."""
    scus: dict[int, list[tuple[int, int, set[int]]]] = defaultdict(list)
    rows = ReleasedScu.objects.filter(release__in=releases).order_by("position", "pk")
    for release, uid, weight, said in rows.values_list("release", "uid", "weight", "contributors").iterator():
        scus[release].append((uid, weight, {one["summary"] for one in said}))
    models: dict[int, list[tuple[int, str]]] = defaultdict(list)
    topics = [release.pyramid.topic_id for release in releases]
    summaries = Summary.objects.filter(topic__in=topics).model_summaries().order_by("topic", "position")
    for topic, key, name in summaries.values_list("topic", "pk", "summarizer"):
        models[topic].append((key, name))
    return [_contents(release, scus[release.pk], models[release.pyramid.topic_id]) for release in releases]


def source_name(release: Release) -> str:
    """Which release it is, for people."""
    return f"release {release.number} of {release.pyramid.owner.name}"


def _contents(
    release: Release, scus: Sequence[tuple[int, int, set[int]]], models: Sequence[tuple[int, str]]
) -> TopicContents:
    said = set().union(*(summaries for _, _, summaries in scus))
    built = _built(release, models, said)
    places = {key: 1 << place for place, (key, _) in enumerate(built)}
    masks = {uid: sum(places[one] for one in summaries) for uid, _, summaries in scus}
    doubled = sum(weight != len(summaries) for _, weight, summaries in scus)
    warnings = (counted_twice(doubled),) if doubled else ()
    names = tuple(name for _, name in built)
    return TopicContents(release.pyramid.topic.key, source_name(release), names, masks, warnings=warnings)


def _built(release: Release, models: Sequence[tuple[int, str]], said: Iterable[int]) -> Sequence[tuple[int, str]]:
    """The models that the release was built from: all, but for summaries that came to the topic later."""
    later = len(models) - release.model_count
    if later <= 0:
        return models
    known = set(said)
    silent = [one for one in models if one[0] not in known]
    dropped = set(silent[-later:])
    return [one for one in models if one not in dropped]
