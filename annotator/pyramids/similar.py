"""Finds passages and SCUs whose wording is similar to a selection or to an SCU."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.db.models import F, Func, IntegerField, Sum, TextField
from django.db.models.functions import Cast

from annotator.projects.models import Summary
from annotator.pyramids.models import Scu
from annotator.pyramids.store import read_scus, released_scus
from annotator.texts.caching import cache_by_bytes
from annotator.texts.errors import FieldError
from annotator.texts.similarity.passages import best_passages
from annotator.texts.similarity.scus import ScuTexts, rank_scus
from annotator.texts.similarity.tokens import Bag, TokenText, bag_of_label, join_bags
from annotator.texts.similarity.topic import TopicIndex
from annotator.texts.spans import Span
from annotator.web.refusals import MalformedQuery, ServiceRefused
from annotator.work.models import Work

MAX_SCUS = 10
MAX_PASSAGES = 10
"""The largest number of passages returned; if more summaries are searched, the best passage of each is returned."""
MAX_WORDS = 20_000
"""The largest number of words in a topic's model summaries, and in the labels and contributors that are compared."""
MAX_CHARACTERS = 200_000
"""The largest number of characters in a topic's model summaries; a second limit, because words can be long."""


class TooLargeToSearch(ServiceRefused):
    """Searching would take seconds and hundreds of megabytes."""

    def __init__(self, large_texts: str) -> None:
        super().__init__(f"Similar text is not searched here: {large_texts} have more than {MAX_WORDS:,} words.")


def similar_to_selection(*, pyramid: Work, summary: int, spans: Sequence[Span]) -> dict[str, Any]:
    """SCUs, and passages of the other summaries, that are similar to the text of ``spans`` in a summary.

    Contributors from this summary are not compared: those that share words with the selection would always be similar.
    Raises Summary.DoesNotExist unless ``summary`` is the id of a model summary of the topic, and MalformedQuery for
    spans outside its text.
    """
    index = _topic_index(pyramid.topic_id)
    if summary not in index.texts:
        raise Summary.DoesNotExist
    _check_inside(spans, index.texts[summary])
    query = index.texts[summary].bag(spans)
    scus = (_scu_texts(scu, index, excluded_summary=summary) for scu in read_scus(pyramid.pk))
    return {**_similar_passages(query, index, exclude=[summary]), **_similar_scus(query, scus, index)}


def similar_to_scu(*, pyramid: Work, scu_id: str) -> dict[str, Any]:
    """Other SCUs, and passages of summaries that do not contribute to the SCU, that are similar to it.

    Raises Scu.DoesNotExist unless the pyramid has the SCU.
    """
    index = _topic_index(pyramid.topic_id)
    scus_by_id = {scu["id"]: scu for scu in read_scus(pyramid.pk)}
    if scu_id not in scus_by_id:
        raise Scu.DoesNotExist
    snapshot = scus_by_id.pop(scu_id)
    query = join_bags(_scu_texts(snapshot, index).texts)
    contributing = [contributor["summary"] for contributor in snapshot["contributors"]]
    scus = (_scu_texts(other, index) for other in scus_by_id.values())
    return {**_similar_passages(query, index, exclude=contributing), **_similar_scus(query, scus, index)}


def similar_to_peer(*, peer: Summary, release: int, spans: Sequence[Span]) -> dict[str, Any]:
    """SCUs of a release that are similar to spans in a peer. Raises MalformedQuery for spans outside its text."""
    text = TokenText(peer.text, peer.words, peer.sentences)
    _check_inside(spans, text)
    index = _topic_index(peer.topic_id)
    return _similar_scus(text.bag(spans), (_scu_texts(scu, index) for scu in released_scus(release)), index)


def _topic_index(topic: int) -> TopicIndex:
    """The model summaries of a topic, indexed for comparison.

    The cache key contains the texts and tokens, so a changed or added summary makes a new index.
    Raises TooLargeToSearch.
    """
    models = Summary.objects.filter(topic=topic).model_summaries()
    bound_count = Func(F("words"), function="jsonb_array_length", output_field=IntegerField())  # two for each word
    size = models.aggregate(bounds=Sum(bound_count), characters=Sum("length"))
    if (size["bounds"] or 0) > 2 * MAX_WORDS or (size["characters"] or 0) > MAX_CHARACTERS:
        raise TooLargeToSearch("the model summaries of this topic")
    summaries = models.annotate(
        words_json=Cast("words", TextField()), sentences_json=Cast("sentences", TextField())
    ).values_list("pk", "text", "words_json", "sentences_json")
    return _cached_index(tuple(summaries))


@cache_by_bytes(128 * 1024**2)
def _cached_index(summaries: tuple[tuple[int, str, str, str], ...]) -> TopicIndex:
    return TopicIndex(
        {key: TokenText(text, json.loads(words), json.loads(sentences)) for key, text, words, sentences in summaries}
    )


def _check_inside(spans: Sequence[Span], text: TokenText) -> None:
    length = len(text.text)
    if any(span.end > length for span in spans):
        raise MalformedQuery([FieldError("end", f"The text ends at {length}.")])


def _scu_texts(scu: Mapping[str, Any], index: TopicIndex, *, excluded_summary: int | None = None) -> ScuTexts:
    """The words of an SCU's label and of its contributors, except the contributor from ``excluded_summary``."""
    bags = [
        index.texts[contributor["summary"]].bag((part["start"], part["end"]) for part in contributor["parts"] or [])
        for contributor in scu["contributors"]
        if contributor["summary"] != excluded_summary
    ]
    return ScuTexts(scu["id"], (bag_of_label(scu["label"]), *bags))


def _similar_passages(query: Bag, index: TopicIndex, *, exclude: Sequence[int]) -> dict[str, Any]:
    passages = best_passages(query, index, MAX_PASSAGES, exclude=exclude)
    return {"passages": [asdict(passage) for passage in passages]}


def _similar_scus(query: Bag, texts_of_scus: Iterable[ScuTexts], index: TopicIndex) -> dict[str, Any]:
    compared, word_count = [], 0
    for scu_texts in texts_of_scus:
        word_count += sum(len(text.words) for text in scu_texts.texts)
        if word_count > MAX_WORDS:
            raise TooLargeToSearch("the SCUs")
        compared.append(scu_texts)
    return {"scus": [asdict(similar_scu) for similar_scu in rank_scus(query, compared, index, MAX_SCUS)]}
