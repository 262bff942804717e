"""Verbs that make, change and take away whole SCUs."""

from collections.abc import Callable
from typing import cast

from annotator.pyramids.verbs.scus import (
    ContributorImage,
    Images,
    PyramidState,
    ScuImage,
    find_contributor,
    find_scu,
    join_contributor,
    part_ids,
    position_after,
    with_contributor,
)
from annotator.work.edits.parts import join_comments
from annotator.work.edits.reducer import check_new_id
from annotator.work.edits.refusal import Refused
from annotator.work.edits.verb import Payload


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
    after: Images = {}
    for key in payload["scus"]:
        merged = find_scu(state, key)
        for contributor in merged["contributors"]:
            into = join_contributor(into, contributor)
        into = {**into, "comment": join_comments(into["comment"], merged["comment"])}
        into = _flagged(into, {*into.get("flags", []), *merged.get("flags", [])})
        after[key] = None
    return {into["id"]: into, **after}


def split_scu(state: PyramidState, payload: Payload) -> Images:
    """Any parts may go to the new SCU, so that one contributor can be divided; a comment stays with what stays."""
    image, chosen = find_scu(state, payload["scu"]), set(payload["parts"])
    check_new_id(state, payload["new_scu"], part_ids)
    if not chosen <= part_ids(image):
        raise Refused("gone", "A part is no longer in that SCU.")
    made = _new_scu(state, payload["new_scu"], payload.get("label", ""), image["id"])
    left = image
    for contributor in image["contributors"]:
        going = [part for part in contributor["parts"] if part["id"] in chosen]
        staying = [part for part in contributor["parts"] if part["id"] not in chosen]
        if going:
            moved: ContributorImage = {"summary": contributor["summary"], "comment": "", "parts": going}
            made = with_contributor(made, moved if staying else contributor)
            left = with_contributor(left, {**contributor, "parts": staying})
    return {image["id"]: left, made["id"]: made}


def flag(state: PyramidState, payload: Payload) -> Images:
    return _with_flags(state, payload, lambda flags: flags | {payload["reason"]})


def unflag(state: PyramidState, payload: Payload) -> Images:
    return _with_flags(state, payload, lambda flags: flags - {payload["reason"]})


def _with_flags(state: PyramidState, payload: Payload, change: Callable[[set[str]], set[str]]) -> Images:
    image = find_scu(state, payload["scu"])
    if "summary" not in payload:
        return {image["id"]: _flagged(image, change(set(image.get("flags", []))))}
    contributor = find_contributor(image, payload["summary"])
    flags = sorted(change(set(contributor.get("flags", []))))
    bare = cast("ContributorImage", {key: value for key, value in contributor.items() if key != "flags"})
    return {image["id"]: with_contributor(image, {**bare, "flags": flags} if flags else bare)}


def _flagged(image: ScuImage, flags: set[str]) -> ScuImage:
    """The SCU with these flags; without any it has no such key, as before there were flags."""
    bare = cast("ScuImage", {key: value for key, value in image.items() if key != "flags"})
    return {**bare, "flags": sorted(flags)} if flags else bare
