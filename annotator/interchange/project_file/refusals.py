"""The smallest checks of a project's JSON: each raises ProjectFileError with a path and a sentence. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from annotator.interchange.project_file.json import ProjectFileError


@dataclass(frozen=True, slots=True)
class Texts:
    """The lengths of a topic's models and peers, by name."""

    models: Mapping[str, int]
    peers: Mapping[str, int]


def refuse(path: str, why: str) -> NoReturn:
    """Raise."""
    raise ProjectFileError(path, why)


def require(holds: bool, path: str, why: str) -> None:
    """Raise unless it holds."""
    if not holds:
        raise ProjectFileError(path, why)


def check_once(items: Iterable[Any], path: str, key: Callable[[Any], Hashable], what: str) -> None:
    """Raise where two items have the same key."""
    seen: set[Hashable] = set()
    for i, one in enumerate(items):
        found = key(one)
        if found in seen:
            raise ProjectFileError(f"{path}[{i}]", f"This {what} is there twice.")
        seen.add(found)


def check_spans(parts: Sequence[tuple[int, int]], length: int, path: str) -> None:
    """Raise unless all are spans of a text of this length and none overlaps another."""
    for start, end in parts:
        require(start < end, path, "A part must end after its start.")
        require(end <= length, path, f"A part ends at {end}, in a text of {length} characters.")
    ordered = sorted(parts)
    apart = all(before[1] <= after[0] for before, after in itertools.pairwise(ordered))
    require(apart, path, "Two parts overlap.")


def check_known(names: Sequence[str], known: Collection[str], path: str) -> None:
    """Raise where a name is not known."""
    for i, name in enumerate(names):
        require(name in known, f"{path}[{i}]", "There is no such member.")
