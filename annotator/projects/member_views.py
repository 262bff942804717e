"""Pages for adding, changing and inviting members."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import View

from annotator.projects.access import ManagerPage, ProjectView
from annotator.projects.account_invitations import DAYS_VALID, invite_account
from annotator.projects.forms import AccountForm, InvitationForm, RoleForm, SignUpForm
from annotator.projects.invitation_models import AccountInvitation, Invitation
from annotator.projects.invitations import (
    InvitationClosed,
    closing_reason,
    invitation_links,
    join,
    make_invitation,
    revoke_invitation,
    sign_up,
)
from annotator.projects.members import change_role, owns_work, remove_member
from annotator.projects.models import Membership
from annotator.projects.permissions import check_manage
from annotator.web.forms import call_service
from annotator.web.refusals import ServiceRefused


def invited_message(invitation: AccountInvitation) -> str:
    """Returns the message to the inviting manager, which does not reveal whether the user name exists."""
    return (
        f"{invitation.username} is invited. If somebody has this user name, they see the invitation in their list of "
        f"projects for {DAYS_VALID} days."
    )


def _account_invitations(view: ProjectView) -> QuerySet[AccountInvitation]:
    """Returns the project's invitations to user names (an `Invitation` is a link); none unless the user manages it."""
    visible = AccountInvitation.objects.visible_to(view.user).filter(project=view.project)
    return visible.select_related("member")


class MemberAdd(ProjectView):
    """Lists the members of a project; managers can invite accounts and make invitation links."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._page(AccountForm())

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        form = AccountForm(request.POST)
        invitation = call_service(
            form, lambda data: invite_account(project=self.project, by=self.member, now=timezone.now(), **data)
        )
        if invitation is None:
            return self._page(form, status=400)
        messages.success(request, invited_message(invitation))
        return redirect("member-add", slug)

    def _page(self, form: BaseForm, *, invitation_form: BaseForm | None = None, status: int = 200) -> HttpResponse:
        context = self.get_context_data(
            form=form,
            invitation_form=invitation_form or InvitationForm(),
            account_invitations=_account_invitations(self),
            now=timezone.now(),
            invitations=invitation_links(project=self.project, user=self.user, now=timezone.now()),
            members=Membership.objects.visible_to(self.user).filter(project=self.project).select_related("user"),
        )
        return render(self.request, "annotator/projects/member_add.html", context, status=status)


class MemberPage(ManagerPage):
    """Changes the role of a member, removes a member, or links a member without an account to an account."""

    @cached_property
    def person(self) -> Membership:
        """The member in the URL; `member` is the signed-in user. Raises Membership.DoesNotExist."""
        return self.project.memberships.select_related("user").get(pk=self.kwargs["member"])

    def get(self, request: HttpRequest, slug: str, member: int) -> HttpResponse:
        return self._page(self._form())

    def post(self, request: HttpRequest, slug: str, member: int) -> HttpResponse:
        if request.POST.get("how") == "remove":
            return self._remove()
        form = self._form(request.POST)
        if self.person.user is None:
            return self._invite(form)
        updated = call_service(form, self._change_role)
        if updated is None:
            return self._page(form, status=400)
        assert updated.user is not None  # noqa: S101  # for the type checker
        role = updated.get_role_display().lower()
        messages.success(request, f"{updated.name} (account {updated.user.get_username()}) now has the role {role}.")
        return redirect("member-add", slug)

    def _form(self, data: Any = None) -> BaseForm:
        return AccountForm(data) if self.person.user is None else RoleForm(data, initial={"role": self.person.role})

    def _change_role(self, data: dict[str, Any]) -> Membership:
        return change_role(member=self.person, role=data["role"], by=self.member)

    def _invite(self, form: BaseForm) -> HttpResponse:
        """Invites an account to own the work of this member, who has no account."""
        invitation = call_service(
            form,
            lambda data: invite_account(
                project=self.project, member=self.person, by=self.member, now=timezone.now(), **data
            ),
        )
        if invitation is None:
            return self._page(form, status=400)
        messages.success(self.request, invited_message(invitation))
        return redirect("member-add", self.project.slug)

    def _remove(self) -> HttpResponse:
        name = self.person.name
        try:
            remove_member(member=self.person, by=self.member)
        except ServiceRefused as error:
            return self._page(self._form(), refused=error.reasons, status=400)
        messages.success(self.request, f"{name} is no longer a member.")
        if self.person.pk == self.member.pk:  # members who removed themselves can no longer see the project
            return redirect("projects")
        return redirect("member-add", self.project.slug)

    def _page(self, form: BaseForm, *, refused: list[str] | None = None, status: int = 200) -> HttpResponse:
        context = self.get_context_data(
            person=self.person, form=form, owns_work=owns_work(self.person), refused=refused
        )
        return render(self.request, "annotator/projects/member_detail.html", context, status=status)


class InvitationMake(ManagerPage, MemberAdd):
    """Creates an invitation link from the members page."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = InvitationForm(request.POST)
        link = call_service(
            form, lambda data: make_invitation(project=self.project, by=self.member, now=timezone.now(), **data)
        )
        if link is None:
            return self._page(AccountForm(), invitation_form=form, status=400)
        messages.success(request, "The link is ready: copy it from the list and send it.")
        return redirect("member-add", slug)


class InvitationRevoke(ManagerPage):
    def post(self, request: HttpRequest, slug: str, invitation: int) -> HttpResponse:
        link = Invitation.objects.visible_to(self.user).get(project=self.project, pk=invitation)
        revoke_invitation(invitation=link, by=self.member, now=timezone.now())
        messages.success(request, "The link no longer works.")
        return redirect("member-add", slug)


@method_decorator([never_cache, sensitive_post_parameters()], name="dispatch")
class Join(View):
    """The page that an invitation link opens: the visitor joins the project with an existing account or a new one."""

    @cached_property
    def invitation(self) -> Invitation:
        """The invitation in the URL; 404 for an unknown code."""
        try:
            return Invitation.objects.select_related("project").get(code=self.kwargs["code"])
        except Invitation.DoesNotExist as error:
            raise Http404 from error

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        return self._response_unless_open() or self._page(SignUpForm())

    def post(self, request: HttpRequest, code: str) -> HttpResponse:
        if response := self._response_unless_open():
            return response
        try:
            member, form = self._join(request)
        except InvitationClosed as closed:
            return self._closed_page(str(closed))
        except Invitation.DoesNotExist as error:  # the project was deleted meanwhile
            raise Http404 from error
        return self._page(form, status=400) if member is None else self._to_project("Welcome! You are now a member.")

    def _response_unless_open(self) -> HttpResponse | None:
        """Returns a redirect for members, or a page that says why the link is closed. None if the visitor can join."""
        if self._is_member():
            return self._to_project("You are already a member of this project.")
        reason = closing_reason(self.invitation, timezone.now())
        return self._closed_page(reason) if reason else None

    def _join(self, request: HttpRequest) -> tuple[Membership | None, BaseForm]:
        """Returns the new membership, and the form for a new account. The membership is None if the form has errors."""
        code, now = self.invitation.code, timezone.now()
        if isinstance(request.user, User):
            return join(code=code, user=request.user, now=now), SignUpForm()
        form = SignUpForm(request.POST)
        member = call_service(
            form, lambda data: sign_up(code=code, username=data["username"], password=data["password1"], now=now)
        )
        if member is not None and member.user is not None:
            login(request, member.user, backend="django.contrib.auth.backends.ModelBackend")
        return member, form

    def _is_member(self) -> bool:
        user = self.request.user
        return user.is_authenticated and self.invitation.project.memberships.filter(user=user).exists()

    def _to_project(self, message: str) -> HttpResponse:
        messages.success(self.request, message)
        return redirect("project", self.invitation.project.slug)

    def _closed_page(self, reason: str) -> HttpResponse:
        return render(self.request, "annotator/projects/join_closed.html", {"reason": reason}, status=410)

    def _page(self, form: BaseForm, status: int = 200) -> HttpResponse:
        context: dict[str, Any] = {"invitation": self.invitation, "form": form}
        return render(self.request, "annotator/projects/join.html", context, status=status)
