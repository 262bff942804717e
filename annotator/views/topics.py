"""Topics: a new one, and the page with its summaries, pyramids and peers."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.forms import TopicForm
from annotator.permissions import can_adjudicate, check_manage
from annotator.services.refused import ServiceRefused
from annotator.services.reveal import reveal_topic
from annotator.services.reviews import reviews_for
from annotator.services.texts import create_topic
from annotator.services.topic_overview import topic_overview
from annotator.views.access import ProjectMember, TopicMember
from annotator.views.submitted import Submitted


class TopicCreate(ProjectMember):
    """A new topic of a project."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        return render(request, "annotator/topic_create.html", self.get_context_data(form=TopicForm()))

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        submitted = Submitted(TopicForm(request.POST))
        topic = submitted.carry_out(lambda data: create_topic(project=self.project, **data))
        if topic is None:
            context = self.get_context_data(form=submitted.form)
            return render(request, "annotator/topic_create.html", context, status=400)
        return redirect("topic", slug, topic.key)


class TopicPage(TopicMember):
    """A topic's summaries, pyramids and peer annotations."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        overview = topic_overview(self.topic, member=self.member, user=self.user)
        context = self.get_context_data(
            overview=overview,
            reviews=reviews_for(self.user, project=self.project, topic=self.topic),
            owns_pyramid=any(pyramid.line.mine for pyramid in overview.pyramids),
            adjudicates={
                "pyramids": can_adjudicate(self.member.role, adjudicates=self.topic.adjudicates_pyramids),
                "peers": can_adjudicate(self.member.role, adjudicates=self.topic.adjudicates_peers),
            },
        )
        return render(request, "annotator/topic_detail.html", context)


class TopicReveal(TopicMember):
    """Shows a topic's work and names to all members, where they were hidden."""

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        try:
            reveal_topic(topic=self.topic, by=self.member, now=timezone.now())
        except ServiceRefused as error:
            messages.error(request, str(error))
        else:
            messages.success(request, "Revealed: all members see this topic as it is.")
        return redirect("topic", slug, key)
