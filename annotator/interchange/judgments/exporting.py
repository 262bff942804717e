"""Writes the judgments of an instrument in the formats of files."""

from collections.abc import Sequence

from annotator.interchange.judgment_files.long_table import write_judgments_csv, write_judgments_jsonl
from annotator.interchange.judgment_files.nuggets import QUESTION, write_assignments
from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, TextRow
from annotator.judgments.models import Instrument, Item, ItemList
from annotator.judgments.table import JudgmentRow
from annotator.projects.models import Summary, Topic
from annotator.web.refusals import ServiceRefused

FORMATS = ("csv", "jsonl", "nuggets")


def judgments_text(*, instrument: Instrument, rows: Sequence[JudgmentRow], file_format: str) -> str:
    """Returns the rows in a format. Raises ServiceRefused if the format has no place for them."""
    if file_format == "csv":
        return write_judgments_csv(rows)
    if file_format == "jsonl":
        return write_judgments_jsonl(rows)
    return _nuggets_text(instrument, rows)


def _nuggets_text(instrument: Instrument, rows: Sequence[JudgmentRow]) -> str:
    judges = sorted({row.judge for row in rows})
    if len(judges) > 1:
        raise ServiceRefused(f"The format nuggets names no judge: choose one of {', '.join(judges)}.")
    if any(row.question != QUESTION for row in rows):
        raise ServiceRefused("The format nuggets is for instruments of the preset nuggets.")
    lists = {row.topic: row.list for row in rows}
    if any(lists[row.topic] != row.list for row in rows):
        raise ServiceRefused("The judge used two lists of nuggets of a topic, which the format cannot tell apart.")
    in_project = {"topic__project": instrument.project_id, "topic__key__in": lists}
    statements = Item.objects.filter(
        **{f"list__{path}": value for path, value in in_project.items()}, list__source=ItemList.Source.STATEMENTS
    )
    items = statements.order_by("list", "position").values_list(
        "list__topic__key", "list__number", "key", "text", "importance"
    )
    peers = Summary.objects.filter(**in_project).values_list("topic__key", "kind", "summarizer", "text")
    queries = Topic.objects.filter(project=instrument.project_id).values_list("key", "statement")
    judged = JudgmentFile(
        rows=tuple(rows),
        items=tuple(
            ItemRow(topic, "", "statements", "", key, text, importance=importance or "")
            for topic, number, key, text, importance in items
            if lists[topic] == str(number)
        ),
        texts=(*(TextRow(*peer) for peer in peers), *(TextRow(key, "statement", "", text) for key, text in queries)),
    )
    return write_assignments(judged)
