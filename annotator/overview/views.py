"""Pages that combine several capabilities: projects, project, topic, team, guide, tour."""

import re
from collections.abc import Collection
from hashlib import sha256

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django_htmx.http import HttpResponseClientRefresh

from annotator.overview.projects import project_cards, topic_lines
from annotator.overview.topics import topic_overview
from annotator.overview.tour import read_tour
from annotator.projects.access import ProjectMember, TopicMember
from annotator.projects.models import Membership, Topic
from annotator.projects.permissions import check_annotate, check_manage
from annotator.web.refusals import ServiceRefused
from annotator.web.signed_in import SignedIn
from annotator.work.access import RolesMember
from annotator.work.kinds import kinds
from annotator.work.states.models import TopicRole
from annotator.work.states.permissions import can_adjudicate
from annotator.work.states.reviews import reviews_for
from annotator.work.states.topic_roles import give_role, role_matrix, take_role
from annotator.work.tasks.assignments import possible_members
from annotator.work.tasks.queries import next_up

TOPICS = 100  # on a page of a project; each is 4 kB and a millisecond


class ProjectList(SignedIn):
    """The user's projects and how far they are."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(
            request,
            "annotator/overview/project_list.html",
            {"cards": project_cards(self.user), "next": next_up(user=self.user, today=timezone.localdate())},
        )


class ProjectPage(ProjectMember):
    """A project's topics, members and guidelines."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        page = Paginator(list(self.project.topics.all()), TOPICS).get_page(request.GET.get("page"))
        context = self.get_context_data(
            page=page,
            topics=topic_lines(page.object_list, user=self.user),
            members=Membership.objects.visible_to(self.user).filter(project=self.project),
            next=next_up(user=self.user, today=timezone.localdate(), project=self.project.pk),
            reviews=reviews_for(self.user, project=self.project),
        )
        return render(request, "annotator/overview/project_detail.html", context)


class TopicPage(RolesMember):
    """A topic's summaries, pyramids and peer annotations."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        overview = topic_overview(self.topic, member=self.member, user=self.user)
        context = self.get_context_data(
            overview=overview,
            reviews=reviews_for(self.user, project=self.project, topic=self.topic),
            owns_pyramid=any(pyramid.line.mine for pyramid in overview.pyramids),
            adjudicates={
                kind.subjects: can_adjudicate(
                    self.member.role, adjudicates=getattr(self.topic, f"adjudicates_{kind.name}")
                )
                for kind in kinds()
            },
        )
        return render(request, "annotator/overview/topic_detail.html", context)


CHANGE = re.compile(r"(give|take):([0-9]{1,18}|all):([0-9]{1,18})")
"""What a button of the table asks for: the verb, a topic or all, a member."""


class Team(ProjectMember):
    """Topics by members, for one role at a time; each cell is a button."""

    @property
    def role(self) -> str:
        """The role that is looked at."""
        asked = self.request.GET.get("role", "")
        return asked if asked in TopicRole.Role.values else TopicRole.Role.REVIEWER.value

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        return self._page()

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        asked = CHANGE.fullmatch(request.POST.get("change", ""))
        if asked is None:
            return self._page(["Choose a cell of the table."])
        topics = self.project.topics.all() if asked[2] == "all" else [self.project.topics.get(pk=int(asked[2]))]
        member = self.project.memberships.get(pk=int(asked[3]))
        try:
            self._change(asked[1], topics, member)
        except ServiceRefused as refused:
            return self._page(refused.reasons)
        address = reverse("team", args=[slug])
        return redirect(f"{address}?role={self.role}#c-{asked[2]}-{asked[3]}")

    def _change(self, verb: str, topics: Collection[Topic], member: Membership) -> None:
        where = topics[0].key if isinstance(topics, list) else "all topics that can be"
        role = TopicRole.Role(self.role).label.lower()
        if verb == "give":
            for reason in give_role(topics=topics, member=member, role=self.role, by=self.member)[:20]:
                messages.info(self.request, reason)
            messages.success(self.request, f"{member.name} is {role} of {where}.")
            return
        for topic in topics:
            take_role(topic=topic, member=member, role=self.role, by=self.member)
        messages.success(self.request, f"{member.name} is no {role} of {where} any more.")

    def _page(self, refused: Collection[str] = ()) -> HttpResponse:
        members = possible_members(self.project)
        context = self.get_context_data(
            role=TopicRole.Role(self.role),
            roles=TopicRole.Role,
            matrix=role_matrix(self.project, role=self.role, members=members, user=self.user),
            refused=list(refused),
        )
        return render(self.request, "annotator/overview/team.html", context, status=400 if refused else 200)


class GuidedTask(TopicMember):
    """The task's page; with `?seen=` only its steps, or 204 where nothing has changed since they were seen."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        check_annotate(self.member.role)
        tour = read_tour(topic=self.topic, owner=self.member)
        seen = sha256(repr(tour.steps).encode()).hexdigest()[:12]
        if request.GET.get("seen") == seen:
            return HttpResponse(status=204)
        template = "_tour_steps" if self.asks_for_steps else "tour"
        return render(request, f"annotator/overview/{template}.html", self.get_context_data(tour=tour, seen=seen))

    @property
    def asks_for_steps(self) -> bool:
        """Whether the page looks again."""
        return "seen" in self.request.GET

    def handle_no_permission(self) -> HttpResponseRedirect | HttpResponseClientRefresh:  # type: ignore[override]
        """To the sign-in page; a page that asks for its steps is told to load anew, and so gets there as a whole."""
        return HttpResponseClientRefresh() if self.asks_for_steps else super().handle_no_permission()


class Guide(SignedIn):
    """What SCUs, contributors, weights and scores are, and how to annotate."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "annotator/overview/guide.html")


class ApiDocs(SignedIn):
    """What the API can do: made in the browser from its description."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "annotator/overview/api_docs.html")
