"""The verbs that change parts and contributors or set text aside. Each returns the changed snapshots."""

from typing import cast

from annotator.pyramids.verbs.scus import (
    ASIDE,
    AsideSnapshot,
    ContributorSnapshot,
    PyramidState,
    Snapshots,
    check_span,
    find_contributor,
    find_part,
    find_scu,
    join_contributor,
    part_ids,
    with_contributor,
)
from annotator.work.edits.parts import PartSnapshot, reshape
from annotator.work.edits.reducer import check_new_id
from annotator.work.edits.verb import Payload, Refused


def add_part(state: PyramidState, payload: Payload) -> Snapshots:
    scu = find_scu(state, payload["scu"])
    check_new_id(state, payload["part"])
    check_span(state, payload["summary"], payload["end"])
    part: PartSnapshot = {"id": payload["part"], "start": payload["start"], "end": payload["end"]}
    joined = join_contributor(scu, {"summary": payload["summary"], "comment": "", "parts": [part]})
    if part["id"] not in part_ids(joined):  # another part absorbed it; its id may not be used again
        state.reserved_ids.add(part["id"])
    return {scu["id"]: joined}


def set_part(state: PyramidState, payload: Payload) -> Snapshots:
    scu, contributor, _ = find_part(state, payload["part"])
    check_span(state, contributor["summary"], payload["end"])
    part: PartSnapshot = {"id": payload["part"], "start": payload["start"], "end": payload["end"]}
    return {scu["id"]: with_contributor(scu, {**contributor, "parts": reshape(contributor["parts"], part)})}


def remove_part(state: PyramidState, payload: Payload) -> Snapshots:
    scu, contributor, part = find_part(state, payload["part"])
    return {scu["id"]: with_contributor(scu, _without_part(contributor, part))}


def move_part(state: PyramidState, payload: Payload) -> Snapshots:
    source, contributor, part = find_part(state, payload["part"])
    target = find_scu(state, payload["to_scu"])
    if source is target:
        raise Refused("changed", "The part is in that SCU already.")
    moved: ContributorSnapshot = {"summary": contributor["summary"], "comment": "", "parts": [part]}
    return {
        source["id"]: with_contributor(source, _without_part(contributor, part)),
        target["id"]: join_contributor(target, moved),
    }


def copy_part(state: PyramidState, payload: Payload) -> Snapshots:
    _, contributor, part = find_part(state, payload["part"])
    target = find_scu(state, payload["to_scu"])
    check_new_id(state, payload["new_part"])
    copy: PartSnapshot = {**part, "id": payload["new_part"]}
    joined = join_contributor(target, {"summary": contributor["summary"], "comment": "", "parts": [copy]})
    if copy["id"] not in part_ids(joined):  # another part absorbed it; its id may not be used again
        state.reserved_ids.add(copy["id"])
    return {target["id"]: joined}


def _without_part(contributor: ContributorSnapshot, removed: PartSnapshot) -> ContributorSnapshot:
    return {**contributor, "parts": [part for part in contributor["parts"] if part["id"] != removed["id"]]}


def move_contributor(state: PyramidState, payload: Payload) -> Snapshots:
    source, target = find_scu(state, payload["scu"]), find_scu(state, payload["to_scu"])
    contributor = find_contributor(source, payload["summary"])
    reduced = with_contributor(source, {**contributor, "parts": []})  # without parts, the contributor is removed
    return {source["id"]: reduced, target["id"]: join_contributor(target, contributor)}


def remove_contributor(state: PyramidState, payload: Payload) -> Snapshots:
    scu = find_scu(state, payload["scu"])
    contributor = find_contributor(scu, payload["summary"])
    return {scu["id"]: with_contributor(scu, {**contributor, "parts": []})}  # without parts, the contributor is removed


def comment_contributor(state: PyramidState, payload: Payload) -> Snapshots:
    scu = find_scu(state, payload["scu"])
    contributor = find_contributor(scu, payload["summary"])
    if contributor["comment"] != payload["was"]:
        raise Refused("changed", "The comment has since been changed.")
    return {scu["id"]: with_contributor(scu, {**contributor, "comment": payload["comment"]})}


def set_aside(state: PyramidState, payload: Payload) -> Snapshots:
    check_span(state, payload["summary"], payload["end"])
    start, end = payload["start"], payload["end"]
    spans = _aside_spans(state, payload["summary"])
    touching_spans = [span for span in spans if span[0] <= end and start <= span[1]]
    joined = [min([start, *(span[0] for span in touching_spans)]), max([end, *(span[1] for span in touching_spans)])]
    return _changed_aside(payload["summary"], [*(span for span in spans if span not in touching_spans), joined])


def unset_aside(state: PyramidState, payload: Payload) -> Snapshots:
    check_span(state, payload["summary"], payload["end"])
    start, end = payload["start"], payload["end"]
    remaining = []
    for aside_start, aside_end in _aside_spans(state, payload["summary"]):
        pieces = ([aside_start, min(aside_end, start)], [max(aside_start, end), aside_end])
        remaining += [span for span in pieces if span[0] < span[1]]
    return _changed_aside(payload["summary"], remaining)


def _aside_spans(state: PyramidState, summary: int) -> list[list[int]]:
    aside = cast("AsideSnapshot | None", state.snapshots.get(f"{ASIDE}{summary}"))
    return aside["spans"] if aside else []


def _changed_aside(summary: int, spans: list[list[int]]) -> Snapshots:
    key = f"{ASIDE}{summary}"
    aside: AsideSnapshot = {"id": key, "summary": summary, "spans": sorted(spans)}
    return {key: aside if spans else None}
