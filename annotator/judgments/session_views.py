"""The session page, on which a judge fills in all their sheets of an instrument on one topic."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotator.judgments.models import Instrument
from annotator.judgments.queries.session_data import session_data, session_works
from annotator.judgments.services.sessions import begin_session, missing_subjects
from annotator.projects.access import TopicView
from annotator.projects.permissions import check_annotate
from annotator.web.refusals import NotAllowed, ServiceRefused, WrongState
from annotator.work.models import Work


class JudgingSession(TopicView):
    """GET shows the user's sheets or, if there are none, a page that explains the task. POST creates missing sheets."""

    def check_access(self) -> None:
        check_annotate(self.member.role)

    @cached_property
    def instrument(self) -> Instrument:
        """The instrument of the URL. Raises Instrument.DoesNotExist if the user may not see it."""
        visible = Instrument.objects.visible_to(self.user).prefetch_related("questions")
        return visible.get(project=self.topic.project_id, key=self.kwargs["instrument"])

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        works = session_works(instrument=self.instrument, topic=self.topic, user=self.user)
        if not works:
            context = self.get_context_data(instrument=self.instrument)
            return render(request, "annotator/judgments/session_start.html", context)
        data = session_data(instrument=self.instrument, topic=self.topic, works=works)
        context = self.get_context_data(
            instrument=self.instrument, workspace_data=data, missing_count=self._missing_count(works)
        )
        return render(request, f"annotator/judgments/sessions/{self.instrument.kind}.html", context)

    def _missing_count(self, works: list[Work]) -> int:
        """The number of sheets that POST would add, because summaries or models were added to the topic."""
        if self.instrument.state != Instrument.State.OPEN:
            return 0
        try:
            missing = missing_subjects(works, instrument=self.instrument, topic=self.topic, judge=self.member)
        except (NotAllowed, ServiceRefused):
            return 0
        return len(missing)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            begin_session(instrument=self.instrument, topic=self.topic, judge=self.member)
        except (ServiceRefused, WrongState) as error:
            messages.error(request, str(error))
        return redirect("judging-session", *self.kwargs.values())
