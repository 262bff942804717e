"""Reads the documents of a topic, with the sentences that judges and systems chose from them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from annotator.judgments.models import Extract, ExtractedItem, Item, ItemList, Judgment, sheets
from annotator.judgments.sheet_kind import sheets_of_all_judges
from annotator.projects.documents.models import Document
from annotator.projects.models import Membership, Topic
from annotator.work.visibility import FINISHED_STATES
from scoring.measures.automatic.topic_texts import Text
from scoring.measures.extracts.errors import ExtractsRefused
from scoring.observations.topic_documents import as_text
from scoring.observations.viewer import Viewer
from scoring.results.extracts.grids import Sentences, SourceDocument

Chosen = Mapping[str, Mapping[int, Sentences]]
"""The sentences that each judge or system chose, by name, and then by the primary key of the document."""


@dataclass(frozen=True, slots=True)
class _JudgedList:
    """A list of sentences, and the judges with a finished extract. ``judges``: their names by the primary key of the
    sheet, in alphabetical order.
    """

    pk: int
    judges: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class _SentencePlace:
    """A sentence: the primary key of its document, and its number there, from 0."""

    document: int
    number: int


def topic_sources(viewer: Viewer, topic: Topic, instrument: str = "") -> tuple[SourceDocument, ...]:
    """Returns the documents of a topic, as `project_sources` does. Raises ExtractsRefused also for a topic without
    documents.
    """
    sources = project_sources(viewer, [topic], instrument)
    if not sources:
        raise ExtractsRefused(f"Topic {topic.key} has no documents.")
    return sources


def project_sources(viewer: Viewer, topics: Collection[Topic], instrument: str = "") -> tuple[SourceDocument, ...]:
    """Returns the documents of these topics, in their order, with the extracts that the viewer may see.

    Judges are people with finished extracts. ``instrument``: the key of the instrument that they used; "" for the one
    with the most extracts of the topic. If its extracts are of several lists of sentences, the list with the most
    extracts counts, and of several such lists the last. Without judges, the topic's last list counts. Without a
    list, documents have the sentences that are stored with them. Raises ExtractsRefused for an instrument without
    extracts of a topic that the viewer may see.
    """
    rows: QuerySet[Document, Any] = Document.objects.filter(topic__in=topics).order_by("topic__key", "position")
    documents = list(rows.values_list("topic", "topic__key", "pk", "key", "text", "sentences"))
    topics_with_documents = {topic for topic, *_ in documents}
    judged = _judged_lists(viewer, [topic for topic in topics if topic.pk in topics_with_documents], instrument)
    lists = [judged_list.pk for judged_list in judged.values()]
    sentences, places = _listed_sentences(lists)
    judges = _choices(judged, places)
    systems = _system_extracts(viewer, judged, places)
    return tuple(
        SourceDocument(
            name=key,
            sentences=tuple(sentences[pk]) if pk in sentences else as_text(text, bounds).sentences,
            judges={name: chosen.get(pk, ()) for name, chosen in judges[topic].items()},
            systems={name: chosen.get(pk, ()) for name, chosen in systems[topic].items()},
            topic=topic_key,
        )
        for topic, topic_key, pk, key, text, bounds in documents
    )


def project_corpus(viewer: Viewer) -> tuple[Text, ...]:
    """Returns all documents of the project."""
    documents: QuerySet[Document, Any] = Document.objects.filter(topic__project=viewer.project)
    texts = documents.order_by("topic__key", "topic", "position").values_list("text", flat=True)
    return tuple(Text((text,)) for text in texts.iterator())


def _judged_lists(viewer: Viewer, topics: Sequence[Topic], instrument: str) -> dict[int, _JudgedList]:
    """Returns the list and the judges that count, by the primary key of the topic. The list's own primary key is 0 if
    the topic has no list.
    """
    finished = sheets().filter(
        topic__in=topics,
        sheet__instrument__kind="extract",
        sheet__items__source=ItemList.Source.DOCUMENT_SENTENCES,
        state__in=FINISHED_STATES,
        owner__kind=Membership.Kind.PERSON,
    )
    visible = finished if viewer.user is None else finished.filter(sheets_of_all_judges(viewer.user))
    fields = ("topic", "sheet__instrument__key", "sheet__items__number", "sheet__items", "owner__name", "pk")
    rows_of_topic: dict[int, list[Any]] = {topic.pk: [] for topic in topics}
    for topic, *row in sorted(visible.values_list(*fields)):
        rows_of_topic[topic].append(row)
    without_judges = [topic for topic, rows in rows_of_topic.items() if not rows]
    lists = ItemList.objects.filter(topic__in=without_judges, source=ItemList.Source.DOCUMENT_SENTENCES)
    last_lists = dict(lists.order_by("number").values_list("topic", "pk")) if without_judges else {}
    return {
        topic.pk: _judged_list(topic, rows_of_topic[topic.pk], last_lists.get(topic.pk, 0), instrument)
        for topic in topics
    }


def _judged_list(topic: Topic, rows: Sequence[Any], last_list: int, instrument: str) -> _JudgedList:
    """Returns the list and the judges of a topic that count. ``rows``: for each finished extract, the key of the
    instrument, the number and primary key of the list, the judge's name and the primary key of the sheet.
    """
    instruments = Counter(row[0] for row in rows)
    if instrument and instrument not in instruments:
        names = ", ".join(instruments) or "none"
        raise ExtractsRefused(f"Topic {topic.key} has no extracts of “{instrument}”; there are extracts of: {names}.")
    if not rows:
        return _JudgedList(last_list, {})
    key = instrument or instruments.most_common(1)[0][0]
    counts = Counter((number, pk) for instrument_key, number, pk, *_ in rows if instrument_key == key)
    (_, chosen_list), _ = max(counts.items(), key=lambda counted: (counted[1], counted[0]))
    judges = {sheet: name for instrument_key, _, pk, name, sheet in rows if (instrument_key, pk) == (key, chosen_list)}
    return _JudgedList(chosen_list, judges)


def _listed_sentences(lists: Collection[int]) -> tuple[dict[int, list[str]], dict[int, _SentencePlace]]:
    """Returns the sentences of each document by its primary key, and the place of each item by its primary key."""
    sentences: dict[int, list[str]] = defaultdict(list)
    places = {}
    items: QuerySet[Item, Any] = Item.objects.filter(list__in=lists, document__isnull=False).order_by(
        "list", "position"
    )
    for pk, document, text in items.values_list("pk", "document", "text"):
        places[pk] = _SentencePlace(document, len(sentences[document]))
        sentences[document].append(text)
    return dict(sentences), places


def _choices(judged: Mapping[int, _JudgedList], places: Mapping[int, _SentencePlace]) -> dict[int, Chosen]:
    """Returns the sentences that judges chose, by the primary key of the topic. ``judged``: the lists and judges of
    each topic.
    """
    topic_of_sheet = {sheet: topic for topic, judged_list in judged.items() for sheet in judged_list.judges}
    rows_of_topic: dict[int, list[tuple[str, int]]] = {topic: [] for topic in judged}
    judgments: QuerySet[Judgment, Any] = Judgment.objects.filter(sheet__in=topic_of_sheet, value=1, item__isnull=False)
    for sheet, item in judgments.values_list("sheet", "item") if topic_of_sheet else ():
        topic = topic_of_sheet[sheet]
        rows_of_topic[topic].append((judged[topic].judges[sheet], item))
    return {
        topic: _by_name(rows_of_topic[topic], judged_list.judges.values(), places)
        for topic, judged_list in judged.items()
    }


def _system_extracts(
    viewer: Viewer, judged: Mapping[int, _JudgedList], places: Mapping[int, _SentencePlace]
) -> dict[int, Chosen]:
    """Returns the extracts of systems whose names the viewer may know, by the primary key of the topic."""
    visible = Extract.objects.all() if viewer.user is None else Extract.objects.visible_to(viewer.user)
    topic_of_list = {judged_list.pk: topic for topic, judged_list in judged.items()}
    extracts = visible.filter(items__in=topic_of_list).order_by("summarizer", "label")
    names_of_topic: dict[int, dict[int, str]] = {topic: {} for topic in judged}
    topic_of_extract = {}
    for pk, sentence_list, summarizer, label in extracts.values_list("pk", "items", "summarizer", "label"):
        topic_of_extract[pk] = topic = topic_of_list[sentence_list]
        names_of_topic[topic][pk] = f"{summarizer} {label}".strip()
    rows_of_topic: dict[int, list[tuple[str, int]]] = {topic: [] for topic in judged}
    items: QuerySet[ExtractedItem, Any] = ExtractedItem.objects.filter(extract__in=topic_of_extract).order_by()
    for extract, item in items.values_list("extract", "item") if topic_of_extract else ():
        topic = topic_of_extract[extract]
        rows_of_topic[topic].append((names_of_topic[topic][extract], item))
    return {topic: _by_name(rows_of_topic[topic], names.values(), places) for topic, names in names_of_topic.items()}


def _by_name(rows: Iterable[tuple[str, int]], names: Iterable[str], places: Mapping[int, _SentencePlace]) -> Chosen:
    """Returns the chosen sentences. ``rows``: a name and the primary key of an item for each choice. ``names``: all
    names, including those of judges or systems that chose nothing.
    """
    numbers: dict[str, dict[int, list[int]]] = {name: defaultdict(list) for name in names}
    for name, item in rows:
        if place := places.get(item):
            numbers[name][place.document].append(place.number)
    return {
        name: {document: tuple(sorted(chosen)) for document, chosen in by_document.items()}
        for name, by_document in numbers.items()
    }
