"""Reads what the page of a topic's documents shows, in a fixed number of queries."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Count, QuerySet

from annotator.judgments.models import Extract, ExtractedItem
from annotator.projects.documents.api import LARGE_FIELDS, count_spans
from annotator.projects.documents.models import Document
from annotator.projects.models import Topic

EXTRACTS_PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class NumberedSentence:
    """A sentence of a document.

    ``number``: such as "41.2". ``place``: its place in the shown extract, from 1; None if it is not in an extract.
    """

    number: str
    text: str
    place: int | None


@dataclass(frozen=True, slots=True)
class ExtractText:
    """The extract that is shown. ``numbers``: for each sentence, its number and its document's key."""

    extract: Extract
    numbers: list[tuple[str, str]]
    places: dict[tuple[int, int, int], int]
    """The place of each sentence in the extract, by the primary key of its document, its start and its end."""


def listed_documents(topic: Topic, *, user: User) -> QuerySet[Document]:
    """The documents of a topic in their order, without texts, with their word and sentence counts."""
    documents = Document.objects.visible_to(user).filter(topic=topic).defer(*LARGE_FIELDS)
    counts = {"word_count": count_spans("words"), "sentence_count": count_spans("sentences")}
    return documents.annotate(**counts).order_by("position")


def listed_extracts(topic: Topic, *, user: User, page: str | None) -> Page[Any]:
    """A page of the extracts of a topic that the user may see, with their sentence counts."""
    extracts = Extract.objects.visible_to(user).filter(items__topic=topic).select_related("items")
    extracts = extracts.annotate(sentence_count=Count("extracted_items"))
    return Paginator(extracts.order_by("summarizer", "label", "items__number", "pk"), EXTRACTS_PER_PAGE).get_page(page)


def shown_extract(topic: Topic, *, user: User, extract: int) -> ExtractText:
    """An extract with its sentences. Raises Extract.DoesNotExist if the user may not see it."""
    visible = Extract.objects.visible_to(user).filter(items__topic=topic).select_related("items")
    extracted_items = ExtractedItem.objects.filter(extract=extract).order_by("position")
    rows = list(
        extracted_items.values_list(
            "item__key", "item__document__key", "item__document", "item__start", "item__end", "position"
        )
    )
    return ExtractText(
        visible.get(pk=extract),
        [(key.replace("#", "."), document) for key, document, *_ in rows],
        {(document or 0, start or 0, end or 0): position for _, _, document, start, end, position in rows},
    )


def numbered_sentences(document: Document, extract: ExtractText | None) -> Iterator[NumberedSentence]:
    """Yields the sentences of a document, with their places in the extract if one is shown.

    The boundaries of sentences may have been corrected since the extract was made. So a sentence counts as extracted if
    it overlaps an extracted span.
    """
    places = extract.places if extract else {}
    extracted = sorted((start, end, place) for (pk, start, end), place in places.items() if pk == document.pk)
    spans = zip(document.sentences[::2], document.sentences[1::2], strict=True)
    for number, (start, end) in enumerate(spans, start=1):
        while extracted and extracted[0][1] <= start:
            extracted.pop(0)
        place = extracted[0][2] if extracted and extracted[0][0] < end else None
        yield NumberedSentence(f"{document.key}.{number}", document.text[start:end], place)
