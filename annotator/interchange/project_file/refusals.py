"""The exception for an invalid project file, and the basic checks that raise it. No check reads the database."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from annotator.texts.errors import FormatError

Json = Mapping[str, Any]


class ProjectFileError(FormatError):
    """A project file is invalid. ``path`` is the faulty place in its JSON, such as ``topics[0].key``."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)


def require(condition: bool, path: str, reason: str) -> None:
    """Raise ProjectFileError unless the condition is true. The other checks use this function."""
    if not condition:
        raise ProjectFileError(path, reason)


def check_unique(items: Iterable[Any], path: str, key_name: str, key: Callable[[Any], Hashable] | None = None) -> None:
    """Refuse two items with the same key: the result of ``key`` or, by default, the item's value for ``key_name``."""
    seen: set[Hashable] = set()
    for i, item in enumerate(items):
        value = key(item) if key else item[key_name]
        require(value not in seen, f"{path}[{i}]", f"This {key_name} appears twice.")
        seen.add(value)


def check_member(name: str, members: Collection[str], path: str) -> None:
    """Refuse a name that no member in the file has."""
    require(name in members, path, "There is no such member.")


def check_spans(spans: Sequence[tuple[int, int]], length: int, path: str) -> None:
    """Refuse spans that are empty, that end outside a text of this length, or that overlap."""
    for start, end in spans:
        require(start < end, path, "A part must end after its start.")
        require(end <= length, path, f"A part ends at {end}, in a text of {length} characters.")
    are_disjoint = all(before[1] <= after[0] for before, after in pairwise(sorted(spans)))
    require(are_disjoint, path, "Two parts overlap.")
