"""Stores the extracts of a file: as judgments if the instrument asks for extracts, otherwise as systems' extracts."""

from collections import Counter

from annotator.interchange.judgment_files.reading import ExtractRow, JudgmentFile, Repair
from annotator.judgments.kinds.extract import CHOSEN
from annotator.judgments.models import Extract, Instrument
from annotator.judgments.services.extracts import add_extract, sentence_list_of
from annotator.judgments.table import JudgmentRow
from annotator.projects.models import Project, Topic
from annotator.web.refusals import ServiceRefused


def judged_extracts(instrument: Instrument | None, content: JudgmentFile) -> list[JudgmentRow]:
    """Returns the extracts as judgments by their summarizers; an empty list if the instrument is not about extracts."""
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
    """Add the extracts that the project lacks. Returns notes, and the number of created extracts.

    Raises ServiceRefused if the project has a different extract with the same summarizer and label, or if a sentence is
    not in the documents.
    """
    notes, counts = list[Repair](), Counter[str]()
    for extract in content.extracts:
        topic = Topic.objects.filter(project=project, key=extract.topic).first()
        if topic is None:
            raise ServiceRefused(f"The project has no topic “{extract.topic}”.")
        if _has_extract(topic, extract):
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
        reported = {repair.what for repair in content.repairs}
        notes += [Repair("The extract", text) for text in repairs if text not in reported]
    return notes, counts


def _has_extract(topic: Topic, extract: ExtractRow) -> bool:
    """Whether the topic has this extract. `add_extract` refuses a different extract with the same name."""
    items = sentence_list_of(topic=topic, by=None)
    same_name = Extract.objects.filter(items=items, summarizer=extract.summarizer, label=extract.label)
    keys = same_name.values_list("extracted_items__item__key", flat=True).order_by("extracted_items__position")
    return same_name.exists() and tuple(key for key in keys if key) == extract.items
