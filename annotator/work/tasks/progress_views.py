"""Progress: how far each is, who is stuck, the project over time; as a page and as CSV."""

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
from annotator.work.tasks.progress_export import COLUMNS, progress_rows
from annotator.work.tasks.progress_log import PAUSE
from annotator.work.tasks.progress_order import COVERED, in_order

SECONDS = 0.0003
"""What a line of the table costs on a slow machine."""

LINES = 100
"""Lines of a page."""


class ProgressPage(ProjectMember):
    """What the member may see of how far the team is."""

    @cached_property
    def progress(self) -> Progress:
        """All of it."""
        return progress_of(self.project, member=self.member, user=self.user, now=timezone.now())

    @cached_property
    def chosen(self) -> ProgressFilter:
        """Which of the lines are asked for."""
        return ProgressFilter(self.request.GET, lines=self.progress.lines)

    def lines(self) -> Sequence[Line]:
        """The lines that are asked for, in the order that is; all of them where the question makes no sense."""
        lines = [line for line in self.progress.lines if self.chosen.takes(line)]
        by, descending = self.chosen.sorting
        if by == COVERED:
            fill_coverage(lines)
        return in_order(lines, by, descending=descending)

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
    """The lines as CSV, all pages of them."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        lines = self.lines()
        takes(len(lines) * SECONDS)
        fill_coverage(lines)
        return HttpResponse(
            csv_text(COLUMNS, progress_rows(lines)),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{slug}.progress.csv"'},
        )
