"""Whether the rows of pyramids and peer annotations are what their logs say: a log alone rebuilds them (DESIGN §3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max

from annotator.matching.models import PeerAnnotation
from annotator.matching.store import read_absences, read_unit_images
from annotator.projects.models import Project
from annotator.projects.snapshot import one_moment
from annotator.pyramids.models import Pyramid
from annotator.pyramids.store import read_asides, read_images
from annotator.work.adjudication.decision_rows import OF_ANNOTATION, OF_PYRAMID
from annotator.work.log.rebuild import rebuild_annotation, rebuild_pyramid

Work = Pyramid | PeerAnnotation


@dataclass(frozen=True, slots=True)
class Checked:
    """One pyramid or peer annotation; ``faults`` are sentences, none if rows and log agree."""

    work: Work
    faults: tuple[str, ...]


def check_logs(*, project: Project | None = None) -> Iterator[Checked]:
    """All works, or those of a project; each as it is at one moment, so that people may go on meanwhile."""
    pyramids, annotations = Pyramid.objects.all(), PeerAnnotation.objects.all()
    if project:
        pyramids = pyramids.filter(topic__project=project)
        annotations = annotations.filter(summary__topic__project=project)
    for key in pyramids.order_by("pk").values_list("pk", flat=True):
        yield from check_log_of(Pyramid, key)
    for key in annotations.order_by("pk").values_list("pk", flat=True):
        yield from check_log_of(PeerAnnotation, key)


def check_log_of(model: type[Work], key: int) -> Iterator[Checked]:
    """One work as it is at one moment; nothing if it is gone."""
    with one_moment():
        work: Work | None = model._default_manager.filter(pk=key).first()
        if work is None:  # its project has been deleted meanwhile
            return
        faults = (*_numbering(work), *_content(work))
    yield Checked(work, faults)


def _numbering(work: Work) -> Iterator[str]:
    """The log has the revisions 1, 2, ... up to the one that the work is at; the database lets none be there twice."""
    found = work.edits.aggregate(count=Count("pk"), last=Max("revision"))
    last = found["last"] or 0
    if last != work.revision:
        yield f"It is at revision {work.revision}, but its log ends at {last}."
    if found["count"] != last:
        yield f"Its log ends at revision {last}, but has {found['count']} edits."


def _content(work: Work) -> Iterator[str]:
    rows, logged = _states(work)
    differing = sorted(key for key in rows.keys() | logged.keys() if rows.get(key) != logged.get(key))
    if differing:
        more = f" and {len(differing) - 3} more" if len(differing) > 3 else ""
        yield f"Its rows are not what its log says: {', '.join(differing[:3])}{more}."


def _states(work: Work) -> tuple[dict[str, Any], dict[str, Any]]:
    """The images by their keys: of the rows, and of the log."""
    key, rows = work.pk, list[Any]()
    if isinstance(work, Pyramid):
        rows += [*read_images(key), *read_asides(key), *OF_PYRAMID.read(key)]
        own, others = rebuild_pyramid(key)
        return _by_key(rows), _by_key([*own, *others])
    rows += [*read_unit_images(key), *read_absences(key), *OF_ANNOTATION.read(key)]
    units, absences = rebuild_annotation(key)
    return _by_key(rows), _by_key([*units, *absences])


def _by_key(images: list[Any]) -> dict[str, Any]:
    return {image["id"]: image for image in images}
