"""The progress of a project, as a page and as CSV."""

from collections.abc import Sequence
from functools import cached_property

from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from annotator.projects.access import ProjectMember
from annotator.projects.models import Membership
from annotator.projects.permissions import can_manage
from annotator.runs.answers import long_work
from annotator.runs.registry import EVERYTHING
from annotator.runs.steps import takes
from annotator.tables.csv_output import csv_text
from annotator.work.kinds import kinds
from annotator.work.tasks.forms import ProgressFilter
from annotator.work.tasks.progress import STUCK_DAYS, Line, Progress, fill_coverage, progress_of
from annotator.work.tasks.progress_columns import COVERED, CSV_VALUES, sorted_lines
from annotator.work.tasks.progress_log import PAUSE

SECONDS = 0.0003
"""What a line of the table costs on a slow machine."""

LINES = 100
"""How many lines a page shows."""


class ProgressPage(ProjectMember):
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
        takes(len(lines) * SECONDS)
        fill_coverage(lines)
        rows = ({column: value(line) for column, value in CSV_VALUES.items()} for line in lines)
        return HttpResponse(
            csv_text(list(CSV_VALUES), rows),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{slug}.progress.csv"'},
        )
