"""Views that accept, decline and withdraw invitations to accounts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from annotator.projects.access import ManagerPage
from annotator.projects.account_invitations import accept_invitation, decline_invitation, withdraw_invitation
from annotator.projects.invitation_models import AccountInvitation
from annotator.web.refusals import ServiceRefused
from annotator.web.signed_in import SignedIn


class InvitationAnswer(SignedIn):
    """Accepts or declines an invitation that the user has received. The list of projects shows these invitations."""

    def post(self, request: HttpRequest, invitation: int) -> HttpResponse:
        now = timezone.now()
        received = AccountInvitation.objects.received_by(self.user, now=now).select_related("project")
        account_invitation = received.get(pk=invitation)
        if request.POST.get("how") == "decline":
            decline_invitation(invitation=account_invitation, by=self.user, now=now)
            messages.success(
                request, f"You declined the invitation to “{account_invitation.project}”. Nobody is notified."
            )
            return redirect("projects")
        try:
            accept_invitation(invitation=account_invitation, by=self.user, now=now)
        except ServiceRefused as error:
            messages.error(request, str(error))
            return redirect("projects")
        messages.success(request, f"You are now a member of “{account_invitation.project}”.")
        return redirect("project", account_invitation.project.slug)


class AccountInvitationWithdraw(ManagerPage):
    def post(self, request: HttpRequest, slug: str, invitation: int) -> HttpResponse:
        account_invitation = AccountInvitation.objects.visible_to(self.user).get(project=self.project, pk=invitation)
        withdraw_invitation(invitation=account_invitation, by=self.member)
        messages.success(request, f"The invitation to {account_invitation.username} is withdrawn.")
        return redirect("member-add", slug)
