"""Reads the documents of a topic, with the sentences that judges and systems chose from them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
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
    """Returns the documents of a topic, in their order, with the extracts that the viewer may see. At most six SQL
    queries.

    Judges are people with finished extracts. ``instrument``: the key of the instrument that they used; "" for the one
    with the most extracts of the topic. If its extracts are of several lists of sentences, the list with the most
    extracts counts; of equals, the last. Without judges, the topic's last list counts. Without a list, documents have
    the sentences that are stored with them. Raises ExtractsRefused for a topic without documents, and for an instrument
    without extracts that the viewer may see.
    """
    rows: QuerySet[Document, Any] = Document.objects.filter(topic=topic).order_by("position")
    documents = {
        pk: (key, text, bounds) for pk, key, text, bounds in rows.values_list("pk", "key", "text", "sentences")
    }
    if not documents:
        raise ExtractsRefused(f"Topic {topic.key} has no documents.")
    judged = _judged_list(viewer, topic, instrument)
    sentences, places = _listed_sentences(judged.pk)
    judges, systems = _choices(judged.judges, places), _system_extracts(viewer, judged.pk, places)
    return tuple(
        SourceDocument(
            name=key,
            sentences=tuple(sentences[pk]) if pk in sentences else as_text(text, bounds).sentences,
            judges={name: chosen.get(pk, ()) for name, chosen in judges.items()},
            systems={name: chosen.get(pk, ()) for name, chosen in systems.items()},
            topic=topic.key,
        )
        for pk, (key, text, bounds) in documents.items()
    )


def project_corpus(viewer: Viewer) -> tuple[Text, ...]:
    """Returns all documents of the project. One SQL query."""
    documents: QuerySet[Document, Any] = Document.objects.filter(topic__project=viewer.project)
    texts = documents.order_by("topic__key", "topic", "position").values_list("text", flat=True)
    return tuple(Text((text,)) for text in texts.iterator())


def _judged_list(viewer: Viewer, topic: Topic, instrument: str) -> _JudgedList:
    """Returns the list and the judges that count. Its primary key is 0 if the topic has no list."""
    finished = sheets().filter(
        topic=topic,
        sheet__instrument__kind="extract",
        sheet__items__source=ItemList.Source.DOCUMENT_SENTENCES,
        state__in=FINISHED_STATES,
        owner__kind=Membership.Kind.PERSON,
    )
    visible = finished if viewer.user is None else finished.filter(sheets_of_all_judges(viewer.user))
    fields = ("sheet__instrument__key", "sheet__items__number", "sheet__items", "owner__name", "pk")
    rows = sorted(visible.values_list(*fields))
    instruments = Counter(row[0] for row in rows)
    if instrument and instrument not in instruments:
        names = ", ".join(instruments) or "none"
        raise ExtractsRefused(f"Topic {topic.key} has no extracts of “{instrument}”; there are extracts of: {names}.")
    if not rows:
        last = topic.item_lists.filter(source=ItemList.Source.DOCUMENT_SENTENCES).order_by("number").last()
        return _JudgedList(last.pk if last else 0, {})
    key = instrument or instruments.most_common(1)[0][0]
    lists = Counter((number, pk) for instrument_key, number, pk, *_ in rows if instrument_key == key)
    (_, chosen_list), _ = max(lists.items(), key=lambda counted: (counted[1], counted[0]))
    judges = {sheet: name for instrument_key, _, pk, name, sheet in rows if (instrument_key, pk) == (key, chosen_list)}
    return _JudgedList(chosen_list, judges)


def _listed_sentences(sentence_list: int) -> tuple[dict[int, list[str]], dict[int, _SentencePlace]]:
    """Returns the sentences of each document by its primary key, and the place of each item by its primary key."""
    sentences: dict[int, list[str]] = defaultdict(list)
    places = {}
    items: QuerySet[Item, Any] = Item.objects.filter(list=sentence_list, document__isnull=False).order_by("position")
    for pk, document, text in items.values_list("pk", "document", "text"):
        places[pk] = _SentencePlace(document, len(sentences[document]))
        sentences[document].append(text)
    return dict(sentences), places


def _choices(judges: Mapping[int, str], places: Mapping[int, _SentencePlace]) -> Chosen:
    """Returns the sentences that judges chose. ``judges``: their names by the primary key of the sheet."""
    judgments: QuerySet[Judgment, Any] = Judgment.objects.filter(sheet__in=judges, value=1, item__isnull=False)
    rows = judgments.values_list("sheet", "item") if judges else ()
    return _by_name(((judges[sheet], item) for sheet, item in rows), judges.values(), places)


def _system_extracts(viewer: Viewer, sentence_list: int, places: Mapping[int, _SentencePlace]) -> Chosen:
    """Returns the extracts of systems whose names the viewer may know."""
    visible = Extract.objects.all() if viewer.user is None else Extract.objects.visible_to(viewer.user)
    extracts = visible.filter(items=sentence_list).order_by("summarizer", "label")
    names = {
        pk: f"{summarizer} {label}".strip()
        for pk, summarizer, label in extracts.values_list("pk", "summarizer", "label")
    }
    rows: QuerySet[ExtractedItem, Any] = ExtractedItem.objects.filter(extract__in=names).order_by()
    chosen = rows.values_list("extract", "item") if names else ()
    return _by_name(((names[extract], item) for extract, item in chosen), names.values(), places)


def _by_name(rows: Iterable[tuple[str, int]], names: Iterable[str], places: Mapping[int, _SentencePlace]) -> Chosen:
    """Returns the chosen sentences. ``rows``: a name and the primary key of an item for each choice. ``names``: of all,
    also of those who chose nothing.
    """
    numbers: dict[str, dict[int, list[int]]] = {name: defaultdict(list) for name in names}
    for name, item in rows:
        if place := places.get(item):
            numbers[name][place.document].append(place.number)
    return {
        name: {document: tuple(sorted(chosen)) for document, chosen in by_document.items()}
        for name, by_document in numbers.items()
    }
