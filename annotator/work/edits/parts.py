"""Adds and changes parts of a contributor or unit. Its parts never overlap, because overlapping parts are joined."""

from collections.abc import Collection
from typing import Any, TypedDict, TypeVar, cast

Flagged = TypeVar("Flagged")


class PartSnapshot(TypedDict):
    """A part as JSON: a half-open span of code points of a summary."""

    id: str
    start: int
    end: int


def overlap(a: PartSnapshot, b: PartSnapshot) -> bool:
    """Whether two parts share a character."""
    return a["start"] < b["end"] and b["start"] < a["end"]


def absorb(parts: list[PartSnapshot], new: PartSnapshot) -> list[PartSnapshot]:
    """Returns ``parts`` with ``new`` added.

    If ``new`` overlaps some of the parts, it is joined with them into one part, which has the id of the first of them.
    """
    overlapping = [part for part in parts if overlap(part, new)]
    if not overlapping:
        return [*parts, new]
    joined = _joined(overlapping[0]["id"], [*overlapping, new])
    dropped = {part["id"] for part in overlapping[1:]}
    return [joined if part["id"] == joined["id"] else part for part in parts if part["id"] not in dropped]


def absorb_all(parts: list[PartSnapshot], new: list[PartSnapshot]) -> list[PartSnapshot]:
    for part in new:
        parts = absorb(parts, part)
    return parts


def reshape(parts: list[PartSnapshot], changed: PartSnapshot) -> list[PartSnapshot]:
    """Returns ``parts`` with ``changed`` in place of the part with its id, joined with all parts that it overlaps."""
    overlapping = [part for part in parts if part["id"] != changed["id"] and overlap(part, changed)]
    dropped = {part["id"] for part in overlapping}
    joined = _joined(changed["id"], [changed, *overlapping])
    return [joined if part["id"] == changed["id"] else part for part in parts if part["id"] not in dropped]


def _joined(part_id: str, parts: list[PartSnapshot]) -> PartSnapshot:
    return {"id": part_id, "start": min(part["start"] for part in parts), "end": max(part["end"] for part in parts)}


def join_comments(*comments: str) -> str:
    """Returns the distinct non-empty comments in order, one per line."""
    return "\n".join(dict.fromkeys(comment for comment in comments if comment))


def with_flags(flagged: Flagged, flags: Collection[str]) -> Flagged:
    """Returns the SCU, contributor or unit with these flags; without the key ``flags`` if there are none."""
    unflagged = {key: value for key, value in cast("dict[str, Any]", flagged).items() if key != "flags"}
    return cast("Flagged", {**unflagged, "flags": sorted(flags)} if flags else unflagged)
