"""Runs in tests: worked off in this thread, within the test's transaction."""

from annotator.runs.models import Run, RunPart
from annotator.runs.queue import claim_run
from annotator.runs.runner import execute_run
from annotator.runs.steps import RunProgress, stored_parts


def work_off(runner: str = "here") -> list[Run]:
    """Do all queued runs; gives them as they are then."""
    ended = []
    while (run := claim_run(runner)) is not None:
        execute_run(
            run, RunProgress(stored_parts(run.parts.filter(kind=RunPart.Kind.COMPUTED)), lambda key, data: None)
        )
        run.refresh_from_db()
        ended.append(run)
    return ended
