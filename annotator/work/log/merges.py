"""What became of SCUs and units in the log of their work: merged into others, or split."""

from annotator.work.edits.history import HISTORY_VERBS, standing
from annotator.work.edits.request import MAX_OFFSET
from annotator.work.kinds import MergeAndSplit
from annotator.work.log.models import Edit


def merges_and_splits(work: int, verbs: MergeAndSplit, *, revision: int = MAX_OFFSET) -> list[Edit]:
    """The merges, splits, undos and redos of a work up to a revision. One query."""
    edits = Edit.objects.filter(work=work, verb__in=[verbs.merge, verbs.split, *HISTORY_VERBS], revision__lte=revision)
    return list(edits.only("work", "group", "verb", "payload", "revision").order_by("revision"))


def merged_into(log: list[Edit], verbs: MergeAndSplit) -> dict[str, str]:
    """The item that each merged item went into."""
    return {key: edit.payload["into"] for edit in standing(log, verbs.merge) for key in edit.payload[verbs.gone]}


def split_off(log: list[Edit], verbs: MergeAndSplit) -> dict[str, list[str]]:
    """For each item that was split, the new items made from its parts."""
    splits: dict[str, list[str]] = {}
    for edit in standing(log, verbs.split):
        splits.setdefault(edit.payload[verbs.whole], []).append(edit.payload[verbs.piece])
    return splits


def split_pieces(key: str, splits: dict[str, list[str]]) -> list[str]:
    """The items split off from an item, and recursively those split off from these."""
    pieces: list[str] = []
    for piece in splits.get(key, ()):
        pieces += [piece, *split_pieces(piece, splits)]
    return pieces


def current_item(key: str, merged: dict[str, str]) -> str:
    """The item that an item is part of now, after all merges."""
    seen = {key}
    while key in merged and merged[key] not in seen:
        key = merged[key]
        seen.add(key)
    return key
