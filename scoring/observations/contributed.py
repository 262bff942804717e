"""Released pyramids with who contributes to them: two statements, and a third where a file's weights say otherwise."""

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
"""Of each contributor its summary; the parts are not read."""


@dataclass(frozen=True, slots=True)
class ReleasedModels:
    """A released pyramid and its model summaries by key, in the order of their letters and of ``pyramid.models``."""

    pyramid: ContributedPyramid
    models: Mapping[int, Summary]


def contributed_pyramids(releases: Iterable[Release]) -> dict[int, ReleasedModels]:
    """By key of the release. ``releases`` come with their pyramid.

    Weights are those of the release: numbers of distinct model summaries, or of the contributors in its file.
    """
    by_key = {release.pk: release for release in releases}
    said, of_files = _contributors(by_key)
    for key, document in Release.objects.filter(pk__in=of_files).values_list("pk", "document"):
        if document is not None:
            said[key] = _as_in_the_file(pyramid_from_json(document), said[key])
    models = _models({release.pyramid.topic_id for release in by_key.values()})
    return {key: _released(release, said[key], models[release.pyramid.topic_id]) for key, release in by_key.items()}


def _contributors(releases: Iterable[int]) -> tuple[dict[int, Contributors], set[int]]:
    """By release one contributor a summary, and the releases where such contributors do not make the weights."""
    said: dict[int, Contributors] = {key: {} for key in releases}
    otherwise = set()
    rows = ReleasedScu.objects.filter(release__in=list(said)).order_by("position", "pk")
    for release, uid, weight, summaries in rows.values_list("release", "uid", "weight", SUMMARIES):
        said[release][uid] = tuple(frozenset({key}) for key in summaries)
        if weight != len(summaries):
            otherwise.add(release)
    return said, otherwise


def _as_in_the_file(document: PyramidDocument, said: Contributors) -> Contributors:
    """The contributors of the file that the release was imported from; ``said`` has its live ones in order."""
    keys = {
        one.model: next(iter(summary))
        for scu in live_scus(document)[0]
        for one, summary in zip(scu.contributors, said[scu.uid], strict=True)
    }
    in_file = models_of_contributors(document)
    return {uid: tuple(frozenset(keys[model] for model in one) for one in in_file[uid]) for uid in said}


def _models(topics: set[int]) -> dict[int, list[Summary]]:
    found: dict[int, list[Summary]] = defaultdict(list)
    summaries = Summary.objects.filter(topic__in=topics).model_summaries().order_by("position", "pk")
    for summary in summaries.select_related("topic__project").only(
        *("kind", "summarizer", "position", "topic__key", "topic__project__slug")
    ):
        found[summary.topic_id].append(summary)
    return found


def _released(release: Release, said: Contributors, models: Sequence[Summary]) -> ReleasedModels:
    # Model summaries are added at the end only: those that the release was made with are the first.
    contributing = frozenset[int]().union(*(one for several in said.values() for one in several))
    own = {one.pk: one for at, one in enumerate(models) if at < release.model_count or one.pk in contributing}
    return ReleasedModels(ContributedPyramid(said, tuple(own)), own)
