"""Units as images, the state they stand in, and how they are found."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, NotRequired, TypeAlias, TypedDict, cast

from annotator.work.edits.decisions import DecisionImage
from annotator.work.edits.parts import PartImage
from annotator.work.edits.reducer import State
from annotator.work.edits.refusal import Refused


class UnitImage(TypedDict):
    """One mention in a peer, matched to an SCU of the release or (None) to nothing; parts in order of addition.

    ``label`` and ``flags`` only where there are any.
    """

    id: str
    position: int
    scu: str | None
    comment: str
    parts: list[PartImage]
    label: NotRequired[str]
    flags: NotRequired[list[str]]


class AbsenceImage(TypedDict):
    """An SCU that was looked for in the peer and is not there; it has no effect on scores."""

    id: str
    scu: str


PeerImage: TypeAlias = UnitImage | AbsenceImage | DecisionImage
Images: TypeAlias = dict[str, PeerImage | None]

ABSENT = "absent:"


@dataclass(slots=True)
class PeerState(State[PeerImage]):
    """What the verbs read and change. ``length``: code points of the peer. ``release``: ids of the release's SCUs
    with the keys of their rows (0 where there are no rows).

    ``may_mark_non_matching`` is the project's setting ``non_matching`` (DESIGN §3).
    """

    next_position: int = 1
    length: int = 0
    release: Collection[str] = frozenset()
    may_mark_non_matching: bool = True


def units(state: PeerState) -> Iterator[UnitImage]:
    """The images that are units: those of other things have a kind and a colon in their keys."""
    return (cast("UnitImage", image) for key, image in state.images.items() if ":" not in key)


def part_ids(image: PeerImage | None) -> set[str]:
    """The ids of all parts of a unit."""
    parts = cast("list[Any]", image.get("parts", [])) if image else []
    return {part["id"] for part in parts}


def find_unit(state: PeerState, key: str) -> UnitImage:
    """The unit of this id. Raises Refused."""
    image = state.images.get(key)
    if image is None:
        raise Refused("gone", "That unit is no longer there.")
    return cast("UnitImage", image)


def find_part(state: PeerState, part_id: str) -> UnitImage:
    """The unit that has the part of this id. Raises Refused."""
    for image in units(state):
        if part_id in part_ids(image):
            return image
    raise Refused("gone", "That part is no longer there.")


def check_end(state: PeerState, end: int) -> None:
    """Raise Refused unless the peer has so many characters."""
    if end > state.length:
        raise Refused("out_of_text", "The part ends after the end of the summary.")


def check_scu(state: PeerState, scu: str | None) -> None:
    """Raise Refused unless units of this annotation may be matched to this SCU (None: to nothing)."""
    if scu is None and not state.may_mark_non_matching:
        raise Refused("gone", "This project does not mark non-matching text.")
    if scu is not None and scu not in state.release:
        raise Refused("gone", "The release has no such SCU.")
