"""A project's members: the list, and what a manager changes about one."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.forms import MemberForm, RoleForm
from annotator.forms.team import InvitationForm
from annotator.models import Membership
from annotator.permissions import check_manage
from annotator.services.invitations import invitation_lines
from annotator.services.members import change_role, owns_work, remove_member, tie_owner
from annotator.services.projects import add_member
from annotator.services.refused import ServiceRefused
from annotator.views.access import ProjectMember
from annotator.views.submitted import Submitted


class MemberAdd(ProjectMember):
    """A project's members; managers add more."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._page(MemberForm())

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        submitted = Submitted(MemberForm(request.POST))
        member = submitted.carry_out(
            lambda data: add_member(project=self.project, user=data["username"], role=data["role"])
        )
        if member is None:
            return self._page(submitted.form, status=400)
        messages.success(request, f"{member.name} is a member now.")
        return redirect("member-add", slug)

    def _page(self, form: BaseForm, status: int = 200, invite: BaseForm | None = None) -> HttpResponse:
        context = self.get_context_data(
            form=form,
            invite=invite or InvitationForm(),
            invitations=invitation_lines(project=self.project, user=self.user, now=timezone.now()),
            members=Membership.objects.visible_to(self.user).filter(project=self.project).select_related("user"),
        )
        return render(self.request, "annotator/member_add.html", context, status=status)


class MemberPage(ProjectMember):
    """One member: another role, out of the project, or (for a name without an account) an account."""

    @cached_property
    def one(self) -> Membership:
        """The member of the address. Raises Membership.DoesNotExist for one of another project."""
        return self.project.memberships.select_related("user").get(pk=self.kwargs["member"])

    def get(self, request: HttpRequest, slug: str, member: int) -> HttpResponse:
        check_manage(self.member.role)
        return self._page(self._form())

    def post(self, request: HttpRequest, slug: str, member: int) -> HttpResponse:
        check_manage(self.member.role)
        if request.POST.get("how") == "remove":
            return self._remove()
        submitted = Submitted(self._form(request.POST))
        changed = submitted.carry_out(self._tie if self.one.user is None else self._change)
        if changed is None:
            return self._page(submitted.form, status=400)
        assert changed.user is not None  # noqa: S101  # for the type checker
        role = changed.get_role_display().lower()
        messages.success(request, f"{changed.name} (account {changed.user.get_username()}) is {role} now.")
        return redirect("member-add", slug)

    def _form(self, data: Any = None) -> BaseForm:
        return MemberForm(data) if self.one.user is None else RoleForm(data, initial={"role": self.one.role})

    def _change(self, data: dict[str, Any]) -> Membership:
        return change_role(member=self.one, role=data["role"], by=self.member)

    def _tie(self, data: dict[str, Any]) -> Membership:
        return tie_owner(member=self.one, user=data["username"], role=data["role"], by=self.member)

    def _remove(self) -> HttpResponse:
        name = self.one.name
        try:
            remove_member(member=self.one, by=self.member)
        except ServiceRefused as error:
            return self._page(self._form(), refused=error.reasons, status=400)
        messages.success(self.request, f"{name} is no member any more.")
        return redirect("projects") if self.one.pk == self.member.pk else redirect("member-add", self.project.slug)

    def _page(self, form: BaseForm, *, refused: list[str] | None = None, status: int = 200) -> HttpResponse:
        context = self.get_context_data(one=self.one, form=form, owns_work=owns_work(self.one), refused=refused)
        return render(self.request, "annotator/member_detail.html", context, status=status)
