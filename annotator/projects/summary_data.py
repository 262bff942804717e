"""Summaries as workspaces and comparison pages get them: text and tokens."""

from itertools import pairwise
from typing import Any

from annotator.projects.models import Summary


def summary_data(summary: Summary) -> dict[str, Any]:
    """A summary with its text and tokens; offsets are code points.

    ``word_steps``: starts and ends of the words in turn, each minus the one before. Word offsets make up a third of a
    page's data, and the small differences take a third of that space.
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
    """The model summaries of a topic in the order of their letters."""
    return [summary_data(summary) for summary in Summary.objects.filter(topic=topic).model_summaries()]
