"""Changes that are no edits (releases, states, imports, carry-overs): they stand in the same log."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from annotator.work.edits.reducer import Applied
from annotator.work.edits.request import EditRequest
from annotator.work.log.append import Entry, append_log
from annotator.work.log.rows import Writes


def log_event(
    work: int,
    *,
    revision: int,
    verb: str,
    payload: dict[str, Any],
    by: User | None,
    now: datetime,
    after: dict[str, Any] | None = None,
    columns: dict[str, Any] | None = None,
    writes: Writes | None = None,
) -> int:
    """Write one row to the log and ``columns`` to the work's own row; gives the new revision.

    ``after``: the images of the items that the event made. ``writes``: their rows.
    """
    applied = Applied(EditRequest(str(uuid4()), verb, payload), dict.fromkeys(after or {}), after or {})
    append_log(
        work,
        [Entry(str(uuid4()), applied)],
        revision=revision,
        by=by.pk if by else None,
        now=now,
        counters=columns or {},
        writes=writes,
    )
    return revision + 1
