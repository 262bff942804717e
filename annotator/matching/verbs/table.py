"""The table of a peer annotation's verbs: pure functions from a state and a payload to the changed snapshots.

The history describes a group of edits by the verb with the lowest ``priority``.
"""

from annotator.matching.verbs import units
from annotator.matching.verbs.units import ABSENT, PeerSnapshot, PeerState, Snapshots, find_unit
from annotator.work.edits.decisions import decision_verbs
from annotator.work.edits.describe import always, names_changed_item, names_flag
from annotator.work.edits.events import EVENTS, NUMBER, STATE, TEXTS, event_verb, field_passing
from annotator.work.edits.history import HISTORY_VERBS
from annotator.work.edits.reducer import Reducer
from annotator.work.edits.request import (
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
from annotator.work.edits.verb import HistoryEdit, Verb, snapshot_to_load

FLAG_REASONS = ("unsure", "partial", "discuss")


def _describe_rematch(edit: HistoryEdit, _: Snapshots) -> str:
    return "matched a unit to another SCU" if edit.payload["scu"] else "marked a unit as non-matching"


def _describe_match(edit: HistoryEdit, _: Snapshots) -> str:
    return "matched words to an SCU" if edit.payload["scu"] else "marked words as non-matching"


# Edits of an absence load the snapshot that says whether the SCU is marked as absent.
_load_absence = snapshot_to_load(ABSENT, "scu")
_FLAG = {"unit": UUID, "reason": one_of(*FLAG_REASONS)}
_SCU = {"scu": UUID}

PEER_VERBS: dict[str, Verb] = {
    "match_part": Verb(
        {"unit": UUID, "part": UUID, "scu": UUID_OR_NULL, **SPAN, **SUGGESTION},
        units.match_part,
        _describe_match,
        priority=70,
        cross_check=must_differ("unit", "part", "A part and its unit need different ids."),
    ),
    "set_part": Verb(
        {"part": UUID, **SPAN}, units.set_part, names_changed_item("changed the bounds of a part of {}"), priority=30
    ),
    "remove_part": Verb({"part": UUID}, units.remove_part, names_changed_item("removed a part of {}"), priority=40),
    "rematch_unit": Verb(
        {"unit": UUID, "scu": UUID_OR_NULL, **SUGGESTION},
        units.rematch_unit,
        _describe_rematch,
        priority=80,
    ),
    "split_unit": Verb(
        {"unit": UUID, "new_unit": UUID, "parts": UUIDS},
        units.split_unit,
        always("split a unit"),
        priority=90,
        cross_check=must_differ("unit", "new_unit", "The new unit needs an id of its own."),
    ),
    "join_units": Verb(
        {"into": UUID, "units": UUIDS},
        units.join_units,
        always("joined units"),
        priority=100,
        cross_check=must_differ("into", "units", "A unit cannot be joined to itself."),
    ),
    "label_unit": Verb({"unit": UUID, **NEW_LABEL}, units.label_unit, always("labelled a unit"), priority=110),
    "comment_unit": Verb(
        {"unit": UUID, **NEW_COMMENT}, units.comment_unit, always("commented on a unit"), priority=120
    ),
    "remove_unit": Verb({"unit": UUID}, units.remove_unit, always("removed a unit"), priority=130),
    "flag": Verb(_FLAG, units.flag, names_flag("unit", "flagged"), priority=50),
    "unflag": Verb(_FLAG, units.unflag, names_flag("unit", "unflagged"), priority=60),
    "mark_absent": Verb(_SCU, units.mark_absent, always("marked an SCU as absent"), priority=140, loads=_load_absence),
    "unmark_absent": Verb(
        _SCU, units.unmark_absent, always("removed the mark of an absent SCU"), priority=150, loads=_load_absence
    ),
    **decision_verbs("units", find_unit, names_items=False),  # units have no names in the history
    **HISTORY_VERBS,
    **EVENTS,
    "carry_over": event_verb(
        always("carried over from another release"),
        revision=optional(NUMBER),
        decisions=optional(TEXTS),
        state=optional(STATE),
        **{"from": optional(field_passing(lambda _: True))},  # any value
    ),
}

PEER_REDUCER: Reducer[PeerState, PeerSnapshot] = Reducer(
    PEER_VERBS, overlap_message="These words belong to another unit already."
)
