"""Reads what the pages of a topic's item lists show, in a fixed number of queries."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.judgments.models import Extract, Item, ItemList, Sheet
from annotator.projects.models import Summary, Topic

ITEMS_PER_PAGE = 200
Source = ItemList.Source


@dataclass(frozen=True, slots=True)
class ListsOfTopic:
    """The lists of a topic. ``models``: its model summaries in order, each with the lists of its units."""

    models: list[tuple[Summary, list[Any]]]
    document_sentences: list[Any]
    statements: list[Any]


def lists_of_topic(topic: Topic, *, user: User) -> ListsOfTopic:
    """The lists of a topic, except those of summaries' sentences, which are created automatically."""
    lists = list(counted_lists(topic, user=user).exclude(source=Source.PEER_SENTENCES))
    models = topic.summaries.model_summaries().defer("text", "words", "sentences")
    lists_by_source = {source: [row for row in lists if row.source == source] for source in Source.values}
    return ListsOfTopic(
        [(model, [row for row in lists if row.summary_id == model.pk]) for model in models],
        lists_by_source[Source.DOCUMENT_SENTENCES],
        lists_by_source[Source.STATEMENTS],
    )


def counted_lists(topic: Topic, *, user: User) -> QuerySet[Any]:
    """The lists of a topic, each with the numbers of its items, and of the sheets and extracts that refer to it."""
    lists = ItemList.objects.visible_to(user).filter(topic=topic)
    lists = lists.select_related("summary", "release__pyramid__owner", "created_by").defer(
        "summary__text", "summary__words", "summary__sentences"
    )
    return lists.annotate(
        item_count=_count(Item, "list"), sheet_count=_count(Sheet, "items"), extract_count=_count(Extract, "items")
    ).order_by("source", "summary__position", "number")


def items_of(item_list: ItemList) -> QuerySet[Item]:
    """The items of a list in order, with what their table shows."""
    rows = Item.objects.filter(list=item_list).select_related("document", "source_summary").order_by("position")
    large_fields = ("text", "words", "sentences")
    return rows.defer(
        *(f"{relation}__{field}" for relation in ("document", "source_summary") for field in large_fields)
    )


def _count(model: Any, field: str) -> Coalesce:
    rows = model.objects.filter(**{field: OuterRef("pk")}).order_by().values(field)
    return Coalesce(Subquery(rows.annotate(count=Count("pk")).values("count"), output_field=IntegerField()), 0)
