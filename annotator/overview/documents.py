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
    """A sentence of a document. ``number``: as in "41.2". ``place``: in the shown extract, from 1; else None."""

    number: str
    text: str
    place: int | None


@dataclass(frozen=True, slots=True)
class ExtractText:
    """The extract that is shown. ``numbers``: the numbers of its sentences, with the keys of their documents."""

    extract: Extract
    numbers: list[tuple[str, str]]
    places: dict[tuple[int, int, int], int]
    """The place of each sentence in the extract, by the primary key of its document, its start and its end."""


def listed_documents(topic: Topic, *, user: User) -> QuerySet[Document]:
    """The documents of a topic in their order, without texts, with the numbers of their words and sentences."""
    documents = Document.objects.visible_to(user).filter(topic=topic).defer(*LARGE_FIELDS)
    counts = {"word_count": count_spans("words"), "sentence_count": count_spans("sentences")}
    return documents.annotate(**counts).order_by("position")


def listed_extracts(topic: Topic, *, user: User, page: str | None) -> Page[Any]:
    """A page of the extracts of a topic that the user may see, with the number of their sentences."""
    extracts = Extract.objects.visible_to(user).filter(items__topic=topic).select_related("items")
    extracts = extracts.annotate(sentence_count=Count("extracted_items"))
    return Paginator(extracts.order_by("summarizer", "label", "items__number", "pk"), EXTRACTS_PER_PAGE).get_page(page)


def shown_extract(topic: Topic, *, user: User, extract: int) -> ExtractText:
    """An extract with its sentences. Raises Extract.DoesNotExist if the user may not see it."""
    visible = Extract.objects.visible_to(user).filter(items__topic=topic).select_related("items")
    chosen = ExtractedItem.objects.filter(extract=extract).order_by("position")
    rows = list(
        chosen.values_list("item__key", "item__document__key", "item__document", "item__start", "item__end", "position")
    )
    return ExtractText(
        visible.get(pk=extract),
        [(key.replace("#", "."), document) for key, document, *_ in rows],
        {(document or 0, start or 0, end or 0): position for _, _, document, start, end, position in rows},
    )


def numbered_sentences(document: Document, extract: ExtractText | None) -> Iterator[NumberedSentence]:
    """Yields the sentences of a document, and which of them are in the extract, if one is shown.

    Sentence ends may have been corrected after the extract: a sentence is in it if it has a part of its sentences.
    """
    chosen = sorted((span[1], span[2], place) for span, place in (extract.places if extract else {}).items()
                    if span[0] == document.pk)  # fmt: skip
    spans = zip(document.sentences[::2], document.sentences[1::2], strict=True)
    for number, (start, end) in enumerate(spans, start=1):
        while chosen and chosen[0][1] <= start:
            chosen.pop(0)
        place = chosen[0][2] if chosen and chosen[0][0] < end else None
        yield NumberedSentence(f"{document.key}.{number}", document.text[start:end], place)
