"""The progress of a project, as a page and as CSV."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header

from annotator.projects.access import ProjectView
from annotator.projects.models import Membership
from annotator.projects.permissions import can_manage
from annotator.runs.answers import long_work
from annotator.runs.registry import EVERYTHING
from annotator.runs.steps import reserve_time
from annotator.tables.csv_output import csv_text
from annotator.web.file_names import file_stem
from annotator.work.kinds import kinds
from annotator.work.tasks.forms import ProgressFilter
from annotator.work.tasks.progress import MIXED_STATES, STUCK_DAYS, Progress, ProgressRow, fill_coverage, progress_of
from annotator.work.tasks.progress_counts import PAUSE_SECONDS
from annotator.work.tasks.queries import NOT_BEGUN
from annotator.work.visibility import WorkState

STATES = [NOT_BEGUN, MIXED_STATES, WorkState.IN_PROGRESS, WorkState.RETURNED, WorkState.IN_REVIEW]
STATES += [WorkState.SUBMITTED, WorkState.ADJUDICATED]
"""The states of a progress row, in the order in which the page sorts them."""

COVERED = "covered"
SORT_KEYS: dict[str, Callable[[ProgressRow], Any]] = {
    "topic": lambda row: row.topic.key,
    "owner": lambda row: row.owner.name,
    "kind": lambda row: row.kind,
    "state": lambda row: (row.finished_count / row.total if row.total else 0, STATES.index(row.state)),
    "items": lambda row: row.counts.items,
    COVERED: lambda row: row.coverage.covered / row.coverage.words if row.coverage.words else None,
    "active": lambda row: row.active_seconds,
    "last": lambda row: row.last_change,
    "notes": lambda row: row.counts.threads,
    "flags": lambda row: row.counts.flags,
    "due": lambda row: row.due,
}
"""Maps a column of the page to the value by which it sorts a row; None if the row has no value."""

CSV_VALUES: dict[str, Callable[[ProgressRow], Any]] = {
    "topic": lambda row: row.topic.key,
    "owner": lambda row: row.owner.name,
    "kind": lambda row: row.kind,
    "state": lambda row: row.state,
    "number": lambda row: row.total,
    "finished": lambda row: row.finished_count,
    "scus_or_units": lambda row: row.counts.items,
    "words": lambda row: row.coverage.words,
    "covered": lambda row: row.coverage.covered,
    "set_aside": lambda row: row.coverage.aside,
    "open": lambda row: row.coverage.open,
    "active_minutes": lambda row: round(row.active_seconds / 60, 1),
    "last_activity": lambda row: row.last_change.isoformat(timespec="seconds") if row.last_change else None,
    "open_notes": lambda row: row.counts.threads,
    "flags": lambda row: row.counts.flags,
    "due": lambda row: row.due,
    "overdue": lambda row: row.overdue_count,
    "stuck": lambda row: row.stuck,
}
"""Maps a column of the CSV file to the value of a row whose coverage is filled in. Times are in UTC."""


def sorted_rows(rows: Iterable[ProgressRow], by: str, *, descending: bool) -> list[ProgressRow]:
    """Returns the rows stably sorted by a column, with rows without a value last. An unknown column changes nothing.

    To sort by ``COVERED``, the coverage of the rows must be filled in.
    """
    if by not in SORT_KEYS:
        return list(rows)
    pairs = [(SORT_KEYS[by](row), row) for row in rows]
    ranked = sorted((pair for pair in pairs if pair[0] is not None), key=lambda pair: pair[0], reverse=descending)
    return [row for _, row in ranked] + [row for value, row in pairs if value is None]


SECONDS_PER_ROW = 0.0003
"""The time to compute a row of the CSV file on a slow machine."""

ROWS_PER_PAGE = 100


class ProgressPage(ProjectView):
    @cached_property
    def progress(self) -> Progress:
        return progress_of(self.project, member=self.member, user=self.user, now=timezone.now())

    @cached_property
    def filter_form(self) -> ProgressFilter:
        return ProgressFilter(self.request.GET, rows=self.progress.rows)

    def rows(self) -> Sequence[ProgressRow]:
        """Returns the rows that pass the filters, sorted."""
        rows = [row for row in self.progress.rows if self.filter_form.accepts(row)]
        by, descending = self.filter_form.sorting
        if by == COVERED:
            fill_coverage(rows)
        return sorted_rows(rows, by, descending=descending)

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        by, descending = self.filter_form.sorting
        page = Paginator(self.rows(), ROWS_PER_PAGE).get_page(request.GET.get("page"))
        fill_coverage(page.object_list)
        context = self.get_context_data(
            progress=self.progress,
            page=page,
            filter_form=self.filter_form,
            sort=by,
            descending=descending,
            kinds=kinds(),
            stuck_days=STUCK_DAYS,
            pause_minutes=PAUSE_SECONDS // 60,
        )
        return render(request, "annotator/work/tasks/progress.html", context)


def progress_basis(user: User, slug: str) -> frozenset[str]:
    """Returns identifiers of the data on which a user's result depends, for `long_work`. Managers see everything; other
    members see their own works and the topics for which they have a role."""
    member = Membership.objects.get(project__slug=slug, user=user)
    if can_manage(member.role):
        return frozenset([EVERYTHING])
    return frozenset(
        [f"member {member.pk}", *(f"topic {topic}" for topic in member.topic_roles.values_list("topic", flat=True))]
    )


@long_work(title="Progress", depends_on=progress_basis)
class ProgressTable(ProgressPage):
    """The rows that pass the filters, as CSV."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        rows = self.rows()
        reserve_time(len(rows) * SECONDS_PER_ROW)
        fill_coverage(rows)
        stem = file_stem(slug, "progress", query=self.filter_form)
        csv_rows = ({column: value(row) for column, value in CSV_VALUES.items()} for row in rows)
        return HttpResponse(
            csv_text(list(CSV_VALUES), csv_rows),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": content_disposition_header(as_attachment=True, filename=f"{stem}.csv")},
        )
