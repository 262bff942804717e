"""Creates item lists from files: statements from tables of items, and units of a model summary from SEE's files."""

from collections.abc import Sequence

from django.db import transaction

from annotator.interchange.judgment_files.items_table import read_items
from annotator.interchange.judgment_files.reading import ItemRow, shortened_list
from annotator.interchange.judgment_files.see import SeeName, place_units, read_units
from annotator.judgments.models import ItemList
from annotator.judgments.services.item_lists import NewItem, create_item_list
from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.permissions import check_manage
from annotator.web.refusals import ServiceRefused


@transaction.atomic
def import_statements(*, topic: Topic, name: str, data: bytes, by: Membership) -> tuple[list[ItemList], list[str]]:
    """Create lists of the topic's statements in a table of items: a list for each value of the column ``list``.

    Returns the lists, and a note on rows that were left out because they are not statements of the topic. Raises
    NotAllowed unless ``by`` manages the project, FormatError for a table that cannot be read, and ServiceRefused if it
    has no statements of the topic, or names models that the topic does not have.
    """
    check_manage(by.role)
    items = read_items(data).items
    by_list: dict[str, list[ItemRow]] = {}
    for item in items:
        if item.topic == topic.key and item.source == ItemList.Source.STATEMENTS:
            by_list.setdefault(item.list, []).append(item)
    if not by_list:
        raise ServiceRefused(f"{name} has no statements of topic “{topic.key}”.")
    models = {model.summarizer: model for model in topic.summaries.model_summaries()}
    lists = [
        create_item_list(
            topic=topic,
            source=ItemList.Source.STATEMENTS,
            items=_statements(rows, models),
            by=by,
            name=list_name if not list_name.isdigit() else "",
            file_name=name[-255:],
        )
        for list_name, rows in by_list.items()
    ]
    left_out = len(items) - sum(map(len, by_list.values()))
    return lists, [f"Rows left out, because they are not statements of this topic: {left_out:,}."] if left_out else []


def import_see_units(
    *, summary: Summary, name: str, data: bytes, by: Membership, list_name: str = ""
) -> tuple[ItemList, list[str]]:
    """Create a list of the units in a SEE file, which must be units of this model summary.

    Returns the list, and a note if words of the model are in no unit. Raises NotAllowed unless ``by`` manages the
    project, FormatError for a file that cannot be read or has a unit whose words are not in the model, and
    ServiceRefused for the reasons that `create_item_list` lists.
    """
    check_manage(by.role)
    see_name = SeeName(summary.topic.key, "M", "", "", summary.summarizer)
    placed = place_units(read_units(data, see_name).items, summary.text)
    unit_list = create_item_list(
        topic=summary.topic,
        source=ItemList.Source.MODEL_UNITS,
        items=[NewItem(unit.key, start=unit.start, end=unit.end) for unit in placed.items],
        by=by,
        summary=summary,
        name=list_name,
        file_name=name[-255:],
    )
    return unit_list, [f"{repair.place}: {repair.what}" for repair in placed.repairs]


def _statements(rows: Sequence[ItemRow], models: dict[str, Summary]) -> list[NewItem]:
    """Returns the items of the rows. Raises ServiceRefused for models that the topic does not have."""
    if unknown := sorted({row.summarizer for row in rows if row.summarizer} - models.keys()):
        raise ServiceRefused(f"The topic has no model summary by {shortened_list(unknown)}.")
    return [
        NewItem(
            row.key,
            row.text,
            weight=row.weight,
            importance=row.importance or None,
            source_summary=models.get(row.summarizer),
            heading=row.heading,
            judged=row.judged,
        )
        for row in rows
    ]
