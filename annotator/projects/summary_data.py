"""Summaries as workspaces and pages that compare have them: text and tokens."""

from itertools import pairwise
from typing import Any

from annotator.projects.models import Summary


def summary_data(summary: Summary) -> dict[str, Any]:
    """A summary with its text and tokens; offsets are code points.

    ``word_steps``: starts and ends of the words in turn, each less the one before. They are a third of a page's data,
    and small numbers are a third of that.
    """
    return {
        "id": summary.pk,
        "letter": summary.letter,
        "summarizer": summary.summarizer,
        "title": summary.title,
        "text": summary.text,
        "word_steps": [to - start for start, to in pairwise([0, *summary.words])],
        "sentences": summary.sentences,
        "dir": summary.direction,
    }


def model_summaries_data(topic: int) -> list[dict[str, Any]]:
    """The model summaries of a topic in the order of their letters. One statement."""
    return [summary_data(summary) for summary in Summary.objects.filter(topic=topic).model_summaries()]
