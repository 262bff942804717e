"""What long calculations say of their progress. Outside of a run all of this does nothing."""

import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from annotator.runs.models import WHOLE

Item = TypeVar("Item")
Part = TypeVar("Part")

LONGEST = 2.0
"""Seconds that a request may take, by estimate: what takes longer becomes a run."""


class TakesLong(Exception):
    """A request asks for more than can be computed within it."""


class RunStopped(BaseException):
    """The run was cancelled, or its runner stops. No calculation catches this."""


class Steps:
    """Progress of the run in hand, between 0 and 1; and the parts that are stored as they are computed.

    ``stored``: parts of an attempt that was interrupted, by key; ``save`` stores another one.
    """

    def __init__(self, stored: dict[str, bytes], save: Callable[[str, bytes], None]) -> None:
        self.progress = 0.0
        self.is_stopped = False
        self._is_advancing = False
        self._stored = stored
        self._save = save

    @property
    def done(self) -> int:
        """The progress in thousandths."""
        return min(round(self.progress * WHOLE), WHOLE)

    def advance(self, items: Sequence[Item], share: float) -> Iterator[Item]:
        """The items; meanwhile progress goes on by this share of what was left. Raises RunStopped.

        A loop within another does not count.
        """
        is_inner, self._is_advancing = self._is_advancing, True
        first, last = self.progress, self.progress + (1 - self.progress) * share
        try:
            for number, item in enumerate(items):
                self.check()
                yield item
                if not is_inner:
                    self.progress = first + (last - first) * (number + 1) / len(items)
        finally:  # also where the loop is left early
            self._is_advancing = is_inner
        self.check()

    def check(self) -> None:
        """Raise RunStopped if the run is to stop."""
        if self.is_stopped:
            raise RunStopped

    def compute(self, function: Callable[[Item], Part], item: Item) -> Part:
        """The part of an item: computed and stored, or as an earlier attempt has stored it for the same item."""
        content = pickle.dumps((function.__module__, function.__qualname__, item))
        key = hashlib.sha256(content).hexdigest()
        if key in self._stored:
            part: Part = pickle.loads(self._stored[key])  # noqa: S301  # written by ourselves, into our own database
            return part
        part = function(item)
        self._save(key, pickle.dumps(part))
        return part


_turn: ContextVar[Callable[[], None] | None] = ContextVar("turn", default=None)
_current: ContextVar[Steps | None] = ContextVar("steps", default=None)


@contextmanager
def in_run(steps: Steps) -> Iterator[None]:
    """Everything inside is done by a runner, and reports its progress here."""
    token = _current.set(steps)
    try:
        yield
    finally:
        _current.reset(token)


def is_in_run() -> bool:
    """Whether a runner is at work, not a request."""
    return _current.get() is not None


def takes(seconds: float) -> None:
    """Say how long the rest of a view marked `long_work` will take; it waits for its turn among such views.

    Raises TakesLong if that is too long for a request, or if the process has enough to do.
    """
    if is_in_run():
        return
    if seconds > LONGEST:
        raise TakesLong
    if (wait := _turn.get()) is not None:
        wait()


@contextmanager
def waiting_by(wait: Callable[[], None]) -> Iterator[None]:
    """Inside, `takes` calls this function to wait for a turn."""
    token = _turn.set(wait)
    try:
        yield
    finally:
        _turn.reset(token)


def in_steps(items: Iterable[Item], *, share: float = 0.8) -> Iterable[Item]:
    """The same items; a run counts them as steps, which take about this share of the time that it still needs."""
    steps = _current.get()
    return items if steps is None else steps.advance(list(items), share)


def computed(function: Callable[[Item], Part], items: Iterable[Item], *, share: float = 0.8) -> Iterator[Part]:
    """``function`` of each item. A run stores each part, and after an interruption goes on with the next.

    Items and parts must be picklable, and equal items must give equal parts.
    """
    steps = _current.get()
    if steps is None:
        return map(function, items)
    return (steps.compute(function, item) for item in steps.advance(list(items), share))


def advanced(share: float) -> None:
    """One step that takes this share of the rest is done: for work that is no loop. Raises RunStopped."""
    steps = _current.get()
    if steps is not None:
        list(steps.advance([None], share))


def stored_parts(parts: Iterable[Any]) -> dict[str, bytes]:
    """Rows of computed parts as `Steps` takes them."""
    return {part.key: bytes(part.data) for part in parts}
