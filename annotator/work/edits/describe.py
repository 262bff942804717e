"""What a group of edits did, in words: for the history and for what undo would undo."""

from collections.abc import Sequence
from typing import Any

from annotator.work.edits.verb import Done, Sentence, Verbs

LONGEST_NAME = 60


def describe(edits: Sequence[Done], verbs: Verbs) -> str:
    """One sentence without a subject or full stop: “merged 3 SCUs into “Last keeper left””."""
    if not edits:
        return "did nothing"
    chief = min(edits, key=lambda edit: verbs[edit.verb].rank if edit.verb in verbs else float("inf"))
    group = Done(
        chief.verb, chief.payload, edits[0].before, {key: i for edit in edits for key, i in edit.after.items()}
    )
    sentence = verbs[chief.verb].says(group, chief) if chief.verb in verbs else chief.verb.replace("_", " ")
    alike = sum(edit.verb == chief.verb for edit in edits)
    return f"{sentence} and {alike - 1} more" if alike > 1 else sentence


def fixed(text: str) -> Sentence:
    """The same sentence for every edit."""
    return lambda *_: text


def naming(field: str, text: str) -> Sentence:
    """A sentence that names what one field of the payload points to, as it stands after (else before) the edit."""
    return lambda group, edit: text.format(name_of(edit.payload.get(field), group.after, edit.before))


def naming_touched(text: str) -> Sentence:
    """A sentence that names the SCU or unit that was touched."""
    return lambda _, edit: text.format(name_of(next(iter(edit.after), None), edit.after, edit.before))


def flagging(field: str, text: str) -> Sentence:
    """A sentence that names what was flagged or unflagged, and the reason."""
    return lambda group, edit: f"{text} {name_of(edit.payload[field], group.after)} as {edit.payload['reason']}"


def noted(text: str) -> Sentence:
    """A sentence with the note of a change of the state."""

    def sentence(_: Done, edit: Done) -> str:
        note = edit.payload.get("note", "")
        return f"{text}: {_shortened(note)}" if note else text

    return sentence


def name_of(key: str | None, *states: dict[str, Any]) -> str:
    """What the history calls an SCU or unit: by its label if it has one, from the first state that has its image."""
    for images in states:
        image = images.get(key) if key else None
        if image:
            short = _shortened(image.get("label", "").strip())
            return f"“{short}”" if short else f"SCU {image['uid']}" if "uid" in image else "a unit"
    return "an SCU"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"
