"""Reads items from the database as rows for files (`ItemRow`)."""

from collections.abc import Iterable

from django.db.models import QuerySet

from annotator.interchange.judgment_files.reading import ItemRow
from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument, Item, ItemList


def item_rows(lists: Iterable[ItemList]) -> list[ItemRow]:
    """Returns the items of these lists, sorted by topic, source, summary and number. Needs one query for all lists."""
    list_by_pk = {item_list.pk: item_list for item_list in lists}
    items = Item.objects.filter(list__in=list(list_by_pk)).order_by(
        "list__topic__key", "list__source", "list__summary__kind", "list__summary__position", "list__number", "position"
    )
    related = items.select_related("document", "source_summary").defer(
        *(f"{path}__{field}" for path in ("document", "source_summary") for field in ("text", "words", "sentences"))
    )
    return [_item_row(item, list_by_pk[item.list_id]) for item in related]


def lists_of(instrument: Instrument) -> QuerySet[ItemList]:
    """The lists that the instrument's sheets use or, if it has no sheets, all lists that they could use."""
    lists = ItemList.objects.filter(topic__project=instrument.project_id).select_related("topic", "summary")
    lists = lists.defer("topic__statement", *(f"summary__{field}" for field in ("text", "words", "sentences")))
    used = lists.filter(sheets__instrument=instrument) | lists.filter(marked_sheets__instrument=instrument)
    if instrument.sheets.exists():
        return used.distinct()
    return lists.filter(source=instrument_kind(instrument.kind).list_source)


def known_items(instrument: Instrument, *, created: Iterable[int], with_last: bool) -> list[ItemRow]:
    """Returns, for each topic, the items of the list that the judgments of a file must be about.

    This is the list that the instrument's sheets use, or else one that this import created (``created``: primary keys),
    or else, if ``with_last``, the topic's last list. Topics without such a list have no items.
    """
    source = instrument_kind(instrument.kind).list_source
    if source not in (ItemList.Source.STATEMENTS, ItemList.Source.DOCUMENT_SENTENCES):
        return []
    all_lists = ItemList.objects.filter(topic__project=instrument.project_id, source=source).select_related("topic")
    used = set(instrument.sheets.values_list("items", flat=True))
    chosen: dict[int, tuple[int, ItemList]] = {}
    for item_list in all_lists.order_by("number"):
        rank = 2 if item_list.pk in used else 1 if item_list.pk in set(created) else 0
        if (rank or with_last) and rank >= chosen.get(item_list.topic_id, (0, item_list))[0]:
            chosen[item_list.topic_id] = (rank, item_list)
    return item_rows(item_list for _, item_list in chosen.values())


def _item_row(item: Item, item_list: ItemList) -> ItemRow:
    summary = item_list.summary or item.source_summary
    return ItemRow(
        topic=item_list.topic.key,
        list=item_list.code,
        source=item_list.source,
        summarizer=summary.summarizer if summary else "",
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
