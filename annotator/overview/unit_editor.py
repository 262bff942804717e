"""The data of ``<unit-editor>``, the page element with which managers cut a text into units or sentences."""

from typing import Any

from annotator.projects.documents.models import Document
from annotator.projects.models import Summary
from annotator.texts.word_groups import first_words, group_begins


def editor_data(text: Summary | Document, *, name: str) -> dict[str, Any]:
    """The data of a text whose sentences are the first proposal for its units.

    ``name``: precedes the numbers of units, such as "41" in "41.2". In the result, ``begins`` has for each word the
    offset (in code points) at which a unit would begin if it began with this word, and ``firstWords`` has the indexes
    of the first words of sentences.
    """
    return {
        "name": name,
        "text": text.text,
        "dir": text.direction,
        "begins": group_begins(text.text, text.words, text.sentences),
        "firstWords": first_words(text.words, text.sentences),
    }
