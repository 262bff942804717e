"""Reads pyramids from rows of the database as codings: each annotator's SCUs as sets of words."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from annotator.projects.models import CONSENSUS, Summary
from annotator.pyramids.models import Part
from annotator.runs.steps import with_progress
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.visibility import EDITABLE_STATES
from scoring.observations.topic_words import TopicCodings, TopicWords, touched_words, word_bounds
from scoring.stats.codings import CodedTopic, Coding

Scus = dict[int, dict[int, list[tuple[int, int]]]]  # the parts, by SCU and summary (primary keys)


def codings_of_rows(pyramids: QuerySet[Work], *, include_drafts: bool = False) -> list[TopicCodings]:
    """Returns the codings of each topic with pyramids by at least two annotators, sorted by the topic's key. The
    consensus does not count as an annotator. A pyramid counts if it has a part. Without ``include_drafts`` it must also
    be finished, or released and not edited since, as imported pyramids are.
    """
    counted = pyramids.exclude(owner__name=CONSENSUS)
    if not include_drafts:
        current_release = Release.objects.filter(pyramid=OuterRef("pk"), revision=OuterRef("revision"))
        counted = counted.filter(~Q(state__in=EDITABLE_STATES) | Exists(current_release))
    pyramids_by_topic: dict[tuple[int, str], dict[str, int]] = defaultdict(dict)
    warnings: dict[int, tuple[str, ...]] = {}
    # ``guess`` says how an imported file's text was divided into model summaries, if that is doubtful.
    guesses = Release.objects.filter(pyramid__topic=OuterRef("topic"), guess__gt="").order_by("pk").values("guess")
    rows = counted.order_by("topic__key", "owner__name").annotate(guess=Subquery(guesses[:1]))
    for pyramid, topic, key, owner, guess in rows.values_list("pk", "topic", "topic__key", "owner__name", "guess"):
        pyramids_by_topic[topic, key][owner] = pyramid
        warnings[topic] = (f"{guess}.",) if guess else ()
    scus = _scus(
        pyramid for by_owner in pyramids_by_topic.values() if len(by_owner) > 1 for pyramid in by_owner.values()
    )
    scus_by_topic = {
        topic_and_key: {owner: scus[pyramid] for owner, pyramid in by_owner.items() if pyramid in scus}
        for topic_and_key, by_owner in pyramids_by_topic.items()
    }
    compared = {
        topic_and_key: scus_by_owner for topic_and_key, scus_by_owner in scus_by_topic.items() if len(scus_by_owner) > 1
    }
    models = _model_summaries([topic for topic, _ in compared])
    return [
        replace(_codings(key, scus_by_owner, models[topic]), warnings=warnings[topic])
        for (topic, key), scus_by_owner in with_progress(compared.items())
    ]


def _scus(pyramids: Iterable[int]) -> dict[int, Scus]:
    """Returns the SCUs of each pyramid that has a part, by the pyramid's primary key."""
    scus: dict[int, Scus] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    columns = ("pyramid", "contributor__scu", "contributor__summary", "start", "end")
    parts = Part.objects.filter(pyramid__in=list(pyramids)).order_by("contributor__scu", "pk")
    for pyramid, scu, summary, start, end in parts.values_list(*columns):
        scus[pyramid][scu][summary].append((start, end))
    return scus


def _model_summaries(topics: Iterable[int]) -> dict[int, list[Summary]]:
    models_by_topic: dict[int, list[Summary]] = defaultdict(list)
    models = Summary.objects.filter(topic__in=list(topics)).model_summaries().order_by("topic", "position")
    for summary in models.only("topic", "text", "words", "sentences"):
        models_by_topic[summary.topic_id].append(summary)
    return models_by_topic


def _codings(key: str, scus_by_owner: Mapping[str, Scus], models: Iterable[Summary]) -> TopicCodings:
    words, positions = TopicWords(), {}
    for position, summary in enumerate(models):
        positions[summary.pk] = position
        words.add(word_bounds(summary.text, summary.words), summary.sentences)
    scu_words = {owner: dict(_scu_words(scus, words, positions)) for owner, scus in scus_by_owner.items()}
    codings = tuple(Coding(owner, tuple(by_scu.values())) for owner, by_scu in scu_words.items())
    coded = CodedTopic(words.count, codings, tuple(words.sentence_of_word))
    scu_keys = {owner: tuple(by_scu) for owner, by_scu in scu_words.items()}
    # No word differs: all annotate the same text.
    return TopicCodings(key, coded, dict.fromkeys(scus_by_owner, 0), scu_keys=scu_keys)


def _scu_words(scus: Scus, words: TopicWords, positions: Mapping[int, int]) -> Iterable[tuple[int, tuple[int, ...]]]:
    """Yields the primary key of each SCU and its words, as their numbers in the topic; skips SCUs without words.
    ``positions``: the position of each model summary, by primary key.
    """
    for scu, parts_by_summary in scus.items():
        numbers = sorted(
            words.first_words[positions[summary]] + word
            for summary, parts in parts_by_summary.items()
            for word in touched_words(words.bounds[positions[summary]], parts)
        )
        if numbers:
            yield scu, tuple(numbers)
