"""The pages of assignments: the plan of a project, the tasks of a topic, a single task."""

from functools import cached_property
from secrets import randbelow
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format

from annotator.projects.access import ManagerPage, TopicView
from annotator.projects.models import CONSENSUS, Membership
from annotator.web.forms import call_service
from annotator.work.kinds import kind_named
from annotator.work.release_models import Release
from annotator.work.releases import default_release, releases_of
from annotator.work.tasks.assign_table import assign_from_table
from annotator.work.tasks.assignments import (
    AssignmentOutcome,
    assign,
    change_tasks,
    possible_members,
    reassign,
    set_due,
    unassign,
    works_for,
)
from annotator.work.tasks.even_assignments import assign_evenly
from annotator.work.tasks.forms import AllTasksForm, AssignmentTableForm, ByHandForm, DueForm, EvenlyForm, ReassignForm
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.overview import plan_of

TOPICS_PER_PAGE = 200


def report_assigned(request: HttpRequest, outcome: AssignmentOutcome) -> None:
    """Add messages about the assigned tasks, which the next page shows."""
    counts = [f"{outcome.new_count} new task{'' if outcome.new_count == 1 else 's'}"]
    if outcome.changed_count:
        tasks = "task" if outcome.changed_count == 1 else "tasks"
        counts.append(f"{outcome.changed_count} existing {tasks} with a new due date or release")
    messages.success(request, f"Assigned: {', '.join(counts)}.")
    for note in outcome.notes[:20]:
        messages.info(request, note)


class Assignments(ManagerPage):
    """The plan of a project: its tasks by topic and by member."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        plan = plan_of(self.project, members=possible_members(self.project), user=self.user, today=timezone.localdate())
        page = Paginator(plan.topics, TOPICS_PER_PAGE).get_page(request.GET.get("page"))
        context = self.get_context_data(plan=plan, page=page)
        return render(request, "annotator/work/tasks/assignments.html", context)


class TopicAssignments(ManagerPage, TopicView):
    """The tasks of one topic, with two forms: one assigns tasks by hand, the other changes all tasks (``how=all``)."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        return self._page(self._by_hand_form(), self._all_tasks_form())

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        if request.POST.get("how") == "all":
            all_tasks_form = self._all_tasks_form(request.POST)
            changed = call_service(all_tasks_form, lambda data: change_tasks(topic=self.topic, by=self.member, **data))
            if changed is None:
                return self._page(self._by_hand_form(), all_tasks_form, status=400)
            dated_count, pinned_count = changed
            tasks = "1 task" if dated_count == 1 else f"{dated_count} tasks"
            messages.success(request, f"Changed the due date of {tasks} and the release of {pinned_count}.")
            return redirect("topic-assignments", slug, key)
        form = self._by_hand_form(request.POST)
        outcome = call_service(
            form, lambda _: assign(project=self.project, tasks=form.tasks(self.topic), by=self.member)
        )
        if outcome is None:
            return self._page(form, self._all_tasks_form(), status=400)
        report_assigned(request, outcome)
        return redirect("topic-assignments", slug, key)

    @cached_property
    def members(self) -> QuerySet[Membership]:
        return possible_members(self.project)

    @cached_property
    def releases(self) -> list[Release]:
        return releases_of(self.topic, user=self.user)

    def _by_hand_form(self, data: Any = None) -> ByHandForm:
        peers = list(self.topic.summaries.peer_summaries().defer("text", "words"))
        default = default_release(self.releases)
        return ByHandForm(
            data,
            project=self.project,
            peers=peers,
            releases=self.releases,
            default_release=default,
            members=self.members,
        )

    def _all_tasks_form(self, data: Any = None) -> AllTasksForm:
        return AllTasksForm(data, releases=self.releases)

    def _page(self, form: BaseForm, all_tasks_form: BaseForm, status: int = 200) -> HttpResponse:
        plan = plan_of(self.project, members=self.members, user=self.user, today=timezone.localdate(), topic=self.topic)
        context = self.get_context_data(form=form, all_tasks_form=all_tasks_form, plan=plan.topics[0])
        return render(self.request, "annotator/work/tasks/topic_assignments.html", context, status=status)


class AssignmentsAdd(ManagerPage):
    """Two forms: one assigns topics or peers evenly, the other assigns the tasks of a CSV table (``how=table``)."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._page(self._even_form(), AssignmentTableForm())

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if request.POST.get("how") == "table":
            table_form, even_form = AssignmentTableForm(request.POST, request.FILES), self._even_form()
            outcome = call_service(
                table_form, lambda data: assign_from_table(project=self.project, data=data["csv"], by=self.member)
            )
        else:
            table_form, even_form = AssignmentTableForm(), self._even_form(request.POST)
            outcome = call_service(
                even_form,
                lambda _: assign_evenly(
                    project=self.project, seed=randbelow(2**32), by=self.member, **even_form.arguments()
                ),
            )
        if outcome is None:
            return self._page(even_form, table_form, status=400)
        report_assigned(request, outcome)
        return redirect("assignments", slug)

    def _even_form(self, data: Any = None) -> EvenlyForm:
        releases = Release.objects.visible_to(self.user).filter(pyramid__topic__project=self.project)
        owner_names = set(releases.values_list("pyramid__owner__name", flat=True))
        owners = sorted(owner_names, key=lambda owner: (owner != CONSENSUS, owner))  # the consensus first
        only_owner = owners[0] if len(owners) == 1 else ""
        return EvenlyForm(
            data,
            project=self.project,
            topics=self.project.topics.all(),
            owners=owners,
            default_owner=CONSENSUS if CONSENSUS in owners else only_owner,
            members=possible_members(self.project),
        )

    def _page(self, even_form: BaseForm, table_form: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(even_form=even_form, table_form=table_form)
        return render(self.request, "annotator/work/tasks/assignments_add.html", context, status=status)


class AssignmentPage(ManagerPage):
    """One task, with forms to change its due date, reassign it, or remove it."""

    @cached_property
    def assignment(self) -> Assignment:
        """The task of the URL. Raises Assignment.DoesNotExist if the user may not see it."""
        visible = Assignment.objects.visible_to(self.user).filter(topic__project=self.project)
        return visible.select_related("topic__project", "member", "summary", "release__pyramid__owner").get(
            pk=self.kwargs["assignment"]
        )

    def get(self, request: HttpRequest, slug: str, assignment: int) -> HttpResponse:
        return self._page(self._due_form(), self._reassign_form())

    def post(self, request: HttpRequest, slug: str, assignment: int) -> HttpResponse:
        action, topic_key = request.POST.get("how"), self.assignment.topic.key
        former_name = self.assignment.member.name
        if action == "remove":
            unassign(assignment=self.assignment, by=self.member)
            messages.success(request, f"{former_name} is no longer assigned this task.")
            return redirect("topic-assignments", slug, topic_key)
        form = self._due_form(request.POST) if action == "due" else self._reassign_form(request.POST)
        message = call_service(form, self._set_due if action == "due" else self._reassign)
        if message is None:
            due_form, reassign_form = (form, self._reassign_form()) if action == "due" else (self._due_form(), form)
            return self._page(due_form, reassign_form, status=400)
        messages.success(request, message)
        return redirect("topic-assignments", slug, topic_key)

    def _set_due(self, data: dict[str, Any]) -> str:
        set_due(assignment=self.assignment, due=data["due"], by=self.member)
        return f"Due {date_format(data['due'])}." if data["due"] else "This task no longer has a due date."

    def _reassign(self, data: dict[str, Any]) -> str:
        former_name = self.assignment.member.name
        reassign(assignment=self.assignment, to=data["to"], may_edit_begun_work=data["as_editor"], by=self.member)
        return f"Reassigned from {former_name} to {data['to'].name}."

    def _due_form(self, data: Any = None) -> DueForm:
        return DueForm(data, initial={"due": self.assignment.due})

    def _reassign_form(self, data: Any = None) -> ReassignForm:
        others = possible_members(self.project).exclude(pk=self.assignment.member_id)
        return ReassignForm(data, members=others)

    def _page(self, due_form: BaseForm, reassign_form: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(
            topic=self.assignment.topic,
            assignment=self.assignment,
            kind=kind_named(self.assignment.kind),
            details=kind_named(self.assignment.kind).task_details([self.assignment]).get(self.assignment.pk),
            due_form=due_form,
            reassign_form=reassign_form,
            works=works_for(self.assignment),
        )
        return render(self.request, "annotator/work/tasks/assignment_detail.html", context, status=status)
