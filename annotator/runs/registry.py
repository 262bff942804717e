"""Jobs: what runs can do. Packages register their jobs when Django's apps are ready."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist

from annotator.runs.models import Run

EVERYTHING = "everything"
"""A basis (see `Job`) with only this entry: all data of a project, for members from whom nothing is hidden."""


class UnknownJob(ObjectDoesNotExist):
    """No job of this name is registered. Requests for its runs are answered with 404."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a run: ``result`` is stored in the run's row, ``content`` in `RunPart` rows."""

    result: dict[str, Any] = field(default_factory=dict)
    content: Iterable[bytes] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """A kind of run.

    Attributes:
        perform: executes a run in a runner. `annotator.runs.steps` has the functions that report progress.
        basis: returns identifiers, such as "pyramid 7", of the data that this user may see now and that the result
            depends on. Only users who may see all of it may see the result. Raises ObjectDoesNotExist, NotAllowed.
        result_url: returns the URL that shows the result.
        is_atomic: whether performing the job and marking the run as done are one transaction: for jobs that write.
    """

    name: str
    perform: Callable[[Run], Outcome]
    basis: Callable[[User, Run], frozenset[str]]
    result_url: Callable[[Run], str]
    is_atomic: bool = False


_jobs: dict[str, Job] = {}


def register(job: Job) -> None:
    """Make a job known. Every process does this once, before the first request."""
    _jobs[job.name] = job


def unregister(name: str) -> None:
    """Remove a job. Only tests do this."""
    del _jobs[name]


def job_named(name: str) -> Job:
    """Return the job with this name. Raises UnknownJob."""
    if name not in _jobs:
        raise UnknownJob(name)
    return _jobs[name]
