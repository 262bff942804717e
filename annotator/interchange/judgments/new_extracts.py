"""Writes the extracts of a file: those of systems as extracts, those of judges as sheets."""

from collections import Counter

from annotator.interchange.judgment_files.reading import ExtractRow, JudgmentFile, Repair
from annotator.judgments.kinds.extract import CHOSEN
from annotator.judgments.models import Extract, Instrument
from annotator.judgments.services.extracts import add_extract, sentence_list_of
from annotator.judgments.table import JudgmentRow
from annotator.projects.models import Project, Topic
from annotator.web.refusals import ServiceRefused


def judged_extracts(instrument: Instrument | None, content: JudgmentFile) -> list[JudgmentRow]:
    """Returns the extracts as judgments if the instrument asks judges for extracts; their system is the judge."""
    if instrument is None or instrument.kind != Instrument.Kind.EXTRACT:
        return []
    return [
        JudgmentRow("", extract.topic, "", "", extract.summarizer, "", CHOSEN.key, item, 1)
        for extract in content.extracts
        for item in extract.items
    ]


def add_system_extracts(
    project: Project, content: JudgmentFile, *, file_name: str
) -> tuple[list[Repair], Counter[str]]:
    """Add the extracts that the project lacks. Returns notes and counts. Raises ServiceRefused for another extract
    with the same summarizer and label, and for sentences that are not in the documents.
    """
    notes, counts = list[Repair](), Counter[str]()
    for extract in content.extracts:
        topic = Topic.objects.filter(project=project, key=extract.topic).first()
        if topic is None:
            raise ServiceRefused(f"The project has no topic “{extract.topic}”.")
        if _is_there(topic, extract):
            continue
        _, repairs = add_extract(
            topic=topic,
            summarizer=extract.summarizer,
            label=extract.label,
            sentences=extract.items,
            by=None,
            file_name=file_name,
        )
        counts["extracts"] += 1
        notes += [
            Repair("The extract", repair) for repair in repairs if repair not in {r.what for r in content.repairs}
        ]
    return notes, counts


def _is_there(topic: Topic, extract: ExtractRow) -> bool:
    """Whether the topic has this extract. Another one by the same name is left to `add_extract` to refuse."""
    items = sentence_list_of(topic=topic, by=None)
    named = Extract.objects.filter(items=items, summarizer=extract.summarizer, label=extract.label)
    chosen = named.values_list("extracted_items__item__key", flat=True).order_by("extracted_items__position")
    return named.exists() and tuple(key for key in chosen if key) == extract.items
