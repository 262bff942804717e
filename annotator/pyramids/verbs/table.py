"""The verbs of a pyramid, as pure functions from state and edit to the touched images (DESIGN §4).

Images are JSON-ready dictionaries and are never changed in place: a changed SCU is a new image, so that the images of
before and after an edit can be kept in the log without copying.
"""

from collections.abc import Callable
from typing import Any

from annotator.pyramids.verbs import part_verbs, scu_verbs
from annotator.pyramids.verbs.scus import (
    ContributorImage,
    PyramidImage,
    PyramidState,
    ScuImage,
    find_scu,
    part_ids,
    scus,
)
from annotator.work.edits.decisions import decision_handlers, decision_verbs
from annotator.work.edits.history import HISTORY_VERBS
from annotator.work.edits.parts import PartImage, overlap
from annotator.work.edits.reducer import Applied, Reducer
from annotator.work.edits.refusal import Refused
from annotator.work.edits.request import (
    COMMENT,
    ID,
    LABEL,
    OFFSET,
    PROVENANCE,
    UUID,
    UUID_OR_NULL,
    UUIDS,
    Payload,
    Verb,
    one_of,
    optional,
    span_between,
)

REASONS = ("unsure", "discuss")


def _refuse_new_overlaps(start: PyramidState, end: PyramidState, applied: list[Applied[PyramidImage]]) -> None:
    """Refuse a group that makes two SCUs share words; what was shared before (imports) stands."""
    old = {part["id"]: part for image in scus(start) for c in image["contributors"] for part in c["parts"]}
    for image in scus(end):
        for contributor in image["contributors"]:
            for part in contributor["parts"]:
                if part != old.get(part["id"]) and _shared_with_others(end, image["id"], contributor["summary"], part):
                    raise Refused(
                        "overlap", "These words belong to another SCU already.", _last_touch(applied, image["id"])
                    )


def _shared_with_others(state: PyramidState, scu: str, summary: int, part: PartImage) -> bool:
    return any(
        overlap(part, other)
        for image in scus(state)
        if image["id"] != scu
        for contributor in image["contributors"]
        if contributor["summary"] == summary
        for other in contributor["parts"]
    )


def _last_touch(applied: list[Applied[PyramidImage]], scu: str) -> str:
    return next(step.edit.id for step in reversed(applied) if scu in step.after)


def _not_among(one: str, many: str, message: str) -> Callable[[Payload], tuple[str, str] | None]:
    def between(payload: Payload) -> tuple[str, str] | None:
        listed: Any = payload[many]
        return (many, message) if payload[one] == listed or payload[one] in (listed or ()) else None

    return between


_SPAN = {"summary": ID, "start": OFFSET, "end": OFFSET}
_FLAG = Verb({"scu": UUID, "summary": optional(ID), "reason": one_of(*REASONS)})

PYRAMID_VERBS: dict[str, Verb] = {
    "create_scu": Verb({"scu": UUID, "label": optional(LABEL), "after": optional(UUID), **PROVENANCE}),
    "relabel_scu": Verb({"scu": UUID, "label": LABEL, "was": LABEL}),
    "comment_scu": Verb({"scu": UUID, "comment": COMMENT, "was": COMMENT}),
    "reorder_scu": Verb(
        {"scu": UUID, "after": UUID_OR_NULL}, _not_among("scu", "after", "An SCU cannot stand after itself.")
    ),
    "delete_scu": Verb({"scu": UUID}),
    "merge_scus": Verb(
        {"into": UUID, "scus": UUIDS}, _not_among("into", "scus", "An SCU cannot be merged into itself.")
    ),
    "split_scu": Verb(
        {"scu": UUID, "new_scu": UUID, "parts": UUIDS, "label": optional(LABEL)},
        _not_among("scu", "new_scu", "The new SCU needs an id of its own."),
    ),
    "add_part": Verb({"part": UUID, "scu": UUID, **_SPAN, **PROVENANCE}, span_between),
    "set_part": Verb({"part": UUID, "start": OFFSET, "end": OFFSET}, span_between),
    "move_part": Verb({"part": UUID, "to_scu": UUID}),
    "copy_part": Verb({"part": UUID, "to_scu": UUID, "new_part": UUID}),
    "remove_part": Verb({"part": UUID}),
    "move_contributor": Verb(
        {"scu": UUID, "summary": ID, "to_scu": UUID},
        _not_among("scu", "to_scu", "A contributor cannot be moved to its own SCU."),
    ),
    "remove_contributor": Verb({"scu": UUID, "summary": ID}),
    "comment_contributor": Verb({"scu": UUID, "summary": ID, "comment": COMMENT, "was": COMMENT}),
    "flag": _FLAG,
    "unflag": _FLAG,
    "set_aside": Verb(_SPAN, span_between),
    "unset_aside": Verb(_SPAN, span_between),
    **decision_verbs("scus"),
    **HISTORY_VERBS,
}

PYRAMID: Reducer[PyramidState, PyramidImage] = Reducer(
    handlers={
        "create_scu": scu_verbs.create_scu,
        "relabel_scu": scu_verbs.relabel_scu,
        "comment_scu": scu_verbs.comment_scu,
        "reorder_scu": scu_verbs.reorder_scu,
        "delete_scu": scu_verbs.delete_scu,
        "merge_scus": scu_verbs.merge_scus,
        "split_scu": scu_verbs.split_scu,
        "add_part": part_verbs.add_part,
        "set_part": part_verbs.set_part,
        "move_part": part_verbs.move_part,
        "copy_part": part_verbs.copy_part,
        "remove_part": part_verbs.remove_part,
        "move_contributor": part_verbs.move_contributor,
        "remove_contributor": part_verbs.remove_contributor,
        "comment_contributor": part_verbs.comment_contributor,
        "flag": scu_verbs.flag,
        "unflag": scu_verbs.unflag,
        "set_aside": part_verbs.set_aside,
        "unset_aside": part_verbs.unset_aside,
        **decision_handlers("scus", find_scu),
    },
    part_ids=part_ids,
    check_overlap=_refuse_new_overlaps,
)

__all__ = ["PYRAMID", "PYRAMID_VERBS", "ContributorImage", "PyramidState", "ScuImage", "part_ids"]
