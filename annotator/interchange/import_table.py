"""Imports a table of texts (CSV or JSONL) completely or not at all."""

from dataclasses import dataclass, field

from django.db import transaction

from annotator.projects.models import Project, Topic
from annotator.projects.texts import NewSummary, add_summaries, create_topic
from annotator.tables.csv_records import TableError
from annotator.tables.summary_table import TableRow, read_table
from annotator.web.refusals import ServiceRefused


@dataclass(slots=True)
class TableReport:
    """The numbers of topics and summaries created, and notes on what was changed in the texts when they were read."""

    topics: int = 0
    models: int = 0
    peers: int = 0
    notes: list[str] = field(default_factory=list)


@transaction.atomic
def import_table(*, project: Project, data: bytes) -> TableReport:
    """Create the topics and summaries of a table; existing topics get the new summaries.

    Raises ServiceRefused with all faults of the table, each with its line or topic.
    """
    try:
        rows = read_table(data)
    except TableError as error:
        raise ServiceRefused(*error.messages) from error
    report = TableReport()
    report.notes += [f"Line {row.line}: {note}" for row in rows for note in row.notes]
    rows_by_topic: dict[str, list[TableRow]] = {}
    for row in rows:
        rows_by_topic.setdefault(row.topic, []).append(row)
    problems: list[str] = []
    for key, topic_rows in rows_by_topic.items():
        try:
            _import_topic(project, key, topic_rows, report)
        except ServiceRefused as refusal:
            problems += [f"Topic “{key}”: {reason}" for reason in refusal.reasons]
    if problems:
        raise ServiceRefused(*problems)
    return report


def _import_topic(project: Project, key: str, rows: list[TableRow], report: TableReport) -> None:
    topic = Topic.objects.filter(project=project, key=key).first()
    if topic is None:
        title = next((row.title for row in rows if row.title), "")
        statement = next((row.statement for row in rows if row.statement), "")
        topic = create_topic(project=project, key=key, title=title, statement=statement, by=None)
        report.topics += 1
    summaries, _ = add_summaries(
        topic=topic, summaries=[NewSummary(row.kind, row.summarizer, row.text) for row in rows], by=None
    )
    model_count = sum(summary.kind == "model" for summary in summaries)
    report.models += model_count
    report.peers += len(summaries) - model_count
