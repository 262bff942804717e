"""Pyramids in the database as codings, word by word: three statements, however many topics and owners."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.projects.models import CONSENSUS, Summary
from annotator.pyramids.models import Part
from annotator.runs.steps import in_steps
from annotator.work.models import Release, Work
from annotator.work.visibility import EDITABLE_STATES
from scoring.observations.topic_words import TopicCodings, TopicWords, touched, word_bounds
from scoring.stats.codings import CodedTopic, Coding

Span = tuple[int, int]


@dataclass(slots=True)
class _Owned:
    """A pyramid: whose, and the parts of its SCUs by summary."""

    owner: str
    scus: dict[int, dict[int, list[Span]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))


def row_codings(pyramids: QuerySet[Work], *, include_drafts: bool = False) -> list[TopicCodings]:
    """The topics that at least two annotators have a pyramid of, by key, with the pyramids as they stand now.

    The consensus is no annotator. Pyramids count that are finished, or released (as imported ones are) and not edited
    since; others with ``include_drafts``; one without any part does not count. All owners have the same texts, so
    nothing is unaligned.
    """
    counted = pyramids.exclude(owner__name=CONSENSUS)
    if not include_drafts:
        standing = Release.objects.filter(pyramid=OuterRef("pk"), revision=OuterRef("revision"))
        counted = counted.filter(~Q(state__in=EDITABLE_STATES) | Exists(standing))
    found = counted.order_by("topic__key", "owner__name").values_list("pk", "topic", "topic__key", "owner__name")
    topics: dict[tuple[int, str], dict[int, _Owned]] = defaultdict(dict)
    for pyramid, topic, key, owner in found:
        topics[topic, key][pyramid] = _Owned(owner)
    several = {key: owned for key, owned in topics.items() if len(owned) > 1}
    _add_parts({pyramid: one for owned in several.values() for pyramid, one in owned.items()})
    chosen = {key: [one for one in owned.values() if one.scus] for key, owned in several.items()}
    chosen = {key: owned for key, owned in chosen.items() if len(owned) > 1}
    texts = _texts([topic for topic, _ in chosen])
    return [_codings(key, owned, texts[topic]) for (topic, key), owned in in_steps(chosen.items())]


def _add_parts(pyramids: dict[int, _Owned]) -> None:
    columns = ("pyramid", "contributor__scu", "contributor__summary", "start", "end")
    parts = Part.objects.filter(pyramid__in=list(pyramids)).order_by("contributor__scu", "pk")
    for pyramid, scu, summary, start, end in parts.values_list(*columns):
        pyramids[pyramid].scus[scu][summary].append((start, end))


def _texts(topics: Iterable[int]) -> dict[int, list[Summary]]:
    texts: dict[int, list[Summary]] = defaultdict(list)
    models = Summary.objects.filter(topic__in=list(topics)).model_summaries().order_by("topic", "position")
    for summary in models.only("topic", "text", "words", "sentences"):
        texts[summary.topic_id].append(summary)
    return texts


def _codings(key: str, owned: Iterable[_Owned], texts: Iterable[Summary]) -> TopicCodings:
    words, places = TopicWords(), {}
    for place, summary in enumerate(texts):
        places[summary.pk] = place
        words.add(word_bounds(summary.text, summary.words), summary.sentences)
    codings = tuple(Coding(one.owner, tuple(_scus(one, words, places))) for one in owned)
    unaligned = {coding.coder: 0 for coding in codings}
    return TopicCodings(key, CodedTopic(words.count, codings, tuple(words.blocks)), unaligned)


def _scus(one: _Owned, words: TopicWords, places: dict[int, int]) -> Iterable[tuple[int, ...]]:
    for by_summary in one.scus.values():
        found = sorted(
            words.first[places[summary]] + word
            for summary, parts in by_summary.items()
            for word in touched(words.bounds[places[summary]], parts)
        )
        if found:
            yield tuple(found)
