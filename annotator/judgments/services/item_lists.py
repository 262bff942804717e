"""Services that store units, sentences or statements as a numbered item list, to which sheets can be pinned."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from django.db import transaction
from django.db.models import Max

from annotator.judgments.models import Item, ItemList
from annotator.projects.documents.models import Document
from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.permissions import check_manage
from annotator.pyramids.models import ReleasedScu
from annotator.texts.word_groups import group_spans
from annotator.web.refusals import ServiceRefused
from annotator.work.release_models import Release

MAX_ITEMS = 5_000
"""The largest number of items in a list; the documents of a large topic have about 1,000 sentences."""
Source = ItemList.Source


@dataclass(frozen=True, slots=True)
class NewItem:
    """An item to be put into a list, with the fields of `Item`. An item with a span gets the text of the span."""

    key: str
    text: str = ""
    document: Document | None = None
    start: int | None = None
    end: int | None = None
    scu: ReleasedScu | None = None
    weight: int | None = None
    importance: str | None = None
    source_summary: Summary | None = None
    heading: str = ""
    judged: bool = True


@transaction.atomic
def create_item_list(
    *,
    topic: Topic,
    source: str,
    items: Sequence[NewItem],
    by: Membership | None,
    summary: Summary | None = None,
    release: Release | None = None,
    name: str = "",
    file_name: str = "",
    number: int | None = None,
) -> ItemList:
    """Create a list with these items, numbered after the topic's last list of this source (and summary).

    ``number``: for an import that keeps the numbers of its file, a number that the caller has checked to be free.
    ``by``: None for an import, whose permission has been checked. Raises NotAllowed unless ``by`` manages the project,
    ServiceRefused if the list is empty or too long, or if its items have equal keys or spans outside their text.
    """
    if by is not None:
        check_manage(by.role)
    Topic.objects.select_for_update().get(pk=topic.pk)
    rows = [_item(position, item, summary) for position, item in enumerate(items, start=1)]
    _check_items(topic, rows, summary=summary, release=release)
    numbers = ItemList.objects.filter(topic=topic, source=source, summary=summary).aggregate(last=Max("number"))
    item_list = ItemList.objects.create(
        topic=topic,
        source=source,
        summary=summary,
        release=release,
        number=number or (numbers["last"] or 0) + 1,
        name=name,
        created_by=by.user if by else None,
        file_name=file_name,
    )
    for row in rows:
        row.list = item_list
    Item.objects.bulk_create(rows)
    return item_list


def create_unit_list(
    *, summary: Summary, spans: Sequence[tuple[int, int]], by: Membership | None, name: str = "", file_name: str = ""
) -> ItemList:
    """Create a list of the units of a model summary. ``spans``: in order. Raises like `create_item_list`."""
    if summary.kind != Summary.Kind.MODEL:
        raise ServiceRefused("Only model summaries have units.")
    items = [NewItem(str(number), start=start, end=end) for number, (start, end) in enumerate(spans, start=1)]
    return create_item_list(
        topic=summary.topic,
        source=Source.MODEL_UNITS,
        items=items,
        by=by,
        summary=summary,
        name=name,
        file_name=file_name,
    )


def create_sentence_unit_list(*, summary: Summary, by: Membership | None) -> ItemList:
    """Create a list of the sentences of a model summary, as its units. Raises like `create_item_list`."""
    return create_unit_list(summary=summary, spans=sentence_spans(summary), by=by)


def create_unit_list_at_words(
    *, summary: Summary, first_words: Iterable[int], by: Membership | None, name: str = ""
) -> ItemList:
    """Create the list of units of a model summary, which cover its text. ``first_words``: the index of each first word.

    The first word of the text always begins a unit. Raises the same errors as `create_item_list`, and ServiceRefused
    for an invalid index.
    """
    try:
        spans = group_spans(summary.text, summary.words, summary.sentences, first_words)
    except IndexError as error:
        raise ServiceRefused(f"The summary has no word {error}.") from error
    return create_unit_list(summary=summary, spans=spans, by=by, name=name)


def create_document_sentence_list(*, topic: Topic, by: Membership | None, name: str = "") -> ItemList:
    """Create a list of the sentences of all documents of a topic. Their keys are ``<document key>#<number>``.

    Raises like `create_item_list`.
    """
    documents = list(topic.documents.order_by("position"))
    if not documents:
        raise ServiceRefused("This topic has no documents yet.")
    items = [
        NewItem(f"{document.key}#{number}", document=document, start=start, end=end)
        for document in documents
        for number, (start, end) in enumerate(sentence_spans(document), start=1)
    ]
    return create_item_list(topic=topic, source=Source.DOCUMENT_SENTENCES, items=items, by=by, name=name)


def create_released_statement_list(
    *,
    release: Release,
    by: Membership | None,
    sample: int | None = None,
    seed: int = 0,
    vital_from: int | None = None,
    name: str = "",
) -> ItemList:
    """Create a list of the SCUs of a release as statements. They have its labels and weights, in the release's order.

    ``sample``: the number of SCUs to draw with ``seed``; None for all. ``vital_from``: the least weight of a vital
    statement; None if no importance is set. Raises like `create_item_list`.
    """
    scus = list(release.scus.order_by("position", "pk"))
    if sample is not None and sample < len(scus):
        drawn_indexes = set(Random(seed).sample(range(len(scus)), sample))  # noqa: S311  # a sample, not a secret
        scus = [scu for index, scu in enumerate(scus) if index in drawn_indexes]
    items = [
        NewItem(str(scu.uid), scu.label, scu=scu, weight=scu.weight, importance=_importance(scu.weight, vital_from))
        for scu in scus
    ]
    topic = release.pyramid.topic
    return create_item_list(topic=topic, source=Source.STATEMENTS, items=items, by=by, release=release, name=name)


def create_typed_statement_list(*, topic: Topic, texts: Sequence[str], by: Membership, name: str = "") -> ItemList:
    """Create a list of statements that a manager typed. Empty texts are left out. Raises like `create_item_list`."""
    stripped = [text.strip() for text in texts if text.strip()]
    items = [NewItem(str(number), text) for number, text in enumerate(stripped, start=1)]
    return create_item_list(topic=topic, source=Source.STATEMENTS, items=items, by=by, name=name)


@transaction.atomic
def delete_item_list(*, item_list: ItemList, by: Membership) -> None:
    """Delete a list. Raises NotAllowed, and ServiceRefused if sheets or extracts refer to its items."""
    check_manage(by.role)
    Topic.objects.select_for_update().get(pk=item_list.topic_id)
    if item_list.sheets.exists() or item_list.marked_sheets.exists() or item_list.extracts.exists():
        raise ServiceRefused("This list cannot be deleted: sheets or extracts refer to its items.")
    item_list.delete()


@transaction.atomic
def sentence_lists(*, topic: Topic, summaries: Iterable[Summary]) -> dict[int, ItemList]:
    """Returns the list of each summary's sentences, which judges mark, by the summary's primary key.

    Creates missing lists. A list keeps its items if sentence ends are corrected later, so marks stay where they are.
    """
    summary_by_pk = {summary.pk: summary for summary in summaries}
    if not summary_by_pk:
        return {}
    Topic.objects.select_for_update().get(pk=topic.pk)
    existing = ItemList.objects.filter(source=Source.PEER_SENTENCES, summary__in=summary_by_pk, number=1)
    lists = {row.summary_id: row for row in existing if row.summary_id is not None}
    new_lists = [
        ItemList(topic=topic, source=Source.PEER_SENTENCES, summary=summary, number=1)
        for pk, summary in summary_by_pk.items()
        if pk not in lists
    ]
    lists |= {row.summary_id: row for row in ItemList.objects.bulk_create(new_lists) if row.summary_id is not None}
    Item.objects.bulk_create(
        Item(list=item_list, position=number, key=str(number), text=summary.text[start:end], start=start, end=end)
        for item_list in new_lists
        for summary in [summary_by_pk[item_list.summary_id or 0]]
        for number, (start, end) in enumerate(sentence_spans(summary), start=1)
    )
    return lists


def sentence_spans(text: Summary | Document) -> list[tuple[int, int]]:
    """The (start, end) pairs of the sentences of a text, as segmented or corrected."""
    return list(zip(text.sentences[::2], text.sentences[1::2], strict=True))


def _importance(weight: int, vital_from: int | None) -> str | None:
    if vital_from is None:
        return None
    return Item.Importance.VITAL if weight >= vital_from else Item.Importance.OKAY


def _item(position: int, item: NewItem, summary: Summary | None) -> Item:
    """Returns the unsaved row of an item, without its list.

    ``summary``: of the list; spans of items without a document are spans of its text.
    """
    text, text_with_span = item.text, item.document or summary
    if item.start is not None and text_with_span is not None:
        text = text_with_span.text[item.start : item.end]
    return Item(
        position=position,
        key=item.key,
        text=text,
        document=item.document,
        start=item.start,
        end=item.end,
        scu=item.scu,
        weight=item.weight,
        importance=item.importance,
        source_summary=item.source_summary,
        heading=item.heading,
        judged=item.judged,
    )


def _check_items(topic: Topic, items: Sequence[Item], *, summary: Summary | None, release: Release | None) -> None:
    """Raise ServiceRefused if these items cannot be a list of this topic."""
    if not 0 < len(items) <= MAX_ITEMS:
        raise ServiceRefused(f"A list has 1 to {MAX_ITEMS:,} items, but this list has {len(items):,}.")
    if (summary and summary.topic_id != topic.pk) or (release and release.pyramid.topic_id != topic.pk):
        raise ServiceRefused("The summary and the release must be of the list's topic.")
    keys: set[str] = set()
    last_ends: dict[int | None, int] = {}  # the end of the last span so far, by document
    for item in items:
        text_with_span = item.document or summary
        if not item.key or item.key in keys:
            raise ServiceRefused(f"Two items have the key “{item.key}”." if item.key else "An item has no key.")
        keys.add(item.key)
        if not item.text.strip():
            raise ServiceRefused(f"The item “{item.key}” has no text.")
        if item.start is None:
            continue
        if text_with_span is None or text_with_span.topic_id != topic.pk:
            raise ServiceRefused(f"The item “{item.key}” has a span in a text that is not of this topic.")
        start, end = item.start, item.end or 0
        if not last_ends.get(item.document_id, 0) <= start < end <= text_with_span.length:
            raise ServiceRefused(f"The item “{item.key}” is out of order, overlaps another, or lies outside its text.")
        last_ends[item.document_id] = end
