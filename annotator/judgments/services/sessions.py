"""Begins sessions. A *session* consists of all sheets that one judge has of one instrument on one topic."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument, ItemList, sheets
from annotator.judgments.models.sheets import KIND
from annotator.judgments.order import in_order
from annotator.judgments.queries.expected import SheetTask, task_from
from annotator.judgments.services.item_lists import sentence_lists
from annotator.judgments.services.sheets import create_sheets
from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.permissions import check_annotate
from annotator.web.refusals import NotAllowed, ServiceRefused
from annotator.work.models import Work
from annotator.work.states.permissions import Closed
from annotator.work.tasks.models import Assignment

LARGE_FIELDS = ("words",)
Subject = tuple[Summary | None, ItemList | None]
"""A judged summary, or None for a topic's documents, and the list of the judged items, if any."""


@transaction.atomic
def begin_session(*, instrument: Instrument, topic: Topic, judge: Membership) -> list[Work]:
    """Create the missing sheets of a session. Returns all its sheets, in the judge's own order.

    Raises NotAllowed for viewers and for topics that must be assigned to the judge but are not, Closed unless the
    instrument is open, ServiceRefused if there is nothing to judge.
    """
    check_annotate(judge.role)
    instrument = Instrument.objects.select_for_update(no_key=True).get(pk=instrument.pk, project=judge.project_id)
    if instrument.state != Instrument.State.OPEN:
        raise Closed("This instrument is not open.")
    # Two requests at the same time must not create the same sheets.
    Membership.objects.select_for_update(no_key=True).get(pk=judge.pk)
    begun = sheets().filter(topic=topic, owner=judge, sheet__instrument=instrument)
    missing = missing_subjects(begun.select_related("sheet__items"), instrument=instrument, topic=topic, judge=judge)
    if missing:
        marks_sentences = instrument_kind(instrument.kind).marks == "sentences"
        summaries_to_mark = [summary for summary, _ in missing if summary and marks_sentences]
        lists = sentence_lists(topic=topic, summaries=summaries_to_mark)
        subjects = [(summary, items, lists.get(summary.pk) if summary else None) for summary, items in missing]
        create_sheets(instrument=instrument, topic=topic, owner=judge, subjects=subjects)
    works = list(begun.select_related("sheet__items__summary"))
    if not works:
        raise ServiceRefused("There is nothing for you to judge on this topic.")
    works.sort(key=lambda work: work.sheet.items.code if work.sheet.items else "")
    return in_order(works, seed=instrument.seed, judge=judge.pk, key=lambda work: work.summary_id or topic.pk)


def missing_subjects(
    begun: Iterable[Work], *, instrument: Instrument, topic: Topic, judge: Membership
) -> list[Subject]:
    """Returns the subjects that the judge has no sheet for yet, such as summaries added later.

    ``begun``: all sheets of the session. Compares the summaries of lists, not the lists: begun sheets keep their list
    even if the topic gets a newer one. Raises like `subjects_for`.
    """
    begun_subjects = {(work.summary_id, work.sheet.items and work.sheet.items.summary_id) for work in begun}
    return [
        (summary, items)
        for summary, items in subjects_for(instrument=instrument, topic=topic, judge=judge)
        if (summary and summary.pk, items and items.summary_id) not in begun_subjects
    ]


def subjects_for(*, instrument: Instrument, topic: Topic, judge: Membership) -> list[Subject]:
    """Returns the subjects on a topic that this judge is to judge with the instrument: one for each sheet.

    `queries.expected` counts them for many topics. Raises NotAllowed if only assigned topics may be judged and this
    one is not assigned to the judge, ServiceRefused if the topic has no list of the items.
    """
    kind, tasks = instrument_kind(instrument.kind), _tasks(instrument, topic, judge)
    if instrument.by_assignment and not tasks:
        raise NotAllowed("This topic is not assigned to you.")
    lists: Sequence[ItemList | None] = [None]
    if kind.list_source:
        lists = _latest_lists(topic, kind.list_source)
        if not lists:
            raise ServiceRefused(f"This topic has no list of {kind.items} yet; a manager can create one.")
    if kind.against_models:
        letters = {task.letter for task in tasks}
        lists = [items for items in lists if items and _is_used(instrument, items, judge, letters)]
    summaries: Iterable[Summary | None] = [None]
    if kind.per_summary:
        summaries = _judged_summaries(instrument, topic, judge)
    subjects = [(summary, items) for summary in summaries for items in lists if not _is_itself(summary, items)]
    if not (instrument.by_assignment and kind.per_summary):
        return subjects
    return [subject for subject in subjects if any(_is_assigned(*subject, task) for task in tasks)]


def _is_assigned(summary: Summary | None, items: ItemList | None, task: SheetTask) -> bool:
    letter = items.summary.letter if items and items.summary else ""
    return task.covers(letter) and task.summary in (None, summary and summary.pk)


def _judged_summaries(instrument: Instrument, topic: Topic, judge: Membership) -> list[Summary]:
    """The summaries that the judge is to judge: all peers, or all summaries, except the judge's own."""
    summaries = topic.summaries.exclude(summarizer=judge.name).defer(*LARGE_FIELDS)
    if instrument.subjects == Instrument.Subjects.PEERS:
        summaries = summaries.peer_summaries()
    return list(summaries)


def _latest_lists(topic: Topic, source: str) -> list[ItemList]:
    """The topic's latest list of a source; if the lists are of model summaries, the latest list of each of them."""
    lists = topic.item_lists.filter(source=source).select_related("summary").order_by("summary__position", "number")
    return list({items.summary_id: items for items in lists}.values())


def _is_used(instrument: Instrument, items: ItemList, judge: Membership, letters: set[str]) -> bool:
    """Whether the judge compares summaries with the model summary of this list. ``letters``: of assigned models."""
    model = items.summary
    if model is None:
        return False
    if instrument.against == Instrument.Against.OWN:
        return model.summarizer == judge.name
    return instrument.against == Instrument.Against.ALL or model.letter in letters


def _is_itself(summary: Summary | None, items: ItemList | None) -> bool:
    """Whether a model summary would be judged against its own units."""
    return summary is not None and items is not None and items.summary_id == summary.pk


def _tasks(instrument: Instrument, topic: Topic, judge: Membership) -> list[SheetTask]:
    """The judge's tasks of the instrument on the topic."""
    assigned = Assignment.objects.filter(topic=topic, member=judge, kind=KIND)
    tasks = [task_from(*row) for row in assigned.values_list("slot", "summary", "summary__summarizer")]
    return [task for task in tasks if task.instrument == instrument.key]
