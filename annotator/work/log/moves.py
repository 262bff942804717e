"""Where SCUs and units went in the log of their work: merged into others, or split."""

from annotator.work.edits.history import HISTORY_VERBS, standing
from annotator.work.kinds import Moves
from annotator.work.log.models import Edit

LATEST = 2**31 - 1


def log_of_moves(work: int, moves: Moves, *, revision: int = LATEST) -> list[Edit]:
    """The merges, splits, undos and redos of a work up to a revision. One query."""
    verbs = [moves.merge, moves.split, *HISTORY_VERBS]
    edits = Edit.objects.filter(work=work, verb__in=verbs, revision__lte=revision)
    return list(edits.only("work", "group", "verb", "payload", "revision").order_by("revision"))


def merged_into(log: list[Edit], moves: Moves) -> dict[str, str]:
    """Each item that was merged into another, with that one."""
    return {key: edit.payload["into"] for edit in standing(log, moves.merge) for key in edit.payload[moves.gone]}


def split_off(log: list[Edit], moves: Moves) -> dict[str, list[str]]:
    """Each item that was split, with those made of its parts."""
    splits: dict[str, list[str]] = {}
    for edit in standing(log, moves.split):
        splits.setdefault(edit.payload[moves.whole], []).append(edit.payload[moves.piece])
    return splits


def split_pieces(key: str, splits: dict[str, list[str]]) -> list[str]:
    """What was made of the parts of an item, and what of theirs."""
    found: list[str] = []
    for piece in splits.get(key, ()):
        found += [piece, *split_pieces(piece, splits)]
    return found


def last_place(key: str, merged: dict[str, str]) -> str:
    """Where an item is now, along its merges."""
    seen = {key}
    while key in merged and merged[key] not in seen:
        key = merged[key]
        seen.add(key)
    return key
