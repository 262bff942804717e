"""Pages that combine data of several packages: projects, project, topic, team, account, guide and guided task."""

import re
from collections.abc import Collection
from hashlib import sha256

from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView
from django_htmx.http import HttpResponseClientRefresh

from annotator.accounts.forms import SignOutForm, TokenForm
from annotator.accounts.models import ApiToken
from annotator.accounts.sign_ins import list_sessions
from annotator.accounts.tokens import NewToken, make_token
from annotator.judgments.models import Instrument
from annotator.overview.projects import project_cards, project_counts, topic_lines
from annotator.overview.topics import topic_overview
from annotator.overview.tour import read_tour
from annotator.projects.access import ManagerPage, ProjectView, TopicView
from annotator.projects.forms import DeleteForm
from annotator.projects.invitation_models import AccountInvitation
from annotator.projects.models import Membership, Topic
from annotator.projects.permissions import check_annotate
from annotator.projects.services import delete_project
from annotator.web.forms import call_service
from annotator.web.refusals import ServiceRefused
from annotator.web.signed_in import SignedIn
from annotator.work.access import TopicWithRoles
from annotator.work.kinds import kinds
from annotator.work.states.models import TopicRole
from annotator.work.states.permissions import WorkRoles, can_adjudicate
from annotator.work.states.reviews import reviews_for
from annotator.work.states.topic_roles import give_role, remove_role, role_matrix
from annotator.work.tasks.assignments import possible_members
from annotator.work.tasks.own_tasks import own_tasks

TOPICS_PER_PAGE = 60  # on the page of a project; each topic takes 4 kB and a millisecond
CELLS_PER_PAGE = 1_200  # in the table of topic roles; a cell is one topic and one member, and takes 200 bytes


class ProjectList(SignedIn):
    """The invitations that the user has received, and the user's projects with their progress."""

    def get(self, request: HttpRequest) -> HttpResponse:
        received = AccountInvitation.objects.received_by(self.user, now=timezone.now())
        return render(
            request,
            "annotator/overview/project_list.html",
            {
                "cards": project_cards(self.user),
                "own_tasks": own_tasks(user=self.user, today=timezone.localdate()),
                "received_invitations": received.select_related("project", "created_by", "member"),
            },
        )


class ProjectPage(ProjectView):
    """A project's topics, members and guidelines."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        page = Paginator(list(self.project.topics.all()), TOPICS_PER_PAGE).get_page(request.GET.get("page"))
        context = self.get_context_data(
            page=page,
            topics=topic_lines(page.object_list, user=self.user),
            members=Membership.objects.visible_to(self.user).filter(project=self.project),
            own_tasks=own_tasks(user=self.user, today=timezone.localdate(), project=self.project.pk),
            reviews=reviews_for(self.user, project=self.project),
            has_instruments=Instrument.objects.visible_to(self.user).filter(project=self.project).exists(),
        )
        return render(request, "annotator/overview/project_detail.html", context)


class ProjectDelete(ManagerPage):
    """Deletes a project if a manager confirms it by typing the project's name."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._page(DeleteForm(project=self.project))

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = DeleteForm(request.POST, project=self.project)
        if not form.is_valid():
            return self._page(form, status=400)
        delete_project(project=self.project, by=self.member)
        messages.success(request, f"The project “{form.cleaned_data['name']}” is deleted.")
        return redirect("projects")

    def _page(self, form: DeleteForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(form=form, counts=project_counts(self.project))
        return render(self.request, "annotator/overview/project_delete.html", context, status=status)


class TopicPage(TopicWithRoles):
    """A topic's summaries, pyramids and peer annotations."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        overview = topic_overview(self.topic, member=self.member, user=self.user)
        context = self.get_context_data(
            overview=overview,
            reviews=reviews_for(self.user, project=self.project, topic=self.topic),
            owns_pyramid=any(pyramid.status.is_mine for pyramid in overview["pyramids"]),
            may_adjudicate={  # the keys are "pyramids" and "peers"
                kind.subject_plural: can_adjudicate(
                    WorkRoles(self.member.role, adjudicates=getattr(self.topic, f"adjudicates_{kind.name}"))
                )
                for kind in kinds()
                if kind.is_reviewed
            },
        )
        return render(request, "annotator/overview/topic_detail.html", context)


CHANGE_PATTERN = re.compile(r"(give|take):([0-9]{1,18}|all):([0-9]{1,18})")
"""The value of a button in the table of topic roles: a verb, a topic's primary key or "all", a member's primary key."""


class TopicRolesPage(ManagerPage):
    """Shows who has a role (reviewer or adjudicator) on which topic; buttons give a member the role or take it away."""

    @property
    def role(self) -> str:
        role = self.request.GET.get("role", "")
        return role if role in TopicRole.Role.values else TopicRole.Role.REVIEWER.value

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._page()

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        change = CHANGE_PATTERN.fullmatch(request.POST.get("change", ""))
        if change is None:
            return self._page(["Choose a cell of the table."])
        verb, topic_pk, member_pk = change.groups()
        topics = self.project.topics.all() if topic_pk == "all" else [self.project.topics.get(pk=int(topic_pk))]
        member = self.project.memberships.get(pk=int(member_pk))
        try:
            self._change(verb, topics, member)
        except ServiceRefused as error:
            return self._page(error.reasons)
        return redirect(f"{request.get_full_path()}#c-{topic_pk}-{member_pk}")

    def _change(self, verb: str, topics: Collection[Topic], member: Membership) -> None:
        """Give or take the role. ``topics``: a list of one topic, or a queryset of all topics of the project."""
        topic_name = topics[0].key if isinstance(topics, list) else ""
        role = TopicRole.Role(self.role).label.lower()
        if verb == "give":
            obstacles = give_role(topics=topics, member=member, role=self.role, by=self.member)
            for obstacle in obstacles[:20]:
                messages.info(self.request, obstacle)
            messages.success(
                self.request, f"{member.name} is {role} of {topic_name or 'all topics where this is possible'}."
            )
            return
        for topic in topics:
            remove_role(topic=topic, member=member, role=self.role, by=self.member)
        messages.success(self.request, f"{member.name} is no longer {role} of {topic_name or 'any topic'}.")

    def _page(self, reasons: Collection[str] = ()) -> HttpResponse:
        members = list(possible_members(self.project))
        topics = list(Topic.objects.visible_to(self.user).filter(project=self.project))
        page = Paginator(topics, max(1, CELLS_PER_PAGE // max(1, len(members)))).get_page(self.request.GET.get("page"))
        context = self.get_context_data(
            role=TopicRole.Role(self.role),
            roles=TopicRole.Role,
            members=members,
            page=page,
            rows=role_matrix(list(page.object_list), role=self.role, members=members),
            refused=list(reasons),
        )
        return render(self.request, "annotator/overview/team.html", context, status=400 if reasons else 200)


class GuidedTask(TopicView):
    """The page of the guided task. With `?seen=HASH`, it returns only the steps; 204 if they still have this hash."""

    def check_access(self) -> None:
        check_annotate(self.member.role)

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        tour = read_tour(topic=self.topic, owner=self.member)
        steps_hash = sha256(repr(tour.steps).encode()).hexdigest()[:12]
        if request.GET.get("seen") == steps_hash:
            return HttpResponse(status=204)
        template = "_tour_steps" if self.asks_for_steps else "tour"
        context = self.get_context_data(tour=tour, steps_hash=steps_hash)
        return render(request, f"annotator/overview/{template}.html", context)

    @property
    def asks_for_steps(self) -> bool:
        """Whether the request is from the page itself, which asks for changed steps every few seconds."""
        return "seen" in self.request.GET

    # The base class promises a redirect, but htmx would follow it and show the sign-in page among the steps.
    def handle_no_permission(self) -> HttpResponseRedirect | HttpResponseClientRefresh:  # type: ignore[override]
        """Redirect to the sign-in page. If the page asks for steps, make it reload, so that all of it is redirected."""
        return HttpResponseClientRefresh() if self.asks_for_steps else super().handle_no_permission()


@method_decorator(never_cache, name="dispatch")
class Account(SignedIn):
    """The user's projects, sessions and API tokens, and a form for a new token. API tokens cannot open this page.

    The response to the form shows the new token: a redirect would have to store the token's value.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(TokenForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        form = TokenForm(request.POST)
        token = call_service(form, lambda data: make_token(by=self.user, now=timezone.now(), **data))
        if token is None:
            return self._page(form, status=400)
        return self._page(TokenForm(), new_token=token)

    def _page(self, form: BaseForm, *, status: int = 200, new_token: NewToken | None = None) -> HttpResponse:
        memberships = Membership.objects.filter(user=self.user).select_related("project")
        context = {
            "form": form,
            "new_token": new_token,
            "tokens": ApiToken.objects.visible_to(self.user),
            "now": timezone.now(),
            "sessions": list_sessions(user=self.user, current_key=self.request.session.session_key, now=timezone.now()),
            "sign_out_form": SignOutForm(auto_id="sign-out-%s"),
            "memberships": memberships.order_by("project__name"),
        }
        return render(self.request, "annotator/overview/account.html", context, status=status)


class FixedPage(SignedIn, TemplateView):
    """A page with the same content for everybody: the guide or the API's documentation."""
