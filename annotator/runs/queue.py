"""What runners write to the database: they claim runs from the queue, send heartbeats, and record how runs end.

A runner writes only to runs that it still owns, not to those that were cancelled or that another runner has taken over.
All times are from the database's clock, so that runners can be on machines with different clocks.
"""

from collections.abc import Iterable
from typing import Any

from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now

from annotator.runs.models import PROGRESS_TOTAL, Run, RunPart

STALE_SECONDS = 15
"""Seconds without a heartbeat after which another runner may claim a run."""

MAX_ATTEMPTS = 3
CLAIM_LOCK_KEY = 7_972_494_727  # for pg_advisory_xact_lock: an arbitrary number that is used nowhere else
GIVEN_UP = f"Stopped unexpectedly {MAX_ATTEMPTS} times, perhaps for lack of memory. It will not be tried again."

# An account has one running run at a time. Accounts take turns: the account whose latest run began longest ago is next.
NEXT_RUN_SQL = """
SELECT run.id FROM annotator_run AS run LEFT JOIN (
    SELECT user_id, max(started_at) AS latest, count(*) FILTER (
        WHERE state = 'running' AND heartbeat_at > now() - make_interval(secs => %(stale)s)
    ) AS running
    FROM annotator_run GROUP BY user_id
) AS account USING (user_id)
WHERE account.running = 0 AND (
    run.state = 'queued'
    OR run.state = 'running' AND run.heartbeat_at <= now() - make_interval(secs => %(stale)s)
)
ORDER BY account.latest NULLS FIRST, run.created_at, run.id
LIMIT 1 FOR UPDATE OF run SKIP LOCKED
"""


class RunLost(Exception):
    """The run no longer belongs to this runner."""


def claim_run(runner: str) -> Run | None:
    """Assign the next run to this runner and return it; None if no run can start now.

    A run that has been begun `MAX_ATTEMPTS` times is marked as failed instead: it has probably killed its runners.
    """
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            # One claim at a time: otherwise two runners could claim runs of one account while another account waits.
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CLAIM_LOCK_KEY])
            cursor.execute(NEXT_RUN_SQL, {"stale": STALE_SECONDS})
            row = cursor.fetchone()
            if row is None:
                return None
            next_run = Run.objects.filter(pk=row[0])
            if next_run.filter(attempts__gte=MAX_ATTEMPTS).update(
                state=Run.State.FAILED, error=GIVEN_UP, finished_at=Now(), runner=""
            ):
                continue
            next_run.update(
                state=Run.State.RUNNING,
                runner=runner,
                attempts=F("attempts") + 1,
                started_at=Now(),
                heartbeat_at=Now(),
                done=0,
            )
            return next_run.select_related("project", "user").get()


def send_heartbeat(run: Run, *, done: int, parts: Iterable[tuple[str, bytes]] = ()) -> None:
    """Record that the runner is alive, and the run's progress, and store computed parts. Raises RunLost."""
    with transaction.atomic():
        _update(run, heartbeat_at=Now(), done=done)
        _store(run, RunPart.Kind.COMPUTED, parts)


def give_back(run: Run, *, counts_attempt: bool) -> None:
    """Return a run to the queue. ``counts_attempt``: whether this attempt counts towards `MAX_ATTEMPTS`."""
    attempts = F("attempts") - (0 if counts_attempt else 1)
    _run_if_still_owned(run).update(
        state=Run.State.QUEUED, runner="", started_at=None, heartbeat_at=None, attempts=attempts, done=0
    )


def finish(run: Run, *, result: dict[str, Any], basis: list[str], content: Iterable[bytes]) -> None:
    """Mark the run as done, and store its result. Raises RunLost; an atomic `registry.Job` is then rolled back."""
    with transaction.atomic():
        _update(
            run, state=Run.State.DONE, finished_at=Now(), done=PROGRESS_TOTAL, result=result, basis=basis, runner=""
        )
        _store(run, RunPart.Kind.RESULT, ((f"{number:06}", piece) for number, piece in enumerate(content)))
        RunPart.objects.filter(run=run).exclude(kind=RunPart.Kind.RESULT).delete()


def fail(run: Run, sentence: str) -> None:
    """Mark the run as failed, for a reason given as a sentence for its user. Raises RunLost."""
    with transaction.atomic():
        _update(run, state=Run.State.FAILED, finished_at=Now(), error=sentence, runner="")
        RunPart.objects.filter(run=run).delete()


def _run_if_still_owned(run: Run) -> Any:
    return Run.objects.filter(pk=run.pk, state=Run.State.RUNNING, runner=run.runner)


def _update(run: Run, **values: Any) -> None:
    if not _run_if_still_owned(run).update(**values):
        raise RunLost


def _store(run: Run, kind: str, pieces: Iterable[tuple[str, bytes]]) -> None:
    for key, data in pieces:
        RunPart.objects.bulk_create([RunPart(run=run, kind=kind, key=key, data=data)], ignore_conflicts=True)
