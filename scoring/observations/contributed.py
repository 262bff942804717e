"""Reads the contributors of released pyramids, for scores against pyramids without one of the models.

The contributors come from the release or, if its weights are not numbers of distinct model summaries, from the imported
file.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import JSONField
from django.db.models.expressions import RawSQL

from annotator.duc.documents import PyramidDocument, pyramid_from_json
from annotator.duc.live import live_scus, models_of_contributors
from annotator.projects.models import Summary
from annotator.pyramids.models import ReleasedScu
from annotator.work.release_models import Release
from scoring.measures.jackknife import ContributedPyramid

Contributors = dict[int, tuple[frozenset[int], ...]]  # by uid, for each contributor the summaries that it is in

SUMMARIES = RawSQL("jsonb_path_query_array(contributors, '$[*].summary')", [], output_field=JSONField())
"""The primary key of each contributor's summary, without reading the parts."""


@dataclass(frozen=True, slots=True)
class ReleasedModels:
    """A released pyramid and its model summaries by primary key, in the order of ``pyramid.models``."""

    pyramid: ContributedPyramid
    models: Mapping[int, Summary]


def contributed_pyramids(releases: Iterable[Release]) -> dict[int, ReleasedModels]:
    """Returns the pyramids by primary key of the release. ``releases``: with ``pyramid`` selected. An SCU has the same
    weight as in the release: its number of distinct model summaries, or of contributors in the imported file.
    """
    by_key = {release.pk: release for release in releases}
    contributors, releases_with_file_weights = _contributors(by_key)
    for key, document in Release.objects.filter(pk__in=releases_with_file_weights).values_list("pk", "document"):
        if document is not None:
            contributors[key] = _file_contributors(pyramid_from_json(document), contributors[key])
    models = _models({release.pyramid.topic_id for release in by_key.values()})
    return {
        key: _released_models(release, contributors[key], models[release.pyramid.topic_id])
        for key, release in by_key.items()
    }


def _contributors(releases: Iterable[int]) -> tuple[dict[int, Contributors], set[int]]:
    """Returns the contributors by release, one for each summary of an SCU; and the releases in which an SCU's weight is
    not the number of its summaries.
    """
    contributors: dict[int, Contributors] = {key: {} for key in releases}
    releases_with_file_weights = set()
    rows = ReleasedScu.objects.filter(release__in=list(contributors)).order_by("position", "pk")
    for release, uid, weight, summaries in rows.values_list("release", "uid", "weight", SUMMARIES):
        contributors[release][uid] = tuple(frozenset({summary}) for summary in summaries)
        if weight != len(summaries):
            releases_with_file_weights.add(release)
    return contributors, releases_with_file_weights


def _file_contributors(document: PyramidDocument, released: Contributors) -> Contributors:
    """Returns the contributors in the file that the release was imported from. ``released``: the contributors of the
    release, at most one for each summary and in the order of ``live_scus``.
    """
    scus, _repairs = live_scus(document)
    summary_by_model = {
        contributor.model: next(iter(summaries))
        for scu in scus
        for contributor, summaries in zip(scu.contributors, released[scu.uid], strict=True)
    }
    file_models = models_of_contributors(document)
    return {
        uid: tuple(frozenset(map(summary_by_model.__getitem__, models)) for models in file_models[uid])
        for uid in released
    }


def _models(topics: set[int]) -> dict[int, list[Summary]]:
    models: dict[int, list[Summary]] = defaultdict(list)
    summaries = Summary.objects.filter(topic__in=topics).model_summaries().order_by("position", "pk")
    for summary in summaries.select_related("topic__project").only(
        *("kind", "summarizer", "position", "topic__key", "topic__project__slug")
    ):
        models[summary.topic_id].append(summary)
    return models


def _released_models(release: Release, contributors: Contributors, models: Sequence[Summary]) -> ReleasedModels:
    # New model summaries come last in a topic, so the release was made with the first ``model_count`` of them.
    used = frozenset[int]().union(*(summaries for scu in contributors.values() for summaries in scu))
    count = release.model_count
    released_models = {model.pk: model for index, model in enumerate(models) if index < count or model.pk in used}
    return ReleasedModels(ContributedPyramid(contributors, tuple(released_models)), released_models)
