"""Functions for long calculations: they announce the time needed, report progress and store intermediate results.

Outside of a run, progress is not recorded and nothing is stored.
"""

import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from annotator.runs.models import PROGRESS_TOTAL

Item = TypeVar("Item")
Part = TypeVar("Part")

MAX_REQUEST_SECONDS = 2.0
"""A request whose estimate is longer becomes a run."""


class TakesLong(Exception):
    """The response cannot be computed within the request, so a run must compute it."""


class RunStopped(BaseException):
    """The run was cancelled, or its runner stops. A BaseException, so that no ``except Exception`` catches it."""


class RunProgress:
    """The progress of a run, from 0 to 1, and the parts (intermediate results) that it has stored.

    ``stored``: parts of an interrupted attempt, by key. ``save``: stores a new part. ``must_stop``: set by the runner.
    """

    def __init__(self, stored: dict[str, bytes], save: Callable[[str, bytes], None]) -> None:
        self.fraction = 0.0
        self.must_stop = False
        self._is_advancing = False
        self._stored = stored
        self._save = save

    @property
    def done(self) -> int:
        """The progress in thousandths."""
        return min(round(self.fraction * PROGRESS_TOTAL), PROGRESS_TOTAL)

    def advance(self, items: Sequence[Item], time_share: float) -> Iterator[Item]:
        """Yield the items; all of them advance the progress by ``time_share`` of what remains. Raises RunStopped.

        In nested loops, only the outermost loop advances the progress.
        """
        is_inner, self._is_advancing = self._is_advancing, True  # inner: inside a loop that advances the progress
        start, end = self.fraction, self.fraction + (1 - self.fraction) * time_share
        try:
            for number, item in enumerate(items):
                self.check_stopped()
                yield item
                if not is_inner:
                    self.fraction = start + (end - start) * (number + 1) / len(items)
        finally:  # also if the caller leaves its loop early
            self._is_advancing = is_inner
        self.check_stopped()

    def check_stopped(self) -> None:
        """Raise RunStopped if the run must stop."""
        if self.must_stop:
            raise RunStopped

    def compute(self, function: Callable[[Item], Part], item: Item) -> Part:
        """Return the part ``function(item)``, as stored by an earlier attempt or else computed and stored now."""
        content = pickle.dumps((function.__module__, function.__qualname__, item))
        key = hashlib.sha256(content).hexdigest()
        if key in self._stored:
            part: Part = pickle.loads(self._stored[key])  # noqa: S301  # written by ourselves, into our own database
            return part
        part = function(item)
        self._save(key, pickle.dumps(part))
        return part


_wait_for_turn: ContextVar[Callable[[float], None] | None] = ContextVar("wait_for_turn", default=None)
_current_progress: ContextVar[RunProgress | None] = ContextVar("progress", default=None)


@contextmanager
def in_run(progress: RunProgress) -> Iterator[None]:
    """Mark the code in the ``with`` block as executed by a runner. It records its progress in ``progress``."""
    token = _current_progress.set(progress)
    try:
        yield
    finally:
        _current_progress.reset(token)


def is_in_run() -> bool:
    """Whether a runner executes this code, not a request."""
    return _current_progress.get() is not None


def reserve_time(seconds: float) -> None:
    """Announce how long the rest of a view marked with `answers.long_work` will take, and wait for its turn.

    Raises TakesLong if ``seconds`` is too long for a request, or if too many requests wait. Does nothing in runs and
    commands, which may take any time.
    """
    if (wait := _wait_for_turn.get()) is None:
        return
    if seconds > MAX_REQUEST_SECONDS:
        raise TakesLong
    wait(seconds)


@contextmanager
def using_turn(wait: Callable[[float], None]) -> Iterator[None]:
    """Make `reserve_time` call ``wait``, with the estimated seconds, to wait for the request's turn to compute."""
    token = _wait_for_turn.set(wait)
    try:
        yield
    finally:
        _wait_for_turn.reset(token)


def with_progress(items: Iterable[Item], *, time_share: float = 0.8) -> Iterable[Item]:
    """Return the items. In a run, a loop over them advances the progress by ``time_share`` of what remains."""
    progress = _current_progress.get()
    return items if progress is None else progress.advance(list(items), time_share)


def map_with_checkpoints(
    function: Callable[[Item], Part], items: Iterable[Item], *, time_share: float = 0.8
) -> Iterator[Part]:
    """Return ``function(item)`` for each item. A run stores these parts; after an interruption, it computes the rest.

    Items and parts must be picklable, and equal items must give equal parts. ``time_share``: as for `with_progress`.
    """
    progress = _current_progress.get()
    if progress is None:
        return map(function, items)
    return (progress.compute(function, item) for item in progress.advance(list(items), time_share))


def stored_parts(parts: Iterable[Any]) -> dict[str, bytes]:
    """Return the content of stored parts by key, as `RunProgress` needs it."""
    return {part.key: bytes(part.data) for part in parts}
