"""Services that create sheets and fill imported ones. Judges change their sheets by edits (`annotator.work.log`)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import KIND, Instrument, ItemList, Sheet
from annotator.judgments.verbs.judgments import JudgmentSnapshot
from annotator.judgments.writer import sheet_writes
from annotator.projects.models import Membership, Summary, Topic
from annotator.web.refusals import ServiceRefused
from annotator.work.log.append import log_event
from annotator.work.models import Work


def slot_of(instrument: Instrument, items: ItemList | None) -> str:
    """The value of `Work.slot` for a sheet: the instrument's key and, if there is an item list, its code."""
    return f"{instrument.key}.{items.code}" if items else instrument.key


@transaction.atomic
def create_sheets(
    *,
    instrument: Instrument,
    topic: Topic,
    owner: Membership,
    subjects: Sequence[tuple[Summary | None, ItemList | None, ItemList | None]],
    file_name: str = "",
) -> list[Work]:
    """Create empty sheets, in order. The caller has checked that the owner has none of them.

    ``subjects``: for each sheet the judged summary, the list of its items, and the list of sentences that are marked.
    Raises ServiceRefused unless everything is of one project and topic and fits the kind of the instrument.
    """
    for summary, items, sentences in subjects:
        _check_subject(instrument, topic, owner, summary=summary, items=items, sentences=sentences)
    works = Work.objects.bulk_create(
        Work(kind=KIND, topic=topic, summary=summary, owner=owner, slot=slot_of(instrument, items))
        for summary, items, _ in subjects
    )
    Sheet.objects.bulk_create(
        Sheet(work=work, instrument=instrument, items=items, sentences=sentences, file_name=file_name)
        for work, (_, items, sentences) in zip(works, subjects, strict=True)
    )
    return works


def _check_subject(
    instrument: Instrument,
    topic: Topic,
    owner: Membership,
    *,
    summary: Summary | None,
    items: ItemList | None,
    sentences: ItemList | None,
) -> None:
    """Raise ServiceRefused unless a sheet can have these references."""
    kind = instrument_kind(instrument.kind)
    if {topic.project_id, owner.project_id} != {instrument.project_id}:
        raise ServiceRefused("The topic, the judge and the instrument must be of one project.")
    if any(row is not None and row.topic_id != topic.pk for row in (summary, items, sentences)):
        raise ServiceRefused("The summary and the items must be of the sheet’s topic.")
    if (summary is not None) != kind.per_summary:
        raise ServiceRefused(
            "This instrument is about summaries." if kind.per_summary else "This instrument is about a topic."
        )
    if (items.source if items else "") != kind.list_source:
        raise ServiceRefused(f"The items of this instrument must be {kind.items}.")
    are_of_summary = sentences is not None and summary is not None and sentences.summary_id == summary.pk
    if not (are_of_summary == (sentences is not None) == (kind.marks == "sentences")):
        raise ServiceRefused("The marked sentences must be those of the judged summary.")


def fill_sheet(
    *,
    sheet: Work,
    judgments: Sequence[JudgmentSnapshot],
    verb: str,
    payload: dict[str, Any],
    by: User | None,
    now: datetime,
    state: str,
) -> int:
    """Write judgments and state to an empty sheet, as one entry of its log. Returns the new revision.

    ``verb``, ``payload``: what the entry records, such as "import" and the name of the file.
    """
    snapshots = {judgment["id"]: judgment for judgment in judgments}
    return log_event(
        sheet.pk,
        revision=sheet.revision,
        verb=verb,
        payload={**payload, "state": state},
        by=by,
        now=now,
        after=snapshots,
        columns={"state": state},
        writes=sheet_writes(sheet.pk, {}, snapshots),
    )
