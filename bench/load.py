"""The crowd's process as the bench sees it: orders go there, figures come back."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import count
from math import ceil, nan
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bench.crowd import Annotating

ROOT = Path(__file__).parent.parent
_SEEDS = count(1)  # no two crowds make the same ids


@dataclass(frozen=True, slots=True)
class Load:
    """What an order came to. ``ms``: by kind of request, sorted; ``cpu``: seconds of the client itself."""

    ms: dict[str, list[float]]
    errors: list[str]
    seconds: float
    cpu: float

    def rate(self, *kinds: str) -> float:
        """Requests of these kinds a second."""
        return sum(len(self.ms.get(kind, ())) for kind in kinds) / self.seconds

    def at(self, share: float, *kinds: str) -> float:
        """The time in ms that this share of the requests of these kinds kept within."""
        return percentile(sorted(ms for kind in kinds for ms in self.ms.get(kind, ())), share)

    @property
    def requests(self) -> int:
        """Of all kinds."""
        return sum(map(len, self.ms.values()))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of the sorted values that at least this share of them do not exceed; NaN if there are none."""
    return values[max(0, ceil(share * len(values)) - 1)] if values else nan


def together(loads: Sequence[Load]) -> Load:
    """Several rounds as one."""
    kinds = {kind for load in loads for kind in load.ms}
    return Load(
        ms={kind: sorted(ms for load in loads for ms in load.ms.get(kind, ())) for kind in kinds},
        errors=[error for load in loads for error in load.errors],
        seconds=sum(load.seconds for load in loads),
        cpu=sum(load.cpu for load in loads),
    )


class Crowd:
    """The process with the people; use it as a context."""

    def __init__(self, port: int, people: Sequence[Annotating]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.load_client", str(port), str(next(_SEEDS))],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._tell([asdict(person) for person in people])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()

    def rush(self, what: str, *, clients: int, seconds: float) -> Load:
        """``edits`` or ``bare`` updates, one after the other by each client."""
        return self._carried_out({"do": what, "clients": clients, "seconds": seconds})

    def work(self, *, clients: int, seconds: float, pace: float) -> Load:
        """Like people, ``pace`` times as quick."""
        return self._carried_out({"do": "people", "clients": clients, "seconds": seconds, "pace": pace})

    def acknowledged(self) -> list[tuple[str, str]]:
        """Of every edit that the server said it has: where it was sent, and its id."""
        self._tell({"do": "tell"})
        return [(path, edit) for path, edit in self._told()]

    def _carried_out(self, order: dict[str, Any]) -> Load:
        self._tell(order)
        return Load(**self._told())

    def _tell(self, what: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def _told(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("The load client has ended.")
        return json.loads(line)
