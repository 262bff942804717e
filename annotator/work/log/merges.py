"""Reads from the log of a work which of its items (SCUs or units) have been merged or split."""

from annotator.work.edits.history import HISTORY_VERBS, edits_not_undone
from annotator.work.edits.request import MAX_OFFSET
from annotator.work.kinds import MergeAndSplit
from annotator.work.log.models import Edit


def merges_and_splits(work: int, fields: MergeAndSplit, *, revision: int = MAX_OFFSET) -> list[Edit]:
    """Returns the merges, splits, undos and redos in the log of a work, up to a revision. One query.

    ``fields``: the names of the kind's verbs that merge and split, and of their payload fields.
    """
    edits = Edit.objects.filter(work=work, revision__lte=revision)
    edits = edits.filter(verb__in=[fields.merge_verb, fields.split_verb, *HISTORY_VERBS])
    return list(edits.only("work", "group", "verb", "payload", "revision").order_by("revision"))


def merged_into(log: list[Edit], fields: MergeAndSplit) -> dict[str, str]:
    """Maps the id of each merged item to the id of the item that it was merged into."""
    merges = [edit.payload for edit in edits_not_undone(log, fields.merge_verb)]
    return {item_id: payload["into"] for payload in merges for item_id in payload[fields.merged_field]}


def split_off(log: list[Edit], fields: MergeAndSplit) -> dict[str, list[str]]:
    """Maps the id of each split item to the ids of the new items made from its parts."""
    splits: dict[str, list[str]] = {}
    for edit in edits_not_undone(log, fields.split_verb):
        splits.setdefault(edit.payload[fields.split_field], []).append(edit.payload[fields.new_field])
    return splits


def split_pieces(item_id: str, splits: dict[str, list[str]]) -> list[str]:
    """Returns the ids of the items split off from this item, directly or from one of its pieces."""
    pieces: list[str] = []
    for piece in splits.get(item_id, ()):
        pieces += [piece, *split_pieces(piece, splits)]
    return pieces


def current_item(item_id: str, merged: dict[str, str]) -> str:
    """Returns the id of the item that this item is part of after all merges; its own id if it was not merged."""
    seen = {item_id}
    while item_id in merged and merged[item_id] not in seen:
        item_id = merged[item_id]
        seen.add(item_id)
    return item_id
