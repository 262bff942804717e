"""Whether every edit that was acknowledged is in the log once, and whether the log still tells what the rows are.

Import it after ``django.setup()``.
"""

from collections import Counter
from collections.abc import Iterable

from django.db import connection

from annotator.work.log.check import check_log_of


def amiss(acknowledged: Iterable[tuple[str, str]]) -> list[str]:
    """What is wrong, a sentence each. ``acknowledged``: where each edit was sent, and its id."""
    found = []
    by_work: dict[tuple[str, int], Counter[str]] = {}
    for path, edit in acknowledged:
        works, number = path.removeprefix("/api/").split("/")[:2]
        by_work.setdefault((works, int(number)), Counter())[edit] += 1
    for (kind, key), edits in by_work.items():
        logged = _logged(key)
        wrong = [edit for edit in edits if logged[edit] != 1]
        found += [f"{kind} {key}: edit {edit} is {logged[edit]} times in the log." for edit in wrong]
        found += [f"{kind} {key}: {fault}" for checked in check_log_of(key) for fault in checked.faults]
    return found


def _logged(key: int) -> Counter[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT uuid::text FROM annotator_edit WHERE work_id = %s", [key])
        return Counter(edit for (edit,) in cursor.fetchall())
