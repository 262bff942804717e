"""The data of ``<unit-editor>``, the page element with which managers cut a text into units or sentences."""

from typing import Any

from annotator.projects.documents.models import Document
from annotator.projects.models import Summary
from annotator.texts.word_groups import first_words, group_begins


def editor_data(text: Summary | Document, *, name: str) -> dict[str, Any]:
    """A text with its sentences as units. ``name`` comes before the numbers of units, as in "41.2".

    ``begins``: for each word, the offset at which a unit begins if this is its first word; ``firstWords``: the indexes
    of the words with which the sentences begin. Offsets are code points.
    """
    return {
        "name": name,
        "text": text.text,
        "dir": text.direction,
        "begins": group_begins(text.text, text.words, text.sentences),
        "firstWords": first_words(text.words, text.sentences),
    }
