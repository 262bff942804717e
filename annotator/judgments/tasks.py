"""Tasks of judges: a topic or a summary to judge with an instrument; for coverage, also against which model."""

from collections.abc import Mapping, Sequence

from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument
from annotator.judgments.models.sheets import KIND
from annotator.judgments.queries.expected import expected_sheets, task_from
from annotator.projects.models import Project
from annotator.work.kinds import TaskDetails, TaskOption
from annotator.work.tasks.models import Assignment


def sheet_task_options(project: Project) -> list[TaskOption]:
    """The options for each instrument that is not closed: each topic and, if it is about summaries, each summary."""
    options = []
    for instrument in Instrument.objects.filter(project=project).exclude(state=Instrument.State.CLOSED):
        kind = instrument_kind(instrument.kind)
        for per_summary in (False, True) if kind.per_summary else (False,):
            about_models = instrument.subjects == Instrument.Subjects.SUMMARIES
            option = TaskOption(
                KIND, instrument.key, instrument.name, per_summary, about_models, takes_model=kind.against_models
            )
            options.append(option)
    return options


def sheet_task_details(assignments: Sequence[Assignment]) -> Mapping[int, TaskDetails]:
    """The details of these tasks, by the id of the assignment. Five queries.

    ``total`` is a number of sheets; 0 if the instrument is not open. ``name``, which members see, names no summary,
    because judges must not know who wrote the summaries of a session.
    """
    projects = {assignment.topic.project_id for assignment in assignments}
    instruments = {(row.project_id, row.key): row for row in Instrument.objects.filter(project__in=projects)}
    judges = {assignment.member_id: assignment.member for assignment in assignments}
    expected = expected_sheets({assignment.topic_id for assignment in assignments}, judges.values())
    details = {}
    for assignment in assignments:
        summary = assignment.summary
        task = task_from(assignment.slot, assignment.summary_id, summary.summarizer if summary else None)
        instrument = instruments.get((assignment.topic.project_id, task.instrument))
        if instrument is None:
            details[assignment.pk] = TaskDetails(0, assignment.slot, f"{assignment.slot} (deleted)")
            continue
        is_open = instrument.state == Instrument.State.OPEN
        args = (instrument, assignment.topic_id, assignment.member, [task])
        parts = [instrument.name, f"model {task.letter}" if task.letter else "", summary.summarizer if summary else ""]
        details[assignment.pk] = TaskDetails(
            total=expected.count_of_tasks(*args) if is_open else 0,
            name=instrument.name,
            full_name=", ".join(filter(None, parts)),
        )
    return details


def slots_of_tasks(slot: str) -> tuple[str, ...]:
    """The slots of the tasks to which a sheet belongs. A sheet's slot is "see.A1" or, without a list, "quality"."""
    instrument, _, code = slot.partition(".")
    letter = code.rstrip("0123456789")
    return (instrument, f"{instrument}.{letter}") if letter else (instrument,)
