"""Pyramids in the database as codings, word by word, with a fixed number of SQL queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from annotator.projects.models import CONSENSUS, Summary
from annotator.pyramids.models import Part
from annotator.runs.steps import with_progress
from annotator.work.models import Release, Work
from annotator.work.visibility import EDITABLE_STATES
from scoring.observations.topic_words import TopicCodings, TopicWords, touched, word_bounds
from scoring.stats.codings import CodedTopic, Coding

Scus = dict[int, dict[int, list[tuple[int, int]]]]  # by SCU and summary the parts


def row_codings(pyramids: QuerySet[Work], *, include_drafts: bool = False) -> list[TopicCodings]:
    """The current pyramids of every topic with at least two annotators, by the topic's key. The consensus is no
    annotator. A pyramid counts if it has a part, and if it is finished, or released and not edited since (as imported
    ones are), or drafts are included. All owners have the same texts, so nothing is unaligned.
    """
    counted = pyramids.exclude(owner__name=CONSENSUS)
    if not include_drafts:
        current_release = Release.objects.filter(pyramid=OuterRef("pk"), revision=OuterRef("revision"))
        counted = counted.filter(~Q(state__in=EDITABLE_STATES) | Exists(current_release))
    topics: dict[tuple[int, str], dict[str, int]] = defaultdict(dict)
    guesses: dict[int, str | None] = {}
    guessed = Release.objects.filter(pyramid__topic=OuterRef("topic"), guess__gt="").order_by("pk").values("guess")
    rows = counted.order_by("topic__key", "owner__name").annotate(guess=Subquery(guessed[:1]))
    for pyramid, topic, key, owner, guess in rows.values_list("pk", "topic", "topic__key", "owner__name", "guess"):
        topics[topic, key][owner] = pyramid
        guesses[topic] = guess
    scus = _scus(pyramid for owners in topics.values() if len(owners) > 1 for pyramid in owners.values())
    coded = {
        topic: {owner: scus[pyramid] for owner, pyramid in owners.items() if pyramid in scus}
        for topic, owners in topics.items()
    }
    coded = {topic: owners for topic, owners in coded.items() if len(owners) > 1}
    texts = _texts([topic for topic, _ in coded])
    return [
        replace(_codings(key, owners, texts[topic]), warnings=(f"{guesses[topic]}.",) if guesses[topic] else ())
        for (topic, key), owners in with_progress(coded.items())
    ]


def _scus(pyramids: Iterable[int]) -> dict[int, Scus]:
    """The SCUs of each pyramid that has a part."""
    scus: dict[int, Scus] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    columns = ("pyramid", "contributor__scu", "contributor__summary", "start", "end")
    parts = Part.objects.filter(pyramid__in=list(pyramids)).order_by("contributor__scu", "pk")
    for pyramid, scu, summary, start, end in parts.values_list(*columns):
        scus[pyramid][scu][summary].append((start, end))
    return scus


def _texts(topics: Iterable[int]) -> dict[int, list[Summary]]:
    texts: dict[int, list[Summary]] = defaultdict(list)
    models = Summary.objects.filter(topic__in=list(topics)).model_summaries().order_by("topic", "position")
    for summary in models.only("topic", "text", "words", "sentences"):
        texts[summary.topic_id].append(summary)
    return texts


def _codings(key: str, owners: Mapping[str, Scus], texts: Iterable[Summary]) -> TopicCodings:
    words, places = TopicWords(), {}
    for place, summary in enumerate(texts):
        places[summary.pk] = place
        words.add(word_bounds(summary.text, summary.words), summary.sentences)
    codings = tuple(Coding(owner, tuple(_scu_words(scus, words, places))) for owner, scus in owners.items())
    return TopicCodings(key, CodedTopic(words.count, codings, tuple(words.blocks)), dict.fromkeys(owners, 0))


def _scu_words(scus: Scus, words: TopicWords, places: Mapping[int, int]) -> Iterable[tuple[int, ...]]:
    for by_summary in scus.values():
        numbers = sorted(
            words.first[places[summary]] + word
            for summary, parts in by_summary.items()
            for word in touched(words.bounds[places[summary]], parts)
        )
        if numbers:
            yield tuple(numbers)
