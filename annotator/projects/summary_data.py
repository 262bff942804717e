"""The text and tokens of summaries, as JSON for workspaces and comparison pages."""

from itertools import pairwise
from typing import Any

from annotator.projects.models import Summary


def summary_data(summary: Summary) -> dict[str, Any]:
    """Returns a summary with its text and tokens, under the name that the user may see; offsets are code points.

    ``word_steps``: the offsets of the words (start, end, start, end, ...), each minus the previous offset. The
    differences have fewer digits: they need a third of the space of the offsets, which would be a third of a page.
    """
    return {
        "id": summary.pk,
        "letter": summary.letter,
        "summarizer": summary.shown_name,
        "title": summary.shown_title,
        "text": summary.text,
        "word_steps": [offset - previous for previous, offset in pairwise([0, *summary.words])],
        "sentences": summary.sentences,
        "dir": summary.direction,
    }


def model_summaries_data(topic: int) -> list[dict[str, Any]]:
    """Returns the model summaries of a topic in the order of their letters."""
    return [summary_data(summary) for summary in Summary.objects.filter(topic=topic).model_summaries()]
