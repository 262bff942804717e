"""Jobs whose steps each leave a line in a file, and wait there while a file of the name ``hold`` is beside it."""

import time
from pathlib import Path

from annotator.projects.models import Topic
from annotator.runs.models import Run
from annotator.runs.registry import EVERYTHING, Job, Outcome
from annotator.runs.steps import map_with_checkpoints, with_progress


def _part(path_and_number: tuple[str, int]) -> str:
    path, number = path_and_number
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(f"{number}\n")
    while Path(path).with_name("hold").exists() and number >= 3:
        time.sleep(0.01)
    return f"part {number}\n"


def _compute(run: Run) -> Outcome:
    items = [(run.parameters["path"], number) for number in range(run.parameters["steps"])]
    return Outcome({"is_page": False}, [part.encode() for part in map_with_checkpoints(_part, items)])


def _write(run: Run) -> Outcome:
    for number in with_progress(range(run.parameters["steps"]), time_share=1):
        assert run.project
        Topic.objects.create(project=run.project, key=f"T{number}")
        _part((run.parameters["path"], number))
    return Outcome({"is_page": False})


def _url(run: Run) -> str:
    return "/"


COMPUTES = Job("test-computes", _compute, lambda user, run: frozenset([EVERYTHING]), _url)
WRITES = Job("test-writes", _write, lambda user, run: frozenset([EVERYTHING]), _url, is_atomic=True)
