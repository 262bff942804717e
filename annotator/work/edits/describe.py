"""Makes the sentences with which the history describes groups of edits.

Each verb of a kind has a function ``says`` that makes its sentence. Most of these functions are made in this module.
"""

from collections.abc import Sequence
from typing import Any

from annotator.work.edits.verb import HistoryEdit, SentenceFunction, Verbs

LONGEST_NAME = 60


def describe(edits: Sequence[HistoryEdit], verbs: Verbs) -> str:
    """Describe a group by the edit whose verb has the lowest ``priority``: “merged 3 SCUs”, without a subject."""
    if not edits:
        return "did nothing"
    main = min(edits, key=lambda edit: verbs[edit.verb].priority if edit.verb in verbs else float("inf"))
    after = {key: snapshot for edit in edits for key, snapshot in edit.after.items()}
    sentence = verbs[main.verb].says(main, after) if main.verb in verbs else main.verb.replace("_", " ")
    same_verb_count = sum(edit.verb == main.verb for edit in edits)
    return f"{sentence} and {same_verb_count - 1} more" if same_verb_count > 1 else sentence


def always(text: str) -> SentenceFunction:
    """Returns a ``says`` that gives every edit the same sentence."""
    return lambda *_: text


def names_field(field: str, text: str) -> SentenceFunction:
    """Returns a ``says`` that names the SCU or unit whose id is in a payload field, even if the edit deletes it."""
    return lambda edit, after: text.format(name_of(edit.payload.get(field), after, edit.before))


def names_changed_item(text: str) -> SentenceFunction:
    """Returns a ``says`` that names the first SCU or unit that the edit changed."""
    return lambda edit, _: text.format(name_of(next(iter(edit.after), None), edit.after, edit.before))


def names_flag(field: str, text: str) -> SentenceFunction:
    """Returns a ``says`` that names the flagged or unflagged SCU or unit, and the reason."""
    return lambda edit, after: f"{text} {name_of(edit.payload[field], after)} as {edit.payload['reason']}"


def with_note(text: str) -> SentenceFunction:
    """Returns a ``says`` for a change of state: the text, followed by the note of the change, if any."""

    def sentence(edit: HistoryEdit, _: dict[str, Any]) -> str:
        note = edit.payload.get("note", "")
        return f"{text}: {_shortened(note)}" if note else text

    return sentence


def name_of(item_id: str | None, *snapshots_by_id: dict[str, Any]) -> str:
    """Returns the label, uid or type of this SCU or unit, from the first dictionary that has its snapshot."""
    for snapshots in snapshots_by_id:
        snapshot = snapshots.get(item_id) if item_id else None
        if snapshot:
            short = _shortened(snapshot.get("label", "").strip())
            return f"“{short}”" if short else f"SCU {snapshot['uid']}" if "uid" in snapshot else "a unit"
    return "an SCU"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"
