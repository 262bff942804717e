"""Sheets as a kind of work. `annotator.work.kinds.Kind` documents the attributes and methods."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import F, Q

from annotator.judgments.models.sheets import KIND
from annotator.judgments.queries.contents import obstacles_of
from annotator.judgments.queries.sheet_data import sheet_data
from annotator.judgments.store import judgments_by_sheet, load_sheet
from annotator.judgments.tasks import sheet_task_details, sheet_task_options, slots_of_tasks
from annotator.judgments.verbs.judgments import payload_problems
from annotator.judgments.verbs.table import SHEET_REDUCER
from annotator.judgments.writer import sheet_writes
from annotator.projects.visibility import MANAGER
from annotator.work.edits.reducer import State
from annotator.work.edits.request import EditRequest
from annotator.work.edits.verb import ToLoad
from annotator.work.kinds import Snapshots, TaskDetails, TaskOption
from annotator.work.log.locking import Locked
from annotator.work.log.rows import Writes
from annotator.work.models import Work
from annotator.work.workspace import WorkKind

_MEMBERS, _INSTRUMENT = "topic__project__memberships", "sheet__instrument"
_OPEN_TO_THE_MEMBER = (
    Q(**{f"{_MEMBERS}__role": MANAGER})
    | Q(**{f"{_INSTRUMENT}__state": "closed"})
    | Q(topic__revealed_at__isnull=False)
    | Q(**{"topic__project__blind": False, f"{_INSTRUMENT}__blind": False})
)


def sheets_of_all_judges(user: User | AnonymousUser) -> Q:
    """Returns the condition for the sheets that the user may see whoever owns them. A user who may see only their own
    sheets on a topic gets none of that topic. Pass it to a single ``filter()``, as the conditions of `visible_works`.
    """
    return _of_member(user) & _OPEN_TO_THE_MEMBER


def _of_member(user: User | AnonymousUser) -> Q:
    return Q(**{f"{_MEMBERS}__user": user.pk})


class SheetKind(WorkKind):
    """A sheet: the judgments of one judge about one summary, or about the documents of a topic."""

    name = KIND
    item, items = "judgment", "judgments"
    title, subject, subject_plural = "sheet", "sheet", "sheets"
    is_reviewed = False
    owner_reopens = True
    task_is_one_work = False
    judges_others_only = True
    api_calls = ("history",)
    route, api_route = "sheet", "api-sheet"
    reducer = SHEET_REDUCER
    lock_columns = "instrument.id, instrument.kind, sheet.items_id, sheet.sentences_id"
    lock_joins = """JOIN annotator_sheet sheet ON sheet.work_id = w.id
        JOIN annotator_instrument instrument ON instrument.id = sheet.instrument_id"""
    closed_sql = "instrument.state <> 'open'"
    closed_sentence = "This instrument is closed and takes no judgments; a manager can open it again."
    related_fields = ("summary", "sheet__instrument", "sheet__items", "sheet__sentences")
    item_counts_sql = """
        SELECT sheet_id, count(*), 0 FROM annotator_judgment WHERE sheet_id = ANY(%(works)s) GROUP BY 1"""

    def visible(self, user: User) -> Q:
        """Sheets are visible to their owner and to managers. They are visible to all members if the instrument is
        closed, the topic is revealed, or neither the project nor the instrument is blind.
        """
        return _of_member(user) & (_OPEN_TO_THE_MEMBER | Q(owner=F(_MEMBERS)))

    def workspace_annotations(self, user: User) -> dict[str, Any]:  # noqa: ARG002  # the same for everybody
        return {"is_closed": ~Q(sheet__instrument__state="open")}

    def load(self, locked: Locked, to_load: ToLoad, *, everything: bool) -> tuple[State[Any], bool]:
        return load_sheet(locked, to_load, everything=everything)

    def payload_problems(self, state: Any, edit: EditRequest) -> Iterable[tuple[str, str]]:
        return payload_problems(state, edit.verb, edit.payload)

    def writes(self, locked: Locked, before: Any, after: Any) -> Writes:
        return sheet_writes(locked.work, before.snapshots, after.snapshots)

    def snapshots(self, works: Iterable[int]) -> Snapshots:
        """Returns empty lists: judgments have prefixed ids, such as "q1:3", so `other_snapshots` returns them."""
        return {work: [] for work in works}

    def other_snapshots(self, work: int) -> list[Any]:
        return list(judgments_by_sheet([work])[work])

    def finish_obstacles(self, work: Work, *, undecided: int) -> list[str]:  # noqa: ARG002  # sheets have no consensus
        return obstacles_of(work)

    def title_of(self, work: Work) -> str:
        return f"{work.sheet.instrument.name}: sheet of {work.owner.name}"

    def label_of(self, work: Work) -> str:
        return f"sheet of {work.owner.name}"

    def task_options(self, project: Any) -> list[TaskOption]:
        return sheet_task_options(project)

    def task_details(self, assignments: Sequence[Any]) -> Mapping[int, TaskDetails]:
        return sheet_task_details(assignments)

    def task_slots(self, slot: str) -> tuple[str, ...]:
        return slots_of_tasks(slot)

    def works_of_task(self, slot: str) -> Q:
        # A sheet's slot ends with the code of its list, such as "see.A1". The task's slot is "see" or, if the task
        # names a model, "see.A".
        return Q(slot=slot) | Q(slot__regex=rf"^{re.escape(slot)}{'[0-9]+' if '.' in slot else r'[.]'}")

    def task_page(self, slot: str) -> tuple[str, list[str]]:
        return "judging-session", [slot.partition(".")[0]]

    def workspace_data(self, work: Work) -> dict[str, Any]:
        return sheet_data(work)
