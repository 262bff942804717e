"""Where SCUs went in a pyramid's log: merged into others, or split."""

from annotator.models import Edit

LATEST = 2**31 - 1


def log_of_moves(pyramid: int, *, revision: int = LATEST) -> list[Edit]:
    """The merges, splits, undos and redos of a pyramid up to a revision. One statement."""
    verbs = ["merge_scus", "split_scu", "undo", "redo"]
    edits = Edit.objects.filter(pyramid=pyramid, verb__in=verbs, revision__lte=revision)
    return list(edits.only("pyramid", "group", "verb", "payload", "revision").order_by("revision"))


def standing(log: list[Edit], verb: str) -> list[Edit]:
    """The edits of a verb that were not undone, or were redone."""
    undone = set()
    for edit in log:
        if edit.verb == "undo":
            undone.add(edit.payload["group"])
        elif edit.verb == "redo":
            undone.discard(edit.payload["group"])
    return [edit for edit in log if edit.verb == verb and str(edit.group) not in undone]


def merged_into(log: list[Edit]) -> dict[str, str]:
    """Each SCU that was merged into another, with that one."""
    return {scu: edit.payload["into"] for edit in standing(log, "merge_scus") for scu in edit.payload["scus"]}


def split_off(log: list[Edit]) -> dict[str, list[str]]:
    """Each SCU that was split, with those made of its parts."""
    splits: dict[str, list[str]] = {}
    for edit in standing(log, "split_scu"):
        splits.setdefault(edit.payload["scu"], []).append(edit.payload["new_scu"])
    return splits


def split_pieces(key: str, splits: dict[str, list[str]]) -> list[str]:
    """The SCUs made of an SCU's parts, those made of theirs with them."""
    found: list[str] = []
    for piece in splits.get(key, ()):
        found += [piece, *split_pieces(piece, splits)]
    return found


def last_place(key: str, merged: dict[str, str]) -> str:
    """Where an SCU is now, along its merges."""
    seen = {key}
    while key in merged and merged[key] not in seen:
        key = merged[key]
        seen.add(key)
    return key
