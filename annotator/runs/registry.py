"""What runs can do. Packages register their jobs when the apps are ready; `runs` knows none but its own."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist

from annotator.runs.models import Run

EVERYTHING = "everything"
"""The basis of members from whom nothing of a project is hidden."""


class UnknownJob(ObjectDoesNotExist):
    """No job of this name is registered: its runs do not exist."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to: ``result`` for its row, ``content`` in pieces."""

    result: dict[str, Any] = field(default_factory=dict)
    content: Iterable[bytes] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """A kind of run.

    ``perform`` does it, in a runner; it asks `steps` to count and store what it does. ``basis`` lists what the user
    may see now of what the result is computed from; it raises ObjectDoesNotExist or NotAllowed if that is nothing.
    Whoever has all of it later may see the result. ``result_url`` is where the result is shown.
    ``is_atomic``: the job writes. All of it, and that it is done, are one transaction.
    """

    name: str
    perform: Callable[[Run], Outcome]
    basis: Callable[[User, Run], frozenset[str]]
    result_url: Callable[[Run], str]
    is_atomic: bool = False


_jobs: dict[str, Job] = {}


def register(job: Job) -> None:
    """Make a job known. Once a process, before the first request."""
    _jobs[job.name] = job


def unregister(name: str) -> None:
    """Forget a job: for tests with a job of their own."""
    del _jobs[name]


def job_named(name: str) -> Job:
    """The job of this name. Raises UnknownJob."""
    if name not in _jobs:
        raise UnknownJob(name)
    return _jobs[name]
