"""Whether the rows of works are what their logs say: a log alone rebuilds them (DESIGN §3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Max

from annotator.projects.models import Project
from annotator.projects.snapshot import read_snapshot
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.log.rebuild import rebuild
from annotator.work.models import Work


@dataclass(frozen=True, slots=True)
class Checked:
    """One work; ``faults`` are sentences, none if rows and log agree."""

    work: Work
    faults: tuple[str, ...]


def check_logs(*, project: Project | None = None) -> Iterator[Checked]:
    """All works, or those of a project; each as it is at one moment, so that people may go on meanwhile."""
    works = Work.objects.filter(topic__project=project) if project else Work.objects.all()
    # Those of the topic as a whole first: what is pinned to their releases comes after them.
    for key in works.order_by(F("release").asc(nulls_first=True), "pk").values_list("pk", flat=True):
        yield from check_log_of(key)


def check_log_of(key: int) -> Iterator[Checked]:
    """One work as it is at one moment; nothing if it is gone."""
    with read_snapshot():
        work = Work.objects.filter(pk=key).first()
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
    kind = work.of
    rows = _by_key([*kind.images([work.pk])[work.pk], *kind.other_images(work.pk), *read_decisions(work)])
    items, others = rebuild(work.pk)
    logged = _by_key([*items, *others])
    differing = sorted(key for key in rows.keys() | logged.keys() if rows.get(key) != logged.get(key))
    if differing:
        more = f" and {len(differing) - 3} more" if len(differing) > 3 else ""
        yield f"Its rows are not what its log says: {', '.join(differing[:3])}{more}."


def _by_key(images: list[Any]) -> dict[str, Any]:
    return {image["id"]: image for image in images}
