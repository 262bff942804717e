"""Jobs: what runs can do. Packages register their jobs when Django's apps are ready."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist

from annotator.runs.models import Run

EVERYTHING = "everything"
"""The only element of the basis of members from whom nothing in a project is hidden."""


class UnknownJob(ObjectDoesNotExist):
    """No job of this name is registered. Its runs are answered with 404."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a run: ``result`` is stored in its row, ``content`` in pieces as its parts."""

    result: dict[str, Any] = field(default_factory=dict)
    content: Iterable[bytes] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """A kind of run.

    Attributes:
        perform: executes a run in a runner; reports progress and stores intermediate results with `steps`.
        basis: returns identifiers, such as "pyramid 7", of the data for the result that the user may see now. Only
            users who may see all of it may see the result later. Raises ObjectDoesNotExist or NotAllowed.
        result_url: returns the URL that shows the result.
        is_atomic: whether the job writes, in one transaction that also marks the run as done.
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
    """Forget a job, which only tests need."""
    del _jobs[name]


def job_named(name: str) -> Job:
    """Return the job with this name. Raises UnknownJob."""
    if name not in _jobs:
        raise UnknownJob(name)
    return _jobs[name]
