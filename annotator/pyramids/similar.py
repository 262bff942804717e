"""Text that is worded like a selection or an SCU, on demand. Nothing is written."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast

from annotator.projects.models import Summary
from annotator.pyramids.models import Scu
from annotator.pyramids.store import read_images
from annotator.texts.errors import FieldError
from annotator.texts.similarity.passages import best_passages
from annotator.texts.similarity.scus import RankedScu, ScuTexts, rank_scus
from annotator.texts.similarity.tokens import Bag, TokenText, bag_of_label, joined
from annotator.texts.similarity.topic import TopicIndex
from annotator.texts.spans import Span
from annotator.web.refusals import MalformedQuery
from annotator.work.models import Work

MOST_SCUS = 10
MOST_PASSAGES = 10
"""Unless there are more other summaries: each shows its best."""


def similar_to_selection(*, pyramid: Work, summary: int, spans: Sequence[Span]) -> dict[str, Any]:
    """Passages of the other summaries, and SCUs, like some words of one. Two statements.

    What SCUs have from that same summary is not compared: next to the selection everything is alike.
    Raises Summary.DoesNotExist unless it is a model summary of the topic; MalformedQuery for spans outside its text.
    """
    topic = topic_index(pyramid.topic_id)
    if summary not in topic.texts:
        raise Summary.DoesNotExist
    check_inside(spans, topic.texts[summary])
    query = topic.texts[summary].bag(spans)
    scus = [scu_texts(image, topic, without=summary) for image in read_images(pyramid.pk)]
    return {
        "passages": [asdict(one) for one in best_passages(query, topic, MOST_PASSAGES, exclude=[summary])],
        "scus": ranked(rank_scus(query, scus, topic, MOST_SCUS)),
    }


def similar_to_scu(*, pyramid: Work, scu: str) -> dict[str, Any]:
    """Passages of the summaries that do not contribute to an SCU, and other SCUs, like it. Two statements.

    Raises Scu.DoesNotExist unless the pyramid has the SCU.
    """
    topic = topic_index(pyramid.topic_id)
    images = {str(image["id"]): image for image in read_images(pyramid.pk)}
    if scu not in images:
        raise Scu.DoesNotExist
    own = images.pop(scu)
    query = joined(scu_texts(own, topic).texts)
    contributing = [contributor["summary"] for contributor in own["contributors"]]
    scus = [scu_texts(image, topic) for image in images.values()]
    return {
        "passages": [asdict(one) for one in best_passages(query, topic, MOST_PASSAGES, exclude=contributing)],
        "scus": ranked(rank_scus(query, scus, topic, MOST_SCUS)),
    }


def topic_index(topic: int) -> TopicIndex:
    """The model summaries of a topic, made ready for comparing. One statement.

    Kept in the process by the texts and tokens themselves, so that a new summary or a corrected sentence end counts.
    """
    rows = (
        Summary.objects.filter(topic=topic)
        .model_summaries()
        .annotate(words_json=Cast("words", TextField()), sentences_json=Cast("sentences", TextField()))
        .values_list("pk", "text", "words_json", "sentences_json")
    )
    return _index(tuple(rows))


@lru_cache(maxsize=16)
def _index(rows: tuple[tuple[int, str, str, str], ...]) -> TopicIndex:
    return TopicIndex(
        {key: TokenText(text, json.loads(words), json.loads(sentences)) for key, text, words, sentences in rows}
    )


def check_inside(spans: Sequence[Span], text: TokenText) -> None:
    length = len(text.text)
    if any(span.end > length for span in spans):
        raise MalformedQuery([FieldError("end", f"The text ends at {length}.")])


def scu_texts(image: Mapping[str, Any], topic: TopicIndex, *, without: int | None = None) -> ScuTexts:
    """An SCU's label and contributors, those of one summary left out."""
    contributors = [one for one in image["contributors"] if one["summary"] != without]
    return ScuTexts(image["id"], (bag_of_label(image["label"]), *(_bag(one, topic) for one in contributors)))


def _bag(contributor: Mapping[str, Any], topic: TopicIndex) -> Bag:
    parts = contributor["parts"] or []
    return topic.texts[contributor["summary"]].bag((part["start"], part["end"]) for part in parts)


def ranked(scus: Sequence[RankedScu]) -> list[dict[str, Any]]:
    return [asdict(scu) for scu in scus]
