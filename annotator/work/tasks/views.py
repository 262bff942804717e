"""Assignments: the plan of a project, of a topic, and one task."""

from functools import cached_property
from secrets import randbelow
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.projects.access import ManagerPage, TopicView
from annotator.projects.models import CONSENSUS, Membership
from annotator.web.forms import call_service
from annotator.work.kinds import kind_named
from annotator.work.models import Release
from annotator.work.releases import default_release, releases_of
from annotator.work.tasks.assign_table import assign_from_table
from annotator.work.tasks.assignments import (
    Assigned,
    assign,
    assign_evenly,
    change_all,
    possible_members,
    reassign,
    set_due,
    unassign,
    work_for,
)
from annotator.work.tasks.forms import (
    AllTasksForm,
    AssignmentTableForm,
    ByHandForm,
    DueForm,
    EvenlyForm,
    ReassignForm,
)
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.overview import plan_of


def report_assigned(request: HttpRequest, outcome: Assigned) -> None:
    """Report on the next page what was assigned."""
    parts = [f"{outcome.new} new task{'' if outcome.new == 1 else 's'}"]
    if outcome.changed:
        parts.append(f"{outcome.changed} with another date or release")
    messages.success(request, f"Assigned: {', '.join(parts)}.")
    for note in outcome.notes[:20]:
        messages.info(request, note)


class Assignments(ManagerPage):
    """Who does what in each topic, and how far each task is."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        plan = plan_of(self.project, members=possible_members(self.project), user=self.user, today=timezone.localdate())
        return render(request, "annotator/work/tasks/assignments.html", self.get_context_data(plan=plan))


class TopicAssignments(ManagerPage, TopicView):
    """The tasks of one topic; assigns by hand, and changes all tasks together."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        return self._page(self._form(), self._all())

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        if request.POST.get("how") == "all":
            changing = self._all(request.POST)
            changed = call_service(changing, lambda data: change_all(topic=self.topic, by=self.member, **data))
            if changed is None:
                return self._page(self._form(), changing, status=400)
            messages.success(request, f"Tasks with this date: {changed[0]}; with this release: {changed[1]}.")
            return redirect("topic-assignments", slug, key)
        form = self._form(request.POST)
        outcome = call_service(
            form, lambda _: assign(project=self.project, tasks=form.tasks(self.topic), by=self.member)
        )
        if outcome is None:
            return self._page(form, self._all(), status=400)
        report_assigned(request, outcome)
        return redirect("topic-assignments", slug, key)

    @cached_property
    def members(self) -> QuerySet[Membership]:
        return possible_members(self.project)

    @cached_property
    def releases(self) -> list[Release]:
        return releases_of(self.topic, user=self.user)

    def _form(self, data: Any = None) -> ByHandForm:
        peers = list(self.topic.summaries.peer_summaries().defer("text", "words"))
        default = default_release(self.releases)
        return ByHandForm(data, peers=peers, releases=self.releases, default=default, members=self.members)

    def _all(self, data: Any = None) -> AllTasksForm:
        return AllTasksForm(data, releases=self.releases)

    def _page(self, form: BaseForm, every: BaseForm, status: int = 200) -> HttpResponse:
        plan = plan_of(self.project, members=self.members, user=self.user, today=timezone.localdate(), topic=self.topic)
        context = self.get_context_data(form=form, every=every, plan=plan.topics[0])
        return render(self.request, "annotator/work/tasks/topic_assignments.html", context, status=status)


class AssignmentsAdd(ManagerPage):
    """Shares topics or peers out evenly, or assigns by a table."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._page(self._evenly(), AssignmentTableForm())

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if request.POST.get("how") == "table":
            table, evenly = AssignmentTableForm(request.POST, request.FILES), self._evenly()
            outcome = call_service(
                table, lambda data: assign_from_table(project=self.project, data=data["data"], by=self.member)
            )
        else:
            table, evenly = AssignmentTableForm(), self._evenly(request.POST)
            outcome = call_service(
                evenly, lambda data: assign_evenly(project=self.project, seed=randbelow(2**32), by=self.member, **data)
            )
        if outcome is None:
            return self._page(evenly, table, status=400)
        report_assigned(request, outcome)
        return redirect("assignments", slug)

    def _evenly(self, data: Any = None) -> EvenlyForm:
        released = Release.objects.visible_to(self.user).filter(pyramid__topic__project=self.project)
        names = set(released.values_list("pyramid__owner__name", flat=True))
        owners = sorted(names, key=lambda owner: owner != CONSENSUS)
        return EvenlyForm(
            data,
            topics=self.project.topics.all(),
            owners=owners,
            default=CONSENSUS if CONSENSUS in owners else owners[0] if len(owners) == 1 else "",
            members=possible_members(self.project),
        )

    def _page(self, evenly: BaseForm, table: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(evenly=evenly, table=table)
        return render(self.request, "annotator/work/tasks/assignments_add.html", context, status=status)


class AssignmentPage(ManagerPage):
    """One task: change its due date, reassign it, or remove it."""

    @cached_property
    def assignment(self) -> Assignment:
        """The task of the URL. Raises Assignment.DoesNotExist if the user may not see it."""
        visible = Assignment.objects.visible_to(self.user).filter(topic__project=self.project)
        return visible.select_related("topic__project", "member", "summary", "release__pyramid__owner").get(
            pk=self.kwargs["assignment"]
        )

    def get(self, request: HttpRequest, slug: str, assignment: int) -> HttpResponse:
        return self._page(self._due(), self._reassign())

    def post(self, request: HttpRequest, slug: str, assignment: int) -> HttpResponse:
        how, key, former = request.POST.get("how"), self.assignment.topic.key, self.assignment.member.name
        if how == "remove":
            unassign(assignment=self.assignment, by=self.member)
            messages.success(request, f"{former} is no longer assigned this task.")
            return redirect("topic-assignments", slug, key)
        form = self._due(request.POST) if how == "due" else self._reassign(request.POST)
        message = call_service(form, self._set_due if how == "due" else self._give)
        if message is None:
            due, to = (form, self._reassign()) if how == "due" else (self._due(), form)
            return self._page(due, to, status=400)
        messages.success(request, message)
        return redirect("topic-assignments", slug, key)

    def _set_due(self, data: dict[str, Any]) -> str:
        set_due(assignment=self.assignment, due=data["due"], by=self.member)
        return f"Due {data['due']:%-d %B %Y}." if data["due"] else "This task has no due date now."

    def _give(self, data: dict[str, Any]) -> str:
        former = self.assignment.member.name
        reassign(assignment=self.assignment, to=data["to"], as_editor=data["as_editor"], by=self.member)
        return f"Reassigned from {former} to {data['to'].name}."

    def _due(self, data: Any = None) -> DueForm:
        return DueForm(data, initial={"due": self.assignment.due})

    def _reassign(self, data: Any = None) -> ReassignForm:
        others = possible_members(self.project).exclude(pk=self.assignment.member_id)
        return ReassignForm(data, members=others)

    def _page(self, due: BaseForm, to: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(
            topic=self.assignment.topic,
            assignment=self.assignment,
            kind=kind_named(self.assignment.kind),
            due=due,
            to=to,
            work=work_for(self.assignment),
        )
        return render(self.request, "annotator/work/tasks/assignment_detail.html", context, status=status)
