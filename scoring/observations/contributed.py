"""Released pyramids with their contributors, from the release or, if its weights differ, from the imported file."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import JSONField
from django.db.models.expressions import RawSQL

from annotator.duc.documents import PyramidDocument, pyramid_from_json
from annotator.duc.live import live_scus, models_of_contributors
from annotator.projects.models import Summary
from annotator.pyramids.models import ReleasedScu
from annotator.work.models import Release
from scoring.measures.jackknife import ContributedPyramid

Contributors = dict[int, tuple[frozenset[int], ...]]  # by uid, for each contributor the summaries that it lies in

SUMMARIES = RawSQL("jsonb_path_query_array(contributors, '$[*].summary')", [], output_field=JSONField())
"""The summary of each contributor, without reading the parts."""


@dataclass(frozen=True, slots=True)
class ReleasedModels:
    """A released pyramid and its model summaries by primary key, in the order of ``pyramid.models``."""

    pyramid: ContributedPyramid
    models: Mapping[int, Summary]


def contributed_pyramids(releases: Iterable[Release]) -> dict[int, ReleasedModels]:
    """By primary key of the release. ``releases`` come with their pyramid. Weights are those of the release: numbers of
    distinct model summaries, or of the contributors in its file.
    """
    by_key = {release.pk: release for release in releases}
    contributors, other_weights = _contributors(by_key)
    for key, document in Release.objects.filter(pk__in=other_weights).values_list("pk", "document"):
        if document is not None:
            contributors[key] = _of_file(pyramid_from_json(document), contributors[key])
    models = _models({release.pyramid.topic_id for release in by_key.values()})
    return {
        key: _released(release, contributors[key], models[release.pyramid.topic_id]) for key, release in by_key.items()
    }


def _contributors(releases: Iterable[int]) -> tuple[dict[int, Contributors], set[int]]:
    """By release one contributor for each summary, and the releases whose weights are other numbers."""
    contributors: dict[int, Contributors] = {key: {} for key in releases}
    other_weights = set()
    rows = ReleasedScu.objects.filter(release__in=list(contributors)).order_by("position", "pk")
    for release, uid, weight, summaries in rows.values_list("release", "uid", "weight", SUMMARIES):
        contributors[release][uid] = tuple(frozenset({key}) for key in summaries)
        if weight != len(summaries):
            other_weights.add(release)
    return contributors, other_weights


def _of_file(document: PyramidDocument, released: Contributors) -> Contributors:
    """The contributors in the file that the release was imported from; ``released`` has its live ones, in order."""
    keys = {
        contributor.model: next(iter(summary))
        for scu in live_scus(document)[0]
        for contributor, summary in zip(scu.contributors, released[scu.uid], strict=True)
    }
    in_file = models_of_contributors(document)
    return {uid: tuple(frozenset(keys[model] for model in models) for models in in_file[uid]) for uid in released}


def _models(topics: set[int]) -> dict[int, list[Summary]]:
    models: dict[int, list[Summary]] = defaultdict(list)
    summaries = Summary.objects.filter(topic__in=topics).model_summaries().order_by("position", "pk")
    for summary in summaries.select_related("topic__project").only(
        *("kind", "summarizer", "position", "topic__key", "topic__project__slug")
    ):
        models[summary.topic_id].append(summary)
    return models


def _released(release: Release, contributors: Contributors, models: Sequence[Summary]) -> ReleasedModels:
    # Model summaries are only added at the end: the first model_count are those that the release was made with.
    used = frozenset[int]().union(*(summaries for scu in contributors.values() for summaries in scu))
    own = {model.pk: model for at, model in enumerate(models) if at < release.model_count or model.pk in used}
    return ReleasedModels(ContributedPyramid(contributors, tuple(own)), own)
