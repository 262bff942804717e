"""Reads items from the database in the form that files of judgments have."""

from collections.abc import Iterable

from django.db.models import QuerySet

from annotator.interchange.judgment_files.reading import ItemRow
from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument, Item, ItemList


def item_rows(lists: Iterable[ItemList]) -> list[ItemRow]:
    """Returns the items of these lists by topic, source, summary and number. One query besides that of the lists."""
    list_by_pk = {items.pk: items for items in lists}
    items = Item.objects.filter(list__in=list(list_by_pk)).order_by(
        "list__topic__key", "list__source", "list__summary__kind", "list__summary__position", "list__number", "position"
    )
    related = items.select_related("document", "source_summary").defer(
        *(f"{path}__{field}" for path in ("document", "source_summary") for field in ("text", "words", "sentences"))
    )
    return [_item_row(item, list_by_pk[item.list_id]) for item in related]


def lists_of(instrument: Instrument) -> QuerySet[ItemList]:
    """The lists that sheets of the instrument are pinned to, and all lists of its kind if it has no sheets."""
    lists = ItemList.objects.filter(topic__project=instrument.project_id).select_related("topic", "summary")
    lists = lists.defer("topic__statement", *(f"summary__{field}" for field in ("text", "words", "sentences")))
    used = lists.filter(sheets__instrument=instrument) | lists.filter(marked_sheets__instrument=instrument)
    if instrument.sheets.exists():
        return used.distinct()
    return lists.filter(source=instrument_kind(instrument.kind).list_source)


def known_items(instrument: Instrument, *, created: Iterable[int], with_last: bool) -> list[ItemRow]:
    """Returns, for each topic, the items of the list to which the judgments of a file must refer.

    This is the list that the instrument's sheets use, or else one of ``created`` (lists that this import has made), or
    else, ``with_last``, the topic's last one. Topics without such a list have no items.
    """
    source = instrument_kind(instrument.kind).list_source
    if source not in (ItemList.Source.STATEMENTS, ItemList.Source.DOCUMENT_SENTENCES):
        return []
    all_lists = ItemList.objects.filter(topic__project=instrument.project_id, source=source).select_related("topic")
    used = set(instrument.sheets.values_list("items", flat=True))
    chosen: dict[int, tuple[int, ItemList]] = {}
    for items in all_lists.order_by("number"):
        rank = 2 if items.pk in used else 1 if items.pk in set(created) else 0
        if (rank or with_last) and rank >= chosen.get(items.topic_id, (0, items))[0]:
            chosen[items.topic_id] = (rank, items)
    return item_rows(items for _, items in chosen.values())


def _item_row(item: Item, items: ItemList) -> ItemRow:
    author = items.summary or item.source_summary
    return ItemRow(
        topic=items.topic.key,
        list=items.code,
        source=items.source,
        summarizer=author.summarizer if author else "",
        key=item.key,
        text=item.text,
        document=item.document.key if item.document else "",
        start=item.start,
        end=item.end,
        weight=item.weight,
        importance=item.importance or "",
        heading=item.heading,
        judged=item.judged,
    )
