"""SCUs as images (JSON dictionaries), the state of a pyramid, and the verbs that change whole SCUs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypeAlias, TypedDict, cast

from annotator.work.edits.decisions import DecisionImage
from annotator.work.edits.parts import PartImage, absorb_all, join_comments, with_flags
from annotator.work.edits.reducer import State, check_new_id
from annotator.work.edits.verb import Payload, Refused


class ContributorImage(TypedDict):
    """What one model summary says of an SCU. The key ``flags`` is left out if there are none."""

    summary: int
    comment: str
    parts: list[PartImage]
    flags: NotRequired[list[str]]


class ScuImage(TypedDict):
    """An SCU. Contributors and parts are in order of addition. The key ``flags`` is left out if there are none."""

    id: str
    uid: int
    position: float
    label: str
    comment: str
    contributors: list[ContributorImage]
    flags: NotRequired[list[str]]


class AsideImage(TypedDict):
    """The text of one summary that was left out on purpose: separate spans in text order."""

    id: str
    summary: int
    spans: list[list[int]]


PyramidImage: TypeAlias = ScuImage | AsideImage | DecisionImage
Images: TypeAlias = dict[str, PyramidImage | None]  # by id; None for a deleted item

ASIDE = "aside:"


@dataclass(slots=True)
class PyramidState(State[PyramidImage]):
    """What the verbs read and change. ``lengths``: the number of code points of each model summary, by its id."""

    next_uid: int = 1
    next_position: float = 1.0
    lengths: dict[int, int] = field(default_factory=dict)


def scus(state: PyramidState) -> Iterator[ScuImage]:
    """The SCUs among the images. Keys of other images begin with a prefix and a colon, such as ``aside:``."""
    return (cast("ScuImage", image) for key, image in state.images.items() if ":" not in key)


def part_ids(image: PyramidImage | None) -> set[str]:
    """The ids of all parts of an SCU."""
    contributors = cast("list[Any]", image.get("contributors", [])) if image else []
    return {part["id"] for contributor in contributors for part in contributor["parts"]}


def find_scu(state: PyramidState, key: str) -> ScuImage:
    """The SCU with this id. Raises Refused if there is none."""
    image = state.images.get(key)
    if image is None:
        raise Refused("gone", "That SCU is no longer there.")
    return cast("ScuImage", image)


def find_part(state: PyramidState, part_id: str) -> tuple[ScuImage, ContributorImage, PartImage]:
    """The SCU and the contributor that have this part, and the part. Raises Refused if there is none."""
    for image in scus(state):
        for contributor in image["contributors"]:
            for part in contributor["parts"]:
                if part["id"] == part_id:
                    return image, contributor, part
    raise Refused("gone", "That part is no longer there.")


def find_contributor(image: ScuImage, summary: int) -> ContributorImage:
    """The SCU's contributor from this summary. Raises Refused if there is none."""
    for contributor in image["contributors"]:
        if contributor["summary"] == summary:
            return contributor
    raise Refused("gone", "That SCU has no contributor from this summary any more.")


def check_span(state: PyramidState, summary: int, end: int) -> None:
    """Raise Refused unless the summary is a model of the topic and has at least ``end`` characters."""
    if summary not in state.lengths:
        raise Refused("out_of_text", "This topic has no such model summary.")
    if end > state.lengths[summary]:
        raise Refused("out_of_text", "The part ends after the end of the summary.")


def with_contributor(image: ScuImage, contributor: ContributorImage) -> ScuImage:
    """The SCU with this contributor in place of the one from the same summary, or without it if it has no parts."""
    others = [c for c in image["contributors"] if c["summary"] != contributor["summary"]]
    if not contributor["parts"]:
        return {**image, "contributors": others}
    if len(others) == len(image["contributors"]):
        return {**image, "contributors": [*others, contributor]}
    contributors = [contributor if c["summary"] == contributor["summary"] else c for c in image["contributors"]]
    return {**image, "contributors": contributors}


def join_contributor(image: ScuImage, new: ContributorImage) -> ScuImage:
    """The SCU with a contributor added, or merged with the one from the same summary: parts, comments and flags."""
    for old in image["contributors"]:
        if old["summary"] == new["summary"]:
            joined: ContributorImage = {
                "summary": new["summary"],
                "comment": join_comments(old["comment"], new["comment"]),
                "parts": absorb_all(old["parts"], new["parts"]),
            }
            flags = {*old.get("flags", []), *new.get("flags", [])}
            return with_contributor(image, with_flags(joined, flags))
    return with_contributor(image, new)


def position_after(state: PyramidState, key: str | None, *, moving: str = "") -> float | None:
    """A position between the SCU ``key`` and the next one, or before the first if ``key`` is None.

    None at the end of the list. ``moving``: the SCU that is being moved, whose own position is ignored.
    """
    others = [image["position"] for image in scus(state) if image["id"] != moving]
    if key is None:
        return min(others) - 1 if others else None
    position = find_scu(state, key)["position"]
    later = [other for other in others if other > position]
    return (position + min(later)) / 2 if later else None


def create_scu(state: PyramidState, payload: Payload) -> Images:
    key = payload["scu"]
    check_new_id(state, key, part_ids)
    return {key: _new_scu(state, key, payload.get("label", ""), payload.get("after"))}


def _new_scu(state: PyramidState, key: str, label: str, after: str | None) -> ScuImage:
    position = position_after(state, after) if after else None
    if position is None:
        position = state.next_position
        state.next_position += 1
    uid = state.next_uid
    state.next_uid += 1
    return {"id": key, "uid": uid, "position": position, "label": label, "comment": "", "contributors": []}


def relabel_scu(state: PyramidState, payload: Payload) -> Images:
    image = find_scu(state, payload["scu"])
    if image["label"] != payload["was"]:
        raise Refused("changed", f"The label has been changed to “{image['label']}” meanwhile.")
    return {image["id"]: {**image, "label": payload["label"]}}


def comment_scu(state: PyramidState, payload: Payload) -> Images:
    image = find_scu(state, payload["scu"])
    if image["comment"] != payload["was"]:
        raise Refused("changed", "The comment has been changed meanwhile.")
    return {image["id"]: {**image, "comment": payload["comment"]}}


def reorder_scu(state: PyramidState, payload: Payload) -> Images:
    image = find_scu(state, payload["scu"])
    position = position_after(state, payload["after"], moving=image["id"])
    if position is None:
        position = state.next_position
        state.next_position += 1
    return {image["id"]: {**image, "position": position}}


def delete_scu(state: PyramidState, payload: Payload) -> Images:
    return {find_scu(state, payload["scu"])["id"]: None}


def merge_scus(state: PyramidState, payload: Payload) -> Images:
    into = find_scu(state, payload["into"])
    deleted: Images = {}
    for key in payload["scus"]:
        merged = find_scu(state, key)
        for contributor in merged["contributors"]:
            into = join_contributor(into, contributor)
        into = {**into, "comment": join_comments(into["comment"], merged["comment"])}
        into = with_flags(into, {*into.get("flags", []), *merged.get("flags", [])})
        deleted[key] = None
    return {into["id"]: into, **deleted}


def split_scu(state: PyramidState, payload: Payload) -> Images:
    """Move parts to a new SCU. This can divide a contributor; its comment then stays with the other parts."""
    image, moved_ids = find_scu(state, payload["scu"]), set(payload["parts"])
    check_new_id(state, payload["new_scu"], part_ids)
    if not moved_ids <= part_ids(image):
        raise Refused("gone", "A part is no longer in that SCU.")
    new = _new_scu(state, payload["new_scu"], payload.get("label", ""), image["id"])
    reduced = image
    for contributor in image["contributors"]:
        moved_parts = [part for part in contributor["parts"] if part["id"] in moved_ids]
        kept_parts = [part for part in contributor["parts"] if part["id"] not in moved_ids]
        if moved_parts:
            moved: ContributorImage = {"summary": contributor["summary"], "comment": "", "parts": moved_parts}
            new = with_contributor(new, moved if kept_parts else contributor)
            reduced = with_contributor(reduced, {**contributor, "parts": kept_parts})
    return {image["id"]: reduced, new["id"]: new}


def flag(state: PyramidState, payload: Payload) -> Images:
    return _change_flags(state, payload, lambda flags: flags | {payload["reason"]})


def unflag(state: PyramidState, payload: Payload) -> Images:
    return _change_flags(state, payload, lambda flags: flags - {payload["reason"]})


def _change_flags(state: PyramidState, payload: Payload, change: Callable[[set[str]], set[str]]) -> Images:
    image = find_scu(state, payload["scu"])
    if "summary" not in payload:
        return {image["id"]: with_flags(image, change(set(image.get("flags", []))))}
    contributor = find_contributor(image, payload["summary"])
    flagged = with_flags(contributor, change(set(contributor.get("flags", []))))
    return {image["id"]: with_contributor(image, flagged)}
