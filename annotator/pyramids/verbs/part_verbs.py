"""The verbs that change parts and contributors, and those that set text aside. They return the changed images."""

from typing import cast

from annotator.pyramids.verbs.scus import (
    ASIDE,
    AsideImage,
    ContributorImage,
    Images,
    PyramidState,
    check_span,
    find_contributor,
    find_part,
    find_scu,
    join_contributor,
    part_ids,
    with_contributor,
)
from annotator.work.edits.parts import PartImage, reshape
from annotator.work.edits.reducer import check_new_id
from annotator.work.edits.verb import Payload, Refused


def add_part(state: PyramidState, payload: Payload) -> Images:
    image = find_scu(state, payload["scu"])
    check_new_id(state, payload["part"], part_ids)
    check_span(state, payload["summary"], payload["end"])
    part: PartImage = {"id": payload["part"], "start": payload["start"], "end": payload["end"]}
    joined = join_contributor(image, {"summary": payload["summary"], "comment": "", "parts": [part]})
    if part["id"] not in part_ids(joined):  # another part absorbed it
        state.reserved.add(part["id"])
    return {image["id"]: joined}


def set_part(state: PyramidState, payload: Payload) -> Images:
    image, contributor, _ = find_part(state, payload["part"])
    check_span(state, contributor["summary"], payload["end"])
    part: PartImage = {"id": payload["part"], "start": payload["start"], "end": payload["end"]}
    return {image["id"]: with_contributor(image, {**contributor, "parts": reshape(contributor["parts"], part)})}


def remove_part(state: PyramidState, payload: Payload) -> Images:
    image, contributor, part = find_part(state, payload["part"])
    return {image["id"]: with_contributor(image, _without_part(contributor, part))}


def move_part(state: PyramidState, payload: Payload) -> Images:
    source, contributor, part = find_part(state, payload["part"])
    target = find_scu(state, payload["to_scu"])
    if source is target:
        raise Refused("changed", "The part is in that SCU already.")
    moved: ContributorImage = {"summary": contributor["summary"], "comment": "", "parts": [part]}
    return {
        source["id"]: with_contributor(source, _without_part(contributor, part)),
        target["id"]: join_contributor(target, moved),
    }


def copy_part(state: PyramidState, payload: Payload) -> Images:
    _, contributor, part = find_part(state, payload["part"])
    target = find_scu(state, payload["to_scu"])
    check_new_id(state, payload["new_part"], part_ids)
    copy: PartImage = {**part, "id": payload["new_part"]}
    joined = join_contributor(target, {"summary": contributor["summary"], "comment": "", "parts": [copy]})
    if copy["id"] not in part_ids(joined):  # another part absorbed it
        state.reserved.add(copy["id"])
    return {target["id"]: joined}


def _without_part(contributor: ContributorImage, removed: PartImage) -> ContributorImage:
    return {**contributor, "parts": [part for part in contributor["parts"] if part["id"] != removed["id"]]}


def move_contributor(state: PyramidState, payload: Payload) -> Images:
    source, target = find_scu(state, payload["scu"]), find_scu(state, payload["to_scu"])
    contributor = find_contributor(source, payload["summary"])
    reduced = with_contributor(source, {**contributor, "parts": []})
    return {source["id"]: reduced, target["id"]: join_contributor(target, contributor)}


def remove_contributor(state: PyramidState, payload: Payload) -> Images:
    image = find_scu(state, payload["scu"])
    contributor = find_contributor(image, payload["summary"])
    return {image["id"]: with_contributor(image, {**contributor, "parts": []})}


def comment_contributor(state: PyramidState, payload: Payload) -> Images:
    image = find_scu(state, payload["scu"])
    contributor = find_contributor(image, payload["summary"])
    if contributor["comment"] != payload["was"]:
        raise Refused("changed", "The comment has been changed meanwhile.")
    return {image["id"]: with_contributor(image, {**contributor, "comment": payload["comment"]})}


def set_aside(state: PyramidState, payload: Payload) -> Images:
    check_span(state, payload["summary"], payload["end"])
    start, end = payload["start"], payload["end"]
    spans = _aside_spans(state, payload["summary"])
    touching_spans = [span for span in spans if span[0] <= end and start <= span[1]]
    joined = [min([start, *(span[0] for span in touching_spans)]), max([end, *(span[1] for span in touching_spans)])]
    return _changed_aside(payload["summary"], [*(span for span in spans if span not in touching_spans), joined])


def unset_aside(state: PyramidState, payload: Payload) -> Images:
    check_span(state, payload["summary"], payload["end"])
    start, end = payload["start"], payload["end"]
    remaining = []
    for aside_start, aside_end in _aside_spans(state, payload["summary"]):
        pieces = ([aside_start, min(aside_end, start)], [max(aside_start, end), aside_end])
        remaining += [span for span in pieces if span[0] < span[1]]
    return _changed_aside(payload["summary"], remaining)


def _aside_spans(state: PyramidState, summary: int) -> list[list[int]]:
    image = cast("AsideImage | None", state.images.get(f"{ASIDE}{summary}"))
    return image["spans"] if image else []


def _changed_aside(summary: int, spans: list[list[int]]) -> Images:
    key = f"{ASIDE}{summary}"
    image: AsideImage = {"id": key, "summary": summary, "spans": sorted(spans)}
    return {key: image if spans else None}
