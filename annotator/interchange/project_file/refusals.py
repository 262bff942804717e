"""The refusal of a project's JSON, and the smallest checks: each refuses with a path and a sentence. Pure."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NoReturn

from annotator.texts.errors import FormatError

Json = Mapping[str, Any]


class ProjectFileError(FormatError):
    """A file that is not a valid project; ``path`` is a place in its JSON, as ``topics[0].key``."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}" if path else why)


def refuse(path: str, why: str) -> NoReturn:
    """Raise ProjectFileError."""
    raise ProjectFileError(path, why)


def require(condition: bool, path: str, why: str) -> None:
    """Refuse unless the condition is true."""
    if not condition:
        raise ProjectFileError(path, why)


def check_unique(items: Iterable[Any], path: str, what: str, key: Callable[[Any], Hashable] | None = None) -> None:
    """Refuse two items with the same key. ``what``: what a sentence calls the key; also its name if none is given."""
    seen: set[Hashable] = set()
    for i, item in enumerate(items):
        value = key(item) if key else item[what]
        require(value not in seen, f"{path}[{i}]", f"This {what} is there twice.")
        seen.add(value)


def check_member(name: str, members: Collection[str], path: str) -> None:
    """Refuse the name of a member that the file does not have."""
    require(name in members, path, "There is no such member.")


def check_spans(spans: Sequence[tuple[int, int]], length: int, path: str) -> None:
    """Refuse what is not a span of a text of this length, and spans that overlap."""
    for start, end in spans:
        require(start < end, path, "A part must end after its start.")
        require(end <= length, path, f"A part ends at {end}, in a text of {length} characters.")
    disjoint = all(before[1] <= after[0] for before, after in pairwise(sorted(spans)))
    require(disjoint, path, "Two parts overlap.")
