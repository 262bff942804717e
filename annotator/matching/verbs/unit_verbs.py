"""Verbs of units, their parts, and SCUs that were looked for in vain."""

from collections.abc import Callable
from typing import cast

from annotator.matching.verbs.units import (
    ABSENT,
    AbsenceImage,
    Images,
    PeerState,
    UnitImage,
    check_end,
    check_scu,
    find_part,
    find_unit,
    part_ids,
)
from annotator.work.edits.parts import PartImage, absorb, absorb_all, join_comments, reshape
from annotator.work.edits.reducer import check_new_id
from annotator.work.edits.refusal import Refused
from annotator.work.edits.verb import Payload


def match_part(state: PeerState, payload: Payload) -> Images:
    key, scu = payload["unit"], payload["scu"]
    if key not in state.images:
        check_scu(state, scu)
    check_new_id(state, payload["part"], part_ids)
    check_end(state, payload["end"])
    part: PartImage = {"id": payload["part"], "start": payload["start"], "end": payload["end"]}
    image = cast("UnitImage | None", state.images.get(key))
    if image is None:
        check_new_id(state, key, part_ids)
        image = _new_unit(state, key, scu)
    elif image["scu"] != scu:
        raise Refused("changed", "The unit has been matched to another SCU meanwhile.")
    after: UnitImage = {**image, "parts": absorb(image["parts"], part)}
    if part["id"] not in part_ids(after):
        state.reserved.add(part["id"])
    return {key: after}


def _new_unit(state: PeerState, key: str, scu: str | None) -> UnitImage:
    position = state.next_position
    state.next_position += 1
    return {"id": key, "position": position, "scu": scu, "comment": "", "parts": []}


def set_part(state: PeerState, payload: Payload) -> Images:
    image = find_part(state, payload["part"])
    check_end(state, payload["end"])
    part: PartImage = {"id": payload["part"], "start": payload["start"], "end": payload["end"]}
    return {image["id"]: {**image, "parts": reshape(image["parts"], part)}}


def remove_part(state: PeerState, payload: Payload) -> Images:
    image = find_part(state, payload["part"])
    parts = [part for part in image["parts"] if part["id"] != payload["part"]]
    return {image["id"]: {**image, "parts": parts} if parts else None}


def rematch_unit(state: PeerState, payload: Payload) -> Images:
    image = find_unit(state, payload["unit"])
    check_scu(state, payload["scu"])
    return {image["id"]: {**image, "scu": payload["scu"]}}


def split_unit(state: PeerState, payload: Payload) -> Images:
    """The new unit has the parts that go and the same match; the comment stays."""
    image, chosen = find_unit(state, payload["unit"]), set(payload["parts"])
    check_new_id(state, payload["new_unit"], part_ids)
    if not chosen <= part_ids(image):
        raise Refused("gone", "A part is no longer in that unit.")
    if chosen == part_ids(image):
        raise Refused("changed", "A part must stay in the unit.")
    made = _new_unit(state, payload["new_unit"], image["scu"])
    return {
        image["id"]: {**image, "parts": [part for part in image["parts"] if part["id"] not in chosen]},
        made["id"]: {**made, "parts": [part for part in image["parts"] if part["id"] in chosen]},
    }


def join_units(state: PeerState, payload: Payload) -> Images:
    """``into`` keeps its match and its label; comments and flags are gathered."""
    into = find_unit(state, payload["into"])
    after: Images = {}
    for key in payload["units"]:
        other = find_unit(state, key)
        into = {
            **into,
            "comment": join_comments(into["comment"], other["comment"]),
            "parts": absorb_all(into["parts"], other["parts"]),
        }
        into = _flagged(into, {*into.get("flags", []), *other.get("flags", [])})
        after[key] = None
    return {into["id"]: into, **after}


def label_unit(state: PeerState, payload: Payload) -> Images:
    image = find_unit(state, payload["unit"])
    if image.get("label", "") != payload["was"]:
        raise Refused("changed", "The label has been changed meanwhile.")
    bare = cast("UnitImage", {key: value for key, value in image.items() if key != "label"})
    return {image["id"]: {**bare, "label": payload["label"]} if payload["label"] else bare}


def comment_unit(state: PeerState, payload: Payload) -> Images:
    image = find_unit(state, payload["unit"])
    if image["comment"] != payload["was"]:
        raise Refused("changed", "The comment has been changed meanwhile.")
    return {image["id"]: {**image, "comment": payload["comment"]}}


def remove_unit(state: PeerState, payload: Payload) -> Images:
    return {find_unit(state, payload["unit"])["id"]: None}


def flag(state: PeerState, payload: Payload) -> Images:
    return _with_flags(state, payload, lambda flags: flags | {payload["reason"]})


def unflag(state: PeerState, payload: Payload) -> Images:
    return _with_flags(state, payload, lambda flags: flags - {payload["reason"]})


def _with_flags(state: PeerState, payload: Payload, change: Callable[[set[str]], set[str]]) -> Images:
    image = find_unit(state, payload["unit"])
    return {image["id"]: _flagged(image, change(set(image.get("flags", []))))}


def _flagged(image: UnitImage, flags: set[str]) -> UnitImage:
    """The unit with these flags; without any it has no such key, as before there were flags."""
    bare = cast("UnitImage", {key: value for key, value in image.items() if key != "flags"})
    return {**bare, "flags": sorted(flags)} if flags else bare


def mark_absent(state: PeerState, payload: Payload) -> Images:
    check_scu(state, payload["scu"])
    key = f"{ABSENT}{payload['scu']}"
    image: AbsenceImage = {"id": key, "scu": payload["scu"]}
    return {key: image}


def unmark_absent(state: PeerState, payload: Payload) -> Images:
    check_scu(state, payload["scu"])
    return {f"{ABSENT}{payload['scu']}": None}
