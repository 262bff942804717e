"""The queue: runners take runs from it, say that they are alive, and give back or finish what they have.

Every write of a runner holds only while the run is still its own: a run that was cancelled, or that another runner has
taken over, is not touched. All times are the database's, so that machines with different clocks can work together.
"""

from collections.abc import Iterable
from typing import Any

from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now

from annotator.runs.models import WHOLE, Run, RunPart

STALE = 15
"""Seconds without a heartbeat after which a run is given to another runner."""

MOST_ATTEMPTS = 3
CLAIMS = 7_972_494_727  # of pg_advisory_xact_lock: any number that nothing else here uses
DIED = f"Stopped unexpectedly {MOST_ATTEMPTS} times, perhaps for lack of memory. It has been given up."

# Accounts take turns: first those with the fewest runs in hand, then the one whose last run began longest ago.
NEXT = """
SELECT run.id FROM annotator_run AS run LEFT JOIN (
    SELECT user_id, max(started_at) AS latest, count(*) FILTER (
        WHERE state = 'running' AND heartbeat_at > now() - make_interval(secs => %(stale)s)
    ) AS running
    FROM annotator_run GROUP BY user_id
) AS account USING (user_id)
WHERE run.state = 'queued'
    OR run.state = 'running' AND run.heartbeat_at <= now() - make_interval(secs => %(stale)s)
ORDER BY account.running, account.latest NULLS FIRST, run.created_at, run.id
LIMIT 1 FOR UPDATE OF run SKIP LOCKED
"""


class RunLost(Exception):
    """The run is no longer this runner's."""


def claim_run(runner: str) -> Run | None:
    """The next run, now this runner's; None if nothing waits. A run that killed its runners is failed instead."""
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            # One claim at a time: else two runners could take two runs of one account while another waits.
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CLAIMS])
            cursor.execute(NEXT, {"stale": STALE})
            row = cursor.fetchone()
            if row is None:
                return None
            run = Run.objects.filter(pk=row[0])
            if run.filter(attempts__gte=MOST_ATTEMPTS).update(
                state=Run.State.FAILED, error=DIED, finished_at=Now(), runner=""
            ):
                continue
            run.update(
                state=Run.State.RUNNING,
                runner=runner,
                attempts=F("attempts") + 1,
                started_at=Now(),
                heartbeat_at=Now(),
                done=0,
            )
            return run.select_related("project", "user").get()


def beat(run: Run, *, done: int, parts: Iterable[tuple[str, bytes]] = ()) -> None:
    """Say that the runner is alive, how far it is, and store parts. Raises RunLost."""
    with transaction.atomic():
        _update(run, heartbeat_at=Now(), done=done)
        _store(run, RunPart.Kind.COMPUTED, parts)


def give_back(run: Run, *, is_to_blame: bool) -> None:
    """Put a run back into the queue, as when its runner stops; the attempt counts if the run may be to blame."""
    attempts = F("attempts") - (0 if is_to_blame else 1)
    _own(run).update(state=Run.State.QUEUED, runner="", started_at=None, heartbeat_at=None, attempts=attempts, done=0)


def finish(run: Run, *, result: dict[str, Any], basis: list[str], content: Iterable[bytes]) -> None:
    """The run is done. Raises RunLost; within the transaction of a job that writes, this undoes it."""
    with transaction.atomic():
        _update(run, state=Run.State.DONE, finished_at=Now(), done=WHOLE, result=result, basis=basis, runner="")
        _store(run, RunPart.Kind.RESULT, ((f"{number:06}", piece) for number, piece in enumerate(content)))
        RunPart.objects.filter(run=run).exclude(kind=RunPart.Kind.RESULT).delete()


def fail(run: Run, sentence: str) -> None:
    """The run cannot be done. Raises RunLost."""
    with transaction.atomic():
        _update(run, state=Run.State.FAILED, finished_at=Now(), error=sentence, runner="")
        RunPart.objects.filter(run=run).delete()


def _own(run: Run) -> Any:
    return Run.objects.filter(pk=run.pk, state=Run.State.RUNNING, runner=run.runner)


def _update(run: Run, **values: Any) -> None:
    if not _own(run).update(**values):
        raise RunLost


def _store(run: Run, kind: str, pieces: Iterable[tuple[str, bytes]]) -> None:
    for key, data in pieces:
        RunPart.objects.bulk_create([RunPart(run=run, kind=kind, key=key, data=data)], ignore_conflicts=True)
