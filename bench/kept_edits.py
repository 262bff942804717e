"""Whether every edit that was acknowledged is in the log once, and whether the log still tells what the rows are.

Import it after ``django.setup()``.
"""

from collections import Counter
from collections.abc import Iterable

from django.db import connection

from annotator.models import PeerAnnotation, Pyramid
from annotator.services.peer_store import read_absences, read_unit_images
from annotator.services.pyramid_store import read_asides, read_images
from annotator.services.rebuild import rebuild_annotation, rebuild_pyramid

# Where edits are sent: the part of the address, and the column of the log.
COLUMNS = {"pyramids": "pyramid_id", "peer-annotations": "annotation_id"}


def amiss(acknowledged: Iterable[tuple[str, str]]) -> list[str]:
    """What is wrong, a sentence each. ``acknowledged``: where each edit was sent, and its id."""
    found = []
    by_work: dict[tuple[str, int], Counter[str]] = {}
    for path, edit in acknowledged:
        works, number = path.removeprefix("/api/").split("/")[:2]
        by_work.setdefault((works, int(number)), Counter())[edit] += 1
    for (kind, key), edits in by_work.items():
        logged = _logged(COLUMNS[kind], key)
        wrong = [edit for edit in edits if logged[edit] != 1]
        found += [f"{kind} {key}: edit {edit} is {logged[edit]} times in the log." for edit in wrong]
        if logged.total() != _revision(kind, key):
            found.append(f"{kind} {key}: {logged.total()} rows of the log, revision {_revision(kind, key)}.")
        if not _rebuilt(kind, key):
            found.append(f"{kind} {key}: the log tells otherwise than the rows.")
    return found


def _logged(column: str, key: int) -> Counter[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT uuid::text FROM annotator_edit WHERE {column} = %s", [key])
        return Counter(edit for (edit,) in cursor.fetchall())


def _revision(kind: str, key: int) -> int:
    works = Pyramid.objects if kind == "pyramids" else PeerAnnotation.objects
    return works.values_list("revision", flat=True).get(pk=key)


def _rebuilt(kind: str, key: int) -> bool:
    if kind == "pyramids":
        return rebuild_pyramid(key) == (read_images(key), read_asides(key))
    return rebuild_annotation(key) == (read_unit_images(key), sorted(read_absences(key), key=lambda one: one["id"]))
