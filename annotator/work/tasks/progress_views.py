"""The progress of a project, as a page and as CSV."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from annotator.projects.access import ProjectView
from annotator.projects.models import Membership
from annotator.projects.permissions import can_manage
from annotator.runs.answers import long_work
from annotator.runs.registry import EVERYTHING
from annotator.runs.steps import reserve_time
from annotator.tables.csv_output import csv_text
from annotator.work.kinds import kinds
from annotator.work.tasks.forms import ProgressFilter
from annotator.work.tasks.progress import SOME, STUCK_DAYS, Line, Progress, fill_coverage, progress_of
from annotator.work.tasks.progress_counts import PAUSE
from annotator.work.tasks.queries import NOT_BEGUN
from annotator.work.visibility import WorkState

STATES = [NOT_BEGUN, SOME, *(WorkState.IN_PROGRESS, WorkState.RETURNED, WorkState.IN_REVIEW)]
STATES += [WorkState.SUBMITTED, WorkState.ADJUDICATED]
"""From the beginning of a work to its end."""

COVERED = "covered"
SORT_KEYS: dict[str, Callable[[Line], Any]] = {
    "topic": lambda line: line.topic.key,
    "owner": lambda line: line.owner.name,
    "kind": lambda line: line.kind,
    "state": lambda line: (line.finished / line.number if line.number else 0, STATES.index(line.state)),
    "items": lambda line: line.counts.items,
    COVERED: lambda line: line.coverage.covered / line.coverage.words if line.coverage.words else None,
    "active": lambda line: line.active,
    "last": lambda line: line.last,
    "notes": lambda line: line.counts.threads,
    "flags": lambda line: line.counts.flags,
    "due": lambda line: line.due,
}
"""By column of the page; None for a line without a value."""

CSV_VALUES: dict[str, Callable[[Line], Any]] = {
    "topic": lambda line: line.topic.key,
    "owner": lambda line: line.owner.name,
    "kind": lambda line: line.kind,
    "state": lambda line: line.state,
    "number": lambda line: line.number,
    "finished": lambda line: line.finished,
    "scus_or_units": lambda line: line.counts.items,
    "words": lambda line: line.coverage.words,
    "covered": lambda line: line.coverage.covered,
    "set_aside": lambda line: line.coverage.aside,
    "open": lambda line: line.coverage.open,
    "active_minutes": lambda line: round(line.active / 60, 1),
    "last_activity": lambda line: line.last.isoformat(timespec="seconds") if line.last else None,
    "open_notes": lambda line: line.counts.threads,
    "flags": lambda line: line.counts.flags,
    "due": lambda line: line.due,
    "overdue": lambda line: line.overdue,
    "stuck": lambda line: line.stuck,
}
"""By column of the CSV file. Lines have their coverage; words are counts, times UTC."""


def sorted_lines(lines: Iterable[Line], by: str, *, descending: bool) -> list[Line]:
    """The lines sorted by a column, ties in the order given, lines without a value last; unsorted if it is no column.

    For ``COVERED`` the lines must have their coverage.
    """
    if by not in SORT_KEYS:
        return list(lines)
    values = [(SORT_KEYS[by](line), line) for line in lines]
    known = sorted((pair for pair in values if pair[0] is not None), key=lambda pair: pair[0], reverse=descending)
    return [line for _, line in known] + [line for value, line in values if value is None]


SECONDS = 0.0003
"""What a line of the table costs on a slow machine."""

LINES = 100
"""How many lines a page shows."""


class ProgressPage(ProjectView):
    """The progress that the member may see."""

    @cached_property
    def progress(self) -> Progress:
        return progress_of(self.project, member=self.member, user=self.user, now=timezone.now())

    @cached_property
    def chosen(self) -> ProgressFilter:
        return ProgressFilter(self.request.GET, lines=self.progress.lines)

    def lines(self) -> Sequence[Line]:
        """The lines that pass the filters, sorted."""
        lines = [line for line in self.progress.lines if self.chosen.takes(line)]
        by, descending = self.chosen.sorting
        if by == COVERED:
            fill_coverage(lines)
        return sorted_lines(lines, by, descending=descending)

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        by, descending = self.chosen.sorting
        page = Paginator(self.lines(), LINES).get_page(request.GET.get("page"))
        fill_coverage(page.object_list)
        context = self.get_context_data(
            progress=self.progress,
            page=page,
            chosen=self.chosen,
            sort=by,
            descending=descending,
            kinds=kinds(),
            stuck_days=STUCK_DAYS,
            pause=PAUSE // 60,
        )
        return render(request, "annotator/work/tasks/progress.html", context)


def progress_basis(user: User, slug: str) -> frozenset[str]:
    """What a member's progress is of: everything, or their own work and that of topics on which they have a role."""
    member = Membership.objects.get(project__slug=slug, user=user)
    if can_manage(member.role):
        return frozenset([EVERYTHING])
    return frozenset(
        [f"member {member.pk}", *(f"topic {key}" for key in member.topic_roles.values_list("topic", flat=True))]
    )


@long_work("Progress", progress_basis)
class ProgressTable(ProgressPage):
    """All lines as CSV."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        lines = self.lines()
        reserve_time(len(lines) * SECONDS)
        fill_coverage(lines)
        rows = ({column: value(line) for column, value in CSV_VALUES.items()} for line in lines)
        return HttpResponse(
            csv_text(list(CSV_VALUES), rows),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{slug}.progress.csv"'},
        )
