"""Reducer states from and to the JSON of the vectors, and a way to run groups as the server does."""

from typing import Any

from annotator.matching.verbs.table import PEER_REDUCER, PEER_VERBS
from annotator.matching.verbs.units import PeerState
from annotator.pyramids.verbs.scus import PyramidState
from annotator.pyramids.verbs.table import PYRAMID_REDUCER, PYRAMID_VERBS
from annotator.work.edits.history import Step
from annotator.work.edits.reducer import Reducer, State
from annotator.work.edits.request import parse_request
from annotator.work.edits.verb import Refused


def pyramid_state(start: dict[str, Any]) -> PyramidState:
    """The state that a vector's JSON describes."""
    return PyramidState(
        snapshots={
            snapshot["id"]: snapshot
            for snapshot in [*start["scus"], *start.get("asides", []), *start.get("decisions", [])]
        },
        reserved_ids=set(start["reserved"]),
        **_past(start),
        next_uid=start["next_uid"],
        next_position=start["next_position"],
        lengths={int(key): length for key, length in start["lengths"].items()},
    )


def _past(start: dict[str, Any]) -> dict[str, Any]:
    steps = {group: Step(**step) for group, step in start.get("history", {}).items()}
    return {
        "history": steps,
        "any_order": start.get("any_order", False),
        "may_decide": start.get("may_decide", False),
    }


def _snapshots(state: State[Any], kind: str = "") -> list[Any]:
    """The snapshots with keys of their own, those of one kind ("aside"), or those of SCUs or units."""
    return [snapshot for key, snapshot in state.snapshots.items() if key.rpartition(":")[0] == kind]


def pyramid_json(state: PyramidState) -> dict[str, Any]:
    """The JSON of a state, as vectors have it."""
    return {
        "next_uid": state.next_uid,
        "next_position": state.next_position,
        "lengths": {str(key): length for key, length in state.lengths.items()},
        "reserved": list(state.reserved_ids),
        "scus": _snapshots(state),
        "asides": _snapshots(state, "aside"),
        "decisions": _snapshots(state, "decision"),
    }


def peer_state(start: dict[str, Any]) -> PeerState:
    """The state that a vector's JSON describes."""
    return PeerState(
        snapshots={
            snapshot["id"]: snapshot
            for snapshot in [*start["units"], *start.get("absences", []), *start.get("decisions", [])]
        },
        reserved_ids=set(start["reserved"]),
        **_past(start),
        next_position=start["next_position"],
        length=start["length"],
        release_scus=set(start["release"]),
        may_mark_non_matching=start["may_mark_non_matching"],
    )


def peer_json(state: PeerState) -> dict[str, Any]:
    """The JSON of a state, as vectors have it."""
    return {
        "next_position": state.next_position,
        "length": state.length,
        "release": list(state.release_scus),
        "may_mark_non_matching": state.may_mark_non_matching,
        "reserved": list(state.reserved_ids),
        "units": _snapshots(state),
        "absences": _snapshots(state, "absent"),
        "decisions": _snapshots(state, "decision"),
    }


def run(kind: str, vector: dict[str, Any]) -> dict[str, Any]:
    """What becomes of a vector's groups, in the form of its ``expect``."""
    is_pyramid = kind == "pyramid"
    reducer: Reducer[Any, Any] = PYRAMID_REDUCER if is_pyramid else PEER_REDUCER
    state: State[Any] = pyramid_state(vector["start"]) if is_pyramid else peer_state(vector["start"])
    verbs = PYRAMID_VERBS if is_pyramid else PEER_VERBS
    _, groups = parse_request({"base": 0, "groups": vector["groups"]}, verbs)
    applied, refused = [], None
    for group in groups:
        try:
            state, _ = reducer.apply_group(state, group, overlap=vector["overlap"])
        except Refused as refusal:
            refused = {"group": group.id, "edit": refusal.edit, "code": refusal.code}
            break
        applied.append(group.id)
    json_of: Any = pyramid_json if is_pyramid else peer_json
    return {"applied": applied, "refused": refused, "state": json_of(state)}
