"""The table of a pyramid's verbs. A verb is a pure function from a state and a payload to the changed snapshots.

Snapshots are JSON dictionaries. They are never changed in place: a changed SCU is a new snapshot, so the log can keep
the snapshots from before and after an edit without copying them. The history describes a group of edits by the verb
with the lowest ``priority``. The first arguments of each `Verb` are the fields of its payload, its function, and a
function that makes its sentence for the history.
"""

from annotator.pyramids.verbs import part_verbs, scus
from annotator.pyramids.verbs.relations import RELATION_KINDS, check_relations
from annotator.pyramids.verbs.scus import ASIDE, PyramidSnapshot, PyramidState, Snapshots, find_scu
from annotator.work.edits.decisions import decision_verbs
from annotator.work.edits.describe import always, name_of, names_changed_item, names_field, names_flag
from annotator.work.edits.events import EVENTS, NUMBER, TEXT, event_verb
from annotator.work.edits.history import HISTORY_VERBS
from annotator.work.edits.reducer import Reducer
from annotator.work.edits.request import (
    ID,
    LABEL,
    NEW_COMMENT,
    NEW_LABEL,
    SPAN,
    SUGGESTION,
    UUID,
    UUID_OR_NULL,
    UUIDS,
    must_differ,
    one_of,
    optional,
)
from annotator.work.edits.verb import HistoryEdit, Payload, ToLoad, Verb, snapshot_to_load

FLAG_REASONS = ("unsure", "discuss")


def _load_successor(payload: Payload) -> ToLoad:
    """Also load the SCU that follows ``after`` in the list, because the edit places an SCU between the two."""
    return ToLoad(predecessors={payload["after"]} if "after" in payload else set())


def _describe_merge(edit: HistoryEdit, after: Snapshots) -> str:
    merged = edit.payload["scus"]
    names = name_of(merged[0], edit.before) if len(merged) == 1 else f"{len(merged)} SCUs"
    return f"merged {names} into {name_of(edit.payload['into'], after)}"


def _describe_split(edit: HistoryEdit, after: Snapshots) -> str:
    return f"split {name_of(edit.payload['scu'], after)} into two"


def _describe_relation(edit: HistoryEdit, after: Snapshots) -> str:
    name = name_of(edit.payload["scu"], after)
    return f"noted an SCU that {name} {'implies' if edit.payload['kind'] == 'implies' else 'needs'}"


_TEXT_SPAN = {"summary": ID, **SPAN}
_PART_TO_SCU = {"part": UUID, "to_scu": UUID}
_CONTRIBUTOR = {"scu": UUID, "summary": ID}
_load_asides = snapshot_to_load(ASIDE, "summary")
_RELATION = {"scu": UUID, "to_scu": UUID, "kind": one_of(*RELATION_KINDS)}
_FLAG = {"scu": UUID, "summary": optional(ID), "reason": one_of(*FLAG_REASONS)}

PYRAMID_VERBS: dict[str, Verb] = {
    "create_scu": Verb(
        {"scu": UUID, "label": optional(LABEL), "after": optional(UUID), **SUGGESTION},
        scus.create_scu,
        names_field("scu", "made {}"),
        priority=50,
        loads=_load_successor,
    ),
    "relabel_scu": Verb(
        {"scu": UUID, **NEW_LABEL}, scus.relabel_scu, names_field("scu", "relabelled {}"), priority=110
    ),
    "comment_scu": Verb(
        {"scu": UUID, **NEW_COMMENT}, scus.comment_scu, names_field("scu", "commented on {}"), priority=120
    ),
    "reorder_scu": Verb(
        {"scu": UUID, "after": UUID_OR_NULL},
        scus.reorder_scu,
        names_field("scu", "moved {} in the list"),
        priority=140,
        cross_check=must_differ("scu", "after", "An SCU cannot be placed after itself."),
        loads=_load_successor,
    ),
    "delete_scu": Verb({"scu": UUID}, scus.delete_scu, names_field("scu", "deleted {}"), priority=60),
    "merge_scus": Verb(
        {"into": UUID, "scus": UUIDS},
        scus.merge_scus,
        _describe_merge,
        priority=30,
        cross_check=must_differ("into", "scus", "An SCU cannot be merged into itself."),
    ),
    "split_scu": Verb(
        {"scu": UUID, "new_scu": UUID, "parts": UUIDS, "label": optional(LABEL)},
        scus.split_scu,
        _describe_split,
        priority=40,
        cross_check=must_differ("scu", "new_scu", "The new SCU needs an id of its own."),
        loads=lambda payload: ToLoad(predecessors={payload["scu"]}),  # the new SCU is placed after the old one
    ),
    "add_part": Verb(
        {"part": UUID, "scu": UUID, **_TEXT_SPAN, **SUGGESTION},
        part_verbs.add_part,
        names_field("scu", "added words to {}"),
        priority=150,
    ),
    "set_part": Verb(
        {"part": UUID, **SPAN},
        part_verbs.set_part,
        names_changed_item("changed the bounds of a part of {}"),
        priority=160,
    ),
    "move_part": Verb(_PART_TO_SCU, part_verbs.move_part, names_field("to_scu", "moved a part to {}"), priority=80),
    "copy_part": Verb(
        {**_PART_TO_SCU, "new_part": UUID},
        part_verbs.copy_part,
        names_field("to_scu", "copied a part to {}"),
        priority=90,
    ),
    "remove_part": Verb(
        {"part": UUID}, part_verbs.remove_part, names_changed_item("removed a part of {}"), priority=170
    ),
    "move_contributor": Verb(
        {**_CONTRIBUTOR, "to_scu": UUID},
        part_verbs.move_contributor,
        names_field("to_scu", "moved a contributor to {}"),
        priority=70,
        cross_check=must_differ("scu", "to_scu", "A contributor cannot be moved to its own SCU."),
    ),
    "remove_contributor": Verb(
        _CONTRIBUTOR, part_verbs.remove_contributor, names_field("scu", "removed a contributor of {}"), priority=100
    ),
    "comment_contributor": Verb(
        {**_CONTRIBUTOR, **NEW_COMMENT},
        part_verbs.comment_contributor,
        names_field("scu", "commented on a contributor of {}"),
        priority=130,
    ),
    "flag": Verb(_FLAG, scus.flag, names_flag("scu", "flagged"), priority=180),
    "unflag": Verb(_FLAG, scus.unflag, names_flag("scu", "unflagged"), priority=190),
    "relate_scus": Verb(
        _RELATION,
        scus.relate_scus,
        _describe_relation,
        priority=192,
        cross_check=must_differ("scu", "to_scu", "An SCU cannot be related to itself."),
    ),
    "unrelate_scus": Verb(
        _RELATION,
        scus.unrelate_scus,
        names_field("scu", "removed a relation of {}"),
        priority=194,
        cross_check=must_differ("scu", "to_scu", "An SCU cannot be related to itself."),
    ),
    "set_aside": Verb(_TEXT_SPAN, part_verbs.set_aside, always("set text aside"), priority=200, loads=_load_asides),
    "unset_aside": Verb(
        _TEXT_SPAN,
        part_verbs.unset_aside,
        always("included text that had been set aside"),
        priority=210,
        loads=_load_asides,
    ),
    **decision_verbs("scus", find_scu, names_items=True),
    **HISTORY_VERBS,
    **EVENTS,
    "release": event_verb(lambda edit, _: f"made release {edit.payload['number']}", number=NUMBER, file=optional(TEXT)),
}

PYRAMID_REDUCER: Reducer[PyramidState, PyramidSnapshot] = Reducer(
    PYRAMID_VERBS, overlap_message="These words belong to another SCU already.", check=check_relations
)
