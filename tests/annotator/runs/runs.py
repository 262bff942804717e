"""Runs in tests: worked off in this thread, within the test's transaction."""

from annotator.runs.models import Run, RunPart
from annotator.runs.queue import claim_run
from annotator.runs.runner import settle
from annotator.runs.steps import Steps, stored_parts


def work_off(runner: str = "here") -> list[Run]:
    """Do all queued runs; gives them as they are then."""
    ended = []
    while (run := claim_run(runner)) is not None:
        settle(run, Steps(stored_parts(run.parts.filter(kind=RunPart.Kind.COMPUTED)), lambda key, data: None))
        run.refresh_from_db()
        ended.append(run)
    return ended
