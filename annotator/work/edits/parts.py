"""Parts of one contributor or one unit: they never overlap, joining takes their union (DESIGN §3)."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypedDict, TypeVar, cast

from annotator.work.edits.verb import Refused

Image = TypeVar("Image")


class PartImage(TypedDict):
    """A part in pages, log and reducers; code points, half-open."""

    id: str
    start: int
    end: int


def overlap(a: PartImage, b: PartImage) -> bool:
    """Whether two parts share a character; touching is no overlap."""
    return a["start"] < b["end"] and b["start"] < a["end"]


def absorb(parts: list[PartImage], new: PartImage) -> list[PartImage]:
    """``parts`` with ``new`` joined to them.

    The first part that overlaps ``new`` becomes the hull of all that do; the other ones, and ``new``, go.
    Hull and union are the same here: the overlapped parts all meet ``new``.
    """
    met = [part for part in parts if overlap(part, new)]
    if not met:
        return [*parts, new]
    hull = _hull(met[0]["id"], [*met, new])
    gone = {part["id"] for part in met[1:]}
    return [hull if part["id"] == hull["id"] else part for part in parts if part["id"] not in gone]


def absorb_all(parts: list[PartImage], new: list[PartImage]) -> list[PartImage]:
    for part in new:
        parts = absorb(parts, part)
    return parts


def reshape(parts: list[PartImage], changed: PartImage) -> list[PartImage]:
    """``parts`` with the one of the same id given new bounds; what it now overlaps is taken into it."""
    met = [part for part in parts if part["id"] != changed["id"] and overlap(part, changed)]
    gone = {part["id"] for part in met}
    hull = _hull(changed["id"], [changed, *met])
    return [hull if part["id"] == changed["id"] else part for part in parts if part["id"] not in gone]


def _hull(part_id: str, parts: list[PartImage]) -> PartImage:
    return {"id": part_id, "start": min(p["start"] for p in parts), "end": max(p["end"] for p in parts)}


def join_comments(*comments: str) -> str:
    """The comments that say something, each once, in order, a line each."""
    return "\n".join(dict.fromkeys(comment for comment in comments if comment))


def with_flags(image: Image, flags: Collection[str]) -> Image:
    """The SCU, contributor or unit with these flags; without flags it has no such key."""
    other = {key: value for key, value in cast("dict[str, Any]", image).items() if key != "flags"}
    return cast("Image", {**other, "flags": sorted(flags)} if flags else other)


PlacedPart = tuple[str, int, PartImage]
"""The id of an SCU or unit, the key of a summary, and a part in it."""


def refuse_new_overlaps(
    before: Iterable[PlacedPart], after: Sequence[PlacedPart], applied: Sequence[Any], message: str
) -> None:
    """Raise Refused if two SCUs or units share words that they did not share before; imports may have shared words."""
    old = {part["id"]: part for _, _, part in before}
    for item, summary, part in after:
        if part != old.get(part["id"]) and any(
            other_item != item and other_summary == summary and overlap(part, other)
            for other_item, other_summary, other in after
        ):
            raise Refused("overlap", message, next(step.edit.id for step in reversed(applied) if item in step.after))
