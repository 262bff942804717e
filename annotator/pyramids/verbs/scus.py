"""SCUs as images, the state they stand in, and how contributors are found and joined."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypeAlias, TypedDict, cast

from annotator.work.edits.decisions import DecisionImage
from annotator.work.edits.parts import PartImage, absorb_all, join_comments
from annotator.work.edits.reducer import State
from annotator.work.edits.refusal import Refused


class ContributorImage(TypedDict):
    """What one model summary says of an SCU; ``flags`` only where there are any."""

    summary: int
    comment: str
    parts: list[PartImage]
    flags: NotRequired[list[str]]


class ScuImage(TypedDict):
    """An SCU in full; contributors and parts in order of addition; ``flags`` only where there are any."""

    id: str
    uid: int
    position: float
    label: str
    comment: str
    contributors: list[ContributorImage]
    flags: NotRequired[list[str]]


class AsideImage(TypedDict):
    """The text of one summary that was left out on purpose: spans in text order, apart from each other."""

    id: str
    summary: int
    spans: list[list[int]]


PyramidImage: TypeAlias = ScuImage | AsideImage | DecisionImage
Images: TypeAlias = dict[str, PyramidImage | None]

ASIDE = "aside:"


@dataclass(slots=True)
class PyramidState(State[PyramidImage]):
    """What the verbs read and change; for the server, only the part of it that a group names.

    ``lengths``: code points of each model summary. ``reserved``: ids that were used and are gone.
    """

    next_uid: int = 1
    next_position: float = 1.0
    lengths: dict[int, int] = field(default_factory=dict)


def scus(state: PyramidState) -> Iterator[ScuImage]:
    """The images that are SCUs: those of other things have a kind and a colon in their keys."""
    return (cast("ScuImage", image) for key, image in state.images.items() if ":" not in key)


def part_ids(image: PyramidImage | None) -> set[str]:
    """The ids of all parts of an SCU."""
    contributors = cast("list[Any]", image.get("contributors", [])) if image else []
    return {part["id"] for contributor in contributors for part in contributor["parts"]}


def find_scu(state: PyramidState, key: str) -> ScuImage:
    """The SCU of this id. Raises Refused."""
    image = state.images.get(key)
    if image is None:
        raise Refused("gone", "That SCU is no longer there.")
    return cast("ScuImage", image)


def find_part(state: PyramidState, part_id: str) -> tuple[ScuImage, ContributorImage, PartImage]:
    """The part of this id, with what holds it. Raises Refused."""
    for image in scus(state):
        for contributor in image["contributors"]:
            for part in contributor["parts"]:
                if part["id"] == part_id:
                    return image, contributor, part
    raise Refused("gone", "That part is no longer there.")


def find_contributor(image: ScuImage, summary: int) -> ContributorImage:
    """The SCU's contributor from this summary. Raises Refused."""
    for contributor in image["contributors"]:
        if contributor["summary"] == summary:
            return contributor
    raise Refused("gone", "That SCU has no contributor from this summary any more.")


def check_span(state: PyramidState, summary: int, end: int) -> None:
    """Raise Refused unless the summary is a model of the topic and has so many characters."""
    if summary not in state.lengths:
        raise Refused("out_of_text", "This topic has no such model summary.")
    if end > state.lengths[summary]:
        raise Refused("out_of_text", "The part ends after the end of the summary.")


def with_contributor(image: ScuImage, contributor: ContributorImage) -> ScuImage:
    """The SCU with its contributor of the same summary replaced, appended, or dropped when it has no parts."""
    others = [c for c in image["contributors"] if c["summary"] != contributor["summary"]]
    if not contributor["parts"]:
        return {**image, "contributors": others}
    if len(others) == len(image["contributors"]):
        return {**image, "contributors": [*others, contributor]}
    contributors = [contributor if c["summary"] == contributor["summary"] else c for c in image["contributors"]]
    return {**image, "contributors": contributors}


def join_contributor(image: ScuImage, new: ContributorImage) -> ScuImage:
    """The SCU with a contributor joined to its own of the same summary: parts united, comments and flags gathered."""
    for old in image["contributors"]:
        if old["summary"] == new["summary"]:
            joined: ContributorImage = {
                "summary": new["summary"],
                "comment": join_comments(old["comment"], new["comment"]),
                "parts": absorb_all(old["parts"], new["parts"]),
            }
            flags = sorted({*old.get("flags", []), *new.get("flags", [])})
            return with_contributor(image, {**joined, "flags": flags} if flags else joined)
    return with_contributor(image, new)


def position_after(state: PyramidState, key: str | None, *, moving: str = "") -> float | None:
    """Half way from an SCU to the next one, or before the first (None); None at the end of the list.

    ``moving``: the SCU that is being moved, which is nobody's neighbour.
    """
    others = [image["position"] for image in scus(state) if image["id"] != moving]
    if key is None:
        return min(others) - 1 if others else None
    start = find_scu(state, key)["position"]
    later = [position for position in others if position > start]
    return (start + min(later)) / 2 if later else None
