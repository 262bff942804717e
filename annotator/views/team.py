"""The team: who reviews and adjudicates which topic."""

import re
from collections.abc import Collection

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from annotator.models import Membership, Topic, TopicRole
from annotator.permissions import check_manage
from annotator.services.assignments import possible_members
from annotator.services.refused import ServiceRefused
from annotator.services.topic_roles import give_role, role_matrix, take_role
from annotator.views.access import ProjectMember

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
        return render(self.request, "annotator/team.html", context, status=400 if refused else 200)
